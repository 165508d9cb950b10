"""The oracle program `solve_sudoku`, which the course framework calls to judge moves.

program.py holds what it answers, start.py is the fastest way into it, install.py puts it into a
checkout of the framework. It is written from what a caller of the original sees.
"""
