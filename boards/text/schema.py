r"""JSON documents read by what they should hold, with errors that name the line and the key.

    datum = decode(line, Place("a.jsonl", 3), "remove the line")
    datum.at("scores").items(2)[1].whole(0)     a.jsonl:3: scores[1] is "x", not a whole number ...
    datum.get("notes")                          None where there is no such key
    built(BenchSample, datum)                   a dataclass or a named tuple, by its annotations

Every kind of file that Bombe writes as JSON is read by this, so that whatever stands in one,
nothing but a FormatError comes of it. Numbers are finite, true is no number, keys do not repeat;
halves of characters (`"\ud800"`) become U+FFFD, which can be printed and written.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import math
import re
import types
import typing
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bombe.boards.errors import FormatError, Place
from bombe.boards.text.json_documents import DECODER, RepeatedKeyError
from bombe.boards.text.lines import open_lines

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping

T = TypeVar("T")

LARGEST = 10**18
"""No number of a document is above this or below its negative: sums of them are finite."""
DEEPEST = 24
"""How deep the arrays and objects of a plain value may be in each other."""
_LONGEST_SHOWN = 60
_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile(
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


class Datum(NamedTuple):
    """A value of a document, with the place of its line and the path of its key."""

    raw: Any
    place: Place
    remedy: str
    path: str = ""

    # What keys and items it has

    def __contains__(self, key: object) -> bool:
        return key in self.mapping()

    def get(self, key: str) -> Datum | None:
        """Return what a key holds, None where there is no such key."""
        found = self.mapping()
        return self._inner(found[key], key) if key in found else None

    def at(self, key: str) -> Datum:
        """Return what a key holds; raise FormatError where there is no such key."""
        found = self.get(key)
        if found is None:
            raise self._inner(None, key).error("is missing")
        return found

    def mapping(self) -> dict[str, Any]:
        """Return the value as it was decoded if it is an object."""
        if type(self.raw) is dict:
            return self.raw
        raise self.unlike("an object")

    def items(self, length: int | None = None) -> list[Datum]:
        """Return the items if it is an array, of that length if one is given."""
        size = "" if length is None else f" of {length}"
        if type(self.raw) is not list:
            raise self.unlike(f"an array{size}")
        if length not in (None, len(self.raw)):
            raise self.error(f"has {len(self.raw)} items, not {length}")
        return [self._with(item, f"{self.path}[{i}]") for i, item in enumerate(self.raw)]

    def without(self, key: str) -> Datum:
        """Return the object without a key."""
        return self._replace(raw={name: v for name, v in self.mapping().items() if name != key})

    def entries(self) -> dict[str, Datum]:
        """Return what each key holds if it is an object."""
        return {key: self._inner(value, key) for key, value in self.mapping().items()}

    # What it is

    def whole(self, low: int = -LARGEST, high: int = LARGEST) -> int:
        """Return it if it is a whole number in a range; true and 1.0 are none."""
        if type(self.raw) is int and low <= self.raw <= high:
            return self.raw
        limits = "" if (low, high) == (-LARGEST, LARGEST) else f" from {low} to {high}"
        raise self.unlike(f"a whole number{limits}")

    def number(self, low: float = -LARGEST, high: float = LARGEST) -> float:
        """Return it if it is a number in a range."""
        if type(self.raw) in (int, float) and low <= self.raw <= high:
            return typing.cast("float", self.raw or abs(self.raw))  # -0.0 is 0.0
        limits = "" if (low, high) == (-LARGEST, LARGEST) else f" from {low:g} to {high:g}"
        raise self.unlike(f"a number{limits}")

    def text(self) -> str:
        """Return it if it is a text."""
        if type(self.raw) is str:
            return self.raw
        raise self.unlike("a text")

    def flag(self) -> bool:
        """Return it if it is true or false."""
        if type(self.raw) is bool:
            return self.raw
        raise self.unlike("true or false")

    def one_of(self, meanings: Mapping[Any, T]) -> T:
        """Return what the value means, by a table of all that it may be."""
        for word, meaning in meanings.items():
            if type(word) is type(self.raw) and word == self.raw:
                return meaning
        raise self.unlike(" or ".join(map(json.dumps, meanings)))

    def plain(self, depth: int = DEEPEST) -> Any:
        """Return it, whatever it is, if it can be written again: in JSON, with finite numbers."""
        if _is_plain(self.raw, depth):
            return self.raw
        if not depth:
            raise self.error("has brackets nested too deeply")
        if type(self.raw) is dict:
            return {key: inner.plain(depth - 1) for key, inner in self.entries().items()}
        if type(self.raw) is list:
            return [item.plain(depth - 1) for item in self.items()]
        return self.number() if type(self.raw) in (int, float) else self.raw

    def plain_object(self) -> dict[str, Any]:
        """Return it if it is an object that can be written again."""
        self.mapping()
        return typing.cast("dict[str, Any]", self.plain())

    # What is wrong with it

    def unlike(self, expected: str) -> FormatError:
        """Return the error for a value that is not what is expected."""
        return self.error(f"is {kind_of(self.raw)}, not {expected}")

    def error(self, problem: str, remedy: str = "") -> FormatError:
        """Return the error that says what is wrong with the value, and where it is."""
        return FormatError(
            self.place, f"{self.path or 'the line'} {problem}", remedy or self.remedy
        )

    def checked(self, make: Callable[[Any], T]) -> T:
        """Return what a function makes of the value; its ValueError says what is wrong with it."""
        try:
            return make(self.raw)
        except ValueError as error:
            raise self.error(f"is {kind_of(self.raw)}: {error}") from None

    def _inner(self, value: Any, key: str) -> Datum:
        name = _short(key) if key.isidentifier() else kind_of(key)
        return self._with(value, f"{self.path}.{name}" if self.path else name)

    def _with(self, value: Any, path: str) -> Datum:
        return Datum(value, self.place, self.remedy, path)  # _replace takes four times as long


def decode(text: str, place: Place, remedy: str) -> Datum:
    """Return the JSON value of a text; raise FormatError where it is none.

    `remedy` is what the errors about the document say that is to be done.
    """
    text = text.removeprefix("\ufeff")
    if not text.isascii() and (half := _HALF.search(text)):
        raise _not_utf8(text, half.start(), place)
    if "\\u" in text:
        text = _ESCAPED.sub(_whole_character, text)
    try:
        value = DECODER.decode(text)
    except json.JSONDecodeError as error:
        problem = f"not JSON: {error.msg[0].lower()}{error.msg[1:]}"
        raise FormatError(_after(place, error.lineno, error.colno), problem, remedy) from None
    except RepeatedKeyError as error:
        problem = f"key {_short(json.dumps(error.key))} stands twice"
        raise FormatError(place, problem, remedy) from None
    except RecursionError:
        raise FormatError(place, "brackets nested too deeply", remedy) from None
    return Datum(value, place, remedy)


def decode_lines(lines: Iterable[str], source: str, remedy: str) -> Iterator[Datum]:
    """Yield the value of each line that is complete: a writer may have been killed in its last."""
    for number, line in enumerate(lines, 1):
        if line.endswith("\n"):
            yield decode(line, Place(source, number), remedy)


def decode_file(path: str | os.PathLike[str], remedy: str) -> Iterator[Datum]:
    """Yield the value of each line of a file that is complete."""
    with open_lines(path, remedy) as lines:
        yield from decode_lines(lines, str(path), remedy)


def _whole_character(match: re.Match[str]) -> str:
    """Return an escape as it is; that of half a character is U+FFFD."""
    return "\\ufffd" if match["half"] else match[0]


def _after(place: Place, lines: int, column: int) -> Place:
    """Return a place in a text that begins at a place."""
    return place._replace(line=max(place.line, 1) + lines - 1, column=column)


def _not_utf8(text: str, at: int, place: Place) -> FormatError:
    """Return the error for a byte that Python's `surrogateescape` has hidden in a character."""
    code = ord(text[at])
    byte = f"byte 0x{code - 0xDC00:02X}" if 0xDC80 <= code <= 0xDCFF else f"U+{code:04X}"
    before = text[:at]
    where = _after(place, before.count("\n") + 1, at - before.rfind("\n"))
    return FormatError(where, f"{byte} is not UTF-8", "save as UTF-8")


