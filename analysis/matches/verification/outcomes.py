"""How a game ended, computed again: scores, winner, and whether a forfeit fits its termination."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bombe.analysis.matches.verification.findings import Replay
from bombe.analysis.matches.verification.replays import last_state
from bombe.boards.game import Termination

if TYPE_CHECKING:
    from bombe.boards.record import GameRecord

_WITHOUT_MOVE = (
    Termination.NO_PROPOSAL,
    Termination.CRASH,
    Termination.HANG,
    Termination.MEMORY,
    Termination.RESIGNED,
)
"""How a player loses that has proposed nothing which counts."""
_BY_RULES = (
    Termination.OUT_OF_RANGE,
    Termination.FILLED,
    Termination.BREAKS_C0,
    Termination.TABOO,
    Termination.NOT_PLAYABLE,
    Termination.DRAWN_ALREADY,
    Termination.ILLEGAL,
)
"""How a player loses whose proposal the rules refuse."""


def outcome_problems(record: GameRecord, replay: Replay) -> Iterator[str]:
    """Yield what does not fit together in the end of a game whose moves are as they should be."""
    if record.scores != replay.scores:
        yield f"the scores are {_pair(record.scores)}, but the moves score {_pair(replay.scores)}"
    if record.termination is Termination.SCORE:
        yield from _finished(record, replay)
    elif replay.is_over:
        yield f"termination {record.termination}, but the game was played to its end"
    elif record.termination is Termination.VOID:
        if record.winner:
            yield f"player {record.winner} wins, but the game is void"
    else:
        yield from _forfeited(record, replay)


def _finished(record: GameRecord, replay: Replay) -> Iterator[str]:
    if not replay.is_over:
        yield "played to its end, but the moves end before it"
    one, two = replay.scores
    winner = (one > two) + 2 * (two > one)
    if record.winner != winner:
        won = f"player {winner} has won" if winner else "nobody has won"
        yield f"the result is {record.result}, but {won} by {_pair(replay.scores)}"


def _forfeited(record: GameRecord, replay: Replay) -> Iterator[str]:
    if record.winner == 0:
        yield f"the result is {record.result}, but a player lost by {record.termination}"
        return
    loser = 3 - record.winner
    never_began = not record.plies and record.reason.startswith(f"player {loser} cannot play")
    if loser != replay.to_move and not never_began:
        yield f"player {loser} lost by {record.termination}, but it was the opponent's turn"
    if (named := record.reason[:8]) in ("player 1", "player 2") and named != f"player {loser}":
        yield f"player {loser} lost, but the reason is of {named}"
    refused = record.extra.get("refused")
    if isinstance(refused, dict) and (problem := _refusal_problem(record, refused.get("move"))):
        yield problem


def _refusal_problem(record: GameRecord, move: Any) -> str:
    """Return why the refused proposal does not fit the termination; empty if it does."""
    ending = record.termination
    if ending in _WITHOUT_MOVE:
        return "" if move is None else f"termination {ending}, but {move} was proposed"
    if ending is Termination.NO_MOVE:
        return "" if isinstance(move, str) else f"termination {ending}, but {move} is a move"
    return _illegal_problem(record, move) if ending in _BY_RULES else ""


def _illegal_problem(record: GameRecord, move: Any) -> str:
    """Return why the rules do not refuse a proposal as the termination says."""
    ending = record.termination
    try:
        proposed = record.game.move(move)
    except ValueError:
        return f"termination {ending}, but {move!r} is no move"
    refused = record.game.refusal(last_state(record), proposed)
    if refused is None:
        return f"termination {ending}, but {proposed} is legal"
    if refused.termination is not ending:
        return f"termination {ending}, but {proposed} is refused as {refused.termination}"
    return ""


def _pair(scores: tuple[int, int]) -> str:
    return f"{scores[0]} to {scores[1]}"
