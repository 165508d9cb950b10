"""How far the work on an endgame is, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.arguments import function_or_none

if TYPE_CHECKING:
    from bombe.analysis.endgame.kernel import EndgameProgress
    from bombe.solvers import Meter


class SearchProgress(NamedTuple):
    """How far the work is.

    `share` is the part of the states that are done, from 0 to 1, of `of` states in all; `of` is 0
    until they are counted. Where one table follows another, `table` rises and the share begins
    again. `low` and `high` are the bounds of the margin, `seconds` what the work took so far, and
    `seconds_left` an estimate of what this table still takes, None where there is none yet.
    """

    share: float
    of: int
    table: int
    low: int
    high: int
    seconds: float
    seconds_left: float | None


OnProgress = Callable[[SearchProgress], object]
"""Is told how far the work is: at its beginning, some times a second, and at its end."""


class Follower:
    """Turns what the engine shows into what is reported: nothing of it ever goes back."""

    def __init__(self, report: OnProgress, most: int, meter: Meter) -> None:
        function_or_none("on_progress", report)
        self._report, self._meter = report, meter
        self._low, self._high = -most, most
        self._table = self._states = self._of = 0
        self._begin_states, self._begin_seconds = 0, 0.0
        self._tell(0.0, None)

    def __call__(self, known: EndgameProgress) -> None:
        """Report what the engine shows."""
        self._narrow(known.low, known.high)
        if known.of != self._of or known.states < self._states:
            self._table += bool(known.of)
            self._begin_states, self._begin_seconds = known.states, self._meter.seconds
        self._states, self._of = known.states, known.of
        share = known.states / known.of if known.of else 0.0
        self._tell(share, self._left())

    def end(self, low: int, high: int, *, is_done: bool) -> None:
        """Report the answer."""
        self._narrow(low, high)
        share = self._states / self._of if self._of else 0.0
        self._tell(1.0 if is_done else share, 0.0 if is_done else None)

    def _narrow(self, low: int, high: int) -> None:
        self._low, self._high = max(self._low, low), min(self._high, high)

    def _left(self) -> float | None:
        """Return how long the rest of the table takes at the speed so far."""
        done = self._states - self._begin_states
        if done <= 0:
            return None
        elapsed = self._meter.seconds - self._begin_seconds
        return elapsed / done * (self._of - self._states)

    def _tell(self, share: float, left: float | None) -> None:
        self._report(
            SearchProgress(
                share, self._of, self._table, self._low, self._high, self._meter.seconds, left
            )
        )
