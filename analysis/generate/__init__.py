"""Boards made to order, the same from the same seed."""
