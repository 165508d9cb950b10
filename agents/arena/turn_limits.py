"""What a turn took beyond its limits, or left running: it is noted, and its move counts.

- overrun: it returned later than its limit in seconds and LATE_MS. What an agent proposes after its
  limit never counts, but what it has found by then may help it in its next turn.
- cpu: with a limit in nodes, of which only the agent keeps count, it used more processor time than
  START_MS and `node_ms` for each node. That is no proof: nodes of some agents are large. Whoever
  finds such notes in a log compares the agent's processor time with that of the others.
  With a process for every turn, what making the agent used before a turn is noted, too, beyond
  START_MS and the limit of the turn: it may have been thinking.
- starved: other programs took a large part of its time. That is no fault of the agent.
- left: when it returned, a process that it had started was running, or a thread was at work. They
  were stopped, so that the agent that meant to think on knows why it did not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.game import Excess, Termination

if TYPE_CHECKING:
    from bombe.agents.seats import TurnResult

LATE_MS = 50.0
"""How late a turn may return without a note: nobody looks at the clock all the time."""
NODE_MS = 5.0
"""The milliseconds of processor time that a node explains, by default."""
START_MS = 500.0
"""The milliseconds that a turn of any number of nodes explains: tables, first imports."""


class Limits(NamedTuple):
    """The limits of a turn, and the processor time that a node explains; None for no limit."""

    seconds: float | None
    nodes: int | None
    node_ms: float = NODE_MS

    def problems_of(self, turn: TurnResult) -> Iterator[tuple[Termination | Excess, str]]:
        """Yield how a turn ended badly, or else each excess of it; and what it lost, in words."""
        if turn.is_starved or turn.tries > 1:
            yield Excess.STARVED, _starved(turn)
        if turn.ending:
            yield turn.ending, turn.detail
            return
        if turn.late_ms > LATE_MS:
            limit = "" if self.seconds is None else f" of {self.seconds:g} s"
            yield Excess.OVERRUN, f"returned {turn.late_ms:.0f} ms after its limit{limit}"
        if self.nodes is not None and turn.cpu_ms > START_MS + self.nodes * self.node_ms:
            took = f"used {turn.cpu_ms / 1000:.2f} s of processor time"
            yield Excess.CPU, f"{took} for {self.nodes} nodes"
        if turn.made_ms > START_MS + 1000 * (self.seconds or 0.0):
            took = f"used {turn.made_ms / 1000:.2f} s of processor time"
            yield Excess.CPU, f"{took} when it was made, before its turn"
        if turn.left:
            yield Excess.LEFT, turn.left


def _starved(turn: TurnResult) -> str:
    again = f", and was played {turn.tries} times" if turn.tries > 1 else ""
    return f"lost {turn.withheld_ms:.0f} ms to other programs on this machine{again}"
