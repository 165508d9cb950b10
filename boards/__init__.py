"""What a position is: shapes, boards, moves, the rules of each game, formats, bundled boards.

Nothing in here asks a solver.
"""

if __name__ == "boards":
    raise ImportError("this folder is the package bombe.boards: `pip install .`, then import that")

from bombe.boards.sudoku.board import Board, Clash, Move, moves_of
from bombe.boards.sudoku.shape import Shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bombe.boards.sudoku.state import (
        POINTS,
        Position,
        Reason,
        Refusal,
        Rules,
        SudokuState,
        board_of,
        state_of,
    )

__all__ = [
    "POINTS",
    "Board",
    "Clash",
    "Move",
    "Position",
    "Reason",
    "Refusal",
    "Rules",
    "Shape",
    "SudokuState",
    "board_of",
    "moves_of",
    "state_of",
]


def __getattr__(name: str) -> object:
    """Import the rules when they are first used: a board alone needs none."""
    if name not in __all__:
        raise AttributeError(f"module 'bombe.boards' has no attribute {name!r}")
    from bombe.boards.sudoku import state

    return getattr(state, name)
