"""Bombe's own drawings of a board, read back: those of show, audit, replay, why, tempo, endgame.

         0  1   2  3           rows and columns have names, boxes have frames, and a cell may be
       ┌───────┬───────┐       a block of candidates, with signs and brackets
     0 │ 3  .  │ 4  .  │
    ...

Only the values are read: the drawing is a picture of more than a board, but what it says of moves,
players and proofs is an answer of Bombe's and not the position. In the drawings of `why`, values
that were tried are none. A cell with a single candidate may look like a value where there is no
colour; then the number of givens in the title decides, or the candidates around it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import agreed_shape
from bombe.boards.sudoku.shape import Shape
from bombe.boards.text.spans import Head, Span

_COLOUR = re.compile("\x1b\\[[0-9;]*m")
_TOP = re.compile(r"[ ]*[┌+](?:[─-]+[┬+])*[─-]+[┐+][ ]*")
_RULE = re.compile(r"[ ]*[├└+](?:[─-]+[┼┴+])*[─-]+[┤┘+][ ]*")
_CORNER = re.compile("[┌┬┐+]")
_NAME = re.compile(r"[ ]*(?:[0-9]{1,2}|r[0-9]{1,2})[ ]*")
_BLANK = re.compile("[ \t]")
_BAR = "│|"
_NUMBER = re.compile("[0-9]+")
_ALONE = re.compile("([0-9]+)")
_KNOWN = re.compile(r"\[?([0-9]+)\]?!?")
_GIVENS = re.compile(r"(?a)\b([0-9]+) givens?\b")
_SIGNS = "xspcu?!"
_MARKS = re.compile(
    r"(?m)   [xspcu?!]?5 (?:candidate|safe|bomb|direct bomb|by singles|by pairs|by cases"
    r"|bomb, not rated|undecided|taboo)(?=   |$)"
)
_OPEN = re.compile(r"(?m)   5 candidate(?=   |$)")
_NOTES = re.compile(
    r"keeps or takes the tempo|leaves its player ahead|a fill and its worth"
    r"|takes 3 cells from|can reach it"
)
_WHY = re.compile(
    r">5< asked|x5 asked: not 5|\? asked|\[5\] core|placed by step|removes candidates"
    r"|   5?! (?!clash)[a-z0-9]"
)
_SOLUTION = re.compile(r"is safe: a solution has it there")
_WIDEST_CELL = 200
"""More characters than any cell of a drawing takes: with 36 candidates in one row it has 110."""
_FIRST_LINES = 80
_LONGEST_WORD = 15
"""Longer words begin lines of symbols, which are a board each: no more of them is looked at."""


class _Cell(NamedTuple):
    """What a cell shows: a value, 0 for none, which a player filled; or what may be a candidate."""

    value: int = 0
    is_owned: bool = False
    is_unsure: bool = False


class _DrawingFrame(NamedTuple):
    """The frame of a drawing: the places of its bars, and the lines of each band of boxes."""

    bars: list[int]
    bands: list[list[Span]]
    shape: Shape
    below: str
    above: str

    @property
    def width(self) -> int:
        """How many columns a cell takes."""
        return (self.bars[1] - self.bars[0] - 1) // self.shape.n

    def blocks(self, row: list[Span]) -> Iterator[list[str]]:
        """Yield the lines of each cell of a row."""
        for bar in self.bars[:-1]:
            for k in range(self.shape.n):
                start = bar + 1 + k * self.width
                yield [line.text[start : start + self.width] for line in row]


def without_colour(line: str) -> str:
    """Return a line without the codes that colour it on a terminal."""
    return _COLOUR.sub("", line) if "\x1b" in line else line


def looks_like(head: Head) -> bool:
    """Return whether the first lines have a frame with named rows."""
    word = _BLANK.split(head.line(0) or "")[0]
    if not word or len(word) > _LONGEST_WORD:
        return False
    for index in range(1, _FIRST_LINES):
        line = head.line(index)
        if line is None:
            return False
        if _TOP.fullmatch(without_colour(line)):
            return True
    return False


def board_in(lines: list[Span], wanted: Shape | None) -> Board | None:
    """Return the board of the first drawing among the lines; None if there is none."""
    top = next((i for i, line in enumerate(lines) if _TOP.fullmatch(line.text)), None)
    if top is None:
        return None
    frame = _frame(lines, top, wanted)
    if frame is None:
        return None
    cells = [cell for row in _rows(frame, lines[top]) for cell in row]
    if any(cell.is_unsure for cell in cells):
        cells = _decided(frame, cells, lines[top])
    values = [cell.value for cell in cells]
    if wrong := next((value for value in values if value > frame.shape.size), 0):
        raise lines[top].error(f"the drawing holds {wrong}", "copy it again, from the frame on")
    return Board(frame.shape, bytes(values))


def _frame(lines: list[Span], top: int, wanted: Shape | None) -> _DrawingFrame | None:
    """Return the frame that begins on a line; None if its rows have no names."""
    first = lines[top]
    bars = [match.start() for match in _CORNER.finditer(first.text)]
    bands: list[list[Span]] = []
    rows: list[Span] = []
    bottom = top
    for index in range(top + 1, len(lines)):
        text = lines[index].text
        if _RULE.fullmatch(text):
            bands, rows, bottom = [*bands, rows], [], index
        elif len(text) > bars[-1] and all(text[bar] in _BAR for bar in bars):
            rows.append(lines[index])
        else:
            break
    named = [row for band in [*bands, rows] for row in band if row.text[: bars[0]].strip()]
    if not named or not all(_NAME.fullmatch(row.text[: bars[0]]) for row in named):
        return None
    shape = agreed_shape(len(bars) - 1, max(1, len(bands)), first, wanted)
    widths = {after - bar - 1 for bar, after in itertools.pairwise(bars)}
    width = max(widths)
    is_uneven = len(widths) > 1 or width % shape.n or len(named) != shape.size
    if rows or is_uneven or width > shape.n * _WIDEST_CELL:
        raise first.error("the drawing is not whole", "copy it again, from the frame on")
    below = "\n".join(line.text for line in lines[bottom + 1 :])
    above = "\n".join(line.text for line in lines[:top])
    if _SOLUTION.search(above):
        raise first.error("the drawing is of a solution", "copy one of the board, as show has it")
    return _DrawingFrame(bars, bands, shape, below, above)


def _rows(frame: _DrawingFrame, at: Span) -> Iterator[list[_Cell]]:
    """Yield the cells of each row."""
    is_notes, is_why = _NOTES.search(frame.below), _WHY.search(frame.below)
    for band in frame.bands:
        height, rest = divmod(len(band), frame.shape.m)
        if is_notes:
            starts = [i for i, line in enumerate(band) if line.text[: frame.bars[0]].strip()]
            rows = [band[i : i + 1] for i in starts]
        elif rest or not height:
            raise at.error("the drawing is not whole", "copy it again, from the frame on")
        else:
            rows = [band[i : i + height] for i in range(0, len(band), height)]
        for row in rows:
            if is_notes or is_why:
                known = _ALONE if is_notes else _KNOWN
                yield [_known(block[0], known) for block in frame.blocks(row)]
            else:
                yield [_cell(frame, block) for block in frame.blocks(row)]


def _known(text: str, known: re.Pattern[str]) -> _Cell:
    """Return a value among notes and the steps of a proof; what is none of them is empty."""
    match = known.fullmatch(text.strip())
    return _Cell(int(match[1]) if match else 0)


def _cell(frame: _DrawingFrame, block: list[str]) -> _Cell:
    """Return what a cell shows; one with several numbers, or with none, is empty."""
    numbers = [(line, match) for line, text in enumerate(block) for match in _NUMBER.finditer(text)]
    if len(numbers) != 1:
        return _Cell()
    (line, match) = numbers[0]
    text, value = block[line], int(match[0])
    before, after = text[: match.start()][-1:], text[match.end() : match.end() + 1]
    if before == ">" or after in ("!", "+", "-"):
        return _Cell(value, is_owned=after in ("+", "-"))
    if not _MARKS.search(frame.below) or not _is_block(frame):
        return _Cell(value)
    is_framed = any("[" in each for each in block)
    if before in _SIGNS or is_framed or not _may_be_value(frame, line, match.end()):
        return _Cell()
    is_open = bool(_OPEN.search(frame.below))
    return _Cell(value, is_unsure=is_open and _may_be_mark(frame, line, match.end(), value))


def _is_block(frame: _DrawingFrame) -> bool:
    """Return whether the cells are blocks of candidates, so that a dot is never drawn."""
    if frame.shape.m > 1:
        return len(frame.bands[0]) > frame.shape.m
    has_dot = any(" . " in line.text for band in frame.bands for line in band)
    return bool(_MARKS.search(frame.below)) and not has_dot


def _may_be_value(frame: _DrawingFrame, line: int, end: int) -> bool:
    """Return whether a value of a cell is drawn there."""
    digits = len(str(frame.shape.size))
    left = (frame.width - digits - 2) // 2
    return line == frame.shape.m // 2 and end == left + 1 + digits


def _may_be_mark(frame: _DrawingFrame, line: int, end: int, value: int) -> bool:
    """Return whether that value is drawn there as a candidate."""
    digits = len(str(frame.shape.size))
    row, place = divmod(value - 1, frame.shape.n)
    return row == line and end == 1 + (place + 1) * (digits + 1)


def _decided(frame: _DrawingFrame, cells: list[_Cell], at: Span) -> list[_Cell]:
    """Return the cells with those empty that show a candidate; raise FormatError if none can tell.

    All of them are values, or none, or those that have no candidate of their kind around them.
    """
    title = _GIVENS.search(frame.above)
    unsure = [index for index, cell in enumerate(cells) if cell.is_unsure]
    alike = [index for index in unsure if _has_alike(frame, cells, index)]
    sure = sum(cell.value > 0 and not cell.is_owned for cell in cells) - len(unsure)
    for emptied in ([], unsure, alike):
        if title and int(title[1]) == sure + len(unsure) - len(emptied):
            return [_Cell() if i in emptied else cell for i, cell in enumerate(cells)]
    row, column = frame.shape.coordinates(unsure[0])
    raise at.error(
        f"({row},{column}) shows a value or a single candidate",
        "draw the board without candidates, or copy the drawing with its title",
    )


def _has_alike(frame: _DrawingFrame, cells: list[_Cell], index: int) -> bool:
    peers = frame.shape.geometry.peers[index]
    return any(_shows(frame, peer, cells[index].value) for peer in peers)


def _shows(frame: _DrawingFrame, cell: int, value: int) -> bool:
    """Return whether a cell shows a value among its candidates."""
    row, column = frame.shape.coordinates(cell)
    band = frame.bands[row // frame.shape.m]
    height = len(band) // frame.shape.m
    start = row % frame.shape.m * height
    block = list(frame.blocks(band[start : start + height]))[column]
    numbers = _NUMBER.findall("\n".join(block))
    return len(numbers) > 1 and str(value) in numbers
