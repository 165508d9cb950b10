"""Commands about boards of Competitive Sudoku."""
