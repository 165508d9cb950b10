"""What of a position a format cannot hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bombe.boards.sudoku.formats import Format
from bombe.boards.sudoku.formats.signs import givens

if TYPE_CHECKING:
    from bombe.boards.sudoku.state import SudokuState


_UNSIGNED = (
    "the framework (v14) starts this text with --playmode classic --ascii only: in its other play "
    "modes, of which rows is the default, it takes the end of every value for its owner's sign; "
    "the option sign writes a text for these"
)
_UNOWNED = (
    "format game has no sign for a given in this play mode: it is written as the framework writes "
    "it, which reads it as a cell of player 2; the option sign shares the givens out"
)
_SIGNED = (
    "givens belong to players: those of the upper half to player 1, those of the lower half to "
    "player 2, who may play next to them"
)
_CHANGED = f"{_SIGNED}; so this is another game than before, in which more cells may be open"


def losses(state: SudokuState, target: Format, *, is_signed: bool = False) -> Iterator[str]:
    """Yield in words what is lost when the position is written in the format, with signs or not."""
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
    elif target.name == "game" and any(givens(state)):
        has_owners = state.occupied is not None
        if is_signed:
            yield _CHANGED if has_owners else _SIGNED
        else:
            yield _UNOWNED if has_owners else _UNSIGNED
