"""The times of a run as one SVG picture: median, quartiles and worst board of every solver.

All times share one logarithmic axis; a line to its end means boards that were not finished.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.bench.summary import Figures
from bombe.analysis.bench.table import duration, groups_of
from bombe.analysis.drawing.picture import picture, text_at

if TYPE_CHECKING:
    from bombe.analysis.bench.result import Benchmark

_WIDTH, _LEFT, _RIGHT = 760, 170, 150
_ROW, _TITLE, _AXIS = 22, 30, 34
_LONGEST = 24
"""Characters of a name."""
_TEXT, _TIME, _GRID = "#212121", "#01579b", "#cfd8dc"


class _Scale(NamedTuple):
    """A logarithmic axis over whole powers of ten, from 10 ** low to 10 ** high seconds."""

    low: int
    high: int

    @classmethod
    def over(cls, seconds: Iterable[float]) -> _Scale:
        """Return the shortest axis that holds all times."""
        logs = [math.log10(each) for each in seconds]
        low = math.floor(min(logs, default=-3.0))
        return cls(low, max(low + 1, math.ceil(max(logs, default=0.0))))

    def x(self, seconds: float) -> float:
        """Return where a time is on the picture."""
        share = (math.log10(seconds) - self.low) / (self.high - self.low)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    @property
    def ticks(self) -> list[float]:
        """The powers of ten."""
        return [10.0**power for power in range(self.low, self.high + 1)]


def draw_chart(run: Benchmark) -> str:
    """Return the picture as a self-contained SVG document."""
    groups = groups_of(run)
    scale = _Scale.over(time for _, group in groups for each in group for time in _times(each))
    body, y = [], 4.0
    for title, group in groups:
        body.append(_text(title, 10, y + 20, weight="600"))
        y += _TITLE
        for figures in group:
            body += _row(figures, scale, y + _ROW / 2)
            y += _ROW
    frame = [*_grid(scale, y), *body] if groups else [_text("no figures", 10, y + 20)]
    return picture(run.summary(), _WIDTH, int(y + _AXIS), frame)


def _middle(figures: Figures) -> float | None:
    """Return the median of the boards, or the mean of a batch; None if it is unfinished."""
    if figures.is_batch:
        return figures.par2 if _is_done(figures) else None
    return figures.median


def _is_done(figures: Figures) -> bool:
    return figures.finished == figures.boards


def _times(figures: Figures) -> list[float]:
    """Return the times to draw; those of unfinished boards are unknown."""
    times = (figures.lower, figures.upper, figures.worst, _middle(figures))
    return [time for time in times if time]


def _row(figures: Figures, scale: _Scale, y: float) -> Iterator[str]:
    """Yield the name, the line from the lower quartile to the worst board, and the median."""
    is_done, middle, times = _is_done(figures), _middle(figures), _times(figures)
    yield _text(_short(figures.contestant), _LEFT - 12, y + 4, anchor="end")
    if figures.lower and not figures.is_batch:
        start, late = scale.x(figures.lower), _WIDTH - _RIGHT
        yield _line(start, scale.x(max(times)) if is_done else late, y, width=1.5)
        yield _line(start, scale.x(figures.upper) if figures.upper else late, y, width=6)
    if middle:
        yield f'<circle cx="{scale.x(middle):.1f}" cy="{y:.1f}" r="5" fill="{_TIME}"/>'
    words = duration(middle)
    words += "" if is_done else f", {figures.finished}/{figures.boards} done"
    yield _text(words, _WIDTH - _RIGHT + 16, y + 4)


def _short(name: str) -> str:
    """Return a name that fits beside the times: of a long place, its end."""
    return name if len(name) <= _LONGEST else f"...{name[3 - _LONGEST :]}"


def _grid(scale: _Scale, bottom: float) -> Iterator[str]:
    """Yield a line for every power of ten, with its time below."""
    for tick in scale.ticks:
        x = scale.x(tick)
        path = f'd="M{x:.1f} {_TITLE}V{bottom:.1f}"'
        yield f'<path {path} stroke="{_GRID}"/>'
        yield _text(
            duration(tick).replace(".00", "").replace(".0", ""), x, bottom + 18, anchor="middle"
        )
    yield _text("time for a board", 10, bottom + 18)


def _line(start: float, end: float, y: float, *, width: float) -> str:
    return (
        f'<path d="M{start:.1f} {y:.1f}H{end:.1f}" stroke="{_TIME}" stroke-opacity="0.55" '
        f'stroke-width="{width:g}" stroke-linecap="round"/>'
    )


def _text(text: str, x: float, y: float, *, anchor: str = "start", weight: str = "400") -> str:
    return text_at(text, x, y, 13, _TEXT, weight=weight, anchor=anchor)
