"""The syntax of the framework's game text: lines `key = value`, and the lists in the values.

A line that begins with a blank continues the value before it; lines that begin with `#` are
skipped. Lists of squares, moves and numbers may stand in brackets or not, and may be empty.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.sudoku.board import Move
from bombe.boards.text.lines import limited
from bombe.boards.text.spans import BLANKS, Span, numbered, shown, unknown, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from bombe.boards.sudoku.shape import Shape

    ItemT = TypeVar("ItemT")

_TOKEN = re.compile(r"[0-9]+|->|[^ \t]")


class Field(NamedTuple):
    """A key, and the pieces of its value, one for each line."""

    key: Span
    pieces: list[Span]

    def words(self) -> list[Span]:
        """Return the words of the value."""
        return [word for piece in self.pieces for word in piece.words()]

    def only_word(self) -> Span:
        """Return the value where it must be a single word."""
        words = self.words()
        if len(words) != 1:
            at = words[1] if words else self.key
            raise at.refuse("game-one", key=self.key.text, count=len(words))
        return words[0]

    def squares(self, shape: Shape) -> list[tuple[int, int]]:
        """Read a list of squares: (0,1), (2,2)."""
        return _Tokens(self).items(lambda tokens: tokens.square(shape))

    def moves(self, shape: Shape) -> list[Move]:
        """Read a list of moves: (0,1) -> 3, (2,2) -> 4."""
        return _Tokens(self).items(lambda tokens: tokens.move(shape))

    def numbers(self, what: str, most: int) -> list[int]:
        """Read a list of numbers: 3, 0."""
        return _Tokens(self).items(lambda tokens: tokens.number(what, 0, most))


def read_fields(lines: Iterable[str], source: str, known: Iterable[str]) -> dict[str, Field]:
    """Read the fields of the text, each key once and no key that is not known."""
    fields: dict[str, Field] = {}
    field = None
    for line in numbered(limited(lines, source), source):
        if line.is_blank or line.is_comment:
            continue
        if line.text[0] not in BLANKS:
            field = _field(line, fields, known)
            fields[field.key.text] = field
        elif field is None:
            raise line.refuse("game-continuation")
        else:
            field.pieces.append(line)
    return fields


def _field(line: Span, fields: dict[str, Field], known: Iterable[str]) -> Field:
    equals = line.text.find("=")
    if equals < 0:
        raise line.refuse("game-equals", text=shown(line.text))
    key = line.part(0, len(line.text[:equals].rstrip(BLANKS)))
    if key.text not in known:
        raise key.refuse("game-key", key=shown(key.text), known=unknown(known, key.text))
    if key.text in fields:
        earlier = fields[key.text].key.place.line
        raise key.refuse("game-twice", key=key.text, line=earlier)
    return Field(key, [line.part(equals + 1)])


class _Tokens:
    """The tokens of a list, taken one after the other."""

    def __init__(self, field: Field) -> None:
        self._tokens = [
            piece.part(*match.span())
            for piece in field.pieces
            for match in _TOKEN.finditer(piece.text)
        ]
        last = self._tokens[-1] if self._tokens else field.key
        self._tokens.append(last.part(len(last.text)))
        self._next = 0

    def items(self, item: Callable[[_Tokens], ItemT]) -> list[ItemT]:
        """Take the whole list, with or without brackets around it."""
        has_bracket = self._accept("[")
        found: list[ItemT] = []
        if self._peek().text not in ("", "]"):
            found.append(item(self))
            while self._accept(","):
                found.append(item(self))
        if has_bracket:
            self._expect("]")
        self._expect("")
        return found

    def number(self, what: str, low: int, high: int) -> int:
        """Take a number."""
        return whole(self._take(), what, low, high)

    def square(self, shape: Shape) -> tuple[int, int]:
        """Take a square: (0,1)."""
        last = shape.size - 1
        self._expect("(")
        row = self.number("row", 0, last)
        self._expect(",")
        column = self.number("column", 0, last)
        self._expect(")")
        return row, column

    def move(self, shape: Shape) -> Move:
        """Take a move: (0,1) -> 3."""
        square = self.square(shape)
        self._expect("->")
        return Move(*square, self.number("value", 1, shape.size))

    def _peek(self) -> Span:
        return self._tokens[self._next]

    def _take(self) -> Span:
        token = self._peek()
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token

    def _accept(self, text: str) -> bool:
        found = self._peek().text == text
        if found:
            self._take()
        return found

    def _expect(self, text: str) -> None:
        token = self._take()
        if token.text != text:
            found = shown(token.text) if token.text else "the end of the list"
            wanted = repr(text) if text else "the end of the list"
            raise token.refuse("game-list", found=found, wanted=wanted)
