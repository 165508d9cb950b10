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
    boxes = sum(bool(sides & ~edges) for sides in grid.box_edges)
    chains = len(found.long_chains)
    return Forecast(chains, (lines + boxes + chains) % 2 == 1)


def forecast_by_dots(found: Strings) -> int | None:
    """Apply the rule from the start: player 1 wants dots + double-crosses + chains to be even.

    Return the player who will have control; None if the moves that led here are not known.
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
