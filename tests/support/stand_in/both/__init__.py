"""Modules of the package competitive_sudoku that both editions have alike."""
