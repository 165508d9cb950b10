"""Draws a sheet as a self-contained SVG picture, readable in print and without colour."""

from __future__ import annotations

from collections.abc import Iterator

from bombe.analysis.drawing.layout import MARGIN, Layout
from bombe.analysis.drawing.picture import picture, text_at
from bombe.analysis.drawing.sheet import RATED, CellView, Mark, Sheet
from bombe.boards.sudoku.symbols import numeral

UNIT = 18
"""The width and height of a candidate, in pixels."""
_PAD = 5
_CLASH = "#ffcdd2"
_OWNERS = ("#ffffff", "#bbdefb", "#ffe0b2")
"""The ground of cells that nobody, player 1 and player 2 filled; a sign says it too."""
_FORCED, _LATEST = "#ef6c00", "#212121"
_COLORS = {
    Mark.OPEN: "#555555",
    Mark.SAFE: "#1b5e20",
    Mark.BOMB: "#c62828",
    Mark.DIRECT: "#c62828",
    Mark.SINGLES: "#ef6c00",
    Mark.PAIRS: "#01579b",
    Mark.CASES: "#4e342e",
    Mark.UNRATED: "#ad1457",
    Mark.UNDECIDED: "#8d6e00",
    Mark.TABOO: "#6a1b9a",
}
_LETTERS = {
    Mark.UNDECIDED: "?",
    Mark.SINGLES: "s",
    Mark.PAIRS: "p",
    Mark.CASES: "c",
    Mark.UNRATED: "u",
}
"""The sign beside a candidate, so that colour is not needed."""


def draw_svg(sheet: Sheet) -> str:
    """Draw the sheet: bombs struck through in red, forced cells framed, a legend below."""
    shape = sheet.shape
    layout = Layout(shape, shape.n * UNIT + 2 * _PAD, shape.m * UNIT + 2 * _PAD)
    legend = layout.height + MARGIN + 22
    body = [*_cells(sheet, layout), *layout.borders(), *layout.numbers(), *_legend(sheet, legend)]
    width = max(layout.width, _legend_width(sheet)) + 2 * MARGIN
    return picture(sheet.title, width, legend + 14, body)


def _cells(sheet: Sheet, layout: Layout) -> Iterator[str]:
    """Draw every cell, then the frames of cells, so that no neighbour covers one."""
    for index, cell in enumerate(sheet.cells):
        yield from _cell(cell, layout, *layout.corner(index))
    for index, cell in enumerate(sheet.cells):
        if cell.framed or cell.latest:
            x, y = layout.corner(index)
            yield (
                f'<rect x="{x + 2}" y="{y + 2}" width="{layout.cell_width - 4}" '
                f'height="{layout.cell_height - 4}" rx="4" '
                f'fill="none" stroke="{_LATEST if cell.latest else _FORCED}" stroke-width="2"/>'
            )


def _cell(cell: CellView, layout: Layout, x: int, y: int) -> Iterator[str]:
    """Draw the ground of a cell, and its value with its owner's sign, or its candidates."""
    width, height = layout.cell_width, layout.cell_height
    yield (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" '
        f'fill="{_ground(cell)}" stroke="#b0bec5" stroke-width="0.5"/>'
    )
    if cell.value:
        yield _value(cell, x + width / 2, y + height / 2, min(width, height))
        if cell.owner:
            sign = "+-"[cell.owner - 1]
            yield text_at(sign, x + width - 8, y + 13, 14, "#37474f", weight="700")
    else:
        yield from _pencils(cell, x + _PAD, y + _PAD, layout.shape.n)


def _ground(cell: CellView) -> str:
    if cell.clashes:
        return _CLASH
    return "#eceff1" if cell.value and cell.given else _OWNERS[cell.owner]


def _value(cell: CellView, x: float, y: float, room: int) -> str:
    size = round(min(room * 0.72, 34) * (1 if cell.value < 10 else 0.8), 1)
    weight, color = ("700", "#212121") if cell.given else ("400", "#01579b")
    return text_at(numeral(cell.value), x, y + size * 0.36, size, color, weight=weight)


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
    yield text_at(numeral(value), x, y + 4.5, 12.5 if value < 10 else 10.5, color, weight=weight)
    reach = UNIT * 0.36
    strokes = {
        **{bomb: [(-reach, reach)] for bomb in (Mark.BOMB, Mark.UNRATED, *RATED)},
        Mark.TABOO: [(-reach, reach), (reach, -reach)],
    }
    for start, end in strokes.get(mark, []):
        yield (
            f'<line x1="{x - reach:.1f}" y1="{y - start:.1f}" x2="{x + reach:.1f}" '
            f'y2="{y - end:.1f}" stroke="{color}" stroke-width="1.2"/>'
        )
    if mark in _LETTERS:
        yield text_at(_LETTERS[mark], x + 6.5, y - 1.5, 8, color)


def _legend_width(sheet: Sheet) -> int:
    """Return the room of a legend, at least 330 pixels; without one, the board decides."""
    marks = sum(32 + 7.5 * len(mark.value) for mark in sheet.marks)
    swatches = sum(34 + 7 * len(words) for _, _, words in _swatches(sheet))
    return max(330, round(UNIT / 2 + marks + swatches)) if sheet.marks or sheet.owners else 0


def _swatches(sheet: Sheet) -> list[tuple[str, str, str]]:
    """Return the frames of a legend: fill, stroke and words."""
    swatches = [("#ffffff", _FORCED, "forced cell")] if any(c.framed for c in sheet.cells) else []
    swatches += [(_OWNERS[owner], "#b0bec5", f"player {owner}") for owner in sheet.owners]
    if any(cell.latest for cell in sheet.cells):
        swatches.append(("#ffffff", _LATEST, "last move"))
    return swatches


def _legend(sheet: Sheet, y: int) -> Iterator[str]:
    x = MARGIN + UNIT / 2
    for mark in sheet.marks:
        yield from _pencil(5, mark, x, y - 4)
        yield text_at(mark.value, x + 14, y, 12, "#37474f", anchor="start")
        x += 32 + 7.5 * len(mark.value)
    for fill, stroke, words in _swatches(sheet):
        yield (
            f'<rect x="{x - 7}" y="{y - 12}" width="16" height="16" rx="3" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="2"/>'
        )
        yield text_at(words, x + 16, y, 12, "#37474f", anchor="start")
        x += 34 + 7 * len(words)
