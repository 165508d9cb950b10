"""Where the texts of a drawn figure stand: they have to be in the frame, and apart."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib.figure import Figure
from matplotlib.text import Text

if TYPE_CHECKING:
    import pytest
    from matplotlib.transforms import Bbox

_TOUCH = 1.0
"""Pixels by which two boxes may overlap: a box is a little larger than its letters."""


class PlacedText(NamedTuple):
    """A text, and the box that it takes in pixels."""

    text: str
    box: Bbox


def saved_figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """Return a list to which every figure is added when it is written to a file."""
    figures: list[Figure] = []
    original = Figure.savefig

    def savefig(figure: Figure, *words: Any, **options: Any) -> None:
        if figure not in figures:
            figures.append(figure)
        original(figure, *words, **options)

    monkeypatch.setattr(Figure, "savefig", savefig)
    return figures


def placed_texts(figure: Figure) -> list[PlacedText]:
    """Return all visible texts of a figure."""
    figure.canvas.draw()
    unseen = _labels_out_of_range(figure)
    texts = [text for text in figure.findobj(Text) if isinstance(text, Text)]
    shown = [
        text
        for text in texts
        if text.get_visible() and text.get_text().strip() and text not in unseen
    ]
    boxes = ((text, Text.get_window_extent(text)) for text in shown)
    return [PlacedText(text.get_text(), box) for text, box in boxes if box.width > 0]


def _labels_out_of_range(figure: Figure) -> set[Text]:
    """Return the labels of ticks that no axis shows, because its range ends before them."""
    found = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            ticks = (*axis.get_major_ticks(), *axis.get_minor_ticks())
            found |= {tick.label1 for tick in ticks if not low <= tick.get_loc() <= high}
    return found


def texts_beyond(figure: Figure) -> list[str]:
    """Return the texts that leave the frame of a figure."""
    frame = figure.bbox
    return [
        text
        for text, box in placed_texts(figure)
        if box.x0 < frame.x0 or box.x1 > frame.x1 or box.y0 < frame.y0 or box.y1 > frame.y1
    ]


def overlapping_texts(figure: Figure) -> list[tuple[str, str]]:
    """Return the pairs of texts of which one covers the other."""
    return [
        (one.text, other.text)
        for one, other in itertools.combinations(placed_texts(figure), 2)
        if min(one.box.x1, other.box.x1) - max(one.box.x0, other.box.x0) > _TOUCH
        and min(one.box.y1, other.box.y1) - max(one.box.y0, other.box.y0) > _TOUCH
    ]
