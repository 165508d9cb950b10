"""The reference for endgames: plain minimax on the rules, with nothing but a memory of positions.

Slow and plain on purpose. It shares no code with `bombe`: a position is a tuple of values, a set
of taboo moves, and for each player what it may start on and what it filled (None in classic play).
Moves are (cell, value); the margin is the mover's points minus the opponent's from here on.
"""

from __future__ import annotations

from typing import NamedTuple

from brute import fits, solutions

Sets = tuple[frozenset[int], frozenset[int]]


class Position(NamedTuple):
    values: tuple[int, ...]
    taboo: frozenset[tuple[int, int]]
    mover: int
    occupied: Sets | None


class Minimax:
    """The margins of all positions that follow from one board, with or without skips."""

    def __init__(
        self, m: int, n: int, values: bytes, allowed: Sets | None = None, *, skips: bool = True
    ) -> None:
        self.m, self.n, self.size = m, n, m * n
        self.solutions = list(solutions(m, n, values))
        self.allowed, self.skips = allowed, skips
        self.known: dict[Position, int] = {}

    def margin(self, position: Position) -> int:
        """Return the margin of a position."""
        if position not in self.known:
            self.known[position] = max(self.results(position).values(), default=0)
        return self.known[position]

    def results(self, position: Position) -> dict[tuple[int, int], int]:
        """Return the value of every legal move, for the mover."""
        return {move: self._result(position, move) for move in self.legal(position)}

    def legal(self, position: Position) -> list[tuple[int, int]]:
        """Return the legal moves; bombs only if skips are allowed."""
        return [
            (cell, value)
            for cell in self.open(position, position.mover)
            for value in range(1, self.size + 1)
            if (cell, value) not in position.taboo
            and fits(self.m, self.n, position.values, cell, value)
            and (self.skips or self.stands(position, cell, value))
        ]

    def open(self, position: Position, player: int) -> list[int]:
        """Return the empty cells on which a player may play."""
        empty = [cell for cell, value in enumerate(position.values) if not value]
        if self.allowed is None or position.occupied is None:
            return empty
        mine = position.occupied[player]
        return [
            cell
            for cell in empty
            if cell in self.allowed[player] or any(self._touch(cell, other) for other in mine)
        ]

    def stands(self, position: Position, cell: int, value: int) -> bool:
        """Return whether some solution contains the value and all filled cells."""
        return any(
            solution[cell] == value
            and all(v in (0, s) for v, s in zip(position.values, solution, strict=True))
            for solution in self.solutions
        )

    def after(self, position: Position, move: tuple[int, int]) -> Position:
        """Return the position after a move."""
        values, taboo, mover, occupied = position
        if self.stands(position, *move):
            values = (*values[: move[0]], move[1], *values[move[0] + 1 :])
            if occupied is not None:
                mine = occupied[mover] | {move[0]}
                occupied = (mine, occupied[1]) if mover == 0 else (occupied[0], mine)
        else:
            taboo = taboo | {move}
        after = Position(values, taboo, 1 - mover, occupied)
        if not self.open(after, 1 - mover) and self.open(after, mover):
            after = after._replace(mover=mover)
        return after

    def _result(self, position: Position, move: tuple[int, int]) -> int:
        after = self.after(position, move)
        points = 0
        if after.values != position.values:
            points = (0, 1, 3, 7)[self._completed(after.values, move[0])]
        margin = self.margin(after)
        return points + (margin if after.mover == position.mover else -margin)

    def _completed(self, values: tuple[int, ...], cell: int) -> int:
        row, column = divmod(cell, self.size)
        cells = [divmod(each, self.size) for each, value in enumerate(values) if not value]
        box = (row // self.m, column // self.n)
        return (
            all(r != row for r, _ in cells)
            + all(c != column for _, c in cells)
            + all((r // self.m, c // self.n) != box for r, c in cells)
        )

    def _touch(self, a: int, b: int) -> bool:
        (row_a, column_a), (row_b, column_b) = divmod(a, self.size), divmod(b, self.size)
        return max(abs(row_a - row_b), abs(column_a - column_b)) == 1
