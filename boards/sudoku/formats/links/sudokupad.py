"""The puzzle of a SudokuPad link, in its own two forms.

    {"cells": [[{}, {"value": 5}, ...], ...], "regions": [[[0, 0], [0, 1], ...], ...]}     scl, ctc
    4B1f...                                                                                scf

The first has an object of rows, in which names are mostly short (`ce` for cells); cages without
cells hold the title and other words. The second, for 9 x 9 cells, has a character for each digit
with up to five empty cells behind it, and after `*` letters for further rules.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from bombe.boards.facts import FACTS
from bombe.boards.sudoku.formats.links.puzzle import (
    UnplayableError,
    board_of,
    cells_of,
    refuse_rules,
    refuse_words,
)
from bombe.boards.sudoku.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.sudoku.board import Board

_FACTS = FACTS["links"]["sudokupad"]
_META = re.compile(r"([A-Za-z]+)\s*:\s*(.*)", re.DOTALL)
_PACKED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_CREDITS = re.compile(r"[ta](?:[^*]|\*\*)*\*?")
_CLASSIC = Shape(3, 3)


def board_in(document: Any, wanted: Shape | None) -> Board:
    """Return the board of a puzzle; raise UnplayableError if it is not plain Sudoku."""
    puzzle = _named(document)
    if "cells" not in puzzle:
        raise UnplayableError("link-cells")
    refuse_rules(puzzle, _FACTS["harmless"], "the puzzle")
    for words in _words_of(puzzle):
        refuse_rules(words, _FACTS["words"], "the puzzle")
        refuse_words(words.get("rules"))
    cells = cells_of(puzzle["cells"], puzzle.get("size"), _FACTS["notes"], _named)
    return board_of(cells, _labels(puzzle.get("regions"), math.isqrt(len(cells))), wanted)


def board_of_scf(packed: str, wanted: Shape | None) -> Board:
    """Return the board of a link in the form for classic Sudoku."""
    values: list[int] = []
    end = 0
    while end < len(packed) and packed[end] in _PACKED and len(values) < _CLASSIC.cells:
        blanks, digit = divmod(_PACKED.index(packed[end]), 10)
        values += [digit, *[0] * blanks]
        end += 1
    if len(values) != _CLASSIC.cells:
        raise UnplayableError("link-count", count=len(values), cells=_CLASSIC.cells)
    rest = packed[end:].removeprefix("*")
    while credit := _CREDITS.match(rest):
        rest = rest[credit.end() :]
    if rest:
        raise UnplayableError("link-further", text=repr(rest[0]))
    boxes: list[Any] = [box for _, _, box in _CLASSIC.geometry.regions_of]
    return board_of([{"value": value} for value in values], boxes, wanted)


def _named(value: Any) -> dict[str, Any]:
    """Return an object with the long names of its keys."""
    if not isinstance(value, dict):
        return {}
    return {_FACTS["names"].get(str(key), str(key)): inner for key, inner in value.items()}


def _words_of(puzzle: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what the puzzle says in words; raise UnplayableError for a cage that has cells."""
    yield {key: puzzle[key] for key in ("title", "author", "rules") if key in puzzle}
    for key in ("metadata", "metaData"):
        yield _named(puzzle.get(key))
    cages = puzzle.get("cages") or []
    for each in cages if isinstance(cages, list) else [cages]:
        cage = _named(each)
        words = _META.fullmatch(str(cage.get("value") or ""))
        if cage.get("cells") or not words:
            raise UnplayableError("link-cages")
        yield {str(words[1]): words[2]}


def _labels(regions: Any, size: int) -> list[Any]:
    """Return the number of the region of each cell; a cell outside of all is one alone."""
    found: list[Any] = [f"cell {cell}" for cell in range(size * size)]
    if not isinstance(regions, list) or not regions:
        raise UnplayableError("link-boxes")
    for number, region in enumerate(regions):
        for place in region if isinstance(region, list) else ():
            if not _is_place(place, size):
                raise UnplayableError("link-places")
            found[place[0] * size + place[1]] = number
    return found


def _is_place(place: Any, size: int) -> bool:
    return (
        isinstance(place, list)
        and len(place) == 2
        and all(type(number) is int and 0 <= number < size for number in place)
    )
