"""A recorded game step by step: each position, its picture, and a sentence for each move.

    for frame in frames(record): print(frame.caption)

Frame 0 is the start; frame k is the position after the k-th move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.games import views_of
from bombe.boards.sudoku.notation import Notation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bombe.analysis.matches.frames import Frame
    from bombe.analysis.matches.lost_points import Loss
    from bombe.boards.game import AnyState
    from bombe.boards.record import GameRecord


def frames(
    record: GameRecord,
    lost: Mapping[int, Loss] | None = None,
    notation: Notation = Notation.FRAMEWORK,
) -> Iterator[Frame[AnyState]]:
    """Yield every position of a game; raise FormatError for a move that the rules refuse.

    `lost` holds what moves gave away: see bombe.analysis.matches.lost_points.
    """
    frame = views_of(record.game.name).load_frame()
    for number, state in enumerate(record.states()):
        points, better, is_lost = (lost or {}).get(number) or (None, None, False)
        yield frame(
            record,
            number,
            state,
            points,
            better=better,
            is_lost=is_lost,
            notation=notation,
        )


def title(record: GameRecord) -> str:
    """Return one line that describes a game: players, result, points."""
    first, second = record.scores
    return f"{record.first} against {record.second}: {record.result}, {first} to {second} points"


def ending(record: GameRecord) -> str:
    """Return a sentence about how a game ended."""
    winner = f"{record.players[record.winner - 1]} wins" if record.winner else "nobody wins"
    return f"{winner}: {record.reason}"


def cpu_text(record: GameRecord) -> str:
    """Return the processor time that each player used; "" if it was not measured."""
    used = [sum(ply.cpu_ms for ply in record.plies if ply.player == seat) for seat in (1, 2)]
    shown = (f"{name} {ms / 1000:.2f} s" for name, ms in zip(record.players, used, strict=True))
    return f"processor time: {', '.join(shown)}" if any(used) else ""


def incidents_text(record: GameRecord) -> str:
    """Return in which moves each player had incidents, and those of the turn that lost the game.

    Those of a move are told with it.
    """
    parts = []
    for seat, name in enumerate(record.players, 1):
        mine = [each for each in record.incidents if each.player == seat]
        told = [
            f"{each.ending} in move {each.ply + 1}"
            if each.ply < len(record.plies)
            else f"in the last turn, {each.words}"
            for each in mine
        ]
        parts += [f"{name}: {', '.join(told)}"] if told else []
    return f"incidents: {'; '.join(parts)}" if parts else ""
