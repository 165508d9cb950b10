"""The package `competitive_sudoku` of edition v14: agents import it by that name."""
