"""Competitive Sudoku: shapes, boards, the rules, text formats, and the boards that we ship."""
