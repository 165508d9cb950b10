"""Dots and Boxes as text: a drawing, a list of edges, a list of moves, or JSON.

    drawing     +---+   +       dots four apart; 1 or 2 in a box is its owner. Above it may stand
                | 1 |           `player 2 to move` and `no extra turn`
                +---+   +
    edges       1x2: h 0 0; h 1 0; v 0 0; v 0 1
    moves       1x2: P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1)
    json        {"rows": 1, "columns": 2, "edges": ["h 0 0", "h 1 0", "v 0 0", "v 0 1"]}
    notebook    {'n': 2, 'm': 3, ('h', 1, 1): True}     a dictionary of Python, see dots.notebook

A list without `1x2:` needs to be told its grid. Edges alone tell neither owners nor mover, so that
player 1 is to move; moves tell everything, since they are played from the empty grid. Blank lines
and lines that begin with `#` are skipped, except that inside a drawing a blank line has no walls.

A file may hold several positions, a line each: FILE#3 is the third, FILE:12 that on line 12.
"""

from __future__ import annotations

import ast
import io
import itertools
import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from bombe.boards.dots import drawing, json_text, notebook
from bombe.boards.dots.expected import Expected
from bombe.boards.dots.state import DotsState, Grid, Line, require_dots
from bombe.boards.errors import (
    BoardError,
    FormatError,
    Place,
    UnknownNameError,
    UnsupportedError,
    UsageError,
)
from bombe.boards.sentences import refusal
from bombe.boards.text.lines import LONGEST_TEXT, limited, text_of
from bombe.boards.text.picks import Pick
from bombe.boards.text.spans import BLANKS, Span, numbered, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LIST = re.compile(r"[hv](?![a-z])|P|[0-9]")
_TEXT = re.compile(r"\s*(?:[0-9]{1,3}[xX][0-9]{1,3}:|\{)")
_DICTIONARY = re.compile(r"\s*\{\s*['(]")
_GRID = re.compile(r"[ \t]*([0-9]{1,3})[xX]([0-9]{1,3}):")
_ITEM = re.compile(r"[^; \t][^;]*")
_CALL = re.compile(r"[^;, \t][^;)]*\)?")
_MOVE = re.compile(
    r"P([12])[ \t]*\([ \t]*([hv])[ \t]*,[ \t]*([0-9]{1,3})[ \t]*,[ \t]*([0-9]{1,3})[ \t]*\)"
)


def read(
    source: str | os.PathLike[str] | Mapping[Any, Any],
    *,
    grid: Grid | str | None = None,
    extra_turn: bool | None = None,
    player: int | None = None,
) -> DotsState:
    """Read the one position of a source: a file, a text, or the dictionary of a notebook.

    `grid` and `extra_turn` are as in `read_dots`, but a dictionary is usually without extra turn,
    and does not say who is to move: that is `player`, 1 or -1.
    """
    expected = None if grid is None else Grid.of(grid)
    if isinstance(source, Mapping):
        return _read_board(source, Expected(expected, extra_turn), player)
    if player is not None:
        raise UsageError("player is for a notebook's board: a text says itself who is to move")
    is_list = isinstance(source, str) and expected is not None and _LIST.match(source)
    if isinstance(source, str) and (is_list or _TEXT.match(source) or "\n" in source):
        return read_dots(source, "<position>", grid=expected, extra_turn=extra_turn)
    return _read_path(source, Expected(expected, extra_turn))


def _read_path(path: str | os.PathLike[str], expected: Expected) -> DotsState:
    """Read the position of a file, or the one that FILE#NUMBER or FILE:LINE chooses."""
    pick = Pick.of(path) if isinstance(path, str) else None
    # Not Path.exists: it raises on the longest texts.
    is_there = pick is not None and os.path.isfile(pick.source)  # noqa: PTH113 - as said above
    if pick is None or os.path.exists(path) or not is_there:  # noqa: PTH110 - as said above
        return _read_spans(_spans(_text_of(path), os.fspath(path)), expected)
    lines = _spans(_text_of(pick.source), pick.source)
    telling = _telling(lines)
    if telling and all(_TEXT.match(line.text) for line in telling):
        return _read_spans(list(pick.out_of(telling)), expected)
    list(pick.out_of(telling[:1]))
    return _read_spans(lines, expected)


