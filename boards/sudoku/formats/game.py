"""The course framework's game text (v14): a whole game, with owners, moves and scores.

    rows = 2
    columns = 2
    board =
         1+    .     .     4-
         ...
    taboo-moves = [(0,1) -> 3]
    moves = [(0,0) -> 1, (0,1) -> 3, (0,3) -> 4]
    scores = [0, 0]
    current-player = 2
    allowed-squares1 = (0,0), (0,1), (0,2), (0,3)
    ...

A sign says who filled the cell, as do the lists of occupied squares; a given has no sign. The
framework itself cannot read that, and writes `-` on givens: so do we, and where the lists are
there, it is understood. Without allowed squares, signs mean the play mode `rows`, in which the
framework plays unless it is told otherwise; without signs, too, the game is classic.
bombe.boards.sudoku.formats.fields reads the syntax; this module, the meaning.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.facts import FACTS
from bombe.boards.sudoku.board import EMPTY, Board
from bombe.boards.sudoku.entries import Entry, agreed_shape, entry_at
from bombe.boards.sudoku.formats.fields import Field, read_fields
from bombe.boards.sudoku.formats.framework import cell_value
from bombe.boards.sudoku.formats.signs import signs_of, with_owners
from bombe.boards.sudoku.shape import MAX_SIZE
from bombe.boards.sudoku.state import Cells, Rules, SudokuState, rules_of, starting_cells
from bombe.boards.text.spans import Head, Span, shown, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.game import Player
    from bombe.boards.sudoku.reading import ReadOptions
    from bombe.boards.sudoku.shape import Shape

_KEYS = FACTS["sudoku"]["game_keys"]
_MOST_POINTS = FACTS["sudoku"]["most_points"]
_BEGINNING = re.compile(r"[A-Za-z][A-Za-z0-9_-]*[ \t]*=")


class _Cells(NamedTuple):
    """The cells of a board: the words of the text, the values, and the signs, ' ' for none."""

    words: list[Span]
    values: bytes
    signs: str


def looks_like(head: Head) -> bool:
    """Return whether the text begins with `key =`."""
    return bool(_BEGINNING.match(head.line(0) or ""))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the one game of the text."""
    fields = read_fields(lines, source, _KEYS)
    if not fields:
        return
    if missing := next((key for key in ("rows", "columns", "board") if key not in fields), None):
        first = next(iter(fields.values())).key
        raise first._replace(place=first.place._replace(column=0)).refuse(
            "game-missing", key=missing
        )
    m, n = (whole(fields[key].only_word(), key, 1, MAX_SIZE) for key in ("rows", "columns"))
    shape = agreed_shape(m, n, fields["rows"].key, options.shape)
    state = _state(fields, shape)
    if "initial-board" in fields:
        _check_initial_board(_cells(fields["initial-board"], shape), state)
    yield entry_at(next(iter(fields.values())).key, state)


def write(state: SudokuState, *, sign: bool = False) -> str:
    """Write the whole game; without `initial-board`, which board and moves imply.

    With `sign`, givens belong to players, too, see bombe.boards.sudoku.formats.signs, and a classic
    position is written with signs and without allowed squares: for any of the newer play modes.
    """
    if sign and state.allowed is None:
        return _text(state, signs_of(with_owners(state.under(Rules.ROWS))))
    shown = with_owners(state) if sign else state
    return _text(shown, signs_of(shown))


def _text(state: SudokuState, signs: str) -> str:
    shape = state.board.shape
    taboo = ", ".join(map(str, sorted(state.taboo)))
    moves = ", ".join(map(str, state.history))
    squares = {
        f"{name}-squares{player}": ", ".join(
            "({},{})".format(*shape.coordinates(cell)) for cell in sorted(cells)
        )
        for name, pair in (("allowed", state.allowed), ("occupied", state.occupied))
        for player, cells in enumerate(pair or (), 1)
    }
    fields = {
        "rows": shape.m,
        "columns": shape.n,
        "board": "\n" + "\n".join(_rows(state, signs)),
        "taboo-moves": f"[{taboo}]",
        "moves": f"[{moves}]",
        "scores": list(state.scores),
        "current-player": state.to_move,
        **squares,
    }
    return "".join(f"{key} = {value}\n".replace(" \n", "\n") for key, value in fields.items())


def _rows(state: SudokuState, signs: str) -> Iterator[str]:
    """Return the rows of the board, with a sign behind every filled cell if there are signs.

    The framework takes the end of every value for a sign there, so givens have one.
    """
    size = state.board.shape.size
    cells = [f"{value or '.':>4}" for value in state.board.values]
    if signs:
        cells = [f" {text}{sign}" for text, sign in zip(cells, signs, strict=True)]
    return ("".join(cells[i : i + size]).rstrip() for i in range(0, len(cells), size))


