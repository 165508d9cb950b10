"""The smallest exceptions to the tempo law: every endgame of a full grid, fewest empty cells first.

Here an endgame is a set of empty cells and a set of usable bombs, both as bits. Values come
directly from the recursion. Only boards with one solution count.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.tempo.law import Outlook, TempoClass
from bombe.boards import Move, SudokuState
from bombe.boards.bits import bits_of
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.state import POINTS
from bombe.solvers import Count, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.boards import Board
    from bombe.boards.sudoku.entries import Entry


class ExceptionKind(NamedTuple):
    """A kind of exception: the class, the sign of the margin, and whether the condition fails."""

    kind: TempoClass
    sign: int
    fails: bool

    def __str__(self) -> str:
        """Return the kind in words."""
        ends = ("drawn", "won", "lost")[self.sign]
        return f"{self.kind}: {'no fill leaves B even' if self.fails else ends}"


class SmallestException(NamedTuple):
    """The first endgame of a kind, and its margin."""

    kind: ExceptionKind
    state: SudokuState
    margin: int

    @property
    def empties(self) -> int:
        """The number of empty cells."""
        return len(self.state.board.empty_cells())


def smallest_among(
    entries: Iterable[Entry], most: int, is_stopped: Callable[[], bool] = bool
) -> list[SmallestException]:
    """Return the smallest exception of each kind on all these full grids, smallest first."""
    found: dict[ExceptionKind, SmallestException] = {}
    for state, place in entries:
        if not state.board.is_full or state.board.clashes():
            remedy = "give one of `bombe generate --kind full`"
            raise UsageError(f"{place} is not a full grid: {remedy}")
        for one in smallest(state.board, most, is_stopped):
            if one.kind not in found or one.empties < found[one.kind].empties:
                found[one.kind] = one
    return sorted(found.values(), key=lambda one: one.empties)


def smallest(
    full: Board, most: int, is_stopped: Callable[[], bool] = bool
) -> Iterator[SmallestException]:
    """Yield the smallest exception of each kind with at most so many empty cells."""
    lattice, seen = _Lattice(full), set[ExceptionKind]()
    cells = range(full.shape.cells)
    for size in range(1, most + 1):
        for chosen in itertools.combinations(cells, size):
            if is_stopped():
                return
            empty = sum(1 << cell for cell in chosen)
            for kind, bombs, margin in lattice.exceptions(empty, seen):
                state = lattice.state(empty, bombs)
                if as_solver("auto").count(state.board, 2) == Count(1, exact=True):
                    seen.add(kind)
                    yield SmallestException(kind, state, margin)


class _Lattice:
    """All endgames of a full grid, with their known margins."""

    def __init__(self, full: Board) -> None:
        shape, values = full.shape, full.values
        self._full = full
        self._regions = [sum(1 << cell for cell in r) for r in shape.geometry.regions]
        self._regions_of = shape.geometry.regions_of
        self._bombs: list[tuple[int, int]] = []
        self._killers: list[int] = []
        for cell in range(shape.cells):
            for value in set(range(1, shape.size + 1)) - {values[cell]}:
                peers = (p for p in shape.geometry.peers[cell] if values[p] == value)
                self._bombs.append((cell, value))
                self._killers.append(sum(1 << p for p in peers) | 1 << cell)
        self._margins: dict[tuple[int, int], int] = {(0, 0): 0}

    def exceptions(
        self, empty: int, seen: set[ExceptionKind]
    ) -> Iterator[tuple[ExceptionKind, int, int]]:
        """Yield the sets of usable bombs that are exceptions of a kind not yet seen."""
        for bombs in _subsets(self._live(empty)):
            kind = TempoClass.of(empty.bit_count(), bombs.bit_count())
            margin = self.margin(empty, bombs)
            sign = (margin > 0) - (margin < 0)
            if kind.outlook is not (Outlook.WON if sign > 0 else Outlook.LOST) or not sign:
                found = ExceptionKind(kind, sign, fails=False)
                if found not in seen:
                    yield found, bombs, margin
            found = ExceptionKind(kind, 0, fails=True)
            if empty.bit_count() % 2 and found not in seen and not self._leaves_even(empty, bombs):
                yield found, bombs, margin

    def margin(self, empty: int, bombs: int) -> int:
        """Return the best score difference for the mover."""
        key = empty, bombs
        if key not in self._margins:
            fills = (
                self._points(empty, cell) - self.margin(empty ^ 1 << cell, self._after(bombs, cell))
                for cell in bits_of(empty)
            )
            skips = (-self.margin(empty, bombs ^ 1 << bomb) for bomb in bits_of(bombs))
            self._margins[key] = max(itertools.chain(fills, skips))
        return self._margins[key]

    def state(self, empty: int, bombs: int) -> SudokuState:
        """Return the endgame as a position, in which live bombs that are not usable are taboo."""
        shape = self._full.shape
        dead = self._live(empty) & ~bombs
        moves = (self._bombs[bomb] for bomb in bits_of(dead))
        taboo = frozenset(Move(*shape.coordinates(cell), value) for cell, value in moves)
        return SudokuState(self._full.clear(bits_of(empty)), taboo=taboo)

    def _live(self, empty: int) -> int:
        return sum(1 << b for b, killers in enumerate(self._killers) if not killers & ~empty)

    def _after(self, bombs: int, cell: int) -> int:
        return sum(1 << bomb for bomb in bits_of(bombs) if not self._killers[bomb] >> cell & 1)

    def _points(self, empty: int, cell: int) -> int:
        bit = 1 << cell
        return POINTS[sum(self._regions[r] & empty == bit for r in self._regions_of[cell])]

    def _leaves_even(self, empty: int, bombs: int) -> bool:
        return any(self._after(bombs, cell).bit_count() % 2 == 0 for cell in bits_of(empty))


def _subsets(mask: int) -> Iterator[int]:
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = (subset - 1) & mask