def _text_of(path: object) -> str:
    if not isinstance(path, (str, os.PathLike)):
        kind = type(path).__name__
        raise UsageError(f"a {kind} cannot be read: give a path or a text")
    return text_of(path, 'give a file, or a text such as "3x3: h 0 0; v 1 2"', LONGEST_TEXT)


def read_dots(
    text: str,
    source: str = "<text>",
    *,
    grid: Grid | None = None,
    extra_turn: bool | None = None,
) -> DotsState:
    """Read the position of a text in any of the forms.

    `grid` and `extra_turn` are for texts that do not name them; one that does must agree.
    """
    return _read_spans(_spans(text, source), Expected(grid, extra_turn))


def _spans(text: str, source: str) -> list[Span]:
    """Return the lines of a text; raise FormatError if it holds no position."""
    lines = list(numbered(limited(io.StringIO(text, newline=None), source), source))
    if not _telling(lines):
        raise FormatError(Place(source, 1), *refusal("dots-none"))
    return lines


def _telling(lines: list[Span]) -> list[Span]:
    return [line for line in lines if not line.is_blank and not line.is_comment]


def _read_spans(lines: list[Span], expected: Expected) -> DotsState:
    telling = _telling(lines)
    first = telling[0].text.strip(BLANKS)
    if _DICTIONARY.match("".join(line.text for line in telling[:2])):
        return _read_dictionary(telling, expected)
    if first.startswith(("{", "[")):
        return json_text.read(lines, expected)
    if not _LIST.match(first):
        return drawing.read(lines, expected)
    if any("P" in line.text for line in telling):
        return _read_moves(telling, expected)
    return _read_edges(telling, expected)


def _read_board(
    board: Mapping[Any, Any], expected: Expected, player: int | None = None
) -> DotsState:
    """Read the dictionary of a notebook; there is no extra turn unless it is expected."""
    found = notebook.read(board, player=player, extra_turn=expected.extra_turn)
    if expected.grid not in (None, found.grid):
        raise UsageError(
            f"the board has {found.grid} boxes, not {expected.grid}: leave out the grid"
        )
    return found


def _read_dictionary(lines: list[Span], expected: Expected) -> DotsState:
    """Read the text of a notebook's dictionary, as Python prints it."""
    try:
        board = dict(ast.literal_eval("\n".join(line.text for line in lines).strip(BLANKS)))
    except (SyntaxError, ValueError, TypeError, RecursionError) as error:
        reason = getattr(error, "msg", "it has more than plain keys and values")
        raise lines[0].refuse("notebook", problem=reason) from None
    try:
        return _read_board(board, expected)
    except BoardError as error:
        raise lines[0].refuse("notebook-board", problem=error) from None


def read_edges(text: str, grid: Grid, *, extra_turn: bool = True) -> DotsState:
    """Read a list of edges of a known grid, such as `h 0 0; v 1 2`; it may be empty."""
    lines = numbered(io.StringIO(text), "<edges>")
    return _read_edges(list(lines) or [Span(Place(), "")], Expected(grid, extra_turn))


@overload
def write(state: DotsState, form: Literal["notebook"]) -> notebook.NotebookBoard: ...  # type: ignore[overload-overlap] # a dictionary


@overload
def write(state: DotsState, form: str = "json") -> str: ...


def write(state: DotsState, form: str = "json") -> str | notebook.NotebookBoard:
    """Return the text of a position in one of FORMS; as "notebook" the dictionary itself."""
    require_dots(state)
    return (
        notebook.write(state)
        if isinstance(form, str) and form == "notebook"
        else write_dots(state, form)
    )


def write_dots(state: DotsState, form: str = "json") -> str:
    """Return the text of a position in one of FORMS, with the newline at its end."""
    if not isinstance(form, str) or form not in FORMS:
        raise UnknownNameError("form of a position", form, FORMS)
    return FORMS[form](state)


