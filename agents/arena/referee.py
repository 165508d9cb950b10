"""The referee: checks each proposal against the rules and, in games with bombs, with the oracle.

    from bombe.agents.processes.process import Worker

    with Worker("greedy") as first, Worker("mcts:c=1.5") as second:
        first.open_game(seed=1)
        second.open_game(seed=2)
        outcome = referee(start, first, second, budget=0.1)

The caller opens the seats; bombe.agents.arena.playing opens them for agents and their names.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bombe.agents.arena.turn_limits import NODE_MS, Limits
from bombe.agents.turn import CUT
from bombe.analysis.results import with_noun
from bombe.boards.display import Drawable
from bombe.boards.game import AnyState, Excess, StateT, Termination
from bombe.boards.record import Incident, Ply
from bombe.solvers import Verdict, as_solver
from bombe.solvers.budget import as_budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bombe.agents.seats import Seat, TurnResult
    from bombe.boards.game import AnyMove
    from bombe.solvers import Budget, Solver


MOST_RECORDED = 250_000
"""How much of a game's line in a log a player may fill, in characters of JSON: with what it prints,
with its proposals, notes and mishaps. No line that is read has more than 1,000,000."""

StateT_co = TypeVar("StateT_co", bound=AnyState, covariant=True)


@dataclass(frozen=True, repr=False)
class Outcome(Drawable, Generic[StateT_co]):
    """The end of a game; `winner` is 0 for a draw and for a void game.

    `reason` describes how the game ended. `refused` is the turn that lost the game by forfeit, that
    the oracle could not judge, or that was spoiled from outside. `overheads` holds the milliseconds
    of each turn, including the last, that the agent did not use: messages, rules, oracle, starting
    its process.
    """

    state: StateT_co
    termination: Termination
    winner: int
    reason: str
    plies: tuple[Ply, ...] = ()
    refused: TurnResult | None = None
    incidents: tuple[Incident, ...] = ()
    overheads: tuple[float, ...] = ()

    def __repr__(self) -> str:
        """Return the sentence and the number of moves; the moves would fill the screen."""
        return f"<Outcome: {self}; {with_noun(len(self.plies), 'move')}>"

    def __str__(self) -> str:
        """Return one sentence: who won, the scores and the reason."""
        first, second = self.state.scores
        won = f"player {self.winner} wins" if self.winner else "nobody wins"
        return f"{won}, {first} : {second}; {self.reason}"

    @property
    def is_spoiled(self) -> bool:
        """Whether something outside ended a player, so that the game should be played again."""
        return self.refused is not None and self.refused.ending is Termination.VOID

    def svg(self) -> str:
        """Return the picture of the last position."""
        from bombe.analysis.drawing.painter import picture_of

        return picture_of(self.state)

    def caption(self) -> str:
        """Return what notebooks say below the picture."""
        return str(self)

    def extra(self) -> dict[str, Any]:
        """Return what a record has no other field for, as its `extra`.

        {"refused": {"move": [r, c, v] | "text" | null, "ms": , "proposals": , "output": ,
                     "cpu_ms": , "notes": },
         "incidents": [{"ply", "player", "ending", "detail"}], "overhead_ms": [1.2, ...]};
        keys without a value are left out.
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
                **({"cpu_ms": turn.cpu_ms} if turn.cpu_ms else {}),
                **({"notes": dict(turn.notes)} if turn.notes else {}),
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
    node_ms: float = NODE_MS,
    begin_turn: Callable[[StateT], object] | None = None,
) -> Outcome[StateT]:
    """Play a game; `budget` is for each turn, `oracle_budget` for each question to the oracle.

    `node_ms` is the processor time that a node explains: see bombe.agents.arena.turn_limits.
    `begin_turn` is called with each position before its turn.
    """
    allowed = as_budget(budget)
    limits = Limits(allowed.seconds, allowed.nodes, node_ms)
    game = GameInProgress(state, as_solver(oracle), as_budget(oracle_budget), limits)
    seats = first, second
    while game.outcome is None:
        if begin_turn is not None:
            begin_turn(game.state)
        start = time.perf_counter()
        turn = seats[game.state.to_move - 1].turn(game.state, allowed)
        game.take(turn)
        game.overheads.append(round(1000 * (time.perf_counter() - start) - turn.ms, 3))
    return replace(game.outcome, overheads=tuple(game.overheads))


