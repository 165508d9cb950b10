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
from typing import TYPE_CHECKING, Any, TypeVar

from bombe.boards.facts import FACTS
from bombe.boards.sudoku.board import EMPTY, Board, Move
from bombe.boards.sudoku.entries import Entry, agreed_shape, entry_at
from bombe.boards.sudoku.shape import MAX_SIZE
from bombe.boards.sudoku.state import Cells, Rules, SudokuState
from bombe.boards.text.json_documents import Document, Value, documents
from bombe.boards.text.spans import BLANKS, Head, numbered, shown, unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.boards.game import Player
    from bombe.boards.sudoku.reading import ReadOptions
    from bombe.boards.sudoku.shape import Shape

T = TypeVar("T")
_FACTS = FACTS["sudoku"]
_BEGINNING = re.compile(r"\{|\[(?![A-Za-z])")


def looks_like(head: Head) -> bool:
    """Return whether the text begins with a brace or a bracket."""
    return bool(_BEGINNING.match((head.line(0) or "").lstrip(BLANKS)))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the positions of the text."""
    for document in documents(numbered(lines, source)):
        yield entry_at(document.start, _state(document, options.shape))


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
    m, n = (document.at(key).whole(1, MAX_SIZE) for key in ("m", "n"))
    shape = agreed_shape(m, n, document.start, wanted)
    cells = [(0, shape.size)] * shape.size
    rows = [row.wholes(cells) for row in document.at("cells").items(shape.size)]
    board = Board(shape, bytes(value for row in rows for value in row))
    rules, allowed, occupied = _mode(document, board)
    scores = document.get("scores")
    return SudokuState(
        board,
        rules,
        taboo=frozenset(_moves(document.get("taboo"), shape)),
        scores=(0, 0) if scores is None else _two(scores.wholes([(0, _FACTS["most_points"])] * 2)),
        to_move=_to_move(document, board, rules),
        allowed=allowed,
        occupied=occupied,
        history=tuple(_moves(document.get("moves"), shape)),
    )


def _two(items: Sequence[T]) -> tuple[T, T]:
    first, second = items
    return first, second


def _moves(value: Value | None, shape: Shape) -> Iterator[Move]:
    ranges = ((0, shape.size - 1), (0, shape.size - 1), (1, shape.size))
    return (Move(*item.wholes(ranges)) for item in (value.items() if value else ()))


def _mode(
    document: Document, board: Board
) -> tuple[Rules, tuple[Cells, Cells] | None, tuple[Cells, Cells] | None]:
    """Read the rules with the allowed and the occupied cells of both players."""
    name = document.keys.get("rules", Rules.CLASSIC.value)
    if name not in list(Rules):
        text, remedy = shown(str(name)), unknown(Rules, str(name))
        raise document.refuse("json-is", "rules", text=text, remedy=remedy)
    rules = Rules(name)
    allowed, occupied = (_pair(document.get(key), board.shape) for key in ("allowed", "occupied"))
    if rules is Rules.CLASSIC:
        if allowed or occupied:
            raise document.refuse("json-classic", "allowed" if allowed else "occupied")
        return rules, None, None
    allowed = allowed or _usual_allowed(board, rules)
    if allowed is None:
        raise document.refuse("json-random", "allowed")
    occupied = occupied or (frozenset(), frozenset())
    empty = {cell for mine in occupied for cell in mine if board.values[cell] == EMPTY}
    if wrong := (occupied[0] & occupied[1]) | empty:
        where = "({},{})".format(*board.shape.coordinates(min(wrong)))
        raise document.refuse("json-occupied", "occupied", cell=where)
    return rules, allowed, occupied


def _pair(value: Value | None, shape: Shape) -> tuple[Cells, Cells] | None:
    ranges = [(0, shape.size - 1)] * 2
    return value and _two(
        [
            frozenset(shape.cell(*square.wholes(ranges)) for square in squares.items())
            for squares in value.items(2)
        ]
    )


def _to_move(document: Document, board: Board, rules: Rules) -> Player:
    if mover := document.get("to_move"):
        return 1 if mover.whole(1, 2) == 1 else 2
    return 1 if rules is Rules.RANDOM else SudokuState.start(board, rules).to_move
