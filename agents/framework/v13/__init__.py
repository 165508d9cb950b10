"""The package `competitive_sudoku` of edition v13: agents import it by that name."""
