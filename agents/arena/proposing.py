"""One move of an agent without a game: what it would play, and what the referee would say."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bombe.agents.arena.referee import objection
from bombe.agents.games import players_of
from bombe.agents.loading import load, refuse, spec_of
from bombe.agents.processes.process import Settings, Worker
from bombe.agents.seats import InProcess
from bombe.boards import Move, SudokuState
from bombe.solvers import Budget, Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.agents.seats import TurnResult
    from bombe.boards import Board
    from bombe.boards.game import AnyMove, AnyState


def propose(agent: str, board: Board, nodes: int, seed: int) -> Move | None:
    """Return what a new agent proposes last on a board; None if that is no move."""
    seat = InProcess(load(agent), agent)
    seat.open_game(seed)
    proposals = seat.turn(SudokuState.start(board), Budget(nodes=nodes)).proposals
    move = proposals[-1].move if proposals else None
    return move if isinstance(move, Move) else None


class Fate(enum.StrEnum):
    """What becomes of a turn's last proposal; none and illegal lose the game by forfeit."""

    STANDS = "stands"
    BOMB = "bomb"
    UNDECIDED = "undecided"
    ILLEGAL = "illegal"
    NONE = "none"


class AgentMove(NamedTuple):
    """What an agent would play in a position, and what becomes of it.

    `move` is what it proposed last, a text if that is no move, None if there is nothing; `reason`
    says why the turn would lose the game.
    """

    state: AnyState
    turn: TurnResult
    move: AnyMove | str | None
    fate: Fate
    points: int = 0
    reason: str = ""
    ready_ms: float = 0.0

    @property
    def counts(self) -> bool:
        """Whether the game would go on."""
        return self.fate not in (Fate.ILLEGAL, Fate.NONE)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        turn = self.turn
        return {
            "position": self.state.game.to_json(self.state),
            "to_move": self.state.to_move,
            "move": self.move,
            "fate": str(self.fate),
            "points": self.points,
            "reason": self.reason,
            "proposals": turn.proposals,
            "notes": dict(turn.notes),
            "ms": turn.ms,
            "cpu_ms": turn.cpu_ms,
            "ready_ms": self.ready_ms,
            "ending": turn.ending and str(turn.ending),
            "detail": turn.detail,
            "output": turn.output,
        }


def ask(
    agent: str,
    state: AnyState,
    budget: Budget,
    *,
    seed: int = 0,
    settings: Settings | None = None,
    oracle: str = "auto",
    is_stopped: Callable[[], bool] | None = None,
) -> AgentMove:
    """Ask an agent for its move in a process of its own, as in the first turn of a game.

    The move is judged as the referee does, within the 30 seconds of a match.
    """
    refuse_position(agent, state, budget.seconds)
    with Worker(agent, settings) as worker:
        worker.open_game(seed)
        turn = worker.turn(state, Budget(budget.seconds, budget.nodes, is_stopped))
        ready_ms = worker.ready_ms
    return judged(state, turn, oracle, ready_ms)


def advise(state: AnyState, seconds: float, seed: int = 0) -> AgentMove:
    """Return what the adviser of a game, one of Bombe's own agents, would play here."""
    game = state.game.name
    adviser = players_of(game).adviser
    seat = InProcess(load(spec_of(adviser, game)), adviser)
    seat.open_game(seed)
    return judged(state, seat.turn(state, Budget(seconds)))


def refuse_position(agent: str, state: AnyState, seconds: float | None) -> None:
    """Raise UsageError if an agent cannot play in a position, with so many seconds for a turn."""
    modes = (state.rules,) if isinstance(state, SudokuState) else ()
    refuse(agent, state.game.name, modes, seconds, (state,))


def judged(
    state: AnyState, turn: TurnResult, oracle: str = "auto", ready_ms: float = 0.0
) -> AgentMove:
    """Return what a turn proposed last, and what becomes of it."""
    move = turn.proposals[-1].move if turn.proposals else None
    return AgentMove(state, turn, move, *_fate_of(state, move, turn, oracle), ready_ms)


def _fate_of(
    state: AnyState, move: AnyMove | str | None, turn: TurnResult, oracle: str
) -> tuple[Fate, int, str]:
    """Return what becomes of a move, its points, and why it would lose the game."""
    if move is None:
        return Fate.NONE, 0, turn.detail or "proposed no move in time"
    if found := objection(state, move):
        return Fate.ILLEGAL, 0, found[1]
    legal = cast("AnyMove", move)  # a text met the objection above
    question = state.game.question(state, legal)
    verdict = as_solver(oracle).solvable(question, Budget(30)) if question else Verdict.YES
    if verdict is Verdict.YES:
        return Fate.STANDS, state.game.points(state, legal), ""
    return (Fate.BOMB if verdict is Verdict.NO else Fate.UNDECIDED), 0, ""
