"""What of a position a format cannot hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.sudoku.formats import Format
    from bombe.boards.sudoku.state import SudokuState


def losses(state: SudokuState, target: Format) -> Iterator[str]:
    """Yield in words what is lost when the position is written in the format."""
    if target.keeps == "board":
        parts = {
            f"the play mode {state.rules}": state.allowed is not None,
            "scores": any(state.scores),
            "moves": bool(state.history),
            "taboo moves": bool(state.taboo),
            "whose turn it is": state.to_move == 2,
        }
        if lost := ", ".join(part for part, is_there in parts.items() if is_there):
            yield f"format {target.name} cannot hold {lost}: use json or game to keep it"
    elif target.name == "game" and _has_givens(state):
        yield (
            "format game has no sign for a given in this play mode: it is written as the framework "
            "writes it, which reads it as a cell of player 2"
        )


def _has_givens(state: SudokuState) -> bool:
    """Return whether there are cells that no player filled, if it matters who did."""
    if state.occupied is None:
        return False
    first, second = state.occupied
    return any(
        value and cell not in first and cell not in second
        for cell, value in enumerate(state.board.values)
    )
