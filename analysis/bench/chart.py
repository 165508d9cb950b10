"""The times of a run as one SVG picture: median, quartiles and worst board of every solver.

All times share one logarithmic axis. The picture has the colour of the text around it, or, as a
file of its own, that of a light or a dark page.
"""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.bench.table import duration, groups_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.analysis.bench.result import Benchmark
    from bombe.analysis.bench.summary import Figures

_WIDTH, _LEFT, _RIGHT = 760, 170, 150
_ROW, _TITLE, _AXIS = 22, 30, 34
_FONT = "ui-sans-serif, system-ui, Helvetica, Arial, sans-serif"
_STYLE = """\
<style>
svg:root { color: #1f2328; background: #ffffff; }
@media (prefers-color-scheme: dark) { svg:root { color: #e6edf3; background: #0d1117; } }
</style>"""
_TIME = "#3f7fbf"
"""The colour of times, which stands out on white and on black."""


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
    return _document(run.summary(), frame, height=int(y + _AXIS))


def _document(title: str, body: Iterable[str], *, height: int) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="{_FONT}" font-size="13" fill="currentColor">'
    )
    return "\n".join([head, f"<title>{escape(title)}</title>", _STYLE, *body, "</svg>"])


def _times(figures: Figures) -> list[float]:
    """Return the times to draw, the middle one last; those of unfinished boards are unknown."""
    middle = figures.par2 if figures.is_batch else figures.median
    return [time for time in (figures.lower, figures.upper, figures.worst, middle) if time]


def _row(figures: Figures, scale: _Scale, y: float) -> Iterator[str]:
    """Yield the name, the line from the lower quartile to the worst board, and the median."""
    is_done = figures.finished == figures.boards
    times = _times(figures)
    middle = figures.par2 if figures.is_batch else figures.median
    yield _text(figures.contestant, _LEFT - 12, y + 4, anchor="end")
    if len(times) > 1:
        yield _line(scale.x(min(times)), scale.x(max(times)), y, width=1.5)
    if figures.lower and figures.upper:
        yield _line(scale.x(figures.lower), scale.x(figures.upper), y, width=6)
    if middle:
        yield f'<circle cx="{scale.x(middle):.1f}" cy="{y:.1f}" r="5" fill="{_TIME}"/>'
    words = duration(middle) if middle else "late"
    words += "" if is_done else f", {figures.finished}/{figures.boards} done"
    yield _text(words, _WIDTH - _RIGHT + 16, y + 4)


def _grid(scale: _Scale, bottom: float) -> Iterator[str]:
    """Yield a line for every power of ten, with its time below."""
    for tick in scale.ticks:
        x = scale.x(tick)
        path = f'd="M{x:.1f} {_TITLE}V{bottom:.1f}"'
        yield f'<path {path} stroke="currentColor" stroke-opacity="0.15"/>'
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
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(text)}</text>"
    )
