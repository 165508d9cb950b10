"""Pictures of a run, as PNG and SVG: cactus plot, performance profile, time against size.

The same run gives the same SVG, byte for byte.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.bench.summary import BoardTiming, timings
from bombe.analysis.bench.table import duration
from bombe.analysis.drawing.charts import GRID, LOOKS, LineEnd, LineStyle, chart, name_the_ends

if TYPE_CHECKING:
    from bombe.analysis.bench.result import Benchmark


class Curve(NamedTuple):
    """A line of a picture."""

    name: str
    x: list[float]
    y: list[float]


class Picture(NamedTuple):
    """What is drawn: curves under a title, with labels along both axes.

    y is logarithmic, and `say` formats its values; `sizes` are the only values of x with a tick.
    """

    file: str
    title: str
    x_words: str
    y_words: str
    curves: list[Curve]
    say: Callable[[float], str]
    sizes: Sequence[int] = ()


def draw_pictures(run: Benchmark, folder: Path) -> list[Path]:
    """Draw all pictures of a run into a folder and return the files."""
    drawn = {timing.contestant for timing in _single(run)}
    names = [str(c["name"]) for c in run.header.contestants if c["name"] in drawn]
    looks = {name: LOOKS[i % len(LOOKS)] for i, name in enumerate(names)}
    return [file for picture in pictures_of(run) for file in _draw(picture, looks, folder)]


def pictures_of(run: Benchmark) -> Iterator[Picture]:
    """Yield what the pictures show, task by task."""
    found = _single(run)
    for task, words in run.header.tasks.items():
        by_name: dict[str, list[BoardTiming]] = {}
        for timing in found:
            if timing.task == task:
                by_name.setdefault(timing.contestant, []).append(timing)
        if by_name:
            yield _cactus(task, words, by_name)
            yield _profile(task, words, by_name)
            sizes = sorted({timing.size for each in by_name.values() for timing in each})
            if len(sizes) > 1:
                yield _sizes(task, words, by_name, sizes)


def _single(run: Benchmark) -> list[BoardTiming]:
    """Return the times of single boards; batches have none.

    A fresh process can seem quicker than a bare interpreter: no logarithmic scale can show that.
    """
    return [timing for timing in timings(run) if timing.board is not None and timing.seconds > 0]


def _cactus(task: str, words: str, by_name: Mapping[str, Sequence[BoardTiming]]) -> Picture:
    curves = []
    for name, found in by_name.items():
        seconds = sorted(timing.seconds for timing in found if timing.finished)
        curves.append(Curve(name, [float(i) for i in range(1, len(seconds) + 1)], seconds))
    return Picture(
        f"cactus-{task}",
        f"How many boards are done within a time: {words}",
        "boards done, each solver's quickest first",
        "time for the board",
        curves,
        _round_duration,
    )


def _profile(task: str, words: str, by_name: Mapping[str, Sequence[BoardTiming]]) -> Picture:
    best: dict[tuple[str, str | None], float] = {}
    for found in by_name.values():
        for timing in found:
            key = timing.set, timing.board
            best[key] = min(best.get(key, math.inf), timing.seconds)
    boards = [key for key, seconds in best.items() if math.isfinite(seconds)]
    curves = []
    for name, found in by_name.items():
        factors = sorted(t.seconds / best[t.set, t.board] for t in found if t.finished)
        shares = [100 * (i + 1) / len(boards) for i in range(len(factors))]
        curves.append(Curve(name, shares, factors))
    return Picture(
        f"profile-{task}",
        f"On how many boards a solver is near the best: {words}",
        "share of the boards, percent",
        "times as long as the best on the board",
        curves,
        lambda factor: f"{factor:,.0f}",
    )


def _sizes(
    task: str, words: str, by_name: Mapping[str, Sequence[BoardTiming]], sizes: Sequence[int]
) -> Picture:
    curves = []
    for name, found in by_name.items():
        points = [(float(size), _middle(found, size)) for size in sizes]
        kept = [(x, y) for x, y in points if y is not None]
        curves.append(Curve(name, [x for x, _ in kept], [y for _, y in kept]))
    return Picture(
        f"sizes-{task}",
        f"How time grows with the board: {words}",
        "rows of the board, N",
        "time, median of the boards",
        curves,
        _round_duration,
        sizes,
    )


def _round_duration(seconds: float) -> str:
    return duration(seconds).replace(".00", "").replace(".0", "")


def _middle(found: Sequence[BoardTiming], size: int) -> float | None:
    """Return the median time at a size; None where that is an unfinished board."""
    seconds = sorted(timing.seconds for timing in found if timing.size == size)
    if not seconds:
        return None
    middle = seconds[len(seconds) // 2]
    return middle if math.isfinite(middle) else None


def _draw(picture: Picture, looks: Mapping[str, LineStyle], folder: Path) -> list[Path]:
    curves = [curve for curve in picture.curves if curve.x]
    words = picture.title, picture.x_words, picture.y_words
    with chart(folder, picture.file, *words) as (axes, files):
        for curve in curves:
            _line(axes, curve, looks[curve.name])
        _scale(axes, picture)
        if picture.sizes:
            axes.set_xticks(list(picture.sizes), [str(size) for size in picture.sizes])
        ends = [LineEnd(c.name, c.x[-1], c.y[-1], looks[c.name].color) for c in curves]
        name_the_ends(axes, ends)
        _name_the_absent(axes.figure, picture)
    return files


def _line(axes: Any, curve: Curve, look: LineStyle) -> None:
    color, dashes, marker = look
    every = max(1, len(curve.x) // 8)
    axes.plot(
        curve.x,
        curve.y,
        color=color,
        linestyle=dashes,
        linewidth=1.8,
        marker=marker,
        markersize=5,
        markevery=((len(curve.x) - 1) % every, every),
    )


def _scale(axes: Any, picture: Picture) -> None:
    """Let the y axis cover whole powers of ten, each with its label."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

    values = [y for curve in picture.curves for y in curve.y] or [1.0, 10.0]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_yscale("log")
    axes.set_ylim(0.9 * 10.0**low, 1.1 * 10.0 ** max(high, low + 1))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: picture.say(y)))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.grid(visible=True, color=GRID, linewidth=0.7)


def _name_the_absent(figure: Any, picture: Picture) -> None:
    """List the solvers that have no line because they finished nothing."""
    absent = [curve.name for curve in picture.curves if not curve.x]
    if absent:
        words = f"no board finished: {', '.join(absent)}"
        figure.text(0.99, 0.008, words, fontsize=8, color="#444444", ha="right")
