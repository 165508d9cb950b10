"""A record with fields in it, which the kernel, or a loop, fills in for every board of a chunk.

    {"schema": "bombe.count/1", "m": 3, "count": {"value": Number(...), ...}, ...}

What is the same of every board is there as it is. The functions that make the fields are beside
the results (see bombe.analysis.schema), which get this module as `kit`. In each format a template
becomes the parts of which the kernel makes the records (bombe.solvers.native.records), or rows.
"""

from __future__ import annotations

import functools
import itertools
import json
from abc import ABC, abstractmethod
from array import array
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.runs.formats.csv import csv_rows
from bombe.analysis.runs.records import flat_selected, selected
from bombe.solvers.codes import YES
from bombe.solvers.native import records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bombe.analysis.runs.formats.text import Columns
    from bombe.boards import Shape
    from bombe.solvers.native.records import Part


class Value(ABC):
    """A value that differs from board to board."""

    @abstractmethod
    def json(self) -> Iterator[Part]:
        """Yield the parts that write it as JSON."""

    @abstractmethod
    def csv(self) -> Iterator[Part]:
        """Yield the parts that write it as a cell of CSV."""

    @abstractmethod
    def column(self) -> Iterable[object]:
        """Return the values of all boards as a table has them."""


@dataclass(frozen=True)
class Number(Value):
    """A number, plus `base`."""

    values: memoryview
    base: int = 0

    def json(self) -> Iterator[Part]:
        """Yield its digits."""
        yield records.number(self.values, self.base)

    csv = json

    def column(self) -> Iterable[object]:
        """Return the numbers."""
        return [value + self.base for value in self.values] if self.base else self.values.tolist()


@dataclass(frozen=True)
class Word(Value):
    """One of some words: that with the board's number, or the last."""

    values: memoryview
    words: tuple[str, ...]

    def json(self) -> Iterator[Part]:
        """Yield the word in quotes."""
        yield from (b'"', *self.csv(), b'"')

    def csv(self) -> Iterator[Part]:
        """Yield the word."""
        yield records.word(self.values, self.words)

    def column(self) -> Iterable[object]:
        """Return the words."""
        last = len(self.words) - 1
        return [self.words[min(value, last)] for value in self.values]


def count(values: memoryview, limit: int) -> dict[str, Value]:
    """Return the fields of a number of solutions that were counted up to a limit."""
    at_limit = memoryview(array("q", [value == limit for value in values]))
    return {"value": Number(values), "kind": Word(at_limit, ("exact", "at_least"))}


@dataclass(frozen=True)
class Symbols(Value):
    """The symbols of a board."""

    text: bytes
    cells: int

    def json(self) -> Iterator[Part]:
        """Yield the symbols in quotes."""
        yield from (b'"', *self.csv(), b'"')

    def csv(self) -> Iterator[Part]:
        """Yield the symbols."""
        yield records.symbols(self.text, self.cells)

    def column(self) -> Iterable[object]:
        """Return the symbols of each board."""
        text = self.text.decode("ascii")
        return [text[at : at + self.cells] for at in range(0, len(text), self.cells)]


@dataclass(frozen=True)
class Source(Value):
    """Where a board is: a source, and the number of its line, which begins with `line`."""

    source: str
    line: int

    def json(self) -> Iterator[Part]:
        """Yield the place in quotes."""
        return self._around(json.dumps(f"{self.source}:0"))

    def csv(self) -> Iterator[Part]:
        """Yield the place, in quotes where the source needs them."""
        return self._around(_csv_cell(f"{self.source}:0"))

    def column(self) -> Iterable[object]:
        """Return the places."""
        return (f"{self.source}:{line}" for line in itertools.count(self.line))

    def _around(self, text: str) -> Iterator[Part]:
        before, _, after = text.rpartition("0")
        yield _bytes(before)
        yield records.number(None, self.line)
        yield _bytes(after)


