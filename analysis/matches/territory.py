"""What games of the newer play modes show: who was shut out, and which wins were spoiled.

    shut_outs(record)       {2: 7}: player 2 was shut out, and its opponent filled seven cells then
    proved_wins(record)     {1}: player 1 noted in a turn that its win was proved
    seen_from(record)       both, and the margin, from the seats of the two players

A player is shut out from the position on in which it has no cell to play on while its opponent has
one. Games in which every cell is open to both have no shut-outs.
"""

from __future__ import annotations

from typing import NamedTuple

from bombe.analysis.reach.cells import cell_grid, near
from bombe.boards import Move, SudokuState
from bombe.boards.record import GameRecord, Termination

PROVEN = "proven"
"""The note of an agent that has proved the final margin of the game, from its own side."""


class ModeOutcome(NamedTuple):
    """What a game shows from a seat; `is_restricted` if it is one in which players can be shut out.

    `shut_out` are the cells filled after the player was shut out, None if it was not; `margin` is
    None unless the game was played to its end. A game is `spoiled` if the player had `proved` that
    it wins, and did not.
    """

    is_restricted: bool
    shut_out: int | None
    shuts_out: bool
    margin: int | None
    proved: bool
    spoiled: bool


def seen_from(record: GameRecord) -> tuple[ModeOutcome, ModeOutcome]:
    """Return what a game shows from the seats of its first and its second player."""
    start = record.start
    is_restricted = isinstance(start, SudokuState) and start.allowed is not None
    outs, proved = shut_outs(record), proved_wins(record)
    is_finished = record.termination is Termination.SCORE
    lead = record.scores[0] - record.scores[1]
    counts = record.termination is not Termination.VOID
    first, second = (
        ModeOutcome(
            is_restricted,
            outs.get(seat),
            3 - seat in outs,
            margin if is_finished else None,
            seat in proved,
            seat in proved and counts and record.winner != seat,
        )
        for seat, margin in ((1, lead), (2, -lead))
    )
    return first, second


def shut_outs(record: GameRecord) -> dict[int, int]:
    """Return the players that were shut out, each with the cells that were filled after that.

    The moves are taken from the record as they are; `GameRecord.states` checks them.
    """
    start = record.start
    if not isinstance(start, SudokuState) or start.allowed is None:
        return {}
    shape, spread = start.board.shape, cell_grid(start.board.shape).spread
    empty, reach = sum(1 << cell for cell in start.board.empty_cells()), list(near(start))
    found: dict[int, int] = {}
    _add_shut_out(found, empty, reach)
    for ply in record.plies:
        if ply.is_bomb:
            continue
        move = Move.of(ply.move)
        cell = 1 << shape.cell(move.row, move.column)
        found = {player: filled + 1 for player, filled in found.items()}
        empty &= ~cell
        reach[ply.player - 1] |= spread(cell)
        _add_shut_out(found, empty, reach)
    return found


def proved_wins(record: GameRecord) -> set[int]:
    """Return the players who noted in a turn that they win the game whatever the opponent does."""
    return {
        ply.player
        for ply in record.plies
        if any(name == PROVEN and number > 0 for name, number in ply.notes)
    }


def _add_shut_out(found: dict[int, int], empty: int, reach: list[int]) -> None:
    """Note who is shut out in a position, unless that is known."""
    for player in (1, 2):
        if not empty & reach[player - 1] and empty & reach[2 - player]:
            found.setdefault(player, 0)
