"""The referee: checks each proposal by the rules, and where there are bombs with the oracle.

    from bombe.agents.processes.process import Worker

    with Worker("greedy") as first, Worker("mcts:c=1.5") as second:
        first.open_game(seed=1)
        second.open_game(seed=2)
        outcome = referee(start, first, second, budget=0.1)

The caller, who has the seeds, opens the seats; bombe.agents.arena.playing takes agents and names.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from bombe.boards.display import Drawable
from bombe.boards.game import AnyState, StateT, Termination
from bombe.boards.record import Ply
from bombe.solvers import Verdict, as_solver
from bombe.solvers.budget import as_budget

if TYPE_CHECKING:
    from bombe.agents.arena.seats import Seat, TurnResult
    from bombe.boards.game import AnyMove
    from bombe.solvers import Budget, Solver


StateT_co = TypeVar("StateT_co", bound=AnyState, covariant=True)


class Incident(NamedTuple):
    """A turn that ended badly after a proposal that counts: CRASH, HANG or MEMORY.

    `ply` counts from 0.
    """

    ply: int
    player: int
    ending: Termination
    detail: str


@dataclass(frozen=True)
class Outcome(Drawable, Generic[StateT_co]):
    """A game that was played, and who won it; 0 is a draw, or a void game.

    `reason` says in words how it ended. `refused` is the turn that lost the game by forfeit, or
    that the oracle could not judge. `overheads` has for every turn, the last included, the
    milliseconds that were not the agent's: messages, rules, oracle, starting its process.
    """

    state: StateT_co
    termination: Termination
    winner: int
    reason: str
    plies: tuple[Ply, ...] = ()
    refused: TurnResult | None = None
    incidents: tuple[Incident, ...] = ()
    overheads: tuple[float, ...] = ()

    def __str__(self) -> str:
        """Return the outcome in one sentence."""
        first, second = self.state.scores
        won = f"player {self.winner} wins" if self.winner else "nobody wins"
        return f"{won}, {first} : {second}; {self.reason}"

    def svg(self) -> str:
        """Return the picture of the last position."""
        from bombe.analysis.drawing.painter import picture_of

        return picture_of(self.state)

    def caption(self) -> str:
        """Return what notebooks say below the picture."""
        return str(self)

    def extra(self) -> dict[str, Any]:
        """Render for a record's `extra` what its other fields do not hold.

        {"refused": {"move": [r, c, v] | "text" | null, "ms": , "proposals": , "output": },
         "incidents": [{"ply", "player", "ending", "detail"}], "overhead_ms": [1.2, ...]};
        keys with nothing to tell are left out.
        """
        found: dict[str, Any] = {"overhead_ms": self.overheads} if self.overheads else {}
        if self.incidents:
            found["incidents"] = [incident._asdict() for incident in self.incidents]
        if turn := self.refused:
            found["refused"] = {
                "move": turn.proposals[-1].move if turn.proposals else None,
                "ms": turn.ms,
                "proposals": turn.proposals,
                "output": turn.output,
            }
        return found


def referee(
    state: StateT,
    first: Seat,
    second: Seat,
    *,
    oracle: str | Solver = "auto",
    budget: Budget | float | None = None,
    oracle_budget: Budget | float | None = None,
) -> Outcome[StateT]:
    """Referee a game; `budget` is what each turn may take, `oracle_budget` each question."""
    allowed = as_budget(budget)
    course = _Course(state, as_solver(oracle), as_budget(oracle_budget))
    seats = first, second
    while course.outcome is None:
        start = time.perf_counter()
        turn = seats[course.state.to_move - 1].turn(course.state, allowed)
        course.take(turn)
        course.overheads.append(round(1000 * (time.perf_counter() - start) - turn.ms, 3))
    return replace(course.outcome, overheads=tuple(course.overheads))


def objection(state: AnyState, move: AnyMove | str) -> tuple[Termination, str] | None:
    """Return how a proposal loses the game at once, and why in words; None if it is legal."""
    if isinstance(move, str):
        return Termination.NO_MOVE, f"proposed {move}, which is not a move"
    if refused := state.game.refusal(state, move):
        return refused.termination, f"proposed {move}: {refused.reason}"
    return None


class _Course(Generic[StateT]):
    """A game under way: the position, the plies so far, and, in the end, the outcome."""

    def __init__(self, state: StateT, oracle: Solver, budget: Budget) -> None:
        self.state = state
        self._game = state.game
        self.overheads: list[float] = []
        self.outcome: Outcome[StateT] | None = None
        self._oracle, self._budget = oracle, budget
        self._plies: list[Ply] = []
        self._incidents: list[Incident] = []
        self._look_for_end()

    def take(self, turn: TurnResult) -> None:
        """Judge the turn of the player to move."""
        move = turn.proposals[-1].move if turn.proposals else None
        if move is None:
            ending = turn.ending or Termination.NO_PROPOSAL
            self._lose(ending, turn.detail or "proposed no move in time", turn)
        elif found := objection(self.state, move):
            self._lose(*found, turn)
        elif not isinstance(move, str):
            self._judge(move, turn)

    def _judge(self, move: AnyMove, turn: TurnResult) -> None:
        """Ask the oracle about a legal move if it may be a bomb, and carry the verdict out."""
        question = self._game.question(self.state, move)
        verdict = self._oracle.solvable(question, self._budget) if question else Verdict.YES
        if verdict is Verdict.UNKNOWN:
            self._end(Termination.VOID, 0, f"the oracle could not decide {move}", turn)
            return
        is_bomb, player = verdict is Verdict.NO, self.state.to_move
        if turn.ending:
            found = Incident(len(self._plies), player, turn.ending, turn.detail)
            self._incidents.append(found)
        points = 0 if is_bomb else self._game.points(self.state, move)
        moves = tuple((p.move, p.ms) for p in turn.proposals if not isinstance(p.move, str))
        self._plies.append(Ply(player, move, is_bomb, points, turn.ms, moves, turn.output))
        self.state = self._game.after(self.state, move, is_bomb=is_bomb)
        self._look_for_end()

    def _look_for_end(self) -> None:
        if self.state.is_over:
            one, two = self.state.scores
            self._end(Termination.SCORE, (one > two) + 2 * (two > one), "played to the end")

    def _lose(self, termination: Termination, detail: str, turn: TurnResult) -> None:
        player = self.state.to_move
        self._end(termination, 3 - player, f"player {player} {detail}", turn)

    def _end(
        self, termination: Termination, winner: int, reason: str, refused: TurnResult | None = None
    ) -> None:
        plies, incidents = tuple(self._plies), tuple(self._incidents)
        self.outcome = Outcome(self.state, termination, winner, reason, plies, refused, incidents)
