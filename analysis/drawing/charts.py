"""What all pictures with axes share: how lines look, and names at their ends.

Each line has its name at its end, a dash pattern, a marker and a lightness of its own, so that the
pictures can be read in grey. The same figures give the same SVG, byte for byte. matplotlib is
imported when something is drawn.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


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


class End(NamedTuple):
    """Where a line ends, and what stands there."""

    name: str
    x: float
    y: float
    color: str


@contextmanager
def chart(
    folder: Path, name: str, title: str, x_words: str, y_words: str
) -> Iterator[tuple[Any, list[Path]]]:
    """Yield the axes to draw on, and the files that hold the picture afterwards: PNG and SVG."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    files = [folder / f"{name}.{suffix}" for suffix in SUFFIXES]
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(9, 5.5), dpi=110)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.11, 0.11, 0.69, 0.79))
        axes.set_title(title)
        axes.set_xlabel(x_words)
        axes.set_ylabel(y_words)
        yield axes, files
        folder.mkdir(parents=True, exist_ok=True)
        for path in files:
            # Without the date, and without the version that drew it.
            metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
            figure.savefig(path, metadata=metadata)


def name_the_ends(axes: Any, ends: Sequence[End]) -> None:
    """Write each name right of the axes, level with its line's end as far as there is room."""
    axes.figure.canvas.draw()
    to_pixels, to_axes = axes.transData, axes.transAxes.inverted()
    places = [to_axes.transform(to_pixels.transform((end.x, end.y))) for end in ends]
    height = axes.get_window_extent().height * 72 / axes.figure.dpi
    levels = spread([float(y) for _, y in places], _GAP / height)
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
                "shrinkA": 1,
                "shrinkB": 3,
            },
        )


def spread(levels: Sequence[float], gap: float) -> list[float]:
    """Move levels apart until neighbours are a gap apart, in their order, as little as may be.

    Levels that would overlap form a block around their common middle; blocks that meet are joined.
    """
    blocks: list[list[int]] = []
    for index in sorted(range(len(levels)), key=lambda i: levels[i]):
        blocks.append([index])
        while len(blocks) > 1 and _start(blocks[-1], levels, gap) < (
            _start(blocks[-2], levels, gap) + len(blocks[-2]) * gap
        ):
            last = blocks.pop()
            blocks[-1] += last
    placed = list(levels)
    for block in blocks:
        start = _start(block, levels, gap)
        for place, index in enumerate(block):
            placed[index] = start + place * gap
    return placed


def _start(block: Sequence[int], levels: Sequence[float], gap: float) -> float:
    """Return the level of a block's first member."""
    middle = sum(levels[index] for index in block) / len(block)
    return middle - gap * (len(block) - 1) / 2
