"""The referee: takes each proposal to the rules, and where there are bombs to the oracle.

    from bombe.agents.processes.process import Worker
    from bombe.agents.arena.seats import Limit

    with Worker("greedy") as first, Worker("mcts:c=1.5") as second:
        first.open_game(seed=1)
        second.open_game(seed=2)
        outcome = play(start, first, second, limit=Limit(seconds=0.1))

The seats are opened by the caller, who has the seeds; plain agents need no opening.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bombe.agents.arena.seats import InProcess, Limit
from bombe.boards.game import Termination, game_of
from bombe.boards.record import Ply
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from bombe.agents.arena.seats import Answer, Seat
    from bombe.agents.contract import Agent
    from bombe.boards.game import AnyMove, AnyState
    from bombe.solvers import Solver


class Incident(NamedTuple):
    """A turn that ended badly after a proposal that counts: CRASH, HANG or MEMORY.

    `ply` counts from 0.
    """

    ply: int
    player: int
    ending: Termination
    detail: str


@dataclass(frozen=True)
class Outcome:
    """A game that was played, and who won it; 0 is a draw, or a void game.

    `reason` says in words how it ended. `refused` is the answer that lost the game by forfeit,
    or that the oracle could not judge. `overheads` has for every turn, the last included, the
    milliseconds that were not the agent's: messages, rules, oracle, starting its process.
    """

    state: AnyState
    termination: Termination
    winner: int
    reason: str
    plies: tuple[Ply, ...] = ()
    refused: Answer | None = None
    incidents: tuple[Incident, ...] = ()
    overheads: tuple[float, ...] = ()

    def __str__(self) -> str:
        """Say it in one sentence."""
        first, second = self.state.scores
        won = f"player {self.winner} wins" if self.winner else "nobody wins"
        return f"{won}, {first} : {second}; {self.reason}"

    def extra(self) -> dict[str, Any]:
        """Render for a record's `extra` what its other fields do not hold.

        {"refused": {"move": [r, c, v] | "text" | null, "ms": , "proposals": , "output": },
         "incidents": [{"ply", "player", "ending", "detail"}], "overhead_ms": [1.2, ...]};
        keys with nothing to tell are left out.
        """
        found: dict[str, Any] = {"overhead_ms": self.overheads} if self.overheads else {}
        if self.incidents:
            found["incidents"] = [incident._asdict() for incident in self.incidents]
        if answer := self.refused:
            found["refused"] = {
                "move": answer.proposals[-1].move if answer.proposals else None,
                "ms": answer.ms,
                "proposals": answer.proposals,
                "output": answer.output,
            }
        return found


def play(
    state: AnyState,
    first: Agent | Seat,
    second: Agent | Seat,
    *,
    oracle: str | Solver = "auto",
    limit: Limit = Limit(),  # noqa: B008 - a tuple never changes
    budget: Budget | None = None,
) -> Outcome:
    """Play a game; `limit` is what each turn may take, `budget` what the oracle may per move."""
    course = _Course(state, as_solver(oracle), budget)
    seats = _seat(first), _seat(second)
    while course.outcome is None:
        start = time.perf_counter()
        answer = seats[course.state.to_move - 1].turn(course.state, limit)
        course.take(answer)
        course.overheads.append(round(1000 * (time.perf_counter() - start) - answer.ms, 3))
    return replace(course.outcome, overheads=tuple(course.overheads))


def objection(state: AnyState, move: AnyMove | str) -> tuple[Termination, str] | None:
    """Tell how a proposal loses the game at once, and in words why; None where it is legal."""
    game = game_of(state)
    if not isinstance(move, game.moves):
        return Termination.NO_MOVE, f"proposed {move}, which is no move"
    if refused := game.refusal(state, move):
        return refused.termination, f"proposed {move}: {refused.words}"
    return None


def _seat(player: Agent | Seat) -> Seat:
    """Give a plain agent a seat in this process."""
    if hasattr(player, "choose"):
        agent = cast("Agent", player)
        return InProcess(lambda _: agent)
    return player


class _Course:
    """A game under way: the position, the plies so far, and, in the end, the outcome."""

    def __init__(self, state: AnyState, oracle: Solver, budget: Budget | None) -> None:
        self.state = state
        self._game = game_of(state)
        self.overheads: list[float] = []
        self.outcome: Outcome | None = None
        self._oracle, self._budget = oracle, budget
        self._plies: list[Ply] = []
        self._incidents: list[Incident] = []
        self._look_for_end()

    def take(self, answer: Answer) -> None:
        """Judge what the player to move has answered."""
        move = answer.proposals[-1].move if answer.proposals else None
        if move is None:
            ending = answer.ending or Termination.NO_PROPOSAL
            self._lose(ending, answer.detail or "proposed no move in time", answer)
        elif found := objection(self.state, move):
            self._lose(*found, answer)
        else:
            self._judge(move, answer)

    def _judge(self, move: AnyMove, answer: Answer) -> None:
        """Ask the oracle about a legal move if it may be a bomb, and carry the verdict out."""
        question = self._game.question(self.state, move)
        verdict = self._oracle.solvable(question, self._budget) if question else Verdict.YES
        if verdict is Verdict.UNKNOWN:
            self._end(Termination.VOID, 0, f"the oracle could not decide {move}", answer)
            return
        is_bomb, player = verdict is Verdict.NO, self.state.to_move
        if answer.ending:
            found = Incident(len(self._plies), player, answer.ending, answer.detail)
            self._incidents.append(found)
        points = 0 if is_bomb else self._game.points(self.state, move)
        moves = tuple(
            (p.move, p.ms) for p in answer.proposals if isinstance(p.move, self._game.moves)
        )
        self._plies.append(Ply(player, move, is_bomb, points, answer.ms, moves, answer.output))
        self.state = self._game.after(self.state, move, is_bomb=is_bomb)
        self._look_for_end()

    def _look_for_end(self) -> None:
        if self.state.is_over:
            one, two = self.state.scores
            self._end(Termination.SCORE, (one > two) + 2 * (two > one), "played to the end")

    def _lose(self, termination: Termination, detail: str, answer: Answer) -> None:
        player = self.state.to_move
        self._end(termination, 3 - player, f"player {player} {detail}", answer)

    def _end(
        self, termination: Termination, winner: int, reason: str, refused: Answer | None = None
    ) -> None:
        plies, incidents = tuple(self._plies), tuple(self._incidents)
        self.outcome = Outcome(self.state, termination, winner, reason, plies, refused, incidents)
