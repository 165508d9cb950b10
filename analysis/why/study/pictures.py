"""The picture of a study of how bombs are seen: their levels, by how full the board is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.drawing.charts import GRID, LOOKS, chart
from bombe.analysis.why.ratings import LEVELS, level_words
from bombe.analysis.why.study.figures import SeenLine, grouped, tenth_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bombe.analysis.why.study.records import WhyPosition, WhyStudy

_LEAST = 20
"""Fewer bombs than this are no bar."""
TOO_FEW = f"a picture needs two tenths of fill with at least {_LEAST} bombs each"
"""Why boards have no picture."""


def draw_why_study(study: WhyStudy, folder: Path) -> list[Path]:
    """Draw a picture for each shape and kind of boards; return the files."""
    return [path for files in _pictures(study, folder) for path in files]


def _pictures(study: WhyStudy, folder: Path) -> Iterator[list[Path]]:
    groups = grouped(study.positions, lambda at: (len(at.board), at.shape, at.is_proper))
    for (_, shape, is_proper), found in groups.items():
        kind = "one solution" if is_proper else "several solutions"
        bars = _bars(found)
        if len(bars) > 1:
            yield _draw(
                bars, folder, f"seen-{shape}-{kind.split(maxsplit=1)[0]}", f"{shape}, {kind}"
            )


def _bars(positions: list[WhyPosition]) -> dict[int, SeenLine]:
    lines = {tenth: SeenLine.of(found) for tenth, found in grouped(positions, tenth_of).items()}
    return {tenth: line for tenth, line in lines.items() if line.bombs >= _LEAST}


def _draw(bars: dict[int, SeenLine], folder: Path, name: str, words: str) -> list[Path]:
    bombs = sum(line.bombs for line in bars.values())
    title = f"How bombs are seen, by how full the board is\n{words}, {bombs:,} bombs"
    with chart(folder, name, title, "empty cells, percent", "bombs, percent") as (axes, files):
        base = dict.fromkeys(bars, 0.0)
        for level in range(len(LEVELS)):
            _layer(axes, bars, base, level)
        axes.set_ylim(0, 100)
        axes.set_xticks([10 * tenth for tenth in range(11)])
        axes.grid(visible=True, axis="y", color=GRID, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, reverse=True)
    return files


def _layer(axes: Any, bars: dict[int, SeenLine], base: dict[int, float], level: int) -> None:
    """Draw the bars of a level on those below, and write on those that are high enough."""
    shares = {tenth: line.share(level).percent for tenth, line in bars.items()}
    if not any(shares.values()):
        return
    x = [10 * tenth + 5 for tenth in bars]
    below = [base[tenth] for tenth in bars]
    color = LOOKS[level].color
    axes.bar(x, list(shares.values()), 8.6, bottom=below, color=color, label=level_words(level))
    for tenth, share in shares.items():
        if share >= _LEAST / 4:
            middle = base[tenth] + share / 2
            axes.text(
                10 * tenth + 5, middle, f"{share:.0f}", color="w", ha="center", va="center", size=9
            )
        base[tenth] += share
