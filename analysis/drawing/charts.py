"""What all pictures with axes share: how lines look, and names at their ends.

Each line has its name at its end, a dash pattern, a marker and a lightness of its own, so that the
pictures can be read in grey. The same figures give the same SVG, byte for byte. matplotlib is
imported when something is drawn.
"""

from __future__ import annotations

import itertools
import math
import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from bombe.analysis.shares import Share


class LineStyle(NamedTuple):
    """How a line differs from the others."""

    color: str
    dashes: Any
    marker: str


LOOKS = (
    LineStyle("#0b1f3a", "-", "o"),
    LineStyle("#b3400e", (0, (6, 2)), "s"),
    LineStyle("#2f9e8f", (0, (2, 1.5)), "^"),
    LineStyle("#4a2c6f", (0, (8, 2, 2, 2)), "D"),
    LineStyle("#c98a00", "-", "v"),
    LineStyle("#3f7fbf", (0, (4, 1.5, 1, 1.5, 1, 1.5)), "P"),
    LineStyle("#8a8a8a", (0, (1, 1)), "X"),
    LineStyle("#d45087", (0, (10, 3)), "<"),
    LineStyle("#5d7a1f", (0, (3, 3)), ">"),
    LineStyle("#a8a29a", (0, (5, 1)), "*"),
    LineStyle("#7a5195", (0, (1, 2.5)), "p"),
    LineStyle("#0f6b5c", (0, (12, 2, 1, 2)), "h"),
)
"""After the last one they begin anew."""
GRID = "#e4e4e4"
SUFFIXES = ("png", "svg")
_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "bombe",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
}
_GAP = 13.0
"""The least distance of two names, in points."""
_MARGIN = 0.08
"""Inches around what would leave the figure."""
_LETTERS = 10.5
"""How many letters of a title fit on an inch."""


class LineEnd(NamedTuple):
    """Where a line ends, and its label there."""

    name: str
    x: float
    y: float
    color: str
    aside: float = 0.0
    """How far right of its values the line is drawn, in points."""


_APART, _WIDEST = 4.0, 26.0
"""The distance in points between the error bars of two lines at one value, and of all together."""


def aside_of(number: int, count: int) -> float:
    """Return how far right the line of that number is drawn beside the others, in points."""
    return min(_APART, _WIDEST / count) * (number - (count - 1) / 2)


def shifted(axes: Any, aside: float) -> Any:
    """Return the transformation that draws values that far to the right, in points."""
    from matplotlib.transforms import ScaledTranslation

    return axes.transData + ScaledTranslation(aside / 72, 0, axes.figure.dpi_scale_trans)


@contextmanager
def chart(
    folder: Path, name: str, title: str, x_words: str, y_words: str
) -> Iterator[tuple[Any, list[Path]]]:
    """Yield the axes to draw on, and the files that hold the picture afterwards: PNG and SVG."""
    # There is no room on the right: names at the ends of lines make the figure grow.
    with _picture(folder, name, (7.5, 5.5)) as (figure, files):
        axes = figure.add_axes((0.13, 0.11, 0.84, 0.79))
        heading = axes.set_title(title)
        axes.set_xlabel(x_words)
        axes.set_ylabel(y_words)
        yield axes, files
        _wrap(heading)


