"""The analysis board as one file: its modules linked, its engines and a document embedded.

from bombe.pages import contents, document

html = document.page(contents.of_position(bombe.read("hard-3x3")))
"""
