"""Draws a board with notes as text; where it is too wide for the reader, lists them by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombe.analysis.drawing.layout import Names
from bombe.analysis.drawing.look import Look, paint
from bombe.analysis.drawing.notes import Note, Notes, Tone
from bombe.boards.sudoku.symbols import numeral

_STYLES = {Tone.BEST: "1;32", Tone.GOOD: "32", Tone.BAD: "31", Tone.OPEN: "33", Tone.PLACE: "2"}
_UNICODE, _ASCII = ("─", "│", "┌┬┐├┼┤└┴┘"), ("-", "|", "+++++++++")


def draw_text(notes: Notes, look: Look) -> str:
    """Draw the notes of each cell one below the other, with a line around every box."""
    shape = notes.board.shape
    width = max([2, *(len(note.text) for cell in notes.cells for note in cell)]) + 1
    legend = "\n".join(legend_lines(notes.legend, look.width))
    if 4 + shape.size * width + shape.m > look.width:
        plain = [f"   {line}" for line in str(notes.board).splitlines()]
        return "\n".join([*plain, "", *_listing(notes, look), legend])
    across, down, joints = _UNICODE if look.unicode else _ASCII
    span = [across * (width * shape.n)] * shape.m
    columns, rows = _aligned(Names.usual(shape))
    aside = " " * (len(rows[0]) + 1)
    rules = [f"{aside}{joints[i]}{joints[i + 1].join(span)}{joints[i + 2]}" for i in (0, 3, 6)]
    drawn = [f"{aside} {_numbers(columns, shape.n, width)}"]
    for row, values in enumerate(notes.board):
        if row % shape.m == 0:
            drawn.append(rules[0 if row == 0 else 1])
        cells = notes.cells[row * shape.size : (row + 1) * shape.size]
        drawn += _row(rows[row], values, cells, shape.n, width, down, look)
    return "\n".join([*drawn, rules[2], legend])


def legend_lines(legend: Sequence[str], width: int) -> Iterator[str]:
    """Yield the lines of a legend, each as long as there is room for."""
    line = ""
    for words in legend:
        if line and len(line) + 3 + len(words) > width:
            yield line
            line = ""
        line += f"   {words}"
    yield line


def _numbers(names: Sequence[str], n: int, width: int) -> str:
    found = [f"{name:>{width - 1}} " for name in names]
    return " ".join("".join(found[i : i + n]) for i in range(0, len(found), n)).rstrip()


def _aligned(names: Names) -> tuple[list[str], list[str]]:
    """Return the names of columns, and those of rows, which are all as long as the longest."""
    longest = max(2, *map(len, names.rows))
    return names.columns, [f"{name:>{longest}}" for name in names.rows]


def _row(
    name: str,
    values: Sequence[int],
    cells: Sequence[Sequence[Note]],
    n: int,
    width: int,
    down: str,
    look: Look,
) -> Iterator[str]:
    """Draw a row of cells, as many lines high as the cell with most notes."""
    height = max(1, *map(len, cells))
    for line in range(height):
        drawn = [
            _value(value, width, look) if value and line == 0 else _note(cell, line, width, look)
            for value, cell in zip(values, cells, strict=True)
        ]
        boxes = ["".join(drawn[i : i + n]) for i in range(0, len(drawn), n)]
        head = name if line == 0 else " " * len(name)
        yield f"{head} {down}{down.join(boxes)}{down}"


def _value(value: int, width: int, look: Look) -> str:
    return paint(f"{numeral(value):>{width - 1}} ", "1", look)


def _note(cell: Sequence[Note], line: int, width: int, look: Look) -> str:
    if line >= len(cell):
        return " " * width
    return paint(f"{cell[line].text:>{width - 1}} ", _STYLES[cell[line].tone], look)


def _listing(notes: Notes, look: Look) -> Iterator[str]:
    """List the notes cell by cell."""
    for cell, found in enumerate(notes.cells):
        if found:
            row, column = notes.board.shape.coordinates(cell)
            words = ", ".join(paint(note.text, _STYLES[note.tone], look) for note in found)
            yield f"({row:>2},{column:>2})  {words}"
