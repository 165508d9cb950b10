"""A solver in plain Python for exported agents: exact cover, on all constraints at once.

A board is 4 * N * N constraints: each cell holds a value; each row, each column and each box holds
each value. Each constraint has up to N options: values of the cell, columns of the row, rows of the
column, places of the box. `options[k]` is an integer with bit q set while constraint q still has
its k-th option, so that a few operations on N long integers find every constraint with no, one or
the fewest options. A candidate is an option of four constraints.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.boards import Board, Shape

Options = list[int]


class Spender(Protocol):
    """A clock or a meter, which raises when nothing is left."""

    def spend(self, nodes: int = 1) -> None:
        """Count nodes."""


class Placement(NamedTuple):
    """What placing a candidate does: the options that stay and the constraints that it covers."""

    stay: tuple[int, ...]
    covers: int


class CoverNode(NamedTuple):
    """A node of the search: the options left, and the constraints not yet covered."""

    options: Options
    open: int


class Cover:
    """The exact cover problem of a shape: its candidates, and what placing one does."""

    def __init__(self, shape: Shape) -> None:
        self._m, self._n, self.size = shape.m, shape.n, shape.size
        self.cells = shape.cells
        self._effects: dict[tuple[int, int], Placement] = {}
        # The cells of row 0, column 0 and box 0; and bits as far apart as regions are, or bands.
        m, n, size = shape.m, shape.n, shape.size
        self._row, self._column = (1 << size) - 1, _every(size, size)
        self._box = ((1 << n) - 1) * _every(m, size)
        self._m_regions, self._n_regions = _every(m, size), _every(n, size)
        self._bands = _every(n, m * size)
        everything = (1 << 4 * self.cells) - 1
        self.empty = CoverNode([everything] * self.size, everything)

    def options_of(self, cell: int, value: int) -> tuple[tuple[int, int], ...]:
        """Return the four options of a candidate, each as k and q; values count from 0."""
        size, cells = self.size, self.cells
        row, column = divmod(cell, size)
        box = row // self._m * self._m + column // self._n
        place = row % self._m * self._n + column % self._n
        return (
            (value, cell),
            (column, cells + row * size + value),
            (row, 2 * cells + column * size + value),
            (place, 3 * cells + box * size + value),
        )

    def candidate(self, k: int, q: int) -> tuple[int, int]:
        """Return the cell and the value of an option."""
        kind, rest = divmod(q, self.cells)
        if kind == 0:
            return rest, k
        region, value = divmod(rest, self.size)
        if kind == 1:
            return region * self.size + k, value
        if kind == 2:
            return k * self.size + region, value
        band, stack = divmod(region, self._m)
        row, column = divmod(k, self._n)
        return (band * self._m + row) * self.size + stack * self._n + column, value

    def effect(self, cell: int, value: int) -> Placement:
        """Return the effect of placing a candidate."""
        found = self._effects.get((cell, value))
        if found is None:
            found = self._effects[cell, value] = self._effect(cell, value)
        return found

    def _effect(self, cell: int, value: int) -> Placement:
        """Compute the effect from the rivals: the other options of the candidate's constraints.

        Each rival is an option of four constraints, too, and is removed from all of them.
        """
        size, cells, m, n = self.size, self.cells, self._m, self._n
        own = self.options_of(cell, value)
        covers = sum(1 << q for _, q in own)
        (_, _), (column, _), (row, _), (place, _) = own
        band, stack = row // m, column // n
        in_rows, in_columns, in_boxes = (kind * cells + value for kind in (1, 2, 3))
        goes = [covers] * size
        goes[value] |= self._row << row * size | self._column << column
        goes[value] |= self._box << band * m * size + stack * n
        goes[column] |= self._row << cells + row * size | self._column << in_rows
        goes[row] |= self._row << 2 * cells + column * size | self._column << in_columns
        goes[place] |= self._row << 3 * cells + (band * m + stack) * size
        for k in range(row % m * n, row % m * n + n):
            goes[k] |= self._m_regions << in_boxes + band * m * size
        for k in range(column % n, size, n):
            goes[k] |= self._bands << in_boxes + stack * size
        for k in range(stack * n, stack * n + n):
            goes[k] |= self._m_regions << in_rows + band * m * size
        for k in range(band * m, band * m + m):
            goes[k] |= self._n_regions << in_columns + stack * n * size
        for k, q in own:
            goes[k] ^= 1 << q
        return Placement(tuple(~slot for slot in goes), covers)

    def place(self, node: CoverNode, cell: int, value: int) -> CoverNode | None:
        """Return the node with a candidate placed; None if it is no longer possible."""
        if not node.options[value] >> cell & 1:
            return None
        stay, covers = self.effect(cell, value)
        return CoverNode(
            [k & s for k, s in zip(node.options, stay, strict=True)], node.open & ~covers
        )

    def without(self, node: CoverNode, cell: int, value: int) -> CoverNode:
        """Return the node without a candidate."""
        options = list(node.options)
        for k, q in self.options_of(cell, value):
            options[k] &= ~(1 << q)
        return CoverNode(options, node.open)

    def settle(self, node: CoverNode) -> CoverNode | None:
        """Place all only options of constraints; return None if a constraint has no option."""
        options, open_ = node
        while True:
            once = twice = 0
            for slot in options:
                twice |= once & slot
                once |= slot
            if open_ & ~once:
                return None
            single = open_ & ~twice
            if not single:
                return CoverNode(options, open_)
            while single:
                lowest = single & -single
                k = next((k for k, slot in enumerate(options) if slot & lowest), None)
                if k is None:
                    return None
                stay, covers = self.effect(*self.candidate(k, lowest.bit_length() - 1))
                options = [slot & s for slot, s in zip(options, stay, strict=True)]
                open_ &= ~covers
                single &= ~covers

    def tightest(self, node: CoverNode, wanted: int = -1) -> int:
        """Return an open constraint with the fewest options, a wanted one if possible."""
        digits: list[int] = []
        for slot in node.options:
            carry = slot
            for at, digit in enumerate(digits):
                digits[at], carry = digit ^ carry, digit & carry
            if carry:
                digits.append(carry)
        fewest = node.open
        for digit in reversed(digits):
            fewest = fewest & ~digit or fewest
        return _lowest(fewest & wanted or fewest)

    def solve(self, node: CoverNode, clock: Spender, liked: Sequence[int]) -> CoverNode | None:
        """Return a solution, preferably with many of the liked options; None if there is none."""
        wanted = functools.reduce(int.__or__, liked)
        stack = [node]
        while stack:
            clock.spend()
            settled = self.settle(stack.pop())
            if settled is None:
                continue
            if not settled.open:
                return settled
            q = self.tightest(settled, wanted)
            rivals = [k for k, slot in enumerate(settled.options) if slot >> q & 1]
            rivals.sort(key=lambda k: liked[k] >> q & 1)
            placed = (self.place(settled, *self.candidate(k, q)) for k in rivals)
            stack += [after for after in placed if after]
        return None

    def masks(self, options: Sequence[int]) -> list[int]:
        """Return the values of each cell, value v as bit v."""
        masks = [0] * self.cells
        for value, slot in enumerate(options, 1):
            for cell in bit_list(slot & ((1 << self.cells) - 1)):
                masks[cell] |= 1 << value
        return masks


@functools.cache
def cover_of(shape: Shape) -> Cover:
    """Return the cover of a shape; made once."""
    return Cover(shape)


class StepwiseAudit:
    """Which candidates of a board are true, decided step by step as far as the clock allows.

    Every solution proves all the candidates in it; a candidate that is in none is removed, which
    makes all later steps easier. `node` holds those that are left, None if there is no solution,
    and `unproved` those of them that are not decided. With `start`, the audit of a board with fewer
    values, it continues from there.
    """

    def __init__(self, board: Board, start: StepwiseAudit | None = None) -> None:
        self._cover = cover_of(board.shape)
        self.board = board
        self.witnesses: list[Options] = []
        self.node = self._begin(start)
        self.unproved = list(self.node.options) if self.node else [0] * board.shape.size
        for witness in start.witnesses if start else ():
            self._note(witness)

    def _begin(self, start: StepwiseAudit | None) -> CoverNode | None:
        """Place the values; with `start`, only the new ones."""
        node = start.node if start else self._cover.empty
        before = start.board.values if start else bytes(len(self.board.values))
        for cell, (old, value) in enumerate(zip(before, self.board.values, strict=True)):
            if value != old and node:
                node = self._cover.place(node, cell, value - 1)
        return node and self._cover.settle(node)

    @property
    def is_done(self) -> bool:
        """Whether every candidate is decided."""
        return not any(self.unproved)

    def step(self, clock: Spender) -> None:
        """Find one more solution, or prove that a candidate is in none."""
        node, cover = self.node, self._cover
        if node is None or not self.witnesses:
            found = node and cover.solve(node, clock, self.unproved)
            if found is None:
                self.node, self.unproved = None, [0] * len(self.unproved)
            else:
                self._note(found.options)
            return
        k = next(k for k, slot in enumerate(self.unproved) if slot)
        cell, value = cover.candidate(k, _lowest(self.unproved[k]))
        placed = cover.place(node, cell, value)
        found = placed and cover.solve(placed, clock, self.unproved)
        if found:
            self._note(found.options)
        else:
            self.node = cover.settle(cover.without(node, cell, value))
            left = self.node.options if self.node else [0] * len(self.unproved)
            self.unproved = [a & b for a, b in zip(self.unproved, left, strict=True)]

    def finish(self, clock: Spender) -> None:
        """Decide every candidate."""
        while not self.is_done:
            self.step(clock)

    def _note(self, witness: Options) -> None:
        """Keep a solution if it is one of this board."""
        held = self._cover.masks(witness)
        if all(not v or mask >> v & 1 for v, mask in zip(self.board.values, held, strict=True)):
            self.witnesses.append(witness)
            pairs = zip(self.unproved, witness, strict=True)
            self.unproved = [slot & ~proved for slot, proved in pairs]

    @property
    def undecided(self) -> tuple[int, ...]:
        """The candidates not yet decided, value v as bit v."""
        return self._on_empty_cells(self.unproved)

    @property
    def true(self) -> tuple[int, ...]:
        """The candidates proved to be true, value v as bit v."""
        node = self.node
        if node is None or not self.witnesses:
            return (0,) * len(self.board.values)
        pairs = zip(node.options, self.unproved, strict=True)
        return self._on_empty_cells([slot & ~unproved for slot, unproved in pairs])

    def _on_empty_cells(self, options: Options) -> tuple[int, ...]:
        pairs = zip(self.board.values, self._cover.masks(options), strict=True)
        return tuple(0 if value else mask for value, mask in pairs)


class TrueCandidates(NamedTuple):
    """The true candidates of a board and those that are not decided, value v as bit v."""

    board: Board
    true: tuple[int, ...]
    undecided: tuple[int, ...]


class Solver:
    """Answers like the solvers of bombe.solvers, continuing the audit of an earlier board."""

    def __init__(self, audit: StepwiseAudit | None = None) -> None:
        self._audit = audit

    def true_candidates(self, board: Board, meter: Spender) -> TrueCandidates:
        """Return the true candidates; raise when the clock ends."""
        audit = StepwiseAudit(board, self._audit)
        audit.finish(meter)
        return TrueCandidates(board, audit.true, audit.undecided)


class Meter:
    """The clock of the turn, under the name that solvers use."""

    def __init__(self, clock: Spender) -> None:
        self.spend = clock.spend

    def check(self) -> None:
        """Raise if the turn is over."""
        self.spend(0)


def _every(times: int, step: int) -> int:
    """Return a bit at each of the first multiples of the step."""
    return sum(1 << at * step for at in range(times))


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
