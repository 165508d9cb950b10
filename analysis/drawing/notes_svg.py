"""Draws a board with notes as a self-contained SVG picture, readable without colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombe.analysis.drawing.layout import MARGIN, Layout
from bombe.analysis.drawing.notes import Ground, Note, Notes, Tone
from bombe.analysis.drawing.picture import picture, text_at
from bombe.boards.sudoku.symbols import numeral

_LINE, _PAD = 15, 4
_COLORS = {
    Tone.BEST: "#1b5e20",
    Tone.GOOD: "#2e7d32",
    Tone.BAD: "#c62828",
    Tone.OPEN: "#8d6e00",
    Tone.PLACE: "#37474f",
}
_GROUNDS = {Ground.FIRST: "#bbdefb", Ground.SECOND: "#ffe0b2", Ground.DEAD: "#d7ccc8"}
"""The ground of cells that one player or nobody can reach; a note says it, too."""
_LETTERS = 7
"""The width of a letter of the legend, in pixels."""
_WIDEST = 660
"""The width up to which a legend of a small board stays on one line."""


def draw_svg(notes: Notes) -> str:
    """Draw the board, the notes in their cells, and the legend below."""
    layout = _layout(notes)
    lines = _legend(notes.legend, max(layout.width, _WIDEST))
    width = max(layout.width, _LETTERS * max(map(len, lines))) + 2 * MARGIN
    below = layout.height + 2 * MARGIN + 6
    body = [*_cells(notes, layout), *layout.borders(), *layout.numbers()]
    for number, line in enumerate(lines):
        body.append(text_at(line, MARGIN, below + _LINE * number, 12, "#37474f", anchor="start"))
    return picture(notes.title, width, below + _LINE * len(lines) + 1, body)


def _legend(parts: Sequence[str], room: int) -> list[str]:
    """Return the lines of a legend; one that says only a little stays on one line."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]}  ·  {part}" if lines[-1] else part
        if lines[-1] and _LETTERS * len(longer) > room:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


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
            f'fill="{_fill(notes, cell)}" stroke="#b0bec5" stroke-width="0.5"/>'
        )
        middle = x + layout.cell_width / 2
        if value:
            size = min(24.0, 0.6 * layout.cell_height)
            below = y + layout.cell_height / 2 + 0.36 * size
            yield text_at(numeral(value), middle, below, size, "#212121", weight="700")
        for line, note in enumerate(found, 1):
            yield _note(note, middle, y + _PAD + line * _LINE - 4)


def _fill(notes: Notes, cell: int) -> str:
    if notes.board.values[cell]:
        return "#eceff1"
    return _GROUNDS.get(notes.grounds[cell], "#ffffff") if notes.grounds else "#ffffff"


def _note(note: Note, x: float, y: float) -> str:
    weight = "700" if note.tone is Tone.BEST else "400"
    return text_at(note.text, x, y, 12, _COLORS[note.tone], weight=weight)
