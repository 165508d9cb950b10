"""Who owns a cell, as the framework's game text shows it: `+` player 1, `-` player 2.

That text has no sign for a given: the framework takes the last character of every filled cell for
the owner's sign, and whatever is not `+` for player 2's. The owner of a given may play next to it,
so it matters whose it is. `with_owners` shares the givens by a rule fair to both players: those
in the upper half, where player 1 begins in the mode `rows`, are player 1's, those in the lower half
player 2's. In the middle row the left half is player 1's; the cell in the centre is player 2's,
who does not begin. Half a turn of the board swaps the shares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bombe.boards.sudoku.state import SudokuState


def givens(state: SudokuState) -> Iterator[int]:
    """Yield the filled cells that neither player filled; in classic play, all filled cells."""
    first, second = state.occupied or (frozenset(), frozenset())
    return (
        cell
        for cell, value in enumerate(state.board.values)
        if value and cell not in first and cell not in second
    )


def with_owners(state: SudokuState) -> SudokuState:
    """Return the position with an owner for every given; in classic play cells have no owners."""
    if state.occupied is None:
        return state
    first, second = state.occupied
    middle = state.board.shape.cells // 2
    upper = frozenset(cell for cell in givens(state) if cell < middle)
    lower = frozenset(givens(state)) - upper
    return replace(state, occupied=(first | upper, second | lower)).skip_stuck_player()


def signs_of(state: SudokuState) -> str:
    """Return the sign of every cell: blank if it is empty, `-` for a given; "" in classic play."""
    if state.occupied is None:
        return ""
    first, _ = state.occupied
    return "".join(
        ("+" if cell in first else "-") if value else " "
        for cell, value in enumerate(state.board.values)
    )
