"""Any agent, told by a solver which moves are bombs: what it shall not play is taboo for it."""

from __future__ import annotations

import enum
import random
from dataclasses import replace
from typing import TYPE_CHECKING

from bombe.agents.loading import load
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.simple import draw_greedy
from bombe.agents.sudoku.solution import budget_of, ready_solver
from bombe.boards import Move
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.boards import SudokuState


class Bombs(enum.StrEnum):
    """When to play a bomb if there is one: never, always, or if the empty cells are even."""

    NO = "no"
    YES = "yes"
    EVEN = "even"


class AdvisedAgent:
    """Lets the agent `of` choose among the safe moves only, or among the bombs only.

    `of` may have options, with a plus sign for a comma: `oracle:of=mcts:c=1.5+k=5,bombs=even`.
    Where there are no such moves it may play any.
    """

    def __init__(
        self, seed: int, *, of: str = "greedy", bombs: Bombs = Bombs.NO, solver: str = "auto"
    ) -> None:
        self._agent = load(of.replace("+", ","))(seed)
        self._bombs = bombs
        self._solver = ready_solver(solver)
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a greedy move, which may be of either kind; then what the agent chooses."""
        position = Scratch(state)
        if first := draw_greedy(position, self._rng):
            yield position.move(first)
            proposals = self._agent.choose(self._narrowed(state, clock), clock)
            yield from map(Move.of, proposals)

    def _narrowed(self, state: SudokuState, clock: Clock) -> SudokuState:
        """Give the state with all moves taboo that are not of the wanted kind."""
        wanted = Verdict.NO if self._wants_bombs(state) else Verdict.YES
        verdicts = self._solver.true_candidates(state.board, budget_of(clock)).verdicts
        unwanted = {move for move, verdict in verdicts.items() if verdict is not wanted}
        narrowed = replace(state, taboo=state.taboo | unwanted)
        return narrowed if narrowed.moves() else state

    def _wants_bombs(self, state: SudokuState) -> bool:
        is_even = state.board.values.count(0) % 2 == 0
        return self._bombs is Bombs.YES or (self._bombs is Bombs.EVEN and is_even)
