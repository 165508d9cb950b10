"""The newer play modes of Competitive Sudoku: who gets which cells, and who fills last.

kernel     the search in these modes in the kernel
"""
