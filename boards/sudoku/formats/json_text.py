"""Bombe's own position as JSON: one object, an array of objects, or an object after the other.

    {"m": 2, "n": 2, "cells": [[1, 0, 0, 0], ...], "taboo": [[0, 1, 3]], "rules": "rows"}

0 is an empty cell; all but m, n and cells may be left out. `scores`, `to_move`, `allowed` and
`occupied` (for each player a list of [row, column]) and `moves` (the history) complete a game.
Objects that follow each other are read one at a time. bombe.boards.text.json_documents reads
the syntax; this module, the meaning.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from bombe.boards.facts import FACTS
from bombe.boards.sudoku.board import EMPTY, Board, Move
from bombe.boards.sudoku.shape import MAX_SIZE
from bombe.boards.sudoku.state import Cells, Rules, SudokuState
from bombe.boards.text.json_documents import Document, documents
from bombe.boards.text.spans import BLANKS, Entry, Head, agreed_shape, numbered, shown, unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.boards.game import Player
    from bombe.boards.sudoku.reading import ReadOptions
    from bombe.boards.sudoku.shape import Shape

_FACTS = FACTS["sudoku"]
_MOST_POINTS = _FACTS["most_points"]
_BEGINNING = re.compile(r"\{|\[(?![A-Za-z])")


def looks_like(head: Head) -> bool:
    """Return whether the text begins with a brace or a bracket."""
    return bool(_BEGINNING.match((head.line(0) or "").lstrip(BLANKS)))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the positions of the text."""
    for document in documents(numbered(lines, source)):
        yield document.start.entry(_state(document, options.shape))


def write(state: SudokuState) -> str:
    """Write the position on one line, without what has its usual value."""
    shape = state.board.shape
    document: dict[str, Any] = {
        "m": shape.m,
        "n": shape.n,
        "cells": [list(row) for row in state.board],
    }
    if state.taboo:
        document["taboo"] = sorted(state.taboo)
    if state.rules is not Rules.CLASSIC:
        document["rules"] = state.rules
    if state.scores != (0, 0):
        document["scores"] = state.scores
    if state.rules is not Rules.CLASSIC or state.to_move != 1:
        document["to_move"] = state.to_move
    if state.allowed is not None and state.allowed != _usual_allowed(state.board, state.rules):
        document["allowed"] = _squares(shape, state.allowed)
    if state.occupied is not None and any(state.occupied):
        document["occupied"] = _squares(shape, state.occupied)
    if state.history:
        document["moves"] = state.history
    return json.dumps(document) + "\n"


def _squares(shape: Shape, pair: Sequence[Cells]) -> list[list[tuple[int, int]]]:
    return [[shape.coordinates(cell) for cell in sorted(cells)] for cells in pair]


def _usual_allowed(board: Board, rules: Rules) -> tuple[Cells, Cells] | None:
    """Return the allowed cells that the rules imply; None where they do not."""
    if rules is Rules.RANDOM:
        return None
    return SudokuState.start(board, rules).allowed


def _state(document: Document, wanted: Shape | None) -> SudokuState:
    document.require_keys(_FACTS["keys"], _FACTS["needed"])
    m, n = (document.whole(key, document.keys[key], 1, MAX_SIZE) for key in ("m", "n"))
    shape = agreed_shape(m, n, document.start, wanted)
    board = _board(document, shape)
    rules, allowed, occupied = _mode(document, board)
    taboo, history = (_moves(document, key, shape) for key in ("taboo", "moves"))
    return SudokuState(
        board,
        rules,
        taboo=frozenset(taboo),
        scores=_scores(document),
        to_move=_to_move(document, board, rules),
        allowed=allowed,
        occupied=occupied,
        history=history,
    )


def _board(document: Document, shape: Shape) -> Board:
    rows = document.items("cells", document.keys["cells"], shape.size)
    values = bytearray()
    for r, row in enumerate(rows):
        cells = document.items("cells", row, shape.size, f"[{r}]")
        for c, value in enumerate(cells):
            if type(value) is not int or not 0 <= value <= shape.size:
                raise document.not_whole("cells", value, 0, shape.size, f"[{r}][{c}]")
            values.append(value)
    return Board(shape, bytes(values))


def _moves(document: Document, key: str, shape: Shape) -> tuple[Move, ...]:
    ranges = ((0, shape.size - 1), (0, shape.size - 1), (1, shape.size))
    return tuple(
        Move(*_tuple(document, key, item, ranges, f"[{i}]"))
        for i, item in enumerate(document.items(key, document.keys.get(key, [])))
    )


def _tuple(
    document: Document, key: str, item: Any, ranges: Sequence[tuple[int, int]], index: str
) -> Iterator[int]:
    """Read an array of whole numbers, each in its range."""
    numbers = document.items(key, item, len(ranges), index)
    for i, (number, (low, high)) in enumerate(zip(numbers, ranges, strict=True)):
        yield document.whole(key, number, low, high, f"{index}[{i}]")


def _scores(document: Document) -> tuple[int, int]:
    ranges = ((0, _MOST_POINTS), (0, _MOST_POINTS))
    first, second = _tuple(document, "scores", document.keys.get("scores", [0, 0]), ranges, "")
    return first, second


def _mode(
    document: Document, board: Board
) -> tuple[Rules, tuple[Cells, Cells] | None, tuple[Cells, Cells] | None]:
    """Read the rules with the allowed and the occupied cells of both players."""
    name = document.keys.get("rules", Rules.CLASSIC.value)
    if name not in list(Rules):
        text, remedy = shown(str(name)), unknown(Rules, str(name))
        raise document.refuse("json-is", "rules", text=text, remedy=remedy)
    rules = Rules(name)
    allowed, occupied = (_pair(document, key, board.shape) for key in ("allowed", "occupied"))
    if rules is Rules.CLASSIC:
        if allowed or occupied:
            key = "allowed" if allowed else "occupied"
            raise document.refuse("json-classic", key)
        return rules, None, None
    allowed = allowed or _usual_allowed(board, rules)
    if allowed is None:
        raise document.refuse("json-random", "allowed")
    occupied = occupied or (frozenset(), frozenset())
    if wrong := sorted((occupied[0] & occupied[1]) | _empty(board, occupied)):
        row, column = board.shape.coordinates(wrong[0])
        raise document.refuse("json-occupied", "occupied", cell=f"({row},{column})")
    return rules, allowed, occupied


def _empty(board: Board, occupied: tuple[Cells, Cells]) -> set[int]:
    return {cell for mine in occupied for cell in mine if board.values[cell] == EMPTY}


def _pair(document: Document, key: str, shape: Shape) -> tuple[Cells, Cells] | None:
    if key not in document.keys:
        return None
    ranges = ((0, shape.size - 1),) * 2
    first, second = (
        frozenset(
            shape.cell(*_tuple(document, key, item, ranges, f"[{player}][{i}]"))
            for i, item in enumerate(document.items(key, squares, None, f"[{player}]"))
        )
        for player, squares in enumerate(document.items(key, document.keys[key], 2))
    )
    return first, second


def _to_move(document: Document, board: Board, rules: Rules) -> Player:
    if "to_move" in document.keys:
        return 1 if document.whole("to_move", document.keys["to_move"], 1, 2) == 1 else 2
    if rules is Rules.RANDOM:
        return 1
    return SudokuState.start(board, rules).to_move
