"""Links that hold a puzzle: those of f-puzzles and SudokuPad, and what is packed in them."""
