"""Exact endgames in pure Python, for small positions without the kernel.

Every position is searched once, to the end. A position holds the empty cells, the remaining
solutions and the bombs that were played; in the newer play modes also the cells that each player
may reach. Sets of cells and of candidates are integers; candidate (cell, value) is bit cell * N +
value - 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.endgame.kernel import EndgameAnswer
from bombe.boards.bits import bits_of
from bombe.boards.errors import OutOfBudgetError
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards import SudokuState
    from bombe.solvers import Meter


class _Position(NamedTuple):
    """`mine` and `theirs` are the cells that the mover and the opponent may reach."""

    empty: int
    left: tuple[int, ...]
    played: int
    mine: int
    theirs: int


class _Child(NamedTuple):
    number: int
    is_skip: bool
    points: int
    position: _Position
    keeps_turn: bool


class PythonEndgame:
    """An endgame, with the known margins of its positions."""

    is_filled = False

    def __init__(self, start: SudokuState, solutions: tuple[bytes, ...], *, skips: bool) -> None:
        self._shape, self._solutions, self._skips = start.board.shape, solutions, skips
        self._candidates = start.board.candidate_masks()
        geometry = self._shape.geometry
        self._regions = [_set(region) for region in geometry.regions]
        self._peers = [_set(peers) for peers in geometry.peers]
        self._near = [_set(cells) for cells in geometry.neighbours]
        self._margins: dict[_Position, int] = {}

    def fill(self, meter: Meter) -> None:
        """Do nothing: there is no table."""

    def ask(self, state: SudokuState, meter: Meter, *, wants_all: bool) -> EndgameAnswer | None:  # noqa: ARG002 - every move is valued anyway
        """Return the bounds of the margin and of every move's value."""
        position = self._read(state)
        if not position.left:
            return None
        if self._is_over(position):
            return EndgameAnswer(0, 0, -1, (), (), done=True)
        most = 7 * position.empty.bit_count()
        values: dict[tuple[int, bool], int] = {}
        children = list(self._children(position))
        done = True
        try:
            for child in children:
                values[child.number, child.is_skip] = self._value(child, meter)
        except OutOfBudgetError:
            done = False
        low = max(values.values(), default=-most)
        moves = tuple(
            (c.number, c.is_skip, *_bounds(values.get((c.number, c.is_skip)), most))
            for c in children
        )
        if not done:
            return EndgameAnswer(low, most, -1, moves, (), done=False)
        line = self._line(position, meter)
        return EndgameAnswer(low, low, line[0], moves, line, done=True)

    def _line(self, position: _Position, meter: Meter) -> tuple[int, ...]:
        """Return best play; every position on the way has been searched."""
        line = []
        while not self._is_over(position):
            margin = self._margin(position, meter)
            child = next(c for c in self._children(position) if self._value(c, meter) == margin)
            line.append(child.number)
            position = child.position
        return tuple(line)

    def _read(self, state: SudokuState) -> _Position:
        values, size = state.board.values, self._shape.size
        left = tuple(
            index
            for index, solution in enumerate(self._solutions)
            if all(v in (0, s) for v, s in zip(values, solution, strict=True))
        )
        played = sum(
            1 << self._shape.cell(move.row, move.column) * size + move.value - 1
            for move in state.taboo
        )
        reach = [(1 << self._shape.cells) - 1] * 2
        if state.allowed is not None and state.occupied is not None:
            for player in (0, 1):
                reach[player] = _set(state.allowed[player])
                for cell in state.occupied[player]:
                    reach[player] |= self._near[cell]
        mover = state.to_move - 1
        empty = _set(state.board.empty_cells())
        return _Position(empty, left, played, reach[mover], reach[1 - mover])

    def _is_over(self, position: _Position) -> bool:
        return not position.empty & (position.mine | position.theirs)

    def _value(self, child: _Child, meter: Meter) -> int:
        margin = self._margin(child.position, meter)
        return child.points + (margin if child.keeps_turn else -margin)

    def _margin(self, position: _Position, meter: Meter) -> int:
        known = self._margins.get(position)
        if known is not None:
            return known
        if self._is_over(position):
            return 0
        meter.spend()
        margin = max(self._value(child, meter) for child in self._children(position))
        self._margins[position] = margin
        return margin

    def _children(self, position: _Position) -> Iterator[_Child]:
        for cell in bits_of(position.empty & position.mine):
            safe = {self._solutions[index][cell] for index in position.left}
            for value in bits_of(self._candidates[cell]):
                if value in safe:
                    yield self._fill(position, cell, value)
                elif self._skips and self._is_legal(position, cell, value):
                    yield self._skip(position, cell, value)

    def _is_legal(self, position: _Position, cell: int, value: int) -> bool:
        """Return whether a bomb is neither taboo nor excluded by a value that was filled in."""
        if position.played >> self._number(cell, value) & 1:
            return False
        solution = self._solutions[position.left[0]]
        filled = self._peers[cell] & ~position.empty
        return all(solution[peer] != value for peer in bits_of(filled))

    def _fill(self, position: _Position, cell: int, value: int) -> _Child:
        empty = position.empty & ~(1 << cell)
        left = tuple(i for i in position.left if self._solutions[i][cell] == value)
        regions = self._shape.geometry.regions_of[cell]
        points = POINTS[sum(not self._regions[region] & empty for region in regions)]
        mine = position.mine | self._near[cell]
        played = sum(
            1 << number for number in bits_of(position.played) if self._lives(number, empty)
        )
        after = _Position(empty, left, played, mine, position.theirs)
        return self._passed(self._number(cell, value), after, points, is_skip=False)

    def _skip(self, position: _Position, cell: int, value: int) -> _Child:
        number = self._number(cell, value)
        after = position._replace(played=position.played | 1 << number)
        return self._passed(number, after, 0, is_skip=True)

    def _passed(self, number: int, after: _Position, points: int, *, is_skip: bool) -> _Child:
        """Pass the turn to the opponent, unless only the mover has a cell to play on."""
        keeps_turn = not after.empty & after.theirs and bool(after.empty & after.mine)
        if not keeps_turn:
            after = after._replace(mine=after.theirs, theirs=after.mine)
        return _Child(number, is_skip, points, after, keeps_turn)

    def _lives(self, number: int, empty: int) -> bool:
        """Return whether the cell of a bomb is empty; otherwise the bomb no longer matters."""
        return bool(empty >> number // self._shape.size & 1)

    def _number(self, cell: int, value: int) -> int:
        return cell * self._shape.size + value - 1


def _bounds(value: int | None, most: int) -> tuple[int, int]:
    return (-most, most) if value is None else (value, value)


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)