def objection(state: AnyState, move: AnyMove | str) -> tuple[Termination, str] | None:
    """Return how a proposal loses the game at once, and the reason; None if it is legal."""
    if isinstance(move, str):
        return Termination.NO_MOVE, f"proposed {move}, which is not a move"
    if refused := state.game.refusal(state, move):
        return refused.termination, f"proposed {move}: {refused.reason}"
    return None


class GameInProgress(Generic[StateT]):
    """A game in progress: the position, the plies so far and, at its end, the outcome."""

    def __init__(self, state: StateT, oracle: Solver, budget: Budget, limits: Limits) -> None:
        self.state = state
        self._game = state.game
        self.overheads: list[float] = []
        self.outcome: Outcome[StateT] | None = None
        self._oracle, self._budget, self._limits = oracle, budget, limits
        self._plies: list[Ply] = []
        self._incidents: list[Incident] = []
        self._left = {1: MOST_RECORDED, 2: MOST_RECORDED}
        self._end_if_over()

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves so far."""
        return tuple(self._plies)

    def take(self, turn: TurnResult) -> None:
        """Apply the turn of the player to move: the last proposal, or a forfeit."""
        move = turn.proposals[-1].move if turn.proposals else None
        if turn.ending is Termination.VOID:
            reason = f"player {self.state.to_move} {turn.detail}"
            self._end(Termination.VOID, 0, reason, turn)
        elif move is None:
            ending = turn.ending or Termination.NO_PROPOSAL
            self._lose(ending, turn.detail or "proposed no move in time", turn)
        elif found := objection(self.state, move):
            self._lose(*found, turn)
        elif not isinstance(move, str):
            self._judge(move, turn)

    def _judge(self, move: AnyMove, turn: TurnResult) -> None:
        """Play a legal move; in a game with bombs the oracle decides whether it is a bomb."""
        turn = self._cut(turn)
        question = self._game.question(self.state, move)
        verdict = self._oracle.solvable(question, self._budget) if question else Verdict.YES
        if verdict is Verdict.UNKNOWN:
            self._end(Termination.VOID, 0, f"the oracle could not decide {move}", turn)
            return
        is_bomb, player = verdict is Verdict.NO, self.state.to_move
        self._note(player, self._limits.problems_of(turn))
        points = 0 if is_bomb else self._game.points(self.state, move)
        moves = tuple((p.move, p.ms) for p in turn.proposals if not isinstance(p.move, str))
        said = turn.output, turn.notes, turn.cpu_ms
        self._plies.append(Ply(player, move, is_bomb, points, turn.ms, moves, *said))
        self.state = self._game.after(self.state, move, is_bomb=is_bomb)
        self._end_if_over()

    def _cut(self, turn: TurnResult) -> TurnResult:
        """Return a turn with no more than its player may still fill of the game's line in a log."""
        parts: dict[str, tuple[Any, Any]] = {
            "detail": (turn.detail, turn.detail[:40]),
            "notes": (turn.notes, ()),
            "proposals": (turn.proposals, turn.proposals[-1:]),
            "output": (turn.output, CUT.format("this player has printed too much in this game")),
        }
        for name, (whole, instead) in parts.items():
            size = len(json.dumps(whole)) if whole else 0
            if size <= self._left[self.state.to_move]:
                self._left[self.state.to_move] -= size
            else:
                turn = turn._replace(**{name: instead})
        return turn

    def _note(self, player: int, problems: Iterable[tuple[Termination | Excess, str]]) -> None:
        self._incidents += (Incident(len(self._plies), player, *found) for found in problems)

    def _end_if_over(self) -> None:
        if self.state.is_over:
            one, two = self.state.scores
            self._end(Termination.SCORE, (one > two) + 2 * (two > one), "played to the end")

    def _lose(self, termination: Termination, detail: str, turn: TurnResult) -> None:
        player = self.state.to_move
        problems = self._limits.problems_of(turn)
        self._note(player, (each for each in problems if isinstance(each[0], Excess)))
        self._end(termination, 3 - player, f"player {player} {detail}", turn)

    def _end(
        self, termination: Termination, winner: int, reason: str, refused: TurnResult | None = None
    ) -> None:
        incidents = tuple(self._incidents)
        self.outcome = Outcome(
            self.state, termination, winner, reason, self.plies, refused, incidents
        )
