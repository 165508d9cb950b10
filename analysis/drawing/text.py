"""Draws a sheet as text: for terminals wide or narrow, with or without colour or Unicode.

Each cell is a block of m x n candidates. Values are numbers, also those over 9. What colour says, a
sign says too:

     5   safe        x5  bomb (struck through in red where there is colour)
    ?5   undecided   !5  taboo
    s5   a bomb that singles show    p5  pairs and locked candidates    c5  cases only
    u5  a bomb whose rating is not known
    [ ]  around a cell: forced          5!  a value that clashes with another
    5+   filled by player 1     5-  by player 2     >5  the last move
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bombe.analysis.drawing.layout import Names
from bombe.analysis.drawing.look import Look, paint
from bombe.analysis.drawing.sheet import CellView, Mark, Pencil, Sheet
from bombe.boards import Shape
from bombe.boards.sudoku.symbols import numeral

_SIGNS = {
    Mark.OPEN: " ",
    Mark.SAFE: " ",
    Mark.BOMB: "x",
    Mark.DIRECT: "x",
    Mark.SINGLES: "s",
    Mark.PAIRS: "p",
    Mark.CASES: "c",
    Mark.UNRATED: "u",
    Mark.UNDECIDED: "?",
    Mark.TABOO: "!",
}
_STYLES = {
    Mark.SAFE: "32",
    Mark.BOMB: "9;31",
    Mark.DIRECT: "9;31",
    Mark.SINGLES: "9;33",
    Mark.PAIRS: "9;34",
    Mark.CASES: "9;2",
    Mark.UNRATED: "9;35",
    Mark.UNDECIDED: "33",
    Mark.TABOO: "35",
}
_OWNERS = ("", "+", "-")
_GIVEN, _ADDED, _CLASH, _FRAME, _DIM = "1", "36", "1;31", "1;33", "2"


class _Lines(NamedTuple):
    """The characters of a grid; a rule has a left, a middle and a right joint."""

    across: str
    down: str
    top: str
    middle: str
    bottom: str


_UNICODE = _Lines("─", "│", "┌┬┐", "├┼┤", "└┴┘")
_ASCII = _Lines("-", "|", "+++", "+++", "+++")


def draw_text(sheet: Sheet, look: Look) -> str:
    """Draw the sheet; where the blocks of candidates do not fit the width, list them below."""
    digits = _digits(sheet)
    block = (digits + 1) * sheet.shape.n + 2
    fits = 3 + sheet.shape.size * block + sheet.shape.m + 1 <= look.width
    if sheet.marks and fits:
        blocks = [_block(sheet, cell, look) for cell in sheet.cells]
        return f"{grid_text(sheet.shape, look, blocks, block)}\n{_legend(sheet, look)}"
    width = digits + 2
    values = [[_value(cell, look, width, digits)] for cell in sheet.cells]
    grid = grid_text(sheet.shape, look, values, width)
    if not sheet.marks:
        return f"{grid}\n{_legend(sheet, look)}".rstrip()
    return "\n".join([grid, *_listing(sheet, look), _legend(sheet, look)])


def grid_text(
    shape: Shape,
    look: Look,
    blocks: Sequence[Sequence[str]],
    width: int,
    names: Names | None = None,
) -> str:
    """Join blocks of equal size, one for each cell, with names and a line around every box."""
    rows, columns = names or Names.usual(shape)
    aside = max(2, *map(len, rows))
    lines = _UNICODE if look.unicode else _ASCII
    down, height = paint(lines.down, _DIM, look), len(blocks[0])
    span = lines.across * (width * shape.n)

    def rule(joints: str) -> str:
        return " " * (aside + 1) + paint(
            joints[0] + joints[1].join([span] * shape.m) + joints[2], _DIM, look
        )

    heads = _chunks([f"{column:^{width}}" for column in columns], shape.n)
    drawn = [(" " * (aside + 2) + " ".join(map("".join, heads))).rstrip()]
    for row in range(shape.size):
        if row % shape.m == 0:
            drawn.append(rule(lines.middle if row else lines.top))
        cells = blocks[row * shape.size : (row + 1) * shape.size]
        for index, pieces in enumerate(zip(*cells, strict=True)):
            name = rows[row] if index == height // 2 else ""
            boxes = map("".join, _chunks(pieces, shape.n))
            drawn.append(f"{name:>{aside}} {down}{down.join(boxes)}{down}")
    return "\n".join([*drawn, rule(lines.bottom)])


def _block(sheet: Sheet, cell: CellView, look: Look) -> list[str]:
    """Draw a cell as m lines of n candidates, or its value in the middle of as much room."""
    m, n, digits = sheet.shape.m, sheet.shape.n, _digits(sheet)
    width = (digits + 1) * n + 2
    if cell.value:
        value = _value(cell, look, width, digits)
        return [value if i == m // 2 else " " * width for i in range(m)]
    marks = dict(cell.pencils)
    pieces = [
        _pencil(Pencil(value, marks[value]), look, digits) if value in marks else " " * (digits + 1)
        for value in range(1, m * n + 1)
    ]
    left, right = (paint(side, _FRAME, look) for side in ("[]" if cell.framed else "  "))
    return [f"{left}{''.join(line)}{right}" for line in _chunks(pieces, n)]


def _digits(sheet: Sheet) -> int:
    """Return how many columns the largest value takes."""
    return len(numeral(sheet.shape.size))


def _value(cell: CellView, look: Look, width: int, digits: int) -> str:
    """Draw a filled cell, or a dot for an empty one, in the middle of so many columns."""
    sign = ("!" if cell.clashes else _OWNERS[cell.owner]) or " "
    text = f"{'>' if cell.latest else ' '}{numeral(cell.value):>{digits}}{sign}"
    style = _CLASH if cell.clashes else _GIVEN if cell.given else _ADDED
    return paint(f"{text:^{width}}", style if cell.value else "", look)


def _pencil(pencil: Pencil, look: Look, digits: int = 1) -> str:
    """Draw a candidate with its sign, in one column more than so many digits."""
    style, name = _STYLES.get(pencil.mark, ""), numeral(pencil.value)
    return f"{_SIGNS[pencil.mark]:>{digits + 1 - len(name)}}{paint(name, style, look)}"


def _listing(sheet: Sheet, look: Look) -> Iterable[str]:
    """List the candidates cell by cell, for boards that are too wide to draw them."""
    digits = _digits(sheet)
    for index, cell in enumerate(sheet.cells):
        if cell.pencils:
            row, column = sheet.shape.coordinates(index)
            left, right = ("[", "]") if cell.framed else (" ", " ")
            pencils = "".join(_pencil(pencil, look, digits) for pencil in cell.pencils)
            yield f"({row:>2},{column:>2}) {left}{pencils} {right}".rstrip()


def _legend(sheet: Sheet, look: Look) -> str:
    words = [f"{_pencil(Pencil(5, mark), look).strip()} {mark.value}" for mark in sheet.marks]
    if any(cell.framed for cell in sheet.cells):
        words.append("[ ] forced cell")
    if any(cell.clashes for cell in sheet.cells):
        words.append("5! clash")
    words += [f"5{_OWNERS[owner]} filled by player {owner}" for owner in sheet.owners]
    if any(cell.latest for cell in sheet.cells):
        words.append("> last move")
    return "   " + "   ".join(words)


def _chunks(items: Sequence[str], size: int) -> list[Sequence[str]]:
    return [items[i : i + size] for i in range(0, len(items), size)]
