"""Draws a sheet as a self-contained SVG picture, readable in print and without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.drawing.picture import picture, text_at
from bombe.analysis.drawing.sheet import CellView, Mark, Sheet
from bombe.boards.sudoku.symbols import symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Shape

UNIT = 18
"""The width and height of a candidate, in pixels."""
_PAD = 5
_MARGIN = 28
_CLASH = "#ffcdd2"
_OWNERS = ("#ffffff", "#bbdefb", "#ffe0b2")
"""The ground of cells that nobody, player 1 and player 2 filled; a sign says it too."""
_FORCED, _LATEST = "#ef6c00", "#212121"
_COLORS = {
    Mark.OPEN: "#555555",
    Mark.SAFE: "#1b5e20",
    Mark.BOMB: "#c62828",
    Mark.UNDECIDED: "#8d6e00",
    Mark.TABOO: "#6a1b9a",
}


def draw_svg(sheet: Sheet) -> str:
    """Draw the sheet: bombs struck through in red, forced cells framed, a legend below."""
    shape = sheet.shape
    cell_width, cell_height = _cell_size(shape)
    width, height = shape.size * cell_width, shape.size * cell_height
    legend = height + _MARGIN + 22
    body = [*_cells(sheet), *_rules(sheet, width, height), *_labels(sheet), *_legend(sheet, legend)]
    # The longest legend takes 330 pixels; without one, the board alone decides.
    full_width = max(width, 330 if sheet.marks or sheet.owners else 0) + 2 * _MARGIN
    full_height = legend + 14
    return picture(sheet.title, full_width, full_height, body)


def _cell_size(shape: Shape) -> tuple[int, int]:
    return shape.n * UNIT + 2 * _PAD, shape.m * UNIT + 2 * _PAD


def _cells(sheet: Sheet) -> Iterator[str]:
    """Draw every cell, then the frames, so that no neighbour covers a frame."""
    shape = sheet.shape
    width, height = _cell_size(shape)
    frames = []
    for index, cell in enumerate(sheet.cells):
        row, column = shape.coordinates(index)
        x, y = _MARGIN + column * width, _MARGIN + row * height
        fill = _ground(cell)
        yield (
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" '
            f'fill="{fill}" stroke="#b0bec5" stroke-width="0.5"/>'
        )
        if cell.value:
            yield _value(cell, x + width / 2, y + height / 2, min(width, height))
            if cell.owner:
                yield text_at(
                    "+-"[cell.owner - 1], x + width - 8, y + 13, 14, "#37474f", weight="700"
                )
        else:
            yield from _pencils(cell, x + _PAD, y + _PAD, shape.n)
        if cell.framed or cell.latest:
            frames.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{width - 4}" height="{height - 4}" rx="4" '
                f'fill="none" stroke="{_LATEST if cell.latest else _FORCED}" stroke-width="2"/>'
            )
    yield from frames


def _ground(cell: CellView) -> str:
    if cell.clashes:
        return _CLASH
    return "#eceff1" if cell.value and cell.given else _OWNERS[cell.owner]


def _value(cell: CellView, x: float, y: float, room: int) -> str:
    size = round(min(room * 0.72, 34), 1)
    weight, color = ("700", "#212121") if cell.given else ("400", "#01579b")
    return text_at(symbol(cell.value), x, y + size * 0.36, size, color, weight=weight)


def _pencils(cell: CellView, x: int, y: int, n: int) -> Iterator[str]:
    for pencil in cell.pencils:
        row, column = divmod(pencil.value - 1, n)
        yield from _pencil(
            pencil.value, pencil.mark, x + (column + 0.5) * UNIT, y + (row + 0.5) * UNIT
        )


def _pencil(value: int, mark: Mark, x: float, y: float) -> Iterator[str]:
    """Draw a candidate around a point; a bomb is struck through, a taboo crossed out."""
    color = _COLORS[mark]
    weight = "700" if mark is Mark.SAFE else "400"
    yield text_at(symbol(value), x, y + 4.5, 12.5, color, weight=weight)
    reach = UNIT * 0.36
    strokes = {
        Mark.BOMB: [(-reach, reach)],
        Mark.TABOO: [(-reach, reach), (reach, -reach)],
    }
    for start, end in strokes.get(mark, []):
        yield (
            f'<line x1="{x - reach:.1f}" y1="{y - start:.1f}" x2="{x + reach:.1f}" '
            f'y2="{y - end:.1f}" stroke="{color}" stroke-width="1.2"/>'
        )
    if mark is Mark.UNDECIDED:
        yield text_at("?", x + 6.5, y - 1.5, 8, color)


def _rules(sheet: Sheet, width: int, height: int) -> Iterator[str]:
    """Draw the borders of the boxes."""
    shape = sheet.shape
    cell_width, cell_height = _cell_size(shape)
    for x in range(0, width + 1, shape.n * cell_width):
        yield _line(x, 0, x, height)
    for y in range(0, height + 1, shape.m * cell_height):
        yield _line(0, y, width, y)


def _line(x1: int, y1: int, x2: int, y2: int) -> str:
    return (
        f'<line x1="{_MARGIN + x1}" y1="{_MARGIN + y1}" x2="{_MARGIN + x2}" y2="{_MARGIN + y2}" '
        'stroke="#37474f" stroke-width="2" stroke-linecap="square"/>'
    )


def _labels(sheet: Sheet) -> Iterator[str]:
    """Number rows and columns from 0, as moves do."""
    width, height = _cell_size(sheet.shape)
    for index in range(sheet.shape.size):
        along = _MARGIN + (index + 0.5) * width
        yield text_at(str(index), along, _MARGIN - 9, 11, "#78909c")
        down = _MARGIN + (index + 0.5) * height
        yield text_at(str(index), _MARGIN - 14, down + 4, 11, "#78909c")


def _legend(sheet: Sheet, y: int) -> Iterator[str]:
    x = _MARGIN + UNIT / 2
    for mark in sheet.marks:
        yield from _pencil(5, mark, x, y - 4)
        yield text_at(mark.value, x + 14, y, 12, "#37474f", anchor="start")
        x += 32 + 7.5 * len(mark.value)
    swatches = [("#ffffff", _FORCED, "forced cell")] if any(c.framed for c in sheet.cells) else []
    swatches += [(_OWNERS[owner], "#b0bec5", f"player {owner}") for owner in sheet.owners]
    if any(cell.latest for cell in sheet.cells):
        swatches.append(("#ffffff", _LATEST, "last move"))
    for fill, stroke, words in swatches:
        yield (
            f'<rect x="{x - 7}" y="{y - 12}" width="16" height="16" rx="3" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="2"/>'
        )
        yield text_at(words, x + 16, y, 12, "#37474f", anchor="start")
        x += 34 + 7 * len(words)