def _is_plain(value: Any, depth: int) -> bool:
    """Return whether a value can be written again as it is; False if that takes a closer look."""
    if type(value) in (int, float):
        return -LARGEST <= value <= LARGEST and (bool(value) or math.copysign(1, value) > 0)
    if type(value) not in (dict, list):
        return True
    items = value.values() if type(value) is dict else value
    return depth > 0 and all(_is_plain(item, depth - 1) for item in items)


# Dataclasses and named tuples


def built(kind: type[T], datum: Datum) -> T:
    """Return a dataclass or a named tuple of an object, by its annotations.

    A key that the class does not have is refused, and so is one that it needs and that is missing.
    A named tuple may also stand there as an array.
    """
    fields = _fields(typing.cast("Any", kind))
    if type(datum.raw) is list and not dataclasses.is_dataclass(kind):
        items = datum.items(len(fields))
        return kind(*(read_as(f.kind, item) for f, item in zip(fields, items, strict=True)))
    given = datum.entries()
    names = [field.name for field in fields]
    strange = next((key for key in given if key not in names), None)
    if strange is not None:
        raise given[strange].error("is not a key of the record")
    wanted = [field for field in fields if field.name in given or field.needed]
    return kind(**{field.name: read_as(field.kind, datum.at(field.name)) for field in wanted})


