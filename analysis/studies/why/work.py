"""The work of a study of how bombs are seen: a game, and each of its positions looked at.

The same task gives the same record, but for times and for what was not found in time.
"""

from __future__ import annotations

import functools
import random
import time
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bombe.analysis.studies.why.peers import PEERS, solvable_with
from bombe.analysis.studies.why.study import (
    SAFE,
    UNKNOWN,
    ProposedLevel,
    SeenBombs,
    TimedCore,
    WhyGame,
    WhyPosition,
    positions_of,
)
from bombe.analysis.tempo.effects import UsableBombs
from bombe.analysis.why import kernel
from bombe.analysis.why.checker import fault_in
from bombe.analysis.why.cores import CoreKind, smallest_core
from bombe.analysis.why.finders import finder_for
from bombe.analysis.why.question import cited_givens
from bombe.analysis.why.refutation import Fact, Question
from bombe.boards.errors import OutOfBudgetError
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Budget, Meter, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bombe.analysis.studies.why.study import WhyPlan, WhyTask
    from bombe.analysis.why.refutation import Rating, Refutation
    from bombe.boards import Board, Move


Propose: TypeAlias = "Callable[[str, Board, int, int], Move | None]"
"""What asks an agent for a move: by its name, on a board, with nodes and a seed."""


def no_proposal(_agent: str, _board: Board, _nodes: int, _seed: int) -> Move | None:
    """Ask nobody: agents are not known here."""
    return None


def perform(
    task: WhyTask, is_stopped: Callable[[], bool], plan: WhyPlan, propose: Propose = no_proposal
) -> WhyGame | None:
    """Return the record of a task; None if it was stopped."""
    found = []
    for board in positions_of(task, plan):
        found.append(_PositionStudy(board, plan, is_stopped).position(propose))
        if is_stopped():
            return None
    return WhyGame(task.source, task.number, tuple(found))


class _Chain(NamedTuple):
    """The refutation of a bomb and the CPU time that it took."""

    fact: Fact
    refutation: Refutation
    seconds: float


