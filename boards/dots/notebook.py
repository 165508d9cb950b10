"""The board of a course notebook: a dictionary that holds what is drawn and who scored.

    {'n': 2, 'm': 3, 'score1': 1, 'score-1': 0,             n rows of m dots, the boxes of 1 and -1
     ('h', 1, 1): True, ('h', 2, 1): True,                  lines: h or v, row and column, from 1
     ('v', 1, 1): True, ('v', 1, 2): True,
     (1, 1): 1}                                             boxes: row and column, 1 or -1

There the turn passes after every line, scored or not. A line that is missing or False is not drawn.
The dictionary says neither who is to move nor how the game went: `read` is told the first, and the
second is lost. Its helpers are here, too, for those whose search calls them:

    actions(board)                      the lines that are not drawn
    result(board, ("v", 2, 2), -1)      a new board, on which player -1 has drawn that line
    terminal(board)                     whether every line is drawn
    utility(board, player)              1, 0 or -1: whether that player has more boxes
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, TypeAlias

from bombe.boards.dots.state import MAX_SIDE, DotsState, Grid, Line
from bombe.boards.errors import BoardError, IllegalMoveError, UsageError
from bombe.boards.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bombe.boards.game import Player

NotebookBoard: TypeAlias = dict[Any, Any]
NotebookLine: TypeAlias = tuple[str, int, int]
PLAYERS = (1, -1)
"""The notebook's names of players 1 and 2."""
_NUMBERS = ("n", "m", "score1", "score-1")
_LINE_PARTS, _BOX_PARTS = 3, 2


def new_board(n: int = 4, m: int = 4) -> NotebookBoard:
    """Return the board of n x m dots on which nothing is drawn."""
    return write(DotsState.start(_grid({"n": n, "m": m}), extra_turn=False))


def actions(board: Mapping[Any, Any]) -> list[NotebookLine]:
    """Return the lines that are not drawn."""
    return [line for line in _lines_of(board) if not board.get(line)]


def result(board: Mapping[Any, Any], line: NotebookLine, player: int) -> NotebookBoard:
    """Return a new board on which the player has drawn the line; the given one stays as it is."""
    boxes = _lines_of(board).get(line)
    if boxes is None:
        raise IllegalMoveError(line, [f"{board['n']} x {board['m']} dots have no such line"])
    if board.get(line):
        raise IllegalMoveError(line, ["it is drawn already"])
    score, after = _score_of(player), {**board, line: True}
    for row, column in boxes:
        if all(after.get(side) for side in _sides(row, column)):
            after[row, column] = player
            after[score] = after.get(score, 0) + 1
    return after


def terminal(board: Mapping[Any, Any]) -> bool:
    """Return whether every line is drawn."""
    return not actions(board)


def utility(board: Mapping[Any, Any], player: int = 1) -> int:
    """Return 1 if the player has more boxes than the opponent, -1 if fewer, 0 if as many."""
    own, other = (_number(board, _score_of(one)) for one in (player, -player))
    return (own > other) - (own < other)


def _score_of(player: int) -> str:
    if player not in PLAYERS:
        raise UsageError(f"{player!r} is not a player: give 1 or -1")
    return f"score{int(player)}"


def _sides(row: int, column: int) -> tuple[NotebookLine, ...]:
    """Return the four lines of a box."""
    return ("h", row, column), ("h", row + 1, column), ("v", row, column), ("v", row, column + 1)


def _lines_of(board: Mapping[Any, Any]) -> dict[NotebookLine, tuple[tuple[int, int], ...]]:
    """Return the lines of the board's dots, drawn or not, with the boxes beside them."""
    return _lines(_number(board, "n"), _number(board, "m"))


@functools.cache
def _lines(n: int, m: int) -> dict[NotebookLine, tuple[tuple[int, int], ...]]:
    # A search asks for them at every position: they are computed once.
    grid = _grid({"n": n, "m": m})
    beside = (tuple(map(_from_one, map(grid.place, boxes))) for boxes in grid.boxes_of)
    return dict(zip(map(write_line, grid.lines), beside, strict=True))


def _from_one(place: tuple[int, int]) -> tuple[int, int]:
    return place[0] + 1, place[1] + 1


def player_of(player: int) -> Player:
    """Return player 1 or 2 for the notebook's 1 or -1."""
    _score_of(player)
    return 1 if player == 1 else 2


def read_line(line: Any) -> Line:
    """Return the notebook's line, such as ("v", 2, 2); raise if it is not three such parts."""
    try:
        kind, *place = line
        row, column = map(operator.index, place)
        if kind not in ("h", "v"):
            raise ValueError  # noqa: TRY301 - all that is no line is refused in one place
    except (TypeError, ValueError):
        remedy = 'give h or v, row and column from 1, such as ("v", 2, 2)'
        raise UsageError(f"{line!r} is not a line: {remedy}") from None
    return Line("h" if kind == "h" else "v", row - 1, column - 1)


def write_line(line: Line) -> NotebookLine:
    """Return a line as the notebook counts, from 1."""
    return line.kind, line.row + 1, line.column + 1


