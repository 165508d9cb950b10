"""Draws a board with a refutation as a self-contained SVG picture, readable without colour.

What is asked has a double frame, the core a plain one; a step's value or struck candidate bears the
number of the step; the absurd cell is crossed out, the absurd region has a dashed line around it.
Values without a part in it are pale.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator

from bombe.analysis.drawing.layout import MARGIN, Layout, Names
from bombe.analysis.drawing.picture import picture, text_at
from bombe.analysis.drawing.why import Removal, WhyCell, WhySheet
from bombe.boards import Shape
from bombe.boards.sudoku.symbols import numeral

_SLOT, _LEAST = 18, 46
"""The room of a candidate and the least size of a cell, in pixels."""
_LINE, _LETTER, _SMALLER = 18, 7.5, 6.9
"""The height of a line of words, and the width of its letters and of those of the legend."""
_INDENT = 6
"""How far a space at the beginning of a line moves it, in pixels."""
_NARROWEST = 420
_INK, _PALE, _GROUND, _LINES = "#212121", "#78909c", "#eceff1", "#b0bec5"
_STEP, _ASKED, _ABSURD, _ALARM = "#01579b", "#fff59d", "#ffcdd2", "#c62828"


def draw_svg(sheet: WhySheet) -> str:
    """Draw the board, how to read it, and the steps in words."""
    shape = sheet.shape
    layout = Layout(shape, max(_LEAST, shape.n * _SLOT), max(_LEAST, shape.m * _SLOT))
    inside = max(layout.width, _NARROWEST)
    below = layout.height + 2 * MARGIN + 4
    key, lowest = _key(sheet, inside, below)
    words = list(_wrapped(sheet.lines, inside))
    body = [
        *_cells(sheet, layout),
        *layout.borders(),
        *_region(sheet, layout),
        *layout.numbers(Names.from_1(shape)),
        *key,
        *(
            text_at(line, MARGIN + aside, lowest + 10 + _LINE * row, 13, _INK, anchor="start")
            for row, (aside, line) in enumerate(words, 1)
        ),
    ]
    height = lowest + (10 + _LINE * len(words) if words else 0) + 14
    return picture(sheet.title, inside + 2 * MARGIN, height, body)


def _wrapped(lines: tuple[str, ...], room: int) -> Iterator[tuple[int, str]]:
    """Yield lines that fit, each with its indent in pixels."""
    for line in lines:
        aside = _INDENT * (len(line) - len(line.lstrip()))
        parts = textwrap.wrap(line.strip(), max(20, int((room - aside - 3 * _INDENT) / _LETTER)))
        for number, part in enumerate(parts):
            yield aside + (3 * _INDENT if number else 0), part


def _cells(sheet: WhySheet, layout: Layout) -> Iterator[str]:
    """Draw every cell, then the frames, so that no neighbour covers one."""
    size = layout.cell_width, layout.cell_height
    for index, cell in enumerate(sheet.cells):
        yield from _cell(cell, sheet.shape, *layout.corner(index), *size)
    for index, cell in enumerate(sheet.cells):
        yield from _frames(cell, *layout.corner(index), *size)


def _cell(cell: WhyCell, shape: Shape, x: int, y: int, wide: int, high: int) -> Iterator[str]:
    """Draw the ground of a cell, and its value or the candidates that steps remove."""
    yield _box(x, y, wide, high, _fill(cell), _LINES, 0.5)
    if cell.absurd and not cell.value:
        yield from _cross(x, y, wide, high)
    if cell.value:
        aside = 3 if cell.number else 0
        yield _value(cell, x + wide / 2 + aside, y + high / 2, min(wide, high))
    if cell.number:
        yield from _number(cell.number, x + 11, y + 11)
    if cell.value:
        for place, removal in enumerate(cell.removals[:2]):
            yield from _removal(removal, x + wide - 11 - 18 * place, y + high - 11)
    else:
        for removal in cell.removals:
            row, column = divmod(removal.value - 1, shape.n)
            yield from _removal(
                removal, x + (column + 0.5) * wide / shape.n, y + (row + 0.5) * high / shape.m
            )


def _fill(cell: WhyCell) -> str:
    if cell.absurd:
        return _ABSURD
    if cell.asked:
        return _ASKED
    return _GROUND if cell.needed and cell.value and not cell.number else "#ffffff"


def _value(cell: WhyCell, x: float, y: float, room: int) -> str:
    """Draw a value: bold where a deduction rests on it, pale where none does."""
    size = round(min(room * 0.6, 28) * (1 if cell.value < 10 else 0.8), 1)
    if cell.number:
        weight, color = "400", _STEP
    elif cell.needed or cell.asked or cell.in_core:
        weight, color = "700", _INK
    else:
        weight, color = "400", _LINES
    return text_at(numeral(cell.value), x, y + size * 0.36, size, color, weight=weight)


def _number(number: int, x: float, y: float) -> Iterator[str]:
    """Draw the number of a step in a circle around a point."""
    yield (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="#ffffff" stroke="{_STEP}" '
        'stroke-width="1"/>'
    )
    yield text_at(str(number), x, y + 3.6, 10.5 if number < 100 else 8, _STEP, weight="700")


def _removal(removal: Removal, x: float, y: float) -> Iterator[str]:
    """Draw a struck candidate around a point, with the number of its step."""
    if not removal.number:
        yield from _struck(removal.value, x, y, 12.5, _INK)
        return
    yield from _struck(removal.value, x - 3, y, 12.5, _STEP)
    yield text_at(str(removal.number), x + 5, y - 1.5, 8, _STEP, weight="700")


def _struck(value: int, x: float, y: float, size: float, color: str) -> Iterator[str]:
    """Draw a value around a point, and a line through it."""
    reach = 0.42 * size
    yield text_at(numeral(value), x, y + 0.36 * size, size, color)
    yield _line(x - reach, y + reach, x + reach, y - reach, color, 1.2)


def _frames(cell: WhyCell, x: int, y: int, wide: int, high: int) -> Iterator[str]:
    """Draw one frame around a cell of the core, two around the one that is asked about."""
    if cell.in_core or cell.asked:
        yield _box(x + 3, y + 3, wide - 6, high - 6, "none", _INK, 2)
    if cell.asked:
        yield _box(x + 6.5, y + 6.5, wide - 13, high - 13, "none", _INK, 1)


def _region(sheet: WhySheet, layout: Layout) -> Iterator[str]:
    """Draw a dashed line around the region that is absurd, and a struck value in its cells."""
    if sheet.region is None:
        return
    cells = sheet.shape.geometry.regions[sheet.region]
    left, top = layout.corner(cells[0])
    right, bottom = layout.corner(cells[-1])
    wide, high = right + layout.cell_width - left, bottom + layout.cell_height - top
    yield _dashed(left - 1, top - 1, wide + 2, high + 2)
    for index in cells:
        if sheet.missing and not sheet.cells[index].value:
            x, y = layout.corner(index)
            yield from _struck(
                sheet.missing, x + layout.cell_width / 2, y + layout.cell_height / 2, 15, _ALARM
            )


def _key(sheet: WhySheet, room: int, y: int) -> tuple[list[str], int]:
    """Return how to read the signs that occur, in lines of that width, and where they end."""
    drawn: list[str] = []
    x = MARGIN
    for sign, words in _signs(sheet):
        wide = 24 + round(_SMALLER * len(words)) + 16
        if x > MARGIN and x + wide > MARGIN + room:
            x, y = MARGIN, y + 24
        drawn += sign(x, y - 13)
        drawn.append(text_at(words, x + 24, y, 12, "#37474f", anchor="start"))
        x += wide
    return drawn, y


def _signs(sheet: WhySheet) -> Iterator[tuple[Callable[[int, int], Iterable[str]], str]]:
    """Yield each sign that occurs, as it is drawn in a square of 18 pixels, and its words."""
    cells = sheet.cells
    if any(cell.asked for cell in cells):
        yield _asked_sign, "asked"
    if any(cell.in_core for cell in cells):
        yield lambda x, y: [_box(x + 1, y + 1, 16, 16, "none", _INK, 2)], "core"
    if any(cell.number for cell in cells):
        yield lambda x, y: _number(1, x + 9, y + 9), "step"
    if any(removal.number for cell in cells for removal in cell.removals):
        yield lambda x, y: _removal(Removal(5, 1), x + 9, y + 9), "removed by step"
    if any(cell.absurd and not cell.value for cell in cells):
        yield _absurd_sign, sheet.absurdity
    if sheet.region is not None:
        yield lambda x, y: [_dashed(x + 1, y + 2, 16, 14)], sheet.absurdity


def _asked_sign(x: int, y: int) -> Iterator[str]:
    yield _box(x + 1, y + 1, 16, 16, _ASKED, _INK, 2)
    yield _box(x + 4.5, y + 4.5, 9, 9, "none", _INK, 1)


def _absurd_sign(x: int, y: int) -> Iterator[str]:
    yield _box(x + 1, y + 1, 16, 16, _ABSURD, _LINES, 0.5)
    yield from _cross(x + 1, y + 1, 16, 16)


def _cross(x: float, y: float, wide: int, high: int) -> Iterator[str]:
    """Draw a cross over a cell."""
    for start, end in ((y, y + high), (y + high, y)):
        yield _line(x, start, x + wide, end, _ALARM, 1.2)


def _box(x: float, y: float, wide: float, high: float, fill: str, stroke: str, thick: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{thick:g}"/>'
    )


def _dashed(x: float, y: float, wide: float, high: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="3" fill="none" '
        f'stroke="{_ALARM}" stroke-width="3" stroke-dasharray="7 4"/>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, color: str, thick: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" '
        f'stroke-width="{thick:g}"/>'
    )
