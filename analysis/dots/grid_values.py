"""The values of all small grids of Dots and Boxes, with best first lines and the effort."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.columns import columns
from bombe.analysis.dots.exact import MEMORY, solve
from bombe.boards.dots.state import MAX_SIDE, DotsState, Grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.analysis.dots.exact import DotsEndgame
    from bombe.analysis.dots.kernel import Watch
    from bombe.analysis.dots.open_spiel import OpenSpielAnswer
    from bombe.boards.dots.state import Line
    from bombe.solvers.budget import BudgetLike

_HEAD = ("boxes", "lines", "turn", "margin", "best first lines", "nodes", "seconds")
_COMPARED = ("OpenSpiel", "times ours")
_SHOWN = 3
"""The most first lines in a row of the table."""


class GridValue(NamedTuple):
    """An empty grid, solved, and the answer of OpenSpiel if it was asked."""

    found: DotsEndgame
    spiel: OpenSpielAnswer | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        spiel = {} if self.spiel is None else {"open_spiel": self.spiel._asdict()}
        return {**self.found.to_dict(), **spiel}


def small_grids(most_lines: int) -> list[Grid]:
    """Return the grids of at most so many lines, rows <= columns, the smallest first."""
    grids = [
        grid
        for rows in range(1, MAX_SIDE + 1)
        for columns_ in range(rows, MAX_SIDE + 1)
        if (grid := Grid(rows, columns_)).edges <= most_lines
    ]
    return sorted(grids, key=lambda grid: (grid.edges, grid.rows))


def rows(
    grids: Iterable[Grid],
    budget: BudgetLike,
    *,
    extra_turns: Iterable[bool] = (True, False),
    memory: int = MEMORY,
    threads: int = 1,
    watch: Watch | None = None,
) -> Iterator[GridValue]:
    """Yield the solved empty grids, under both rules; the budget is per grid."""
    turns = tuple(extra_turns)
    for grid in grids:
        for extra_turn in turns:
            state = DotsState.start(grid, extra_turn=extra_turn)
            yield GridValue(solve(state, budget, memory=memory, threads=threads, watch=watch))


def table_text(found: Iterable[GridValue]) -> str:
    """Return the rows as a table."""
    listed = list(found)
    is_compared = any(row.spiel is not None for row in listed)
    head = (*_HEAD, *_COMPARED) if is_compared else _HEAD
    cells = [(*_cells(row), *(_compared(row) if is_compared else ())) for row in listed]
    return columns([head, *cells], left=(0, 2, 4))


def _cells(row: GridValue) -> tuple[str, ...]:
    found = row.found
    state = found.state
    return (
        str(state.grid),
        str(state.grid.edges),
        "extra" if state.extra_turn else "passes",
        str(found.low) if found.exact else f"{found.low} to {found.high}",
        _first_lines(found),
        f"{found.nodes:,}",
        f"{found.seconds:.4f}",
    )


def _compared(row: GridValue) -> tuple[str, str]:
    """Return the seconds of OpenSpiel, and the ratio to ours."""
    if row.spiel is None:
        return "", ""
    margin, seconds = row.spiel
    if margin is not None and margin != row.found.margin:
        return f"{seconds:.3f}", f"different margin: {margin}"
    more = ">" if margin is None else ""
    return f"{more}{seconds:.3f}", f"{more}{seconds / row.found.seconds:,.0f}"


def _first_lines(found: DotsEndgame) -> str:
    """Return the best lines in words, one of each class of symmetric lines."""
    if not found.final:
        return "?"
    if len(found.best) == len(found.moves):
        return "any"
    named = different_lines(found.state.grid, found.best)
    return ", ".join(map(str, named[:_SHOWN])) + (", ..." if len(named) > _SHOWN else "")


def different_lines(grid: Grid, lines: Iterable[Line]) -> list[Line]:
    """Return one of each class of lines that are symmetric on an empty grid."""
    seen: set[int] = set()
    kept = []
    for line in lines:
        edge = grid.edge(line)
        if edge not in seen:
            kept.append(line)
        seen.update(image[edge] for image in grid.symmetries())
    return kept
