"""A stand-in of the course framework, both editions, written from its description.

v13/ and v14/ are what stands in the root of the framework: the package `competitive_sudoku` that
agents import, and two players. loop.py plays a game as the framework does; play.py runs it from
tests. Nothing in here uses Bombe: it is the outside world.
"""