def _state(fields: dict[str, Field], shape: Shape) -> SudokuState:
    cells = _cells(fields["board"], shape)
    allowed = _pair(fields, "allowed-squares", shape)
    occupied = _pair(fields, "occupied-squares", shape)
    if allowed is None and occupied is not None:
        raise fields["occupied-squares1"].key.refuse("game-occupied")
    board = Board(shape, cells.values)
    if allowed is None and cells.signs.strip():
        allowed = starting_cells(board, Rules.ROWS)
    if allowed is not None and occupied is None:
        occupied = _occupied_by_signs(cells)
    state = SudokuState(
        board,
        rules_of(shape, allowed),
        taboo=frozenset(fields["taboo-moves"].moves(shape) if "taboo-moves" in fields else ()),
        scores=_scores(fields),
        to_move=_to_move(fields),
        allowed=allowed,
        occupied=occupied,
        history=tuple(fields["moves"].moves(shape) if "moves" in fields else ()),
    )
    if "occupied-squares1" in fields:
        _check_occupied(fields, cells, state)
    # The framework prints whose turn it is before it finds that this player cannot move.
    return state.skip_stuck_player()


def _cells(field: Field, shape: Shape) -> _Cells:
    words = field.words()
    if len(words) != shape.cells:
        at = words[shape.cells] if len(words) > shape.cells else words[-1] if words else field.key
        key, count = field.key.text, len(words)
        raise at.refuse("game-cells", key=key, count=count, shape=shape, cells=shape.cells)
    values, signs = bytearray(), []
    for word in words:
        sign = word.text[-1] if word.text[-1] in "+-" else " "
        value = cell_value(word.part(0, len(word.text) - (sign != " ")), shape.size)
        if sign != " " and value == EMPTY:
            raise word.refuse("game-empty", sign=repr(sign))
        values.append(value)
        signs.append(sign)
    return _Cells(words, bytes(values), "".join(signs))


def _pair(fields: dict[str, Field], name: str, shape: Shape) -> tuple[Cells, Cells] | None:
    """Read the lists of squares of both players; None where neither is there."""
    found = [fields[key] for key in (f"{name}1", f"{name}2") if key in fields]
    if len(found) == 1:
        missing = f"{name}{'2' if found[0].key.text.endswith('1') else '1'}"
        raise found[0].key.refuse("game-lonely", key=missing)
    if not found:
        return None
    first, second = (
        frozenset(shape.cell(*square) for square in field.squares(shape)) for field in found
    )
    return first, second


def _scores(fields: dict[str, Field]) -> tuple[int, int]:
    if "scores" not in fields:
        return 0, 0
    scores = fields["scores"].numbers("score", _MOST_POINTS)
    if len(scores) != 2:
        raise fields["scores"].key.refuse("game-scores", count=len(scores))
    return scores[0], scores[1]


def _to_move(fields: dict[str, Field]) -> Player:
    if "current-player" not in fields:
        return 1
    return 1 if whole(fields["current-player"].only_word(), "current-player", 1, 2) == 1 else 2


def _occupied_by_signs(cells: _Cells) -> tuple[Cells, Cells]:
    first, second = (
        frozenset(cell for cell, found in enumerate(cells.signs) if found == sign) for sign in "+-"
    )
    return first, second


def _check_occupied(fields: dict[str, Field], cells: _Cells, state: SudokuState) -> None:
    """Refuse lists of occupied squares that cannot be, or that the signs contradict."""
    has_signs = bool(cells.signs.strip())
    for cell, (word, sign) in enumerate(zip(cells.words, cells.signs, strict=True)):
        owners = [p for p, mine in enumerate(state.occupied or (), 1) if cell in mine]
        if len(owners) == 2 or (owners and cells.values[cell] == EMPTY):
            row, column = state.board.shape.coordinates(cell)
            name = "game-both" if len(owners) == 2 else "game-blank"
            key = fields[f"occupied-squares{owners[0]}"].key
            raise key.refuse(name, cell=f"({row},{column})")
        owner = " +-"[owners[0]] if owners else " "
        # The framework writes '-' on every filled cell that is not player 1's, givens too.
        if has_signs and sign != owner and (sign, owner) != ("-", " "):
            raise word.refuse("game-sign", text=shown(word.text))


def _check_initial_board(initial: _Cells, state: SudokuState) -> None:
    implied = state.initial_board
    for cell, value in enumerate(initial.values):
        if value != implied.values[cell]:
            row, column = state.board.shape.coordinates(cell)
            raise initial.words[cell].refuse(
                "game-initial",
                value=value or "nothing",
                cell=f"({row},{column})",
                implied=implied.values[cell] or "nothing",
            )
