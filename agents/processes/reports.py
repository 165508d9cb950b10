"""Reads the reports of an agent's process, which it may have forged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.processes.turn import plain_proposal, short
from bombe.boards.notes import add_note

if TYPE_CHECKING:
    from bombe.boards.game import AnyGame, AnyMove


def proposal(game: AnyGame, move: object) -> AnyMove | str:
    """Return a reported proposal; what was not a move arrives as text."""
    return short(move) if isinstance(move, str) else plain_proposal(game, move)


def keep_notes(notes: dict[str, int | float], reported: object) -> None:
    """Add the notes of a report, which an agent may have forged: what is wrong is dropped."""
    if isinstance(reported, dict):
        for name, value in reported.items():
            add_note(notes, name, value)


def number(value: object) -> float:
    """Return a time from a report, or 0 for a value that an agent may have forged."""
    return float(value) if isinstance(value, (int, float)) and 0 <= value < 1e9 else 0.0
