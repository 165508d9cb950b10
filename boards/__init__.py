"""What a position is: shapes, boards, moves, the rules of each game, formats, bundled boards.

Nothing in here asks a solver. Names are imported when they are first used: a board alone needs no
rules.
"""

if __name__ == "boards":
    raise ImportError("this folder is the package bombe.boards: `pip install .`, then import that")

from bombe.boards.lazy import lazy_exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bombe.boards.sudoku.board import Board, Clash, Move, moves_of
    from bombe.boards.sudoku.refusals import Reason, Refusal
    from bombe.boards.sudoku.shape import Shape, ShapeLike
    from bombe.boards.sudoku.state import (
        POINTS,
        Position,
        PositionLike,
        Rules,
        SudokuState,
        board_of,
        state_of,
    )
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "bombe.boards.sudoku.board": ("Board", "Clash", "Move", "moves_of"),
            "bombe.boards.sudoku.refusals": ("Reason", "Refusal"),
            "bombe.boards.sudoku.shape": ("Shape", "ShapeLike"),
            "bombe.boards.sudoku.state": (
                "POINTS",
                "Position",
                "PositionLike",
                "Rules",
                "SudokuState",
                "board_of",
                "state_of",
            ),
        },
    )

__all__ = [
    "POINTS",
    "Board",
    "Clash",
    "Move",
    "Position",
    "PositionLike",
    "Reason",
    "Refusal",
    "Rules",
    "Shape",
    "ShapeLike",
    "SudokuState",
    "board_of",
    "moves_of",
    "state_of",
]
