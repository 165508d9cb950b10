"""The long chain rule: who will have to open the first long chain, judged by parity.

Every line that completes no box passes the turn. The player in control leaves two boxes of each
long chain but the last to the opponent, who takes them with one line, a double-cross; a loop has
two double-crosses and does not change the parity. The number of remaining turns, and the player of
the last one, therefore follow from the number of long chains there will be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bombe.analysis.dots.strings import Strings
    from bombe.boards.dots.state import DotsState


class Forecast(NamedTuple):
    """What the rule says if the current long chains are those of the end."""

    long_chains: int
    mover_controls: bool

    @property
    def mover_wants_odd(self) -> bool:
        """Whether the mover wants the number of long chains to be odd."""
        return self.mover_controls == bool(self.long_chains % 2)


def forecast(found: Strings) -> Forecast:
    """Apply the rule to the rest: the mover wants lines + open boxes + long chains to be odd.

    The position must have no box that can be taken.
    """
    grid, edges = found.state.grid, found.state.edges
    lines = grid.edges - edges.bit_count()
    chains = len(found.long_chains)
    return Forecast(chains, (lines + open_boxes(found.state) + chains) % 2 == 1)


def open_boxes(state: DotsState) -> int:
    """Count the boxes that are not complete."""
    return sum(bool(sides & ~state.edges) for sides in state.grid.box_edges)
