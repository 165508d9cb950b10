"""The syntax of JSON texts: each object as soon as it is complete, and the place of each value.

The standard library's parser recurses, and reads a whole text. So we first cut the text where the
brackets close, refuse what is nested too deeply to be a position, and hand over the pieces.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.text.lines import LINE_COST, LONGEST_DOCUMENT, too_long
from bombe.boards.text.spans import BLANKS, Span, shown, unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.boards.errors import FormatError

_DEEPEST = 8
_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?|[][{}]')
_LONGEST_NUMBER = 20
_SPACE = re.compile(r"[ \t\n]*")


class Document(NamedTuple):
    """An object: its keys, the place where it starts, and its text from there on."""

    keys: dict[str, Any]
    start: Span

    def refuse(self, name: str, key: str, index: str = "", **fields: Any) -> FormatError:
        """Return the error that points at a key, or at the object where it has no such key."""
        match = re.search(re.escape(json.dumps(key)) + r"[ \t\n]*:", self.start.text)
        at = _at(self.start, match.start() if match else 0)
        return at.refuse(name, key=f"{shown(key)[1:-1] or shown(key)}{index}", **fields)

    def require_keys(self, known: Sequence[str], needed: Sequence[str]) -> None:
        """Raise for a key that is not known, and for one that is needed and missing."""
        strange = next((key for key in self.keys if key not in known), None)
        if strange is not None:
            raise self.refuse("json-key", strange, known=unknown(known, strange))
        if missing := next((key for key in needed if key not in self.keys), None):
            words = f"{', '.join(needed[:-1])} and {needed[-1]}"
            raise self.refuse("json-missing", missing, needed=words)

    def at(self, key: str) -> Value:
        """Return what a key holds, which is there."""
        return Value(self.keys[key], self, key)

    def get(self, key: str) -> Value | None:
        """Return what a key holds, None where there is no such key."""
        return self.at(key) if key in self.keys else None


class Value(NamedTuple):
    """A value of a document, by its key and the path in what the key holds."""

    raw: Any
    document: Document
    key: str
    path: str = ""

    def refuse(self, name: str, **fields: Any) -> FormatError:
        """Return the error that says what is wrong with the value."""
        return self.document.refuse(name, self.key, self.path, **fields)

    def items(self, length: int | None = None) -> list[Value]:
        """Return the items if it is an array, of that length if one is given; raise otherwise."""
        size = "" if length is None else f" of {length}"
        if not isinstance(self.raw, list):
            raise self.refuse("json-array", text=_kind(self.raw), size=size)
        if length not in (None, len(self.raw)):
            raise self.refuse("json-length", count=len(self.raw), size=size)
        _, document, key, path = self
        return [Value(item, document, key, f"{path}[{i}]") for i, item in enumerate(self.raw)]

    def whole(self, low: int, high: int) -> int:
        """Return it if it is a whole number in a range; true and 1.0 are not."""
        if type(self.raw) is int and low <= self.raw <= high:
            return self.raw
        raise self.refuse("json-whole", text=_kind(self.raw), low=low, high=high)

    def wholes(self, ranges: Sequence[tuple[int, int]]) -> list[int]:
        """Return the numbers of an array of whole numbers, each in its range."""
        if type(self.raw) is list and len(self.raw) == len(ranges):
            pairs = zip(self.raw, ranges, strict=True)
            if all(type(n) is int and low <= n <= high for n, (low, high) in pairs):
                return self.raw
        items = self.items(len(ranges))
        return [item.whole(*limits) for item, limits in zip(items, ranges, strict=True)]


def documents(lines: Iterable[Span]) -> Iterator[Document]:
    """Yield each object of the text, alone or in an array, with the place where it starts."""
    for piece in _pieces(lines):
        position = 0
        if piece.text[0] == "[":
            yield from _elements(piece)
        else:
            document, position = _parse(piece, position)
            if position < len(piece.text):
                raise _at(piece, position).error("text after the object", "cut it off")
            yield document


def _elements(piece: Span) -> Iterator[Document]:
    """Yield the objects of an array."""
    position = _skip(piece.text, 1)
    if piece.text[position] == "]":
        return
    while True:
        document, position = _parse(piece, position)
        yield document
        position = _skip(piece.text, position)
        if piece.text[position] == "]":
            return
        if piece.text[position] != ",":
            raise _at(piece, position).error("no comma between two objects", "put one there")
        position = _skip(piece.text, position + 1)


def _parse(piece: Span, position: int) -> tuple[Document, int]:
    """Read the object that starts at a position of the piece; give it and where it ends."""
    if piece.text[position] != "{":
        raise _at(piece, position).refuse("json-object")
    try:
        keys, end = DECODER.raw_decode(piece.text, position)
    except json.JSONDecodeError as error:
        problem = error.msg[0].lower() + error.msg[1:]
        raise _at(piece, error.pos).refuse("json", problem=problem) from None
    except RepeatedKeyError as error:
        at = _at(piece, position)
        raise at.error(f"key {shown(error.key)} stands twice", "keep one of the two") from None
    return Document(keys, _at(piece, position, end)), end


def _pieces(lines: Iterable[Span]) -> Iterator[Span]:
    """Cut the text where the outermost brackets close; a piece may run over several lines."""
    gathered: list[Span] = []
    depth = length = 0
    for line in lines:
        if not gathered and line.is_blank:
            continue
        start, ends = 0 if gathered else _beginning(line), 0
        for match in _BRACKET_OR_STRING.finditer(line.text):
            depth += (match[0] in "[{") - (match[0] in "]}")
            _check_depth(line.part(*match.span()), depth, gathered[0] if gathered else line)
            if depth == 0 and match[0] in "]}":
                ends = match.end()
                break
        gathered.append(line.part(start, ends or None))
        length += len(gathered[-1].text) + LINE_COST
        if length > LONGEST_DOCUMENT:
            raise too_long(line.place, "an array", LONGEST_DOCUMENT)
        if ends:
            yield Span(gathered[0].place, "\n".join(span.text for span in gathered))
            gathered, length = [], 0
            if rest := line.word(ends):
                raise rest.error(
                    f"{shown(rest.text)} follows what is complete",
                    "put each object on a line of its own",
                )
    if gathered:
        opened = gathered[0].place
        raise gathered[-1].error(
            f"the text ends before the bracket of {opened.line}:{opened.column} is closed",
            "add the rest",
            len(gathered[-1].text),
        )


def _check_depth(bracket: Span, depth: int, first: Span) -> None:
    """Refuse what no position has; where a brace was left open, before the stream has run by."""
    if depth > _DEEPEST:
        problem = f"brackets nested more than {_DEEPEST} deep"
        raise bracket.error(problem, "no position needs that")
    is_array = first.text.lstrip(BLANKS)[0] == "["
    if bracket.text == "{" and depth > 1 + is_array:
        place = first.place
        raise bracket.error(
            f"an object inside what begins at {place.line}:{place.column}",
            "close that first; no position holds another object",
        )


def _beginning(line: Span) -> int:
    first = line.word() or line
    if first.text[0] not in "[{":
        raise first.error(f"{shown(first.text)} begins no object", "write a position as {...}")
    return first.place.column - line.place.column


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _at(piece: Span, start: int, end: int | None = None) -> Span:
    """Return the part of a piece that may run over several lines, with its place."""
    before = piece.text[:start]
    newlines = before.count("\n")
    column = start - before.rfind("\n") if newlines else piece.place.column + start
    place = piece.place._replace(line=piece.place.line + newlines, column=column)
    return Span(place, piece.text[start:end])


def _kind(value: Any) -> str:
    """Return a JSON value in short, as JSON writes it."""
    if isinstance(value, dict):
        return "an object"
    return "an array" if isinstance(value, list) else shown(json.dumps(value))[1:-1]


class RepeatedKeyError(ValueError):
    """An object has a key twice."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        counted = Counter(key for key, _ in pairs)
        raise RepeatedKeyError(next(key for key, times in counted.items() if times > 1))
    return keys


class _Decoder(json.JSONDecoder):
    """The standard library's decoder, which refuses numbers of thousands of digits by a ValueError.

    Only then it reads numbers at half the speed: one too long to mean anything becomes a float,
    which no key accepts.
    """

    def raw_decode(self, s: str, idx: int = 0) -> tuple[Any, int]:
        try:
            return super().raw_decode(s, idx)
        except (json.JSONDecodeError, RepeatedKeyError):
            raise
        except ValueError:
            return _PATIENT.raw_decode(s, idx)


def _number(text: str) -> int | float:
    return int(text) if len(text) <= _LONGEST_NUMBER else float(text)


_PATIENT = json.JSONDecoder(parse_int=_number, object_pairs_hook=_keys)
DECODER = _Decoder(object_pairs_hook=_keys)
"""Refuses repeated keys; a number that has no end is infinite."""