def write(state: DotsState) -> NotebookBoard:
    """Return a new dictionary; who moves, the rule of the extra turn and the history are lost."""
    grid = state.grid
    first, second = state.scores
    board: NotebookBoard = {"n": grid.rows + 1, "m": grid.columns + 1}
    board |= {"score1": first, "score-1": second}
    board |= {write_line(line): True for line in grid.lines_of(state.edges)}
    owned = ((box, owner) for box, owner in enumerate(state.owners) if owner)
    return board | {_from_one(grid.place(box)): PLAYERS[owner - 1] for box, owner in owned}


def read(
    board: Mapping[Any, Any], *, player: int | None = None, extra_turn: bool | None = None
) -> DotsState:
    """Return the position of a dictionary: `player` is to move, 1 or -1 (None: 1).

    The turn passes after every line unless `extra_turn` is True. Complete boxes may lack an owner:
    the scores give it if one player alone lacks boxes, else it is unknown.
    """
    grid = _grid(board)
    lines, owners = _drawn(board, grid), [0] * grid.boxes
    edges = grid.edge_set(lines)
    for box, owner in _owned(board, grid):
        owners[box] = owner
        if grid.box_edges[box] & ~edges:
            place = _from_one(grid.place(box))
            raise BoardError(sentence("owner-early", box=place))
    complete = [box for box, sides in enumerate(grid.box_edges) if not sides & ~edges]
    _settle(board, owners, [box for box in complete if not owners[box]])
    mover = player_of(1 if player is None else player)
    return DotsState(grid, edges, tuple(owners), mover, bool(extra_turn))


def _grid(board: Mapping[Any, Any]) -> Grid:
    n, m = (_number(board, key) for key in ("n", "m"))
    if not (1 < n <= MAX_SIDE + 1 and 1 < m <= MAX_SIDE + 1):
        raise BoardError(sentence("notebook-size", n=n, m=m, most=MAX_SIDE + 1))
    return Grid(n - 1, m - 1)


def _number(board: Mapping[Any, Any], key: str) -> int:
    if key not in board:
        raise BoardError(sentence("notebook-missing", key=repr(key)))
    try:
        return operator.index(board[key])
    except TypeError:
        raise BoardError(f"{key!r} is {board[key]!r}: give a whole number") from None


def _drawn(board: Mapping[Any, Any], grid: Grid) -> Iterator[Line]:
    """Yield the lines that are True; raise if a key is none of the board's, or a value no truth."""
    known = _lines(grid.rows + 1, grid.columns + 1)
    for key, value in board.items():
        if key in _NUMBERS or (isinstance(key, tuple) and len(key) == _BOX_PARTS):
            continue
        if key not in known:
            raise BoardError(_why_no_line(key, grid))
        if value not in (True, False):
            raise BoardError(sentence("notebook-drawn", line=key, value=repr(value)))
        if value:
            yield read_line(key)


def _why_no_line(key: object, grid: Grid) -> str:
    if not (isinstance(key, tuple) and len(key) == _LINE_PARTS):
        known = "('h', 1, 1), (1, 1), " + ", ".join(map(repr, _NUMBERS))
        return f"{key!r} is no key of a board: the keys are such as {known}"
    n, m = grid.rows + 1, grid.columns + 1
    return sentence("notebook-line", line=key, n=n, m=m, rows=grid.rows, columns=grid.columns)


def _owned(board: Mapping[Any, Any], grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield the boxes that have an owner, with player 1 or 2; 0, None and False are nobody."""
    places = {_from_one(grid.place(box)): box for box in range(grid.boxes)}
    for key, value in board.items():
        if not (isinstance(key, tuple) and len(key) == _BOX_PARTS):
            continue
        if key not in places:
            sides = {"rows": grid.rows, "columns": grid.columns}
            raise BoardError(sentence("notebook-box", box=key, **sides))
        if value not in (1, -1, 0, None):
            raise BoardError(sentence("notebook-owner", box=key, owner=repr(value)))
        if value:
            yield places[key], player_of(value)


def _settle(board: Mapping[Any, Any], owners: list[int], unknown: list[int]) -> None:
    """Compare the scores with the owners, and give boxes without one to whom they must belong."""
    known = owners.count(1), owners.count(2)
    keys = [_score_of(player) for player in PLAYERS]
    lacking = [
        _number(board, key) - count if key in board else 0
        for key, count in zip(keys, known, strict=True)
    ]
    if min(lacking) < 0 or sum(lacking) > len(unknown):
        scores = " and ".join(f"{key!r} is {board[key]}" for key in keys if key in board)
        owned = {"first": known[0], "second": known[1], "complete": sum(known) + len(unknown)}
        raise BoardError(sentence("notebook-scores", scores=scores, **owned))
    if all(lacking) or 0 < sum(lacking) < len(unknown):
        raise BoardError(sentence("notebook-whose", missing=sum(lacking), open=len(unknown)))
    if any(lacking):
        for box in unknown:
            owners[box] = 1 if lacking[0] else 2
