"""The oracle program `solve_sudoku`, which the course framework calls to judge moves.

program.py is the program, start.py starts it as fast as possible; solve_sudoku.cpp is the one that
install.py compiles and installs in a checkout of the framework, where it can. They are written from
the observable behaviour of the original.
"""
