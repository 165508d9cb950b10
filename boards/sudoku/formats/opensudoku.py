"""The files of OpenSudoku, an app for Android: XML with a game for each board of 9 x 9 cells.

    <?xml version="1.0" encoding="UTF-8"?>
    <opensudoku>
      <name>Easy</name>
      <game data="379000014060010070080009005..." />
    </opensudoku>

Only the givens are read: 81 digits, 0 for an empty cell. What else a file says of a game (when it
was created, its state, the time, notes) is not of the position. A game that was exported with its
progress holds a text of another kind and is refused. bombe.boards.text.xml_tags reads the syntax,
without document types and entities. We write one game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bombe.boards.errors import FormatError, UnsupportedError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.shape import Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.text.spans import Entry, Head, Span, numbered, shown
from bombe.boards.text.xml_tags import tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.sudoku.reading import ReadOptions
    from bombe.boards.text.xml_tags import Tag

_SHAPE = Shape(3, 3)
_BEGINNING = re.compile(r"<(?:\?xml\b|!--|!DOCTYPE\b|opensudoku2?\b)", re.IGNORECASE | re.ASCII)
_ROOTS = ("opensudoku", "opensudoku2")
_DATA = re.compile("[0-9.]{81}")


def looks_like(head: Head) -> bool:
    """Return whether the text begins as XML does."""
    return bool(_BEGINNING.match(head.line(0) or ""))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the board of each game, as soon as its tag is complete."""
    open_tags: list[Tag] = []
    is_closed = False
    for tag in tags(numbered(lines, source)):
        if is_closed or (not open_tags and not (tag.opens and tag.name in _ROOTS)):
            raise tag.start.error(
                f"<{tag.name}> outside <opensudoku>", "give one file of OpenSudoku"
            )
        if tag.opens and tag.name == "game":
            yield tag.start.entry(SudokuState(_board(tag, options.shape)))
        is_closed = _nest(tag, open_tags)
    if open_tags:
        start = open_tags[-1].start
        raise start.error(f"<{open_tags[-1].name}> is never closed", "add the rest of the file")


def write(state: SudokuState) -> str:
    """Write a file with one game; raise UnsupportedError for any other than a 3x3 board."""
    if state.board.shape != _SHAPE:
        raise UnsupportedError(
            f"OpenSudoku has {_SHAPE} boards only, and this one is {state.board.shape}: "
            "use line or json"
        )
    data = "".join(map(str, state.board.values))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<opensudoku>\n  <game data="{data}" />\n</opensudoku>\n'
    )


def _nest(tag: Tag, open_tags: list[Tag]) -> bool:
    """Open and close the element of a tag; return whether the outermost one is closed."""
    if tag.opens:
        open_tags.append(tag)
    if tag.closes:
        if open_tags[-1].name != tag.name:
            raise tag.start.error(
                f"</{tag.name}> where </{open_tags[-1].name}> belongs", "close what was opened last"
            )
        open_tags.pop()
    return not open_tags


def _board(tag: Tag, wanted: Shape | None) -> Board:
    data = tag.attributes.get("data")
    if data is None:
        raise tag.start.error("a game without data", 'write <game data="..." /> with 81 digits')
    if not _DATA.fullmatch(data.text):
        raise _no_digits(data)
    if wanted not in (None, _SHAPE):
        raise data.error(
            f"OpenSudoku has {_SHAPE} boards, but {wanted} was asked for",
            "leave the shape to the text",
        )
    return Board(_SHAPE, bytes(int(digit) for digit in data.text.replace(".", "0")))


def _no_digits(data: Span) -> FormatError:
    if data.text.startswith("version"):
        return data.error("a game with its progress", "export the puzzles without it")
    if "&" in data.text:
        return data.error("an entity", "write the 81 digits themselves", data.text.find("&"))
    return data.error(f"{shown(data.text)} is not 81 digits", "write 0 for an empty cell")
