"""The long chain rule: who will have to open the first long chain, from the parity of numbers.

Every line that completes no box passes the turn. Whoever keeps control leaves two boxes of each
long chain but the last to the opponent, who takes them with one line, a double-cross; a loop has
two of those and changes no parity. So the number of turns that are left, and whose the last one is,
follows from the number of long chains there will be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bombe.analysis.dots.strings import Strings
    from bombe.boards.dots.state import DotsState


class Forecast(NamedTuple):
    """What the rule says if the long chains that stand are those of the end."""

    long_chains: int
    mover_controls: bool

    @property
    def mover_wants_odd(self) -> bool:
        """Whether the mover wants the number of long chains to be odd."""
        return self.mover_controls == bool(self.long_chains % 2)


def forecast(found: Strings) -> Forecast:
    """Count what is left: the mover wants lines + boxes not complete + long chains to be odd.

    The position has no box that can be taken.
    """
    grid, edges = found.state.grid, found.state.edges
    lines = grid.edges - edges.bit_count()
    boxes = sum(bool(sides & ~edges) for sides in grid.box_edges)
    chains = len(found.long_chains)
    return Forecast(chains, (lines + boxes + chains) % 2 == 1)


def forecast_by_dots(found: Strings) -> int | None:
    """Count from the start: player 1 wants dots + double-crosses + long chains to be even.

    Give the player who will have control; None where the moves that led here are not known.
    """
    state = found.state
    grid = state.grid
    if grid.edge_set(state.history) != state.edges:
        return None
    dots = (grid.rows + 1) * (grid.columns + 1)
    return 1 + (dots + double_crosses(state) + len(found.long_chains)) % 2


def double_crosses(state: DotsState) -> int:
    """Count the lines of the history that completed two boxes at once."""
    edges, crosses = 0, 0
    for line in state.history:
        edge = state.grid.edge(line)
        crosses += len(state.grid.completed(edges, edge)) == 2
        edges |= 1 << edge
    return crosses
