"""Dots and Boxes: the grid, the rules, and the forms in which a position is written."""
