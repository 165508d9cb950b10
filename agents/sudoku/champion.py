"""The champion: it counts tempo from the first move, and plays endgames exactly.

It proposes the best move that it knows at once, and improves it in slices until the clock runs out:
first a move that keeps the tempo, then the one of these that a search prefers, then an exact one.
In the newer play modes a search for territory takes the place of the first two.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from typing import TYPE_CHECKING

from bombe.agents.contract import Clock
from bombe.agents.sudoku.audits import Audits
from bombe.agents.sudoku.exact import EndgamePlayer
from bombe.agents.sudoku.knowledge import Choice, Knowledge
from bombe.agents.sudoku.lookahead import Lookahead, TerritoryPlayer, can_search
from bombe.agents.sudoku.scratch import Scratch, shape_tables
from bombe.agents.sudoku.simple import changes, draw_greedy
from bombe.agents.sudoku.solution import ready_solver
from bombe.boards import Board, Rules, Shape
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.search.mutable import Action
    from bombe.boards import Move, SudokuState

MAX_BOX_SIDE = 5
"""The most rows and columns of a box for which tables are made before the first turn."""
TURN_SHARE = 0.8
"""A table is started at once if it takes no more than this share of the longest turn so far."""
FIRST_SLICES = 4
"""Slices of the search for territory before anything is solved, so that a good move is proposed."""
MAX_SKIPS = 32
"""The most skips to compare; they differ by the fills that remove the bomb."""
MAX_AUDITED_FILLS = 8
"""The most fills that keep the tempo to find on a board with several solutions, where each takes
an audit."""


class ChampionAgent:
    """Plays by the tempo law or for territory, by search, and exactly as soon as it can.

    `solver` distinguishes bombs from safe moves; exact endgames use up to `memory` MiB.
    """

    def __init__(self, seed: int, *, solver: str = "auto", memory: int = 400) -> None:
        if memory < 1:
            raise UsageError(f"memory={memory}: give at least 1 MiB")
        self._rng = random.Random(seed)
        self._solver = ready_solver(solver)
        self._endgame = EndgamePlayer(solver, memory << 20)
        self._lookahead, self._territory = Lookahead(), TerritoryPlayer()
        self._clock = Clock(nodes=0)
        self._longest_turn = 0
        self._audits = Audits(self._solver)
        _warm_up(solver)

    @property
    def proven(self) -> int | None:
        """The final margin that the last turn proved; None if it proved none."""
        return self._endgame.proven

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a move at once, and better ones until the clock runs out or the best is known."""
        # Agents are not told how long a turn is, but earlier turns show it.
        self._longest_turn = max(self._longest_turn, self._clock.nodes)
        self._clock = clock
        try:
            yield from changes(self._proposals(state, clock))
        finally:
            clock.note(exact=self.proven is not None)
            if self.proven is not None:
                clock.note(proven=self.proven)

    def _proposals(self, state: SudokuState, clock: Clock) -> Iterator[Move | None]:
        position = Scratch(state)
        first = draw_greedy(position, self._rng)
        if first is None:
            return
        if not self._endgame.is_filled:
            yield position.move(first)
        if move := self._endgame.kept_move(state, clock):
            yield move
            yield from self._endgame.swindles(state, clock)
            return
        yield position.move(first)
        truth = self._audits.of(state.board, clock)
        known = Knowledge(state, position, truth, self._solver)
        if can_search(known):
            preferred = self._territory.preferred(known, clock)
            yield from self._improvements(state, known, preferred, clock)
            return
        choices: list[Choice] = []
        for action in self._tempo_moves(known, choices, clock):
            yield position.move(action)
        preferred = self._lookahead.preferred(known, choices, clock)
        yield from self._improvements(state, known, preferred, clock)

    def _improvements(
        self, state: SudokuState, known: Knowledge, preferred: Iterator[Action], clock: Clock
    ) -> Iterator[Move | None]:
        """Yield what the search prefers until an exact answer is within reach, and then that."""
        searched: Iterator[Move] = map(known.position.move, preferred)
        endgame, needed = self._endgame, math.inf
        if known.is_complete:
            needed = endgame.estimated_slices(known, state.rules)
        affordable = TURN_SHARE * self._longest_turn
        if state.rules is not Rules.CLASSIC:
            yield from itertools.islice(searched, FIRST_SLICES)
        yield from itertools.takewhile(lambda _: max(clock.nodes, affordable) < needed, searched)
        for move in endgame.moves(state, known, clock) if needed < math.inf else ():
            yield move
            if endgame.proven is None and not endgame.has_estimate:
                yield from itertools.islice(searched, endgame.pause)
        if endgame.proven is None:
            yield from searched

    def _tempo_moves(
        self, known: Knowledge, choices: list[Choice], clock: Clock
    ) -> Iterator[Action]:
        """Yield moves that keep the tempo or may regain it; add those to compare to `choices`."""
        fills = known.ranked_fills(self._rng)
        skips = self._rng.sample(known.skips, min(MAX_SKIPS, len(known.skips)))
        if known.wants_skip:
            choices += [Choice(skip, is_skip=True) for skip in skips]
        elif known.is_lost:
            yield from fills[:1]
            choices += known.swindles(fills, skips[:1], clock)
        else:
            yield from fills[:1]
            yield from self._tempo_keeping_fills(known, fills, choices, clock)
            if not choices:
                choices += map(Choice, fills)
        yield from (choice.action for choice in choices[:1])

    def _tempo_keeping_fills(
        self, known: Knowledge, fills: list[Action], choices: list[Choice], clock: Clock
    ) -> Iterator[Action]:
        """Add the fills that keep the tempo; yield the first one at once, since audits are slow."""
        most = 0 if not known.is_complete else None if known.is_proper else MAX_AUDITED_FILLS
        for fill in itertools.islice(known.tempo_keeping(fills, clock), most):
            if not choices:
                yield fill
            choices.append(Choice(fill))


@functools.cache
def _warm_up(name: str) -> None:
    """Build the tables of the usual shapes, and load the solver, before a clock runs."""
    solver = ready_solver(name)
    for m, n in itertools.product(range(2, MAX_BOX_SIDE + 1), repeat=2):
        shape_tables(Shape(m, n))
        solver.solvable(Board.empty(Shape(m, n)))
