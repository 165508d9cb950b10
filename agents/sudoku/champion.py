"""The champion: it counts tempo from the first move, and plays endgames exactly.

It proposes what it knows best at once, and goes on in slices while the clock allows it: a move
that keeps the tempo, one that a search prefers among these, one that is best to the end.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import random
from typing import TYPE_CHECKING

from bombe.agents.contract import Clock
from bombe.agents.sudoku.exact import Exact
from bombe.agents.sudoku.foresight import Foresight
from bombe.agents.sudoku.knowledge import Choice, Knowledge
from bombe.agents.sudoku.scratch import Scratch, tables_of
from bombe.agents.sudoku.simple import draw_greedy
from bombe.agents.sudoku.solution import budget_of, ready_solver
from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import TrueCandidates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.search.ground import Option
    from bombe.boards import Move, SudokuState

LARGEST = 5
"""Boxes of usual boards have up to so many rows and columns: their tables are made beforehand."""
SHARE = 0.8
"""Of the longest turn so far: a table that takes no more of it is begun at once."""
SKIPS = 32
"""Bombs differ by what they are killed by; so many are compared."""
ROOTS = 8
"""On a board with several solutions every fill takes an audit; so many that keep the tempo do."""


class ChampionAgent:
    """Plays by the tempo law, by search, and exactly as soon as it can.

    `solver` tells bombs from safe moves; exact endgames take up to `memory` MiB. `proven` is the
    final margin that it has shown to be sure, None before that.
    """

    def __init__(self, seed: int, *, solver: str = "auto", memory: int = 400) -> None:
        if memory < 1:
            raise UsageError(f"a memory of {memory} MiB: give 1 or more")
        self._rng = random.Random(seed)
        self._solver = ready_solver(solver)
        self._exact = Exact(solver, memory << 20)
        self._foresight = Foresight()
        self._clock = Clock(nodes=0)
        self._longest = 0
        self._proper: TrueCandidates | None = None
        _prepare(solver)

    @property
    def proven(self) -> int | None:
        """The margin at the end of the game that the last turn has shown to be sure."""
        return self._exact.proven

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a move at once, and better ones until the clock ends or all is known."""
        # Players are not told how long a turn is, but the last ones tell.
        self._longest = max(self._longest, self._clock.nodes)
        self._clock = clock
        last = None
        with contextlib.suppress(OutOfBudgetError):
            for move in self._proposals(state, clock):
                if move and move != last:
                    yield move
                    last = move

    def _proposals(self, state: SudokuState, clock: Clock) -> Iterator[Move | None]:
        position = Scratch(state)
        first = draw_greedy(position, self._rng)
        if first is None:
            return
        if not self._exact.is_filled:
            yield position.move(first)
        if move := self._exact.recall(state):
            yield move
            yield from self._exact.traps(state, clock)
            return
        yield position.move(first)
        truth = self._recalled(state.board) or self._audited(state.board, clock)
        known = Knowledge(state, position, truth, self._solver)
        choices: list[Choice] = []
        for option in self._by_law(known, choices, clock):
            yield position.move(option)
        yield from self._worked_out(state, known, choices, clock)

    def _worked_out(
        self, state: SudokuState, known: Knowledge, choices: list[Choice], clock: Clock
    ) -> Iterator[Move | None]:
        """Yield what a search prefers until an exact answer is within reach, and then that."""
        preferred = self._foresight.preferred(known, choices, clock)
        searched: Iterator[Move] = map(known.position.move, preferred)
        exact, due = self._exact, math.inf
        if known.is_complete:
            due = exact.needed(known, state.rules)
        within = SHARE * self._longest
        yield from itertools.takewhile(lambda _: max(clock.nodes, within) < due, searched)
        for move in exact.moves(state, known, clock) if due < math.inf else ():
            yield move
            if exact.proven is None and not exact.is_foreseen:
                yield next(searched, None)
        if exact.proven is None:
            yield from searched

    def _recalled(self, board: Board) -> TrueCandidates | None:
        """Tell safe moves by a solution that was found to be the only one in an earlier turn."""
        if self._proper is None or not _goes_on(board, self._proper):
            return None
        pairs = zip(board.values, self._proper.true, strict=True)
        true = tuple(0 if value else mask for value, mask in pairs)
        return TrueCandidates(board, true, (0,) * len(true), ())

    def _audited(self, board: Board, clock: Clock) -> TrueCandidates:
        """Tell safe moves by the solver, and keep what is true until the end of the game."""
        clock.spend()
        truth = self._solver.true_candidates(board, budget_of(clock))
        is_proper = all(
            mask.bit_count() == (not value)
            for value, mask in zip(board.values, truth.true, strict=True)
        )
        self._proper = truth if is_proper and not any(truth.undecided) else None
        return truth

    def _by_law(self, known: Knowledge, choices: list[Choice], clock: Clock) -> Iterator[Option]:
        """Yield moves that keep the tempo or may take it; leave what there is in `choices`."""
        fills = known.ranked(self._rng)
        skips = self._rng.sample(known.skips, min(SKIPS, len(known.skips)))
        if known.wants_skip:
            choices += [Choice(skip, is_skip=True) for skip in skips]
        elif known.is_lost:
            yield from fills[:1]
            choices += known.traps(fills, skips[:1], clock)
        else:
            yield from fills[:1]
            yield from self._kept(known, fills, choices, clock)
            if not choices:
                choices += map(Choice, fills)
        yield from (choice.option for choice in choices[:1])

    def _kept(
        self, known: Knowledge, fills: list[Option], choices: list[Choice], clock: Clock
    ) -> Iterator[Option]:
        """Collect fills that keep the tempo, and yield the first at once: audits take long."""
        most = 0 if not known.is_complete else None if known.is_proper else ROOTS
        for fill in itertools.islice(known.keepers(fills, clock), most):
            if not choices:
                yield fill
            choices.append(Choice(fill))


def _goes_on(board: Board, truth: TrueCandidates) -> bool:
    """Tell whether the board comes from one with a single solution, by safe moves."""
    return board.shape == truth.board.shape and all(
        value == given if given else mask >> value & 1 or not value
        for value, given, mask in zip(board.values, truth.board.values, truth.true, strict=True)
    )


@functools.cache
def _prepare(name: str) -> None:
    """Make what depends on the usual shapes before a clock runs."""
    solver = ready_solver(name)
    for m, n in itertools.product(range(2, LARGEST + 1), repeat=2):
        tables_of(Shape(m, n))
        solver.solvable(Board.empty(Shape(m, n)))
