"""The puzzle of an f-puzzles link: a grid of cells, and a key for each kind of rule.

    {"size": 9, "grid": [[{"value": 5, "given": true}, {}, ...], ...], "title": "..."}

Values that a player entered count as those that are given: the position is the one that the link
shows. Notes of players (centre and corner marks), colours, names and the solution are passed over.
A cell's `region` is that of its box; without any, boxes are as square as can be.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import UnsupportedError
from bombe.boards.sudoku.formats.links.puzzle import (
    UnplayableError,
    board_of,
    refuse_rules,
    refuse_words,
    shape_of,
    size_of,
    value_of,
)
from bombe.boards.sudoku.shape import Shape

if TYPE_CHECKING:
    from bombe.boards.sudoku.board import Board

_HARMLESS = frozenset(
    [
        "size",
        "grid",
        "title",
        "author",
        "ruleset",
        "solution",
        "disabledlogic",
        "truecandidatesoptions",
        "highlightConflicts",
        "isModified",
        "successMessage",
    ]
)
_NOTES = frozenset(
    [
        "value",
        "given",
        "region",
        "centerPencilMarks",
        "cornerPencilMarks",
        "candidates",
        "c",
        "cArray",
        "highlight",
        "highlightArray",
    ]
)
_LARGEST = 16
"""The largest boards that f-puzzles draws."""


def board_in(document: Any, wanted: Shape | None) -> Board:
    """Return the board of a puzzle; raise UnplayableError if it is not plain Sudoku."""
    if not isinstance(document, dict) or "grid" not in document:
        raise UnplayableError("it holds no grid", "copy the whole link again")
    refuse_rules(document, _HARMLESS, "the puzzle")
    refuse_words(document.get("ruleset"))
    size = size_of(document["grid"], document.get("size"))
    cells: list[dict[str, Any]] = [cell for row in document["grid"] for cell in row]
    for index, cell in enumerate(cells):
        row, column = divmod(index, size)
        refuse_rules(cell, _NOTES, f"cell ({row},{column})")
    values = [value_of(cell.get("value"), size, index) for index, cell in enumerate(cells)]
    labels = [_label(cell) for cell in cells]
    return board_of(values, shape_of(labels, size, wanted), wanted)


def document_of(board: Board) -> str:
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
    if "region" not in cell:
        return None
    region = cell["region"]
    return region if isinstance(region, int | str) else id(cell)