@contextmanager
def panels(
    folder: Path, name: str, title: str, x_words: str, y_words: str, count: int
) -> Iterator[tuple[list[Any], list[Path]]]:
    """Yield so many small axes, and the files that hold the picture afterwards: PNG and SVG.

    The lines of the first axes that have labels are explained above all axes.
    """
    across = math.ceil(math.sqrt(1.3 * count))
    down = math.ceil(count / across)
    with _picture(folder, name, (2.3 * across, 1.9 * down)) as (figure, files):
        grid = figure.add_gridspec(
            down, across, left=0, right=1, bottom=0, top=1, hspace=0.55, wspace=0.1
        )
        found = [figure.add_subplot(grid[divmod(place, across)]) for place in range(count)]
        for place, axes in enumerate(found):
            axes.tick_params(labelsize=8, labelleft=place % across == 0)
        last_row = found[(down - 1) * across :]
        last_row[len(last_row) // 2].set_xlabel(x_words)
        found[(down - 1) // 2 * across].set_ylabel(y_words)
        yield found, files
        _head_panels(found[0], title)


def name_panel(axes: Any, name: str, *, is_total: bool = False) -> None:
    """Write the name of small axes above them; one that is too wide ends with three dots."""
    heading = axes.set_title(name, fontsize=9, fontweight="bold" if is_total else "normal")
    room = axes.get_window_extent().width
    while len(name) > 1 and heading.get_window_extent().width > room:
        name = name[:-1]
        heading.set_text(f"{name}...")


def _head_panels(axes: Any, title: str) -> None:
    """Write a legend of the lines over the first axes, and a title over that."""
    above = axes.get_tightbbox().y1
    _, names = axes.get_legend_handles_labels()
    if names:
        place = axes.transAxes.inverted().transform((0, above))[1]
        longest = max(map(len, names))
        across = max(1, int(axes.figure.get_size_inches()[0] * _LETTERS / (longest + 8)))
        legend = axes.legend(
            loc="lower left",
            bbox_to_anchor=(0, place),
            borderaxespad=0.6,
            borderpad=0,
            frameon=False,
            ncols=min(across, len(names)),
        )
        above = legend.get_window_extent().y1
    place = axes.transAxes.inverted().transform((0, above + 10))[1]
    _wrap(axes.text(0, place, title, fontsize=12, va="bottom", transform=axes.transAxes))


@contextmanager
def _picture(
    folder: Path, name: str, size: tuple[float, float]
) -> Iterator[tuple[Any, list[Path]]]:
    """Yield a figure, and the files to which it is written; it grows until it holds everything."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    files = [folder / f"{name}.{suffix}" for suffix in SUFFIXES]
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=size, dpi=110)
        FigureCanvasAgg(figure)
        yield figure, files
        figure.canvas.draw()
        for axes in figure.axes:
            _part_ticks(axes)
        _hold_all(figure)
        folder.mkdir(parents=True, exist_ok=True)
        for path in files:
            # Without the date, and without the version that drew it.
            metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
            figure.savefig(path, metadata=metadata)


class Mark(NamedTuple):
    """A value with its interval, at a place of the axis."""

    x: float
    y: float
    low: float
    high: float

    @classmethod
    def of(cls, x: float, share: Share) -> Mark:
        """Return the mark of a share, in percent."""
        return cls(x, share.percent, *share.interval)


def error_line(axes: Any, number: int, name: str, marks: Sequence[Mark], **style: Any) -> LineEnd:
    """Draw the line of that number with error bars; return its end."""
    look = LOOKS[number % len(LOOKS)]
    below = [mark.y - mark.low for mark in marks]
    above = [mark.high - mark.y for mark in marks]
    axes.errorbar(
        [mark.x for mark in marks],
        [mark.y for mark in marks],
        yerr=[below, above],
        color=look.color,
        linestyle=look.dashes,
        marker=look.marker,
        linewidth=1.8,
        **style,
    )
    return LineEnd(name, marks[-1].x, marks[-1].y, look.color)


def plain_line(
    axes: Any, number: int, name: str, x: Sequence[float], y: Sequence[float], **style: Any
) -> LineEnd:
    """Draw the line of that number without markers; return its end."""
    look = LOOKS[number % len(LOOKS)]
    axes.plot(x, y, color=look.color, linestyle=look.dashes, linewidth=1.8, **style)
    return LineEnd(name, x[-1], y[-1], look.color)


def draw_shares(
    folder: Path,
    name: str,
    words: tuple[str, str, str],
    lines: Mapping[str, Sequence[Mark]],
    bounds: tuple[float, float],
    ticks: Sequence[int] = (),
) -> list[Path]:
    """Draw shares with a line at 50 percent; `words` are the title, the x axis and the y axis.

    A line without a mark is left out, but keeps its look.
    """
    with chart(folder, name, *words) as (axes, files):
        ends = [
            error_line(axes, number, line, marks, elinewidth=1.0, capsize=3)
            for number, (line, marks) in enumerate(lines.items())
            if marks
        ]
        axes.axhline(50, color="#666666", linewidth=1, linestyle=(0, (1, 2)))
        axes.set_ylim(*bounds)
        if ticks:
            axes.set_xticks(ticks)
        axes.grid(visible=True, color=GRID, linewidth=0.7)
        name_the_ends(axes, ends)
    return files


def name_the_ends(axes: Any, ends: Sequence[LineEnd]) -> None:
    """Write each name right of the axes, level with its line's end as far as there is room.

    The figure grows if it is too low for all names.
    """
    height = axes.get_window_extent().height * 72 / axes.figure.dpi
    if (missing := (len(ends) * _GAP - height) / 72) > 0:
        _heighten(axes, missing)
        height += 72 * missing
    axes.figure.canvas.draw()
    to_pixels, to_axes = axes.transData, axes.transAxes.inverted()
    # To axes coordinates by way of pixels, in which a shift is the same on every scale.
    ends_in_pixels = (to_pixels.transform((end.x, end.y)) for end in ends)
    shifts = [end.aside * axes.figure.dpi / 72 for end in ends]
    places = [
        to_axes.transform((x + shift, y))
        for (x, y), shift in zip(ends_in_pixels, shifts, strict=True)
    ]
    gap = _GAP / height
    levels = spread([float(y) for _, y in places], gap, gap / 2, 1 - gap / 2)
    for end, (x, y), level in zip(ends, places, levels, strict=True):
        axes.annotate(
            end.name,
            xy=(x, y),
            xytext=(1.035, level),
            xycoords="axes fraction",
            textcoords="axes fraction",
            va="center",
            color=end.color,
            fontweight="bold",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": end.color,
                "linewidth": 0.7,
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 3,
            },
        )


def _wrap(text: Any) -> None:
    """Break the lines of a text that would leave its figure on the right."""
    room = text.figure.bbox.width - text.get_window_extent().x0
    lines: list[str] = []
    for line in text.get_text().split("\n"):
        text.set_text(line)
        share = room / max(1.0, text.get_window_extent().width)
        lines += textwrap.wrap(line, max(20, int(share * len(line)))) if share < 1 else [line]
    text.set_text("\n".join(lines))


def _hold_all(figure: Any) -> None:
    """Let a figure grow until it holds all that was drawn; what was drawn keeps its size."""
    box = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    beyond = (-box.x0, -box.y0, box.x1 - width, box.y1 - height)
    sides = [over + _MARGIN if over > 0 else 0.0 for over in beyond]
    if any(sides):
        _grow(figure, *sides)


def _grow(figure: Any, left: float, bottom: float, right: float, top: float) -> None:
    """Add inches to the sides of a figure; what was drawn keeps its size and stays where it is."""
    width, height = figure.get_size_inches()
    wide, high = width + left + right, height + bottom + top
    figure.set_size_inches(wide, high)

    def moved(x: float, y: float) -> tuple[float, float]:
        return (x * width + left) / wide, (y * height + bottom) / high

    for axes in figure.axes:
        x, y, across, up = axes.get_position().bounds
        axes.set_position((*moved(x, y), across * width / wide, up * height / high))
    for text in figure.texts:
        text.set_position(moved(*text.get_position()))


def _heighten(axes: Any, inches: float) -> None:
    """Make the axes of a figure higher, and the figure with them."""
    x, y, across, up = axes.get_position().bounds
    height = axes.figure.get_size_inches()[1]
    _grow(axes.figure, 0, 0, 0, inches)
    high = height + inches
    axes.set_position((x, y * height / high, across, (up * height + inches) / high))


def _part_ticks(axes: Any) -> None:
    """Turn the labels of the horizontal axis if they would overlap."""
    boxes = [label.get_window_extent() for label in axes.get_xticklabels() if label.get_text()]
    boxes.sort(key=lambda box: box.x0)
    if any(one.x1 + 2 > other.x0 for one, other in itertools.pairwise(boxes)):
        axes.tick_params(axis="x", labelrotation=90)


def spread(
    levels: Sequence[float], gap: float, low: float = -math.inf, high: float = math.inf
) -> list[float]:
    """Move levels apart until neighbours are a gap apart, in their order, as little as may be.

    Levels that would overlap form a block around their common middle, between low and high; blocks
    that meet are joined.
    """

    def start(block: Sequence[int]) -> float:
        """Return the level of a block's first member."""
        middle = sum(levels[index] for index in block) / len(block)
        reach = gap * (len(block) - 1)
        return max(low, min(middle - reach / 2, high - reach))

    blocks: list[list[int]] = []
    for index in sorted(range(len(levels)), key=lambda i: levels[i]):
        blocks.append([index])
        while len(blocks) > 1 and start(blocks[-1]) < start(blocks[-2]) + len(blocks[-2]) * gap:
            last = blocks.pop()
            blocks[-1] += last
    placed = list(levels)
    for block in blocks:
        begin = start(block)
        for place, index in enumerate(block):
            placed[index] = begin + place * gap
    return placed