class _Field(NamedTuple):
    name: str
    kind: Any
    needed: bool


@functools.cache
def _fields(kind: Any) -> tuple[_Field, ...]:
    """Return the fields of a dataclass or a named tuple, with their types."""
    hints = typing.get_type_hints(kind)
    if not dataclasses.is_dataclass(kind):
        optional = kind._field_defaults
        return tuple(_Field(name, hints[name], name not in optional) for name in kind._fields)
    missing = dataclasses.MISSING
    return tuple(
        _Field(f.name, hints[f.name], f.default is missing and f.default_factory is missing)
        for f in dataclasses.fields(kind)
    )


def read_as(kind: Any, datum: Datum) -> Any:
    """Return a value of the type that an annotation names."""
    if kind in _PLAIN:
        return _PLAIN[kind](datum)
    inner = typing.get_args(kind)
    read = _GENERIC.get(typing.get_origin(kind))
    return read(inner, datum) if read else built(kind, datum)


def _literal(words: tuple[Any, ...], datum: Datum) -> Any:
    return datum.one_of({word: word for word in words})


def _dictionary(kinds: tuple[Any, ...], datum: Datum) -> dict[str, Any]:
    return {key: read_as(kinds[1], value) for key, value in datum.entries().items()}


def _list(kinds: tuple[Any, ...], datum: Datum) -> list[Any]:
    return [read_as(kinds[0], item) for item in datum.items()]


def _tuple(kinds: tuple[Any, ...], datum: Datum) -> tuple[Any, ...]:
    if kinds[-1] is ...:
        return tuple(_list(kinds, datum))
    items = datum.items(len(kinds))
    return tuple(read_as(kind, item) for kind, item in zip(kinds, items, strict=True))


def _one_of(kinds: tuple[Any, ...], datum: Datum) -> Any:
    """Return a value of the first of several types that it fits; null only where it is one."""
    if datum.raw is None and types.NoneType in kinds:
        return None
    *others, last = [kind for kind in kinds if kind is not types.NoneType]
    for kind in others:
        with contextlib.suppress(FormatError):
            return read_as(kind, datum)
    if not others or last not in _WORDS:
        return read_as(last, datum)
    with contextlib.suppress(FormatError):
        return read_as(last, datum)
    raise datum.unlike(" or ".join(_WORDS.get(kind, "an object") for kind in (*others, last)))


_PLAIN: dict[Any, Callable[[Datum], Any]] = {
    Any: Datum.plain,
    int: Datum.whole,
    float: Datum.number,
    str: Datum.text,
    bool: Datum.flag,
}


_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
_GENERIC: dict[Any, Callable[[tuple[Any, ...], Datum], Any]] = {
    typing.Union: _one_of,
    types.UnionType: _one_of,
    typing.Literal: _literal,
    dict: _dictionary,
    list: _list,
    tuple: _tuple,
}


def kind_of(value: Any) -> str:
    """Return a JSON value in short, as JSON writes it."""
    if isinstance(value, dict):
        return "an object"
    return "an array" if isinstance(value, list) else _short(json.dumps(value))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
