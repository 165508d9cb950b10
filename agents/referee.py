"""The referee: takes each proposal to the rules and to the oracle, and plays games to their end.

Agents run inside this process, one after the other: they can be timed, but not stopped.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.agents.contract import Agent, Clock
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from bombe.boards import Move, Reason, SudokuState
    from bombe.solvers import Solver


class Termination(enum.Enum):
    """How a game ended."""

    SCORE = "the game was played to its end"
    NO_PROPOSAL = "no move was proposed in time"
    REFUSED = "the rules refuse the move"
    VOID = "the oracle could not decide"


@dataclass(frozen=True)
class Outcome:
    """The last position of a game, how it ended, and who won; 0 is a draw, or a void game."""

    state: SudokuState
    termination: Termination
    winner: int
    detail: str

    def __str__(self) -> str:
        """Say it in one sentence."""
        first, second = self.state.scores
        won = f"player {self.winner} wins" if self.winner else "nobody wins"
        return f"{won}, {first} : {second}; {self.detail}"


def play(
    state: SudokuState,
    first: Agent,
    second: Agent,
    *,
    oracle: str | Solver = "auto",
    seconds: float | None = None,
    budget: Budget | None = None,
) -> Outcome:
    """Play a game; `seconds` is each turn's clock, `budget` what the oracle may use per move."""
    judge = as_solver(oracle)
    while not state.is_over:
        agent = first if state.to_move == 1 else second
        move = _propose(agent, state, Clock(seconds))
        if move is None:
            return _lost(state, Termination.NO_PROPOSAL, "proposed no move in time")
        if reasons := state.reasons(move):
            return _lost(state, Termination.REFUSED, f"proposed {move}: {_join(reasons)}")
        verdict = judge.solvable(state.question(move), budget)
        if verdict is Verdict.UNKNOWN:
            return Outcome(state, Termination.VOID, 0, f"the oracle could not decide {move}")
        state = state.play(move) if verdict is Verdict.YES else state.reject(move)
    one, two = state.scores
    return Outcome(state, Termination.SCORE, (one > two) + 2 * (two > one), "played to the end")


def _propose(agent: Agent, state: SudokuState, clock: Clock) -> Move | None:
    """Take the last proposal that came before the deadline."""
    last = None
    for move in agent.choose(state, clock):
        if clock.is_over:
            break
        last = move
    return last


def _lost(state: SudokuState, termination: Termination, detail: str) -> Outcome:
    return Outcome(state, termination, 3 - state.to_move, f"player {state.to_move} {detail}")


def _join(reasons: tuple[Reason, ...]) -> str:
    return "; ".join(map(str, reasons))