class _PositionStudy:
    """A look at one position."""

    def __init__(self, board: Board, plan: WhyPlan, is_stopped: Callable[[], bool]) -> None:
        self._board, self._plan, self._is_stopped = board, plan, is_stopped
        self._rng = random.Random(f"{plan.seed} {board_line(board)}")
        begin = time.process_time()
        truth = as_solver("auto").true_candidates(board, self._budget())
        self._audit_seconds = time.process_time() - begin
        bombs = UsableBombs(board, (), truth.true)
        self._undecided = truth.undecided
        pairs = zip(bombs.masks, truth.undecided, strict=True)
        self._masks = [mask & ~open_ for mask, open_ in pairs]
        self._is_proper = bombs.is_proper and not any(truth.undecided)
        self._faults: list[str] = []

    def position(self, propose: Propose) -> WhyPosition:
        """Return what is seen."""
        board, plan = self._board, self._plan
        begin = time.process_time()
        ratings = self._ratings()
        seconds = self._audit_seconds + time.process_time() - begin
        chains = list(self._chains()) if plan.check else []
        for chain in chains:
            self._compare(ratings.get(chain.fact), chain)
        rated = [chain.refutation.rating for chain in chains] if plan.check else ratings.values()
        seen = _counted(rated)
        return WhyPosition(
            board=board_line(board),
            shape=str(board.shape),
            empties=board.values.count(0),
            is_proper=self._is_proper,
            moves=sum(mask.bit_count() for mask in board.candidate_masks()),
            seen=seen,
            rating=round(seconds, 7),
            not_rated=len(self._facts) - sum(each.bombs for each in seen),
            undecided=sum(mask.bit_count() for mask in self._undecided),
            checked=sum(self._holds(chain) for chain in chains),
            chains=tuple(chain.seconds for chain in chains),
            cores=tuple(self._cores()),
            proposals=tuple(self._proposals(ratings, propose)),
            faults=tuple(self._faults),
        )

    @functools.cached_property
    def _facts(self) -> list[Fact]:
        """The bombs."""
        values = range(1, self._board.shape.size + 1)
        cells = enumerate(self._masks)
        return [Fact(cell, value) for cell, mask in cells for value in values if mask >> value & 1]

    def _budget(self) -> Budget:
        return Budget(self._plan.seconds, None, self._is_stopped)

    def _ratings(self) -> Mapping[Fact, Rating]:
        """Return the ratings of all bombs for which time is enough."""
        finder = finder_for(self._board.shape)
        if isinstance(finder, kernel.ChainFinder):
            return finder.rate(self._board, self._masks, Meter(self._budget()))
        return {chain.fact: chain.refutation.rating for chain in self._chains()}

    def _chains(self) -> Iterator[_Chain]:
        """Yield the refutation of every bomb for which time is enough."""
        for fact in self._facts:
            begin = time.process_time()
            found = self._refuted(fact)
            seconds = time.process_time() - begin
            if found is not None:
                yield _Chain(fact, found, round(seconds, 7))

    def _refuted(self, fact: Fact) -> Refutation | None:
        finder, meter = finder_for(self._board.shape), Meter(self._budget())
        try:
            return finder.refute(self._board, Question(fact), meter)
        except OutOfBudgetError:
            return None

    def _holds(self, chain: _Chain) -> bool:
        """Return whether the checker agrees; what it says else is a fault."""
        fault = fault_in(self._board, Question(chain.fact), chain.refutation)
        if fault:
            self._faults.append(f"the chain against {_named(chain.fact)}: {fault}")
        return not fault

    def _compare(self, rating: Rating | None, chain: _Chain) -> None:
        """Note it if rating alone says that a bomb is easier or harder to see than its chain."""
        found = chain.refutation.rating
        if rating and rating[:2] != found[:2]:
            self._faults.append(f"{_named(chain.fact)} is rated {rating}, its chain {found}")

    def _cores(self) -> Iterator[TimedCore]:
        """Yield the smallest cores of some bombs, by us and by the peers one after the other."""
        for fact in self._rng.sample(self._facts, min(self._plan.cores, len(self._facts))):
            refutation = self._refuted(fact)
            if refutation is None:
                continue
            upper = cited_givens(self._board, refutation)
            meter = Meter(Budget(self._plan.core_seconds, None, self._is_stopped))
            begin = time.process_time()
            core = smallest_core(self._board, Question(fact), meter, upper=upper)
            seconds = time.process_time() - begin
            if core is None:
                continue
            self._require_core(fact, core.cells, "the core")
            is_smallest = core.kind is CoreKind.SMALLEST
            peers = dict(self._by_peers(fact, len(core.cells) if is_smallest else None))
            yield TimedCore(len(core.cells), is_smallest, round(seconds, 7), peers)

    def _by_peers(self, fact: Fact, size: int | None) -> Iterator[tuple[str, float]]:
        """Yield the CPU time of each peer, after its answer was compared with ours."""
        for name in self._plan.peers:
            answer = PEERS[name](self._board, fact)
            self._require_core(fact, answer.cells, f"the core of {name}")
            if size is not None and len(answer.cells) != size:
                count = f"{len(answer.cells)} cells are enough for {name}, {size} for Bombe"
                self._faults.append(f"{_named(fact)}: {count}")
            yield name, round(answer.seconds, 7)

    def _require_core(self, fact: Fact, cells: Iterable[int], what: str) -> None:
        if solvable_with(self._board, fact, cells):
            self._faults.append(f"{what} of {_named(fact)} has a solution")

    def _proposals(
        self, ratings: Mapping[Fact, Rating], propose: Propose
    ) -> Iterator[ProposedLevel]:
        """Yield what each agent proposes on the position, as bombs are rated."""
        board, plan = self._board, self._plan
        for agent in plan.agents:
            move = propose(agent, board, plan.nodes, self._rng.randrange(2**32))
            if move is not None:
                yield ProposedLevel(agent, self._level(ratings, move))

    def _level(self, ratings: Mapping[Fact, Rating], move: Move) -> int:
        cell, value = self._board.shape.cell(move.row, move.column), move.value
        rating = ratings.get(Fact(cell, value))
        if rating is not None:
            return rating.level
        is_open = (self._undecided[cell] | self._masks[cell]) >> value & 1
        return UNKNOWN if is_open else SAFE


def _counted(ratings: Iterable[Rating]) -> tuple[SeenBombs, ...]:
    counts = Counter(ratings)
    return tuple(SeenBombs(*rating, counts[rating]) for rating in sorted(counts))


def _named(fact: Fact) -> str:
    return f"{fact.value} in cell {fact.cell}"
