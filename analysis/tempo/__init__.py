"""The tempo of Competitive Sudoku: who fills the last cell.

law        the tempo law, and how often it was measured to be right
effects    what each fill does to the bombs of a board
kernel     the search by the tempo law in the kernel
"""
