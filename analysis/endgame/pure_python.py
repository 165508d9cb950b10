"""Exact endgames in pure Python, for small positions without the kernel.

Every position is searched once, to the end, as long as there is memory to keep its margin. A
position holds the empty cells, the remaining solutions and the bombs that were played; in the newer
play modes also the cells that each player may reach. Sets of cells and of candidates are integers;
candidate (cell, value) is bit cell * N + value - 1.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.endgame.kernel import EndgameAnswer, EndgameProgress
from bombe.analysis.endgame.prepare import points_of
from bombe.boards.bits import bits_of
from bombe.boards.errors import OutOfBudgetError
from bombe.boards.sudoku.state import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.analysis.endgame.engines import EngineOptions
    from bombe.analysis.endgame.kernel import Watch
    from bombe.boards import SudokuState
    from bombe.solvers import Meter

BYTES = 1000
"""Bytes of memory for a position with its margin, about."""
LOOK = 64
"""Nodes between two reports of progress."""
MILLION = 1_000_000


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


class _Frame:
    """A position in work: its moves, how many of them are valued, and the best value so far."""

    def __init__(self, position: _Position, children: list[_Child]) -> None:
        self.position, self.children = position, children
        self.values: list[int] = []

    @property
    def next(self) -> _Child:
        """The first move that is not valued."""
        return self.children[len(self.values)]

    @property
    def best(self) -> int:
        """The margin, once every move is valued."""
        return max(self.values)

    def value_next(self, margin: int) -> None:
        """Value the next move by the margin of the position that it leads to."""
        child = self.next
        self.values.append(child.points + (margin if child.keeps_turn else -margin))


class PythonEndgame:
    """An endgame, with the known margins of its positions."""

    is_filled = False

    def __init__(
        self, start: SudokuState, solutions: tuple[bytes, ...], options: EngineOptions
    ) -> None:
        self._shape, self._solutions, self._skips = start.board.shape, solutions, options.skips
        self._candidates = start.board.candidate_masks()
        geometry = self._shape.geometry
        self._regions = [_set(region) for region in geometry.regions]
        self._peers = [_set(peers) for peers in geometry.peers]
        self._near = [_set(cells) for cells in geometry.neighbours]
        self._margins: dict[_Position, int] = {}
        self._most_margins = options.memory // BYTES

    def fill(self, meter: Meter) -> None:
        """Do nothing: there is no table."""

    def ask(
        self,
        state: SudokuState,
        meter: Meter,
        *,
        wants_all: bool,  # noqa: ARG002 - every move is valued anyway
        watch: Watch | None = None,
    ) -> EndgameAnswer | None:
        """Return the bounds of the margin and of every move's value."""
        position = self._read(state)
        if not position.left:
            return None
        if self._is_over(position):
            return EndgameAnswer(0, 0, -1, (), (), done=True)
        root = self._frame(position)
        line: tuple[int, ...] = ()
        with contextlib.suppress(OutOfBudgetError):
            self._search(root, meter, watch)
            line = self._line(root, meter)
        done = len(root.values) == len(root.children)
        moves = tuple(self._bounds(root))
        low, high = (max(bounds[at] for bounds in moves) for at in (2, 3))
        best = next((number for number, _, least, _ in moves if least == high), -1)
        return EndgameAnswer(low, high, best, moves, line, done=done)

    def _bounds(self, root: _Frame) -> Iterator[tuple[int, bool, int, int]]:
        """Yield each move with its value, or with what the points that are left allow."""
        for index, child in enumerate(root.children):
            if index < len(root.values):
                low = high = root.values[index]
            else:
                most = self._most_points(child.position.empty)
                low, high = child.points - most, child.points + most
            yield child.number, child.is_skip, low, high

    def _most_points(self, empty: int) -> int:
        """Return the most points that can be left where so many cells are empty."""
        size = self._shape.size
        kinds = (self._regions[at : at + size] for at in range(0, 3 * size, size))
        return points_of(sum(bool(region & empty) for region in kind) for kind in kinds)

    def _search(self, root: _Frame, meter: Meter, watch: Watch | None = None) -> None:
        """Value every move of a position; raise OutOfBudgetError with those so far."""
        stack = [root]
        while True:
            frame = stack[-1]
            if len(frame.values) < len(frame.children):
                position = frame.next.position
                margin = self._known(position)
                if margin is None:
                    meter.spend()
                    if watch is not None and meter.nodes % LOOK == 0:
                        watch(self._progress(stack))
                    stack.append(self._frame(position))
                else:
                    frame.value_next(margin)
            elif frame is root:
                return
            else:
                stack.pop()
                stack[-1].value_next(frame.best)
                if len(self._margins) < self._most_margins:
                    self._margins[frame.position] = frame.best

    def _known(self, position: _Position) -> int | None:
        return 0 if self._is_over(position) else self._margins.get(position)

    def _frame(self, position: _Position) -> _Frame:
        return _Frame(position, list(self._children(position)))

    def _progress(self, stack: list[_Frame]) -> EndgameProgress:
        """Return how much of the tree is searched, by the moves near its root, in millionths."""
        share, part = 0.0, 1.0
        for frame in stack:
            part /= len(frame.children)
            share += part * len(frame.values)
            if part < 1 / MILLION:
                break
        bounds = list(self._bounds(stack[0]))
        low, high = (max(each[at] for each in bounds) for at in (2, 3))
        return EndgameProgress(int(share * MILLION), MILLION, low, high)

    def _line(self, root: _Frame, meter: Meter) -> tuple[int, ...]:
        """Return best play, as far as the budget goes."""
        line, frame = [], root
        with contextlib.suppress(OutOfBudgetError):
            while frame.children:
                self._search(frame, meter)
                child = frame.children[frame.values.index(frame.best)]
                line.append(child.number)
                frame = self._frame(child.position)
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


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)
