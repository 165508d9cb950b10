"""A game of a person against an agent: judged as in matches, and moves can be taken back.

    with Worker("greedy") as seat:
        game = PersonGame(start, seat, person=1, seed=7, budget=Budget(0.5))
        while game.outcome is None:
            if game.is_persons_turn:
                game.play(move)          # IllegalMoveError: nothing has changed
            else:
                game.answer()
    record = game.record("human", "greedy")

What a person may not play is refused, and is no forfeit; an agent loses by it as in matches.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from bombe.agents.arena.referee import GameInProgress
from bombe.agents.arena.turn_limits import Limits
from bombe.agents.seats import Proposal, TurnResult
from bombe.boards.errors import InputError
from bombe.boards.game import Termination
from bombe.boards.record import GameRecord
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.agents.arena.referee import Outcome
    from bombe.agents.seats import Seat
    from bombe.boards.game import AnyMove, AnyState, Player
    from bombe.boards.record import Ply

ORACLE_SECONDS = 30.0
"""What a question to the oracle may take."""


class PersonGame:
    """The position, the moves so far and, at its end, the outcome; the agent's seat is open."""

    def __init__(
        self,
        start: AnyState,
        seat: Seat,
        *,
        person: Player,
        seed: int,
        budget: Budget,
        oracle: str = "auto",
    ) -> None:
        """Begin a game; raise InputError if the start is its end, or has no solution."""
        _require_playable(start, oracle)
        self.start, self.person, self.taken_back = start, person, 0
        self._seat, self._seed, self._budget, self._oracle = seat, seed, budget, oracle
        self._turns: list[TurnResult] = []
        self._began = time.perf_counter()
        self._game = self._replayed()
        seat.open_game(seed)

    @property
    def state(self) -> AnyState:
        """The position now."""
        return self._game.state

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves so far."""
        return self._game.plies

    @property
    def outcome(self) -> Outcome[AnyState] | None:
        """How the game ended; None while it is played."""
        return self._game.outcome

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to move."""
        return self.outcome is None and self.state.to_move == self.person

    def play(self, move: AnyMove) -> None:
        """Play a move of the person; raise IllegalMoveError if the rules refuse it."""
        self.state.game.require_legal(self.state, move)
        self._take(TurnResult((Proposal(move, self._ms()),), self._ms()))

    def answer(self, is_stopped: Callable[[], bool] | None = None) -> None:
        """Let the agent play its turn, which may lose the game; a stopped turn does not count."""
        budget = Budget(self._budget.seconds, self._budget.nodes, is_stopped)
        turn = self._seat.turn(self.state, budget)
        if not (is_stopped and is_stopped()):
            self._take(turn)
        self._began = time.perf_counter()

    def resign(self) -> None:
        """Let the player to move give up."""
        self._take(TurnResult((), self._ms(), Termination.RESIGNED, "resigned"))

    def leave(self) -> None:
        """End the game before its end: nobody wins. One that is over stays as it ended."""
        if self.outcome is not None:
            return
        detail = "was to move when the game was left"
        self._take(TurnResult((), self._ms(), Termination.VOID, detail))

    def take_back(self) -> bool:
        """Go back to the person's turn before; return whether there was one.

        The agent is made anew: it remembers nothing of what was taken back.
        """
        mine = [number for number, ply in enumerate(self.plies) if ply.player == self.person]
        if not mine:
            return False
        self.taken_back += len(self.plies) - mine[-1]
        del self._turns[mine[-1] :]
        self._game = self._replayed()
        self._seat.open_game(self._seed)
        self._began = time.perf_counter()
        return True

    def record(self, person: str, agent: str, number: int = 1, **extra: Any) -> GameRecord:
        """Return the game as logs have it; one that was not played to its end is void."""
        outcome, state = self.outcome, self.state
        first, second = (person, agent) if self.person == 1 else (agent, person)
        limit = {"seconds": self._budget.seconds, "nodes": self._budget.nodes}
        back = {"taken_back": self.taken_back} if self.taken_back else {}
        return GameRecord(
            id=str(number),
            start=self.start,
            first=first,
            second=second,
            plies=self.plies,
            scores=state.scores,
            winner=outcome.winner if outcome else 0,
            seeds=(self._seed, self._seed),
            termination=outcome.termination if outcome else Termination.VOID,
            reason=outcome.reason if outcome else "the game is not over",
            match=secrets.token_hex(8),  # so that games of several logs are told apart
            extra={**(outcome.extra() if outcome else {}), "limit": limit, **back, **extra},
        )

    def _take(self, turn: TurnResult) -> None:
        self._turns.append(turn)
        self._game.take(turn)

    def _replayed(self) -> GameInProgress[AnyState]:
        """Return the game after the turns that were not taken back."""
        limits = Limits(self._budget.seconds, self._budget.nodes)
        budget = Budget(ORACLE_SECONDS)
        game = GameInProgress(self.start, as_solver(self._oracle), budget, limits)
        for turn in self._turns:
            game.take(turn)
        return game

    def _ms(self) -> float:
        """Return the milliseconds since the person's turn began."""
        return round(1000 * (time.perf_counter() - self._began), 3)


def _require_playable(start: AnyState, oracle: str) -> None:
    """Raise InputError if no game can begin on a position."""
    game = start.game
    if start.is_over:
        raise InputError(f"{game.one_line(start)}: the game is over; give another position")
    question = game.question(start)
    if question and as_solver(oracle).solvable(question, Budget(ORACLE_SECONDS)) is Verdict.NO:
        raise InputError(f"{game.one_line(start)}: it has no solution; give another position")
