"""Draws a board with notes as a self-contained SVG picture, readable without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.drawing.layout import MARGIN, Layout
from bombe.analysis.drawing.notes import Note, Notes, Tone
from bombe.analysis.drawing.picture import picture, text_at
from bombe.boards.sudoku.symbols import symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE, _PAD = 15, 4
_COLORS = {
    Tone.BEST: "#1b5e20",
    Tone.GOOD: "#2e7d32",
    Tone.BAD: "#c62828",
    Tone.OPEN: "#8d6e00",
}


def draw_svg(notes: Notes) -> str:
    """Draw the board, the notes in their cells, and the legend below."""
    layout = _layout(notes)
    legend = "  ·  ".join(notes.legend)
    width = max(layout.width, 7 * len(legend)) + 2 * MARGIN
    height = layout.height + 2 * MARGIN + 22
    body = [*_cells(notes, layout), *layout.borders(), *layout.numbers()]
    body.append(text_at(legend, MARGIN, height - 16, 12, "#37474f", anchor="start"))
    return picture(notes.title, width, height, body)


def _layout(notes: Notes) -> Layout:
    """Return cells that are large enough for the longest note and the most notes."""
    texts = [note.text for cell in notes.cells for note in cell]
    return Layout(
        notes.board.shape,
        max(34, 7 * max(map(len, texts), default=0) + 2 * _PAD),
        max(34, _LINE * max(map(len, notes.cells)) + 2 * _PAD),
    )


def _cells(notes: Notes, layout: Layout) -> Iterator[str]:
    for cell, (value, found) in enumerate(zip(notes.board.values, notes.cells, strict=True)):
        x, y = layout.corner(cell)
        yield (
            f'<rect x="{x}" y="{y}" width="{layout.cell_width}" height="{layout.cell_height}" '
            f'fill="{"#eceff1" if value else "#ffffff"}" stroke="#b0bec5" stroke-width="0.5"/>'
        )
        middle = x + layout.cell_width / 2
        if value:
            size = min(24.0, 0.6 * layout.cell_height)
            below = y + layout.cell_height / 2 + 0.36 * size
            yield text_at(symbol(value), middle, below, size, "#212121", weight="700")
        for line, note in enumerate(found, 1):
            yield _note(note, middle, y + _PAD + line * _LINE - 4)


def _note(note: Note, x: float, y: float) -> str:
    weight = "700" if note.tone is Tone.BEST else "400"
    return text_at(note.text, x, y, 12, _COLORS[note.tone], weight=weight)