@dataclass(frozen=True)
class Moves(Value):
    """The moves with a verdict, or the forced ones; in a table their number."""

    shape: Shape
    counts: memoryview
    verdict: int = YES
    is_forced: bool = False

    def json(self) -> Iterator[Part]:
        """Yield the list of the moves."""
        texts, between = _move_texts(self.shape), len(_BETWEEN)
        if self.is_forced:
            yield from (b"[", records.forced(texts, between), b"]")
        else:
            yield from (b"[", records.moves(self.verdict, texts, between), b"]")

    def csv(self) -> Iterator[Part]:
        """Yield their number."""
        yield records.number(self.counts)

    def column(self) -> Iterable[object]:
        """Return their numbers."""
        return self.counts.tolist()


@dataclass(frozen=True)
class NoneListed(Number):
    """A list that is empty in JSON, since its items fit no template; in a table their number."""

    def json(self) -> Iterator[Part]:
        """Yield the empty list."""
        yield b"[]"

    def csv(self) -> Iterator[Part]:
        """Yield their number."""
        yield records.number(self.values)


@dataclass(frozen=True)
class Boards(Value):
    """A list of boards: the first `counts` of the `places` that each has in `text`.

    `nothing` is the cell of CSV that has no board.
    """

    counts: memoryview
    text: bytes
    places: int
    cells: int
    nothing: str = ""

    def json(self) -> Iterator[Part]:
        """Yield the list of their symbols."""
        yield self._step('["', '", "', '"]', "[]")

    def csv(self) -> Iterator[Part]:
        """Yield their symbols with blanks between."""
        yield self._step("", " ", "", self.nothing)

    def column(self) -> Iterable[object]:
        """Return the same as in CSV."""
        text, cells = self.text.decode("ascii"), self.cells
        for index, count in enumerate(self.counts):
            at = index * self.places * cells
            pieces = (text[at + i * cells : at + (i + 1) * cells] for i in range(count))
            yield " ".join(pieces)

    def _step(self, *around: str) -> Part:
        return records.boards(self.counts, self.text, self.places, self.cells, around)


class Template(NamedTuple):
    """The fields of a record, by name."""

    fields: Mapping[str, Any]

    def json(self, columns: Columns, end: str) -> list[Part]:
        """Return the parts of an object of JSON, and of what follows it."""
        return [*_json(selected(self.fields, columns)), end.encode()]

    def csv(self, columns: Columns) -> list[Part]:
        """Return the parts of a row of CSV."""
        parts: list[Part] = []
        values = [*flat_selected(self.fields, columns).values()]
        if len(values) == 1 and isinstance(values[0], Boards):  # readers skip blank lines
            values = [replace(values[0], nothing='""')]
        for value in values:
            cell = value.csv() if isinstance(value, Value) else [_bytes(_csv_cell(value))]
            parts += [b",", *cell]
        return [*parts[1:], b"\n"]

    def rows(self, columns: Columns, size: int) -> list[tuple[object, ...]]:
        """Return the rows of a table, for so many boards."""
        values = map(_column, flat_selected(self.fields, columns).values())
        return list(itertools.islice(zip(*values, strict=False), size))

    def names(self, columns: Columns) -> tuple[str, ...]:
        """Return the names of the columns of a table."""
        return tuple(flat_selected(self.fields, columns))


def _json(value: object) -> Iterator[Part]:
    if isinstance(value, Value):
        yield from value.json()
    elif isinstance(value, dict):
        before = "{"
        for key, inner in value.items():
            yield f"{before}{json.dumps(key)}: ".encode()
            yield from _json(inner)
            before = ", "
        yield b"}" if value else b"{}"
    else:
        yield json.dumps(value).encode()


def _column(value: object) -> Iterable[object]:
    if isinstance(value, Value):
        return value.column()
    return itertools.repeat(int(value) if isinstance(value, bool) else value)


def _csv_cell(value: object) -> str:
    return csv_rows([[value, 0]]).decode("utf-8", "surrogateescape").removesuffix(",0\n")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


_BETWEEN = ", "


@functools.lru_cache(16)
def _move_texts(shape: Shape) -> bytes:
    """Return the JSON of every move, by cell and value, with what separates it from the next."""
    size = range(shape.size)
    return records.table(f"[{r}, {c}, {v + 1}]{_BETWEEN}" for r in size for c in size for v in size)
