"""Draws a board with a refutation as text: for terminals with or without colour or Unicode.

    >5<  what is asked      x5   what is asked: that it is not 5     ?    a cell that is asked about
    [5]  a filled cell of the core
    5^3  step 3 places it   x^3  step 3 removes candidates
    !    the cell without a value, or the cells in which a region has no place for one

With Unicode the numbers of steps are small and raised.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bombe.analysis.drawing.layout import Names
from bombe.analysis.drawing.look import Look, paint
from bombe.analysis.drawing.notes_text import legend_lines
from bombe.analysis.drawing.text import grid_text
from bombe.boards.sudoku.symbols import numeral

if TYPE_CHECKING:
    from bombe.analysis.drawing.why import WhyCell, WhySheet

_ASKED, _CORE, _STEP, _ABSURD, _NEEDED, _DIM = "1;33", "1", "36", "1;31", "1", "2"
_SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_TOO_WIDE = "   the board is too wide for this terminal: --svg FILE draws it"
_LEAST, _WIDEST = 3, 100
"""The least width of a cell; the longest line of words, however wide the terminal is."""


def draw_text(sheet: WhySheet, look: Look) -> str:
    """Draw the board, how to read it, and the steps in words."""
    inside = _region_cells(sheet)
    signs = [
        _sign(cell, look, absurd=cell.absurd or index in inside)
        for index, cell in enumerate(sheet.cells)
    ]
    width = max(_LEAST, *(len(text) for text, _ in signs)) + 1
    blocks = [[paint(f"{text:^{width}}", style, look)] for text, style in signs]
    grid = grid_text(sheet.shape, look, blocks, width, Names.from_1(sheet.shape))
    # The words say it all; a board that is broken at the edge of a terminal says nothing.
    if _width(sheet, width) > look.width:
        return "\n".join([_TOO_WIDE, *_words(sheet, look)])
    legend = legend_lines(_legend(sheet, look), look.width)
    return "\n".join([grid, *filter(None, legend), *_words(sheet, look)])


def _width(sheet: WhySheet, cell: int) -> int:
    """Return how wide the grid is with cells of so many columns."""
    return len(str(sheet.shape.size)) + 2 + sheet.shape.size * cell + sheet.shape.m + 1


def _words(sheet: WhySheet, look: Look) -> Iterator[str]:
    """Yield the lines of words, a blank one before them; continuation lines are indented."""
    room = min(look.width, _WIDEST) - 3
    for number, line in enumerate(sheet.lines):
        if not number:
            yield ""
        aside = " " * (len(line) - len(line.lstrip()) + 3)
        yield from (f"   {part}" for part in textwrap.wrap(line, room, subsequent_indent=aside))


def _region_cells(sheet: WhySheet) -> frozenset[int]:
    """Return the cells among which a value has no place."""
    if sheet.region is None or not sheet.missing:
        return frozenset()
    return frozenset(sheet.shape.geometry.regions[sheet.region])


def _sign(cell: WhyCell, look: Look, *, absurd: bool) -> tuple[str, str]:
    """Return what a cell shows, and its style."""
    name = numeral(cell.value)
    steps = [removal.number for removal in cell.removals if removal.number]
    if cell.number:
        left, style = (">", _ASKED) if cell.asked else ("", _STEP)
        return f"{left}{name}{_raised(cell.number, look)}", style
    if cell.asked:
        return (f">{name}<" if cell.value else _not(cell)), _ASKED
    if cell.value and cell.absurd:
        return f"{name}!", _ABSURD
    if cell.value:
        style = _NEEDED if cell.needed else _DIM
        return (f"[{name}]", _CORE) if cell.in_core else (f" {name} ", style)
    if absurd:
        return "!", _ABSURD
    return (f"x{_raised(steps[0], look)}", _STEP) if steps else (".", _DIM)


def _not(cell: WhyCell) -> str:
    removals = (removal for removal in cell.removals if not removal.number)
    return "".join(f"x{numeral(removal.value)}" for removal in removals) or "?"


def _raised(number: int, look: Look) -> str:
    return str(number).translate(_SMALL) if look.unicode else f"^{number}"


def _legend(sheet: WhySheet, look: Look) -> list[str]:
    """Return how to read the signs that occur."""
    cells, one = sheet.cells, _raised(1, look)
    asked = [cell for cell in cells if cell.asked]
    removes = any(removal.number for cell in cells if not cell.value for removal in cell.removals)
    signs = [
        (">5< asked", any(cell.value for cell in asked)),
        ("x5 asked: not 5", any(not cell.value and _not(cell) != "?" for cell in asked)),
        ("? asked", any(not cell.value and _not(cell) == "?" for cell in asked)),
        ("[5] core", any(cell.in_core and not cell.absurd for cell in cells)),
        (f"5{one} placed by step 1", any(cell.number for cell in cells)),
        (f"x{one} step 1 removes candidates", removes),
        (
            f"{'' if sheet.missing or sheet.region is None else '5'}! {sheet.absurdity}",
            bool(sheet.absurdity),
        ),
    ]
    return [words for words, occurs in signs if occurs]
