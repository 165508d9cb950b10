"""All the ways in which an endgame can go on: who can fill which cells, and how many.

It goes through every continuation by the rules in endgame_brute.py, and shares no code with
`bombe`. Players are 0 and 1; sets of cells are frozensets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from endgame_brute import Minimax, Position

Cells = frozenset[int]


class Ways(NamedTuple):
    """What can happen from a position on; `forced` is what each player gets if both count fills."""

    low: tuple[int, int]
    high: tuple[int, int]
    forced: tuple[int, int]
    filled_by: tuple[Cells, Cells]
    totals: frozenset[int]
    full_in_the_end: frozenset[Cells]


END = Ways((0, 0), (0, 0), (0, 0), (Cells(), Cells()), frozenset({0}), frozenset({Cells()}))


class EveryWay:
    """The ways to go on from the positions of one endgame."""

    def __init__(self, minimax: Minimax) -> None:
        self._minimax = minimax
        self._known: dict[Position, Ways] = {}

    def of(self, position: Position) -> Ways:
        """Return all that can happen from a position on."""
        if position not in self._known:
            moves = self._minimax.legal(position)
            ways = [self._after(position, move) for move in moves]
            self._known[position] = _joined(ways, position.mover) if ways else END
        return self._known[position]

    def _after(self, position: Position, move: tuple[int, int]) -> Ways:
        after = self._minimax.after(position, move)
        ways = self.of(after)
        if after.values == position.values:
            return ways
        cell, mine = move[0], position.mover
        fill = (1, 0) if mine == 0 else (0, 1)
        mark = tuple(Cells({cell}) if fill[player] else Cells() for player in (0, 1))
        return Ways(
            _plus(ways.low, fill),
            _plus(ways.high, fill),
            _plus(ways.forced, fill),
            (ways.filled_by[0] | mark[0], ways.filled_by[1] | mark[1]),
            frozenset(total + 1 for total in ways.totals),
            frozenset(cells | {cell} for cells in ways.full_in_the_end),
        )


def _joined(ways: list[Ways], mover: int) -> Ways:
    def each(pick: str, player: int) -> list[int]:
        return [getattr(way, pick)[player] for way in ways]

    forced = [(max if player == mover else min)(each("forced", player)) for player in (0, 1)]
    return Ways(
        (min(each("low", 0)), min(each("low", 1))),
        (max(each("high", 0)), max(each("high", 1))),
        (forced[0], forced[1]),
        (
            frozenset().union(*(way.filled_by[0] for way in ways)),
            frozenset().union(*(way.filled_by[1] for way in ways)),
        ),
        frozenset().union(*(way.totals for way in ways)),
        frozenset().union(*(way.full_in_the_end for way in ways)),
    )


def _plus(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]
