"""Reads the reports of an agent's process, which it may have forged."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from bombe.agents.memory import memory_text
from bombe.agents.seats import Proposal, keep_proposal
from bombe.agents.turn import plain_proposal, short
from bombe.boards.notes import add_note

if TYPE_CHECKING:
    from bombe.boards.game import AnyGame, AnyMove

Report = dict[str, Any]


class TurnReports:
    """What came of a turn so far: proposals, notes, and what the agent remembers."""

    def __init__(self, game: AnyGame, memory: str) -> None:
        self._game = game
        self.memory = memory
        self.proposals: collections.deque[Proposal] = collections.deque()
        self.notes: dict[str, int | float] = {}

    def take(self, report: Report) -> None:
        """Take what a report says that came in time."""
        self.take_notes(report)
        if "keep" in report:
            self.memory = memory_text(report["keep"], self.memory)
        if "move" in report:
            move = proposal(self._game, report["move"])
            keep_proposal(self.proposals, Proposal(move, number(report.get("ms"))))

    def take_notes(self, report: Report) -> None:
        """Take the notes only; what is wrong with them is dropped."""
        reported = report.get("notes")
        if isinstance(reported, dict):
            for name, value in reported.items():
                add_note(self.notes, name, value)


def proposal(game: AnyGame, move: object) -> AnyMove | str:
    """Return a reported proposal; what was not a move arrives as text."""
    return short(move) if isinstance(move, str) else plain_proposal(game, move)


def number(value: object) -> float:
    """Return a time from a report, or 0 for a value that an agent may have forged."""
    return float(value) if isinstance(value, (int, float)) and 0 <= value < 1e9 else 0.0


def left_words(processes: int, threads: int) -> str:
    """Return what a turn has left running, in words; "" for nothing."""
    parts = []
    if processes:
        one = processes == 1
        many = "1 process" if one else f"{processes} processes"
        parts.append(f"{many} running, which {'was' if one else 'were'} killed")
    if threads:
        one = threads == 1
        many = "a thread" if one else f"{threads} threads"
        parts.append(f"{many} running, which {'was' if one else 'were'} stopped")
    return f"left {', and '.join(parts)}" if parts else ""
