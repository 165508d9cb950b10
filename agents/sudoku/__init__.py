"""The agents of Competitive Sudoku."""