def _write_edges(state: DotsState) -> str:
    return f"{state.grid}: {'; '.join(map(str, state.grid.lines_of(state.edges)))}".rstrip() + "\n"


def _write_moves(state: DotsState) -> str:
    replayed = DotsState.start(state.grid, extra_turn=state.extra_turn)
    words = []
    for line in state.history:
        words.append(f"P{replayed.to_move}({line.kind},{line.row},{line.column})")
        replayed = replayed.play(line)
    if replayed != state:
        raise UnsupportedError(
            "the position did not come from the empty grid by its moves: write it as json"
        )
    return f"{state.grid}: {' '.join(words)}".rstrip() + "\n"


FORMS: dict[str, Callable[[DotsState], str]] = {
    "drawing": drawing.write,
    "edges": _write_edges,
    "moves": _write_moves,
    "json": json_text.write,
    "notebook": lambda state: f"{notebook.write(state)}\n",
}
"""The forms by name; readers recognise them by the text."""


def _read_edges(lines: list[Span], expected: Expected) -> DotsState:
    grid, lines = _take_grid(lines, expected)
    edges = 0
    for span in _pieces(lines, _ITEM):
        try:
            line = Line.parse(span.text)
        except UsageError:
            raise span.refuse("dots-line", text=shown(span.text)) from None
        edges |= _new_edge(span, line, grid, edges)
    return DotsState(grid, edges, extra_turn=expected.extra_turn is not False)


def _read_moves(lines: list[Span], expected: Expected) -> DotsState:
    """Play the moves; the turn after the first completed box shows the rule if none is expected."""
    grid, lines = _take_grid(lines, expected)
    spans = list(_pieces(lines, _CALL))
    moves = [_move(span) for span in spans]
    rule = _rule_of(grid, moves) if expected.extra_turn is None else expected.extra_turn
    state = DotsState.start(grid, extra_turn=rule)
    for span, (player, line) in zip(spans, moves, strict=True):
        _new_edge(span, line, grid, state.edges)
        if player != state.to_move:
            after = "moves" if rule else "does not move"
            raise span.refuse("dots-turn", player=player, mover=state.to_move, moves=after)
        state = state.play(line)
    return state


def _move(span: Span) -> tuple[int, Line]:
    match = _MOVE.fullmatch(span.text.rstrip(BLANKS))
    if not match:
        raise span.refuse("dots-move", text=shown(span.text))
    return int(match[1]), Line("h" if match[2] == "h" else "v", int(match[3]), int(match[4]))


def _rule_of(grid: Grid, moves: list[tuple[int, Line]]) -> bool:
    """Return whether the player who scores moves again; the usual rule if no box shows it."""
    edges = 0
    for (player, line), (following, _) in itertools.pairwise(moves):
        if grid.why_not(line):
            break
        if grid.completed(edges, grid.edge(line)):
            return player == following
        edges |= 1 << grid.edge(line)
    return True


def _new_edge(span: Span, line: Line, grid: Grid, edges: int) -> int:
    """Return the set of the line's edge alone; it must be on the grid, and not be drawn yet."""
    if reason := grid.why_not(line):
        raise span.refuse("dots-outside", problem=reason)
    if edges >> grid.edge(line) & 1:
        raise span.refuse("dots-twice", line=line)
    return 1 << grid.edge(line)


def _take_grid(lines: list[Span], expected: Expected) -> tuple[Grid, list[Span]]:
    """Read `2x3:` before a list, and give the rest of the lines."""
    first = lines[0]
    match = _GRID.match(first.text)
    if match:
        rest = [first.part(match.end()), *lines[1:]]
        return expected.agreed_grid(first, int(match[1]), int(match[2])), rest
    if expected.grid is None:
        raise first.refuse("dots-no-grid")
    return expected.grid, lines


def _pieces(lines: list[Span], pattern: re.Pattern[str]) -> Iterator[Span]:
    for line in lines:
        yield from (line.part(*match.span()) for match in pattern.finditer(line.text))
