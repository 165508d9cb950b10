"""The schema of answers: each field of a result is declared once, beside the result.

    class Counted(BoardResult):
        fields = (Field("count", COUNT, "how many solutions"),)

From it follow the JSON of a result, the columns of CSV, SQLite and Parquet with their types, the
records that the kernel writes, the tables of docs/reference/batches.md, and the types of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """What values of a field are: in words, in JavaScript, as columns (suffix, type), as JSON.

    `inner` are the fields of an object. A table has the value that `cell` makes of that of JSON.
    """

    words: str
    js: str
    columns: tuple[tuple[str, str], ...]
    plain: Callable[[Any], Any] = lambda value: value
    cell: Callable[[Any], Any] = lambda value: value
    inner: tuple[tuple[str, Kind], ...] = ()


def _lists(moves: Iterable[Iterable[int]]) -> list[list[int]]:
    return [*map(list, moves)]


TEXT = Kind("text", "string", (("", "TEXT"),), str)
INTEGER = Kind("integer", "number", (("", "INTEGER"),))
REAL = Kind("number", "number", (("", "REAL"),), cell=float)
FLAG = Kind("yes or no", "boolean", (("", "INTEGER"),))
TEXTS = Kind("text", "string[]", (("", "TEXT"),), list, " ".join)
MOVE = Kind("text", "number[]", (("", "TEXT"),), list, lambda move: ",".join(map(str, move)))
MOVES = Kind("integer", "number[][]", (("", "INTEGER"),), _lists, len)
LIST = Kind("integer", "any[]", (("", "INTEGER"),), list, len)


def record(**fields: Kind) -> Kind:
    """Return the kind of an object with these fields."""
    inner = [(f"_{name}{end}", kind) for name, its in fields.items() for end, kind in its.columns]
    words = ", ".join(dict.fromkeys(its.words for its in fields.values()))
    js = ", ".join(f"{name}: {its.js}" for name, its in fields.items())
    return Kind(words, f"{{{js}}}", tuple(inner), inner=tuple(fields.items()))


COUNT = record(value=INTEGER, kind=TEXT)._replace(
    js='{value: number, kind: "exact" | "at_least"}', plain=lambda count: count.to_json()
)
ABSENT: Any = object()
"""The value of a field that a record does not have."""


class Field(NamedTuple):
    """A field of an answer: its name, its kind, what it means, and how to get its value.

    Without `get` it is the attribute of that name. `kernel(kit, found)` is what the kernel writes,
    see bombe.analysis.runs.template; fields without it are in no record of the kernel. `row` is the
    value in a table, where that is another one.
    """

    name: str
    kind: Kind
    meaning: str
    get: Callable[[Any], Any] | None = None
    kernel: Callable[[Any, Any], Any] | None = None
    row: Callable[[Any], Any] | None = None

    def value(self, result: object) -> Any:
        """Return the value of a result, ready for JSON."""
        found = self.get(result) if self.get else getattr(result, self.name)
        return found if found is None or found is ABSENT else self.kind.plain(found)

    def cell(self, result: object) -> Any:
        """Return the value of a result as a table has it; an object has all of its fields."""
        return _cell(self.kind, self.row(result) if self.row else self.value(result))


def _cell(kind: Kind, value: Any) -> Any:
    if kind.inner and value is not ABSENT:
        return {name: _cell(its, (value or {}).get(name)) for name, its in kind.inner}
    return value if value is None or value is ABSENT else kind.cell(value)


def values(fields: Iterable[Field], result: object) -> dict[str, Any]:
    """Return the values of a result, ready for JSON."""
    return _present((field.name, field.value(result)) for field in fields)


def rows(fields: Iterable[Field], result: object) -> dict[str, Any]:
    """Return the values of a result as a table has them."""
    return _present((field.name, field.cell(result)) for field in fields)


def _present(found: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in found if value is not ABSENT}


def column_types(fields: Iterable[Field]) -> Mapping[str, str]:
    """Return the type of each column."""
    return dict(_columns(fields))


def _columns(fields: Iterable[Field]) -> Iterator[tuple[str, str]]:
    for field in fields:
        for end, kind in field.kind.columns:
            yield field.name + end, kind
