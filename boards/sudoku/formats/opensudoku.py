"""The files of OpenSudoku, an app for Android: XML with a game for each board of 9 x 9 cells.

    <?xml version="1.0" encoding="UTF-8"?>
    <opensudoku>
      <name>Easy</name>
      <game data="379000014060010070080009005..." />
    </opensudoku>

Only the givens are read: 81 digits, 0 for an empty cell. What else a file says of a game (when it
was created, its state, the time, notes) is not of the position. A game that was exported with its
progress holds a text of another kind and is refused, and so are document types, which are what
makes XML from strangers dangerous. We write one game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.parsers import expat

from bombe.boards.errors import FormatError, Place, UnsupportedError
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry, entry_at
from bombe.boards.sudoku.shape import Shape
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.text.lines import LINE_COST, LONGEST_TEXT, too_long
from bombe.boards.text.spans import Head, Span, numbered, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.sudoku.reading import ReadOptions

_SHAPE = Shape(3, 3)
_BEGINNING = re.compile(r"<(?:\?xml\b|!--|!DOCTYPE\b|opensudoku2?\b)", re.IGNORECASE | re.ASCII)
_ROOTS = ("opensudoku", "opensudoku2")
_DATA = re.compile("[0-9.]{81}")


def looks_like(head: Head) -> bool:
    """Return whether the text begins as XML does."""
    return bool(_BEGINNING.match(head.line(0) or ""))


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the board of each game, as soon as its tag is complete."""
    games = _Games(source)
    for line in numbered(lines, source):
        games.take(f"{line.text}\n")
        for tag, data in games.found:
            yield entry_at(tag, SudokuState(_board(tag, data, options.shape)))
        games.found.clear()
    games.take("", is_last=True)


class _Games:
    """The games of a file of XML: `found` holds the data of each, and where its tag begins."""

    def __init__(self, source: str) -> None:
        self.found: list[tuple[Span, str | None]] = []
        self._source, self._depth, self._waiting, self._at = source, 0, 0, -1
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._refuse_types

    def take(self, text: str, *, is_last: bool = False) -> None:
        """Take a line with its end."""
        try:
            self._parser.Parse(text, is_last)
        except expat.ExpatError as error:
            place = Place(self._source, error.lineno, error.offset + 1)
            problem = f"XML: {expat.ErrorString(error.code)}"
            raise FormatError(place, problem, "correct the XML there") from None
        index = self._parser.CurrentByteIndex
        self._waiting = self._waiting + len(text) + LINE_COST if index == self._at else 0
        self._at = index
        if self._waiting > LONGEST_TEXT:
            raise too_long(self._here().place, "a tag or a comment", LONGEST_TEXT)

    def _here(self) -> Span:
        parser = self._parser
        return Span(
            Place(self._source, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1), ""
        )

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if not self._depth and name not in _ROOTS:
            raise self._here().error(
                f"<{name}> outside <opensudoku>", "give one file of OpenSudoku"
            )
        self._depth += 1
        if name == "game":
            self.found.append((self._here(), attributes.get("data")))

    def _end(self, _name: str) -> None:
        self._depth -= 1

    def _refuse_types(self, *_: object) -> None:
        raise self._here().error("document types and entities are not read", "take them out")


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


def _board(tag: Span, data: str | None, wanted: Shape | None) -> Board:
    if data is None:
        raise tag.error("a game without data", 'write <game data="..." /> with 81 digits')
    if data.startswith("version"):
        raise tag.error("a game with its progress", "export the puzzles without it")
    if not _DATA.fullmatch(data):
        raise tag.error(f"{shown(data)} is not 81 digits", "write 0 for an empty cell")
    if wanted not in (None, _SHAPE):
        raise tag.error(
            f"OpenSudoku has {_SHAPE} boards, but {wanted} was asked for",
            "leave the shape to the text",
        )
    return Board(_SHAPE, bytes(int(digit) for digit in data.replace(".", "0")))
