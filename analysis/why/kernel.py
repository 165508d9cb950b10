"""The native finder of refutations; the C side is why/why.h."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from bombe.analysis.why.refutation import (
    SINGLES,
    Absurdity,
    End,
    Fact,
    Rating,
    Refutation,
    Rule,
    Step,
)
from bombe.boards.bits import bits_of
from bombe.boards.errors import UsageError
from bombe.solvers import native
from bombe.solvers.native.interface import interface
from bombe.solvers.native.memory import Pages
from bombe.solvers.native.slices import DONE, run_anew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.why.refutation import Question
    from bombe.boards import Board, Shape
    from bombe.solvers.budget import Meter

ROOM = 2**18
"""The most numbers of a chain that is written."""

RULES, ABSURDITIES = tuple(Rule), tuple(Absurdity)
"""In the order of `Rule` and `Absurdity` in C++."""


def is_available(shape: Shape) -> bool:
    """Return whether chains on boards of this shape can be found."""
    return shape.cells > 0 and native.is_available()


class ChainFinder:
    """Finds refutations on boards of one shape, in memory of its own; for one thread at a time."""

    def __init__(self, shape: Shape) -> None:
        self._kernel, self._shape = interface(), shape
        size = self._kernel.bombe_why_bytes(shape.m, shape.n)
        self._memory = Pages(size)
        self._kernel.bombe_why_begin(self._memory.address, size, shape.m, shape.n)
        self._chain = (ctypes.c_int32 * ROOM)()

    def refute(self, board: Board, question: Question, meter: Meter) -> Refutation | None:
        """Return why it cannot be, as easy to see as possible.

        None if the budget ended before, or if nothing is absurd: ask a solver which.
        """
        self._check(board, question)
        fact = question.fact or Fact(-1, 0)
        call = self._kernel.BombeWhy(
            board=board.values,
            cell=fact.cell,
            value=fact.value,
            is_not=question.is_not,
            chain=ctypes.addressof(self._chain),
            room=ROOM,
        )
        if run_anew(self._kernel.bombe_why_refute, self._memory, call, meter) != DONE:
            return None
        return _Reader(self._shape, self._chain[: call.length]).chain(
            is_shortest=bool(call.is_shortest)
        )

    def rate(self, board: Board, masks: Sequence[int], meter: Meter) -> dict[Fact, Rating]:
        """Return how hard it is to see that values cannot be; value v is bit v of a cell's mask.

        Levels and depths are those of `refute`. The number of steps is rougher: of the first chain
        that is met, cut once to what it needs. Cases of the board are shared, and each counts with
        all its steps. What holds, or is not known when the budget ends, is left out.
        """
        self._check(board)
        masks = [mask if not value else 0 for mask, value in zip(masks, board.values, strict=True)]
        facts = [Fact(cell, value) for cell, mask in enumerate(masks) for value in bits_of(mask)]
        given = (ctypes.c_uint64 * len(masks))(*masks)
        ratings = (ctypes.c_int32 * (3 * len(facts)))(*[-1] * (3 * len(facts)))
        call = self._kernel.BombeRatings(
            board=board.values,
            masks=ctypes.addressof(given),
            ratings=ctypes.addressof(ratings),
        )
        run_anew(self._kernel.bombe_why_rate, self._memory, call, meter)
        found = list(ratings)
        rows = zip(facts, found[::3], found[1::3], found[2::3], strict=True)
        return {
            fact: Rating(level, depth, steps) for fact, level, depth, steps in rows if level >= 0
        }

    def _check(self, board: Board, question: Question | None = None) -> None:
        """Raise UsageError for a board of another shape, or a question about a filled cell."""
        if board.shape != self._shape:
            raise UsageError(
                f"a {board.shape} board for a finder of chains on {self._shape} boards"
            )
        fact = question.fact if question else None
        if fact and (board.values[fact.cell] or not 1 <= fact.value <= self._shape.size):
            raise UsageError(
                f"value {fact.value} in cell {fact.cell} is no question: ask about an empty cell "
                f"and values from 1 to {self._shape.size}"
            )


class _Reader:
    """Reads the numbers of a chain; why/write.cpp says how they are laid out."""

    def __init__(self, shape: Shape, numbers: list[int]) -> None:
        self._regions = shape.geometry.regions
        self._next = iter(numbers).__next__

    def chain(self, *, is_shortest: bool = False) -> Refutation:
        """Return the steps and the end."""
        steps = tuple([self._step() for _ in range(self._next())])
        return Refutation(steps, self._end(), is_shortest)

    def _step(self) -> Step:
        read = self._next
        number, rule, cell, value = read(), RULES[read()], read(), read()
        region, other = self._optional(), self._optional()
        cells: tuple[int, ...] = (read(), read())
        values: tuple[int, ...] = (read(), read())
        because, after, removes = self._list(), self._list(), self._removals()
        if rule in SINGLES:
            return Step(number, rule, because, after, Fact(cell, value), region=region)
        if rule is Rule.CASE:
            return _case(number, removes, self.chain())
        if region is not None and other is not None:
            cells = tuple(sorted({*self._regions[region]} & {*self._regions[other]}))
            values = (value,)
        return Step(number, rule, because, after, None, removes, region, other, cells, values)

    def _end(self) -> End:
        kind, cell = ABSURDITIES[self._next()], self._optional()
        region, value = self._optional(), self._optional()
        because, after = self._list(), self._list()
        return End(kind, because, after, cell=cell, region=region, value=value)

    def _optional(self) -> int | None:
        number = self._next()
        return None if number < 0 else number

    def _list(self) -> tuple[int, ...]:
        return tuple(sorted([self._next() for _ in range(self._next())]))

    def _removals(self) -> tuple[Fact, ...]:
        """Return the removals that later steps need; all of them if none does."""
        read = self._next
        found = [(read(), read()) for _ in range(read())]
        needed = [Fact(cell, value) for cell, value in found if value > 0]
        return tuple(needed or [Fact(cell, abs(value)) for cell, value in found])


def _case(number: int, removes: tuple[Fact, ...], case: Refutation) -> Step:
    """Return the step of a case, which cites what its chain takes from outside."""
    inside = {removes[0].cell, *(step.place.cell for step in case.steps if step.place)}
    citing: list[Step | End] = [*case.steps, case.end]
    because = {cell for by in citing for cell in by.because} - inside
    after = {step for by in citing for step in by.after} - {step.number for step in case.steps}
    cited = tuple(sorted(because)), tuple(sorted(after))
    return Step(number, Rule.CASE, *cited, removes=removes, case=case)
