"""Exact endgames of Competitive Sudoku.

empty_boards  exact values of empty boards in the newer play modes
margins       the margin of a position and the value of every move
kernel        the exact solver of the kernel
pure_python   the same answers without the kernel, for small positions
"""

from typing import TYPE_CHECKING

from bombe.boards.lazy import lazy_exports

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, {})
