"""A record with fields in it, which the kernel, or a loop, fills in for every board of a chunk.

    {"schema": "bombe.count/1", "m": 3, "count": {"value": Number(...), ...}, ...}

What is the same of every board is there as it is. The functions that make the fields are beside
the results (see bombe.analysis.schema), which get this module as `kit`. In each format a template
becomes the parts of which the kernel makes the records (bombe.solvers.native.records), or rows.
"""

# ruff: noqa: N802 - these functions stand for values

from __future__ import annotations

import functools
import itertools
import json
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.runs.formats.csv import csv_rows
from bombe.analysis.runs.records import flat_selected, selected
from bombe.solvers.codes import YES
from bombe.solvers.native import records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bombe.analysis.runs.formats.text import Columns
    from bombe.boards import Shape
    from bombe.solvers.native.records import Part


class Value(NamedTuple):
    """A value that differs from board to board.

    `json` and `csv` are the parts that write it, and `column` returns the values of all boards as a
    table has them. `only` are the parts where it is the only column of CSV.
    """

    json: list[Part]
    csv: list[Part]
    column: Callable[[], Iterable[object]]
    only: list[Part] | None = None


def Number(values: memoryview, base: int = 0) -> Value:
    """A number, plus `base`."""
    parts: list[Part] = [records.number(values, base)]
    return Value(parts, parts, lambda: [v + base for v in values] if base else values.tolist())


def Word(values: memoryview, words: tuple[str, ...]) -> Value:
    """One of some words: that with the board's number, or the last."""
    word, last = records.word(values, words), len(words) - 1
    return Value([b'"', word, b'"'], [word], lambda: [words[min(v, last)] for v in values])


def count(values: memoryview, limit: int) -> dict[str, Value]:
    """Return the fields of a number of solutions that were counted up to a limit."""
    at_limit = memoryview(array("q", [value == limit for value in values]))
    return {"value": Number(values), "kind": Word(at_limit, ("exact", "at_least"))}


def Symbols(text: bytes, cells: int) -> Value:
    """The symbols of a board."""
    symbols = records.symbols(text, cells)
    return Value([b'"', symbols, b'"'], [symbols], lambda: _pieces(text.decode("ascii"), cells))


def Source(source: str, line: int) -> Value:
    """Where a board is: a source, and the number of its line, which begins with `line`."""
    number = records.number(None, line)
    json_text, csv_text = json.dumps(f"{source}:"), _csv_cell(f"{source}:0")
    before, _, after = csv_text.rpartition("0")
    return Value(
        [_bytes(json_text[:-1]), number, b'"'],
        [_bytes(before), number, _bytes(after)],
        lambda: (f"{source}:{at}" for at in itertools.count(line)),
    )


def Moves(shape: Shape, counts: memoryview, verdict: int = YES) -> Value:
    """The moves with a verdict; in a table their number."""
    moves = records.moves(verdict, _move_texts(shape), len(_BETWEEN))
    return Number(counts)._replace(json=[b"[", moves, b"]"])


def Forced(shape: Shape, counts: memoryview) -> Value:
    """The moves that are the only true ones in their cells; in a table their number."""
    moves = records.forced(_move_texts(shape), len(_BETWEEN))
    return Number(counts)._replace(json=[b"[", moves, b"]"])


def NoneListed(counts: memoryview) -> Value:
    """A list that is empty in JSON, since its items fit no template; in a table their number."""
    return Number(counts)._replace(json=[b"[]"])


def Boards(counts: memoryview, text: bytes, places: int, cells: int) -> Value:
    """A list of boards: the first `counts` of the `places` that each has in `text`."""

    def listed(*around: str) -> list[Part]:
        return [records.boards(counts, text, places, cells, around)]

    def column() -> Iterator[str]:
        all_of_them = iter(_pieces(text.decode("ascii"), cells))
        for number in counts:
            yield " ".join([*itertools.islice(all_of_them, places)][:number])

    # Readers skip blank lines, so that a cell without boards is quoted where it is the only one.
    in_json = listed('["', '", "', '"]', "[]")
    return Value(in_json, listed("", " ", "", ""), column, listed("", " ", "", '""'))


class Template(NamedTuple):
    """The fields of a record, by name."""

    fields: Mapping[str, Any]

    def json(self, columns: Columns, end: str) -> list[Part]:
        """Return the parts of an object of JSON, and of what follows it."""
        return [*_json(selected(self.fields, columns)), end.encode()]

    def csv(self, columns: Columns) -> list[Part]:
        """Return the parts of a row of CSV."""
        values = [*flat_selected(self.fields, columns).values()]
        if len(values) == 1 and isinstance(values[0], Value) and values[0].only:
            return [*values[0].only, b"\n"]
        cells = [v.csv if isinstance(v, Value) else [_bytes(_csv_cell(v))] for v in values]
        parts = itertools.chain.from_iterable((b",", *cell) for cell in cells)
        return [*itertools.islice(parts, 1, None), b"\n"]

    def rows(self, columns: Columns, size: int) -> list[tuple[object, ...]]:
        """Return the rows of a table, for so many boards."""
        values = map(_column, flat_selected(self.fields, columns).values())
        return list(itertools.islice(zip(*values, strict=False), size))

    def names(self, columns: Columns) -> tuple[str, ...]:
        """Return the names of the columns of a table."""
        return tuple(flat_selected(self.fields, columns))


def _json(value: object) -> Iterator[Part]:
    if isinstance(value, Value):
        yield from value.json
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


def _pieces(text: str, length: int) -> list[str]:
    return [text[at : at + length] for at in range(0, len(text), length)]


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
