"""What the puzzle of a link may be: plain Sudoku; anything more is refused by its name.

Pages for variants of Sudoku describe a puzzle by an object with a key for each kind of rule. A key
that we do not know is a rule that we would break, so only those that say nothing are passed over:
empty ones, names and credits, and what players draw for themselves.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import UnsupportedError
from bombe.boards.facts import FACTS
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.shape import MAX_SIZE, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_SENTENCE = re.compile(r"[.;!\n]+")
_PLAIN = re.compile(FACTS["links"]["plain"])
_MORE = re.compile(FACTS["links"]["more"])
_LARGEST = 16
"""The largest boards that f-puzzles draws."""


class UnplayableError(ValueError):
    """A puzzle that no position of Bombe can hold, and the refusal that says why."""

    def __init__(self, refusal: str, **fields: Any) -> None:
        super().__init__(refusal)
        self.refusal, self.fields = refusal, fields


def board_in_f_puzzles(document: Any, wanted: Shape | None) -> Board:
    """Return the board of the puzzle of f-puzzles; raise UnplayableError if it is more than Sudoku.

    {"size": 9, "grid": [[{"value": 5, "given": true}, {}, ...], ...], "title": "..."}

    A cell's `region` is that of its box; without any, boxes are as square as can be.
    """
    if not isinstance(document, dict) or "grid" not in document:
        raise UnplayableError("link-grid")
    facts = FACTS["links"]["f_puzzles"]
    refuse_rules(document, facts["harmless"], "the puzzle")
    refuse_words(document.get("ruleset"))
    cells = cells_of(document["grid"], document.get("size"), facts["notes"])
    return board_of(cells, [_label(cell) for cell in cells], wanted)


def f_puzzles_text(board: Board) -> str:
    """Return the puzzle of a board as JSON; raise UnsupportedError for too large a board."""
    shape = board.shape
    if shape.size > _LARGEST:
        raise UnsupportedError(
            f"links hold boards to {_LARGEST}x{_LARGEST}, and this one is {shape}: use line or json"
        )
    cells = [{"value": value, "given": True} if value else {} for value in board.values]
    if shape != Shape.of_size(shape.size):
        for number, box in enumerate(shape.geometry.boxes):
            for cell in box:
                cells[cell]["region"] = number
    size = shape.size
    grid = [cells[i : i + size] for i in range(0, shape.cells, size)]
    return json.dumps({"size": size, "grid": grid}, separators=(",", ":"))


def _label(cell: dict[str, Any]) -> Any:
    """Return the region of a cell, None if it has none; a cell outside of all is one alone."""
    region = cell.get("region")
    is_one = isinstance(region, int | str) or "region" not in cell
    return region if is_one else id(cell)


def refuse_rules(document: dict[str, Any], harmless: Collection[str], what: str) -> None:
    """Raise UnplayableError for the first key that says something and is not known as harmless."""
    for key, value in document.items():
        if key not in harmless and _says_something(value):
            raise UnplayableError("link-rule", what=what, key=repr(key[:40]))


def _says_something(value: Any) -> bool:
    """Return whether a value is more than an empty one, or an object of empty ones."""
    if isinstance(value, dict):
        return any(map(_says_something, value.values()))
    if isinstance(value, list):
        return any(map(_says_something, value))
    return value not in (None, False, "", 0)


def refuse_words(rules: Any) -> None:
    """Raise UnplayableError for rules in words that are not those of plain Sudoku."""
    lines = rules if isinstance(rules, list) else [rules]
    for line in lines:
        for sentence in _SENTENCE.split(str(line or "").lower()):
            words = " ".join(sentence.split())
            if words and (not _PLAIN.fullmatch(words) or _MORE.search(words)):
                raise UnplayableError("link-words", text=repr(words[:60]))


def cells_of(
    rows: Any,
    stated: Any,
    notes: Collection[str],
    named: Callable[[Any], dict[str, Any]] = dict,
) -> list[dict[str, Any]]:
    """Return the cells of a list of N rows of N cells, in order.

    `stated` is the size that the link gives, if any; `notes` are the keys of a cell that mean
    nothing to a position, and `named` gives its keys their long names.
    """
    if not isinstance(rows, list) or not 1 <= len(rows) <= MAX_SIZE:
        raise UnplayableError("link-rows")
    size = len(rows)
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != size:
            count = len(row) if isinstance(row, list) else "no"
            raise UnplayableError("link-row", row=number, count=count, size=size)
        if wrong := [column for column, cell in enumerate(row) if not isinstance(cell, dict)]:
            raise UnplayableError("link-cell", cell=f"({number},{wrong[0]})")
    if _says_something(stated) and stated not in (size, str(size)):
        raise UnplayableError("link-size", text=repr(str(stated)[:20]), size=size)
    cells = [named(cell) for row in rows for cell in row]
    for index, cell in enumerate(cells):
        refuse_rules(cell, notes, "cell ({},{})".format(*divmod(index, size)))
    return cells


def board_of(cells: list[dict[str, Any]], labels: list[Any], wanted: Shape | None) -> Board:
    """Return the board of cells whose boxes their labels are; without any, boxes are as usual."""
    size = math.isqrt(len(cells))
    values = [_value_of(cell.get("value"), size, index) for index, cell in enumerate(cells)]
    shape = _shape_of(labels, size, wanted)
    if wanted not in (None, shape):
        raise UnplayableError("link-wanted", shape=shape, wanted=wanted)
    return Board(shape, bytes(values))


def _value_of(value: Any, size: int, cell: int) -> int:
    """Return a value of a cell, 0 if there is none; numbers may be texts."""
    if value in (None, "", 0, "0") and not isinstance(value, bool):
        return 0
    number = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) else value
    if type(number) is int and 1 <= number <= size:
        return number
    where, text = "({},{})".format(*divmod(cell, size)), repr(str(value)[:20])
    raise UnplayableError("link-value", cell=where, text=text, size=size)


def _shape_of(labels: list[Any], size: int, wanted: Shape | None) -> Shape:
    """Return the shape whose boxes the labels of the cells are; with no labels, the usual one."""
    if wanted and wanted.size != size:
        raise UnplayableError("link-wanted-rows", size=size, wanted=wanted)
    if all(label is None for label in labels):
        return wanted or Shape.of_size(size)
    for m in range(1, size + 1):
        if size % m == 0 and _are_boxes(labels, shape := Shape(m, size // m)):
            return shape
    raise UnplayableError("link-regions")


def _are_boxes(labels: list[Any], shape: Shape) -> bool:
    found = [{labels[cell] for cell in box} for box in shape.geometry.boxes]
    return all(len(box) == 1 for box in found) and len(set().union(*found)) == shape.size
