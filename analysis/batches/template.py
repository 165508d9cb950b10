"""A record with fields in it: what `to_dict` of a result says, for all boards of a chunk at once.

    {"schema": "bombe.count/1", "m": 3, "count": {"value": NumberField(...), ...}, ...}

What is the same of every board stands there as it is. In each form a template becomes the parts of
which the kernel makes the records (bombe.solvers.native.records), or the columns of a database.
"""

from __future__ import annotations

import functools
import itertools
import json
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bombe.analysis.outputs.columns import stored
from bombe.analysis.outputs.flat import flat_selected, selected
from bombe.analysis.outputs.forms import csv_rows
from bombe.solvers.codes import YES
from bombe.solvers.native import records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bombe.boards import Shape
    from bombe.solvers.native.records import Part

Template = dict[str, Any]


class TemplateField(ABC):
    """A value that differs from board to board."""

    @abstractmethod
    def json(self) -> Iterator[Part]:
        """Yield the parts that write it as JSON."""

    @abstractmethod
    def csv(self) -> Iterator[Part]:
        """Yield the parts that write it as a cell of CSV."""

    @abstractmethod
    def column(self) -> Iterable[object]:
        """Return the values of all boards as a database has them."""


@dataclass(frozen=True)
class NumberField(TemplateField):
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
class WordField(TemplateField):
    """One of some words: that with the board's number, or the last."""

    values: memoryview
    words: tuple[str, ...]

    def json(self) -> Iterator[Part]:
        """Yield the word in quotes."""
        yield from (b'"', records.word(self.values, self.words), b'"')

    def csv(self) -> Iterator[Part]:
        """Yield the word."""
        yield records.word(self.values, self.words)

    def column(self) -> Iterable[object]:
        """Return the words."""
        last = len(self.words) - 1
        return [self.words[min(value, last)] for value in self.values]


@dataclass(frozen=True)
class SymbolsField(TemplateField):
    """The symbols of a board."""

    text: bytes
    cells: int

    def json(self) -> Iterator[Part]:
        """Yield the symbols in quotes."""
        yield from (b'"', records.symbols(self.text, self.cells), b'"')

    def csv(self) -> Iterator[Part]:
        """Yield the symbols."""
        yield records.symbols(self.text, self.cells)

    def column(self) -> Iterable[object]:
        """Return the symbols of each board."""
        text = self.text.decode("ascii")
        return [text[at : at + self.cells] for at in range(0, len(text), self.cells)]


@dataclass(frozen=True)
class PlaceField(TemplateField):
    """Where a board stands: a source, and the number of its line, which begins with `line`."""

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
class MovesField(TemplateField):
    """The moves with a verdict, or the forced ones; in a table their number."""

    shape: Shape
    counts: memoryview
    verdict: int = YES
    is_forced: bool = False

    def json(self) -> Iterator[Part]:
        """Yield the list of the moves."""
        texts = _move_texts(self.shape)
        separator = len(_BETWEEN)
        listed = (
            records.forced(texts, separator)
            if self.is_forced
            else records.moves(self.verdict, texts, separator)
        )
        yield from (b"[", listed, b"]")

    def csv(self) -> Iterator[Part]:
        """Yield their number."""
        yield records.number(self.counts)

    def column(self) -> Iterable[object]:
        """Return their numbers."""
        return self.counts.tolist()


@dataclass(frozen=True)
class ClashesField(TemplateField):
    """The clashes of the givens; in JSON there are none, since a list of them fits no template."""

    counts: memoryview

    def json(self) -> Iterator[Part]:
        """Yield the empty list."""
        yield b"[]"

    def csv(self) -> Iterator[Part]:
        """Yield their number."""
        yield records.number(self.counts)

    def column(self) -> Iterable[object]:
        """Return their numbers."""
        return self.counts.tolist()


@dataclass(frozen=True)
class BoardsField(TemplateField):
    """A list of boards: the first `counts` of the `places` that each has in `text`.

    `nothing` is the cell of CSV that holds no board.
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


# Templates in each form --------------------------------------------------------------------------


def json_parts(template: Template, columns: Sequence[str] | None, end: bytes) -> list[Part]:
    """Return the parts of an object of JSON, and of what follows it."""
    return [*_json(selected(template, columns)), end]


def csv_parts(template: Template, columns: Sequence[str] | None) -> list[Part]:
    """Return the parts of a row of CSV."""
    parts: list[Part] = []
    values = [*flat_selected(template, columns).values()]
    if len(values) == 1 and isinstance(values[0], BoardsField):  # readers skip blank lines
        values = [replace(values[0], nothing='""')]
    for value in values:
        parts += [
            b",",
            *(value.csv() if isinstance(value, TemplateField) else [_bytes(_csv_cell(value))]),
        ]
    return [*parts[1:], b"\n"]


def rows(template: Template, columns: Sequence[str] | None, size: int) -> list[tuple[object, ...]]:
    """Return the rows of a database, for so many boards."""
    values = flat_selected(template, columns).items()
    return list(itertools.islice(zip(*itertools.starmap(_column, values), strict=False), size))


def names(template: Template, columns: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of the columns of CSV, or of a database."""
    return tuple(flat_selected(template, columns))


def _json(value: object) -> Iterator[Part]:
    if isinstance(value, TemplateField):
        yield from value.json()
    elif isinstance(value, dict):
        yield from _json_object(value)
    else:
        yield json.dumps(value).encode()


def _json_object(fields: Mapping[str, object]) -> Iterator[Part]:
    before = "{"
    for key, value in fields.items():
        yield f"{before}{json.dumps(key)}: ".encode()
        yield from _json(value)
        before = ", "
    yield b"}" if fields else b"{}"


def _column(name: str, value: object) -> Iterable[object]:
    if isinstance(value, TemplateField):
        return value.column()
    return itertools.repeat(stored(name, value))


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
