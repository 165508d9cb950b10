"""Exact endgames of Competitive Sudoku: the margin, and what every move is worth."""
