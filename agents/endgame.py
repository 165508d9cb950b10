"""The champion: it counts tempo from the first move, and plays endgames exactly.

It proposes what it knows best at once, and goes on in slices while the clock allows it: a move
that keeps the tempo, one that a search prefers among these, one that is best to the end.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import random
from typing import TYPE_CHECKING

from bombe.agents.exact import Exact
from bombe.agents.knowledge import Knowledge
from bombe.agents.scratch import Scratch, tables_of
from bombe.agents.search import CellSearch
from bombe.agents.simple import draw_greedy
from bombe.agents.solution import budget_of, ready_solver
from bombe.boards import Board, Shape
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import TrueCandidates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.scratch import Option
    from bombe.boards import Move, SudokuState

LARGEST = 5
"""Boxes of usual boards have up to so many rows and columns: their tables are made beforehand."""
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
        self._proper: TrueCandidates | None = None
        _prepare(solver)

    @property
    def proven(self) -> int | None:
        """The margin at the end of the game that the last turn has shown to be sure."""
        return self._exact.proven

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a move at once, and better ones until the clock ends or all is known."""
        last = None
        with contextlib.suppress(OutOfBudgetError):
            for move in self._proposals(state, clock):
                if move != last:
                    yield move
                    last = move

    def _proposals(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
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
        roots: list[Option] = []
        for option in self._by_law(known, roots, clock):
            yield position.move(option)
        if known.is_complete:
            yield from self._exact.moves(state, clock, is_proper=known.is_proper)
        if self._exact.proven is None and len(roots) > 1:
            yield from map(position.move, self._searched(position, roots, clock))

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

    def _by_law(self, known: Knowledge, roots: list[Option], clock: Clock) -> Iterator[Option]:
        """Yield moves that keep the tempo, or that may take it; leave a choice in `roots`."""
        fills = known.ranked(self._rng)
        if known.wants_skip:
            yield self._rng.choice(known.skips)
        elif known.is_lost:
            skip = self._rng.choice(known.skips) if known.skips else None
            yield from fills[:1]
            yield from known.traps(fills, skip, clock)
        elif fills:
            yield fills[0]
            most = 0 if not known.is_complete else None if known.is_proper else ROOTS
            roots += itertools.islice(known.keepers(fills, clock), most)
            yield from roots[:1]

    def _searched(self, position: Scratch, roots: list[Option], clock: Clock) -> Iterator[Option]:
        """Yield what a search over cells prefers among moves that all keep the tempo."""
        return CellSearch(position, clock).deepen(roots)


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
