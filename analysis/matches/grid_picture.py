"""The picture of a grid of matches: a panel for each board, a line for each opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.drawing.charts import GRID, LOOKS, name_panel, panels
from bombe.analysis.matches.breakdowns import GroupScore

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bombe.analysis.matches.breakdowns import ScoreRate
    from bombe.analysis.matches.grid_tables import GridResults

ALL_BOARDS = "all boards"
_UNITS = {" s": "seconds for a turn", " nodes": "nodes for a turn", " node": "nodes for a turn"}
_SPREAD = 0.4
"""The share of the distance of two limits over which the lines are spread."""


def draw_grid(results: GridResults, folder: Path) -> list[Path]:
    """Draw the win rates of a grid over the limits of a turn; return the files."""
    opponents, boards = results.opponents, results.boards
    shown = [ALL_BOARDS, *boards] if len(boards) > 1 else boards
    ticks, words = _ticks(results.limits)
    title = f"{results.agent}: win rate over the limit of a turn\n{_conditions(results)}"
    levels = "win rate, percent"
    with panels(folder, "grid", title, words, levels, len(shown)) as (axes, files):
        for panel, board in zip(axes, shown, strict=True):
            _set_up(panel, board, ticks)
            for number, opponent in enumerate(opponents):
                aside = _SPREAD * ((number + 0.5) / len(opponents) - 0.5)
                rates = _rates(results, opponent, board)
                _line(panel, number, f"against {opponent}", rates, aside)
    return files


def _conditions(results: GridResults) -> str:
    games = [cell.score.games for cell in results.cells if cell.score]
    least, most = min(games, default=0), max(games, default=0)
    count = f"{most} games" if least == most else f"{least} to {most} games"
    return f"95 % intervals, {count} a cell, both sides; a draw is half a win"


def _ticks(limits: Sequence[str]) -> tuple[list[str], str]:
    """Return the labels of the limits and the words of their axis."""
    for unit, words in _UNITS.items():
        if all(limit.endswith(unit) or limit == f"1{unit.rstrip('s')}" for limit in limits):
            return [_short(limit.partition(" ")[0]) for limit in limits], words
    return list(limits), "limit of a turn"


def _short(number: str) -> str:
    """Return a number with its thousands or millions as a letter: 5000 is 5k."""
    for zeros, letter in (("000000", "M"), ("000", "k")):
        if number.endswith(zeros):
            return number.removesuffix(zeros) + letter
    return number


def _rates(results: GridResults, opponent: str, board: str) -> list[ScoreRate]:
    """Return the win rates against an opponent, on a board or on all, at each limit."""
    groups = (
        [
            cell.score
            for cell in results.cells
            if cell.score
            and (cell.opponent, cell.limit) == (opponent, limit)
            and board in (cell.board, ALL_BOARDS)
        ]
        for limit in results.limits
    )
    return [sum(group, start=GroupScore()).score_rate() for group in groups]


def _set_up(panel: Any, board: str, ticks: Sequence[str]) -> None:
    """Set the title, the ranges and the ticks of a panel, with a line at 50 %."""
    name_panel(panel, board, is_total=board == ALL_BOARDS)
    panel.set_xticks(range(len(ticks)), ticks)
    panel.set_xlim(-0.5, len(ticks) - 0.5)
    panel.set_ylim(-4, 104)
    panel.set_yticks((0, 25, 50, 75, 100))
    panel.grid(visible=True, axis="y", color=GRID, linewidth=0.7)
    panel.axhline(50, color="#666666", linewidth=1, linestyle=(0, (1, 2)))


def _line(panel: Any, number: int, name: str, rates: Sequence[ScoreRate], aside: float) -> None:
    """Draw a line with error bars, beside those of the other opponents."""
    look = LOOKS[number % len(LOOKS)]
    known = [(place + aside, rate) for place, rate in enumerate(rates) if rate.rate is not None]
    levels = [100 * (rate.rate or 0) for _, rate in known]
    panel.errorbar(
        [x for x, _ in known],
        levels,
        yerr=[
            [level - 100 * rate.low for level, (_, rate) in zip(levels, known, strict=True)],
            [100 * rate.high - level for level, (_, rate) in zip(levels, known, strict=True)],
        ],
        color=look.color,
        linestyle=look.dashes,
        marker=look.marker,
        linewidth=1.5,
        elinewidth=0.8,
        markersize=4.5,
        capsize=2,
        label=name,
    )
