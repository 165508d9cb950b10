"""An agent advised by a solver: moves that another agent should avoid are taboo for it."""

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


class BombPolicy(enum.StrEnum):
    """When to play a bomb: never, always, or where the number of empty cells is even."""

    NO = "no"
    YES = "yes"
    EVEN = "even"


class AdvisedAgent:
    """Lets the agent `of` choose among the safe moves only, or among the bombs only.

    `of` may have options, with a plus sign for a comma: `oracle:of=mcts:c=1.5+k=5,bombs=even`.
    Where there are no such moves, the agent may play any move. `solver` distinguishes bombs from
    safe moves.
    """

    def __init__(
        self,
        seed: int,
        *,
        of: str = "greedy",
        bombs: BombPolicy = BombPolicy.NO,
        solver: str = "auto",
    ) -> None:
        self._agent = load(of.replace("+", ","))(seed)
        self._policy = bombs
        self._solver = ready_solver(solver)
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a greedy move, which may be a bomb or not; then what the agent chooses."""
        position = Scratch(state)
        if first := draw_greedy(position, self._rng):
            yield position.move(first)
            proposals = self._agent.choose(self._restricted(state, clock), clock)
            yield from map(Move.of, proposals)

    def _restricted(self, state: SudokuState, clock: Clock) -> SudokuState:
        """Return the state with every move taboo that is not of the wanted kind."""
        wanted = Verdict.NO if self._wants_bombs(state) else Verdict.YES
        verdicts = self._solver.true_candidates(state.board, budget_of(clock)).verdicts
        unwanted = {move for move, verdict in verdicts.items() if verdict is not wanted}
        restricted = replace(state, taboo=state.taboo | unwanted)
        return restricted if restricted.moves() else state

    def _wants_bombs(self, state: SudokuState) -> bool:
        is_even = state.board.values.count(0) % 2 == 0
        return self._policy is BombPolicy.YES or (self._policy is BombPolicy.EVEN and is_even)
