"""The oracle program `solve_sudoku`, which the course framework calls to judge moves.

program.py is the program, start.py starts it as fast as possible, install.py installs it in a
checkout of the framework. It is written from the observable behaviour of the original.
"""
