"""Draws a board with notes as a self-contained SVG picture, readable without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.drawing.notes import Note, Notes, Tone
from bombe.analysis.drawing.picture import picture, text_at
from bombe.boards.sudoku.symbols import symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE, _PAD, _MARGIN = 15, 4, 28
_COLORS = {
    Tone.BEST: "#1b5e20",
    Tone.GOOD: "#2e7d32",
    Tone.BAD: "#c62828",
    Tone.OPEN: "#8d6e00",
}
_GREY = "#37474f"


class _Page:
    """The measures of a picture: every cell is as large as the notes of the fullest need."""

    def __init__(self, notes: Notes) -> None:
        texts = [note.text for cell in notes.cells for note in cell]
        self.shape = notes.board.shape
        self.cell_width = max(34, 7 * max(map(len, texts), default=0) + 2 * _PAD)
        self.cell_height = max(34, _LINE * max(map(len, notes.cells)) + 2 * _PAD)
        self.width, self.height = (
            self.shape.size * self.cell_width,
            self.shape.size * self.cell_height,
        )

    def corner(self, cell: int) -> tuple[int, int]:
        """Give the upper left corner of a cell."""
        row, column = self.shape.coordinates(cell)
        return _MARGIN + column * self.cell_width, _MARGIN + row * self.cell_height


def draw_svg(notes: Notes) -> str:
    """Draw the board, the notes in their cells, and the legend below."""
    page = _Page(notes)
    legend = "  ·  ".join(notes.legend)
    width = max(page.width, 7 * len(legend)) + 2 * _MARGIN
    height = page.height + 2 * _MARGIN + 22
    body = [*_cells(notes, page), *_rules(page), *_labels(page)]
    body.append(text_at(legend, _MARGIN, height - 16, 12, _GREY, anchor="start"))
    return picture(notes.title, width, height, body)


def _cells(notes: Notes, page: _Page) -> Iterator[str]:
    for cell, (value, found) in enumerate(zip(notes.board.values, notes.cells, strict=True)):
        x, y = page.corner(cell)
        yield (
            f'<rect x="{x}" y="{y}" width="{page.cell_width}" height="{page.cell_height}" '
            f'fill="{"#eceff1" if value else "#ffffff"}" stroke="#b0bec5" stroke-width="0.5"/>'
        )
        middle = x + page.cell_width / 2
        if value:
            size = min(24.0, 0.6 * page.cell_height)
            below = y + page.cell_height / 2 + 0.36 * size
            yield text_at(symbol(value), middle, below, size, "#212121", weight="700")
        for line, note in enumerate(found, 1):
            yield _note(note, middle, y + _PAD + line * _LINE - 4)


def _note(note: Note, x: float, y: float) -> str:
    weight = "700" if note.tone is Tone.BEST else "400"
    return text_at(note.text, x, y, 12, _COLORS[note.tone], weight=weight)


def _rules(page: _Page) -> Iterator[str]:
    """Draw the borders of the boxes."""
    right, bottom = _MARGIN + page.width, _MARGIN + page.height
    for x in range(_MARGIN, right + 1, page.shape.n * page.cell_width):
        yield _line(x, _MARGIN, x, bottom)
    for y in range(_MARGIN, bottom + 1, page.shape.m * page.cell_height):
        yield _line(_MARGIN, y, right, y)


def _line(x1: int, y1: int, x2: int, y2: int) -> str:
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{_GREY}" stroke-width="2" '
        'stroke-linecap="square"/>'
    )


def _labels(page: _Page) -> Iterator[str]:
    """Number rows and columns from 0, as moves do."""
    for index in range(page.shape.size):
        along = _MARGIN + (index + 0.5) * page.cell_width
        yield text_at(str(index), along, _MARGIN - 9, 11, "#78909c")
        down = _MARGIN + (index + 0.5) * page.cell_height
        yield text_at(str(index), _MARGIN - 14, down + 4, 11, "#78909c")
