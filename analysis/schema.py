"""The schema of answers: each field of a result is declared once, beside the result.

    class Counted(BoardResult):
        fields = (Field("count", COUNT, lambda found: found.count.to_json(), "how many ..."),)

From it follow the JSON of a result, the columns of CSV, SQLite and Parquet with their types, the
records that the kernel writes, the tables of docs/reference/batches.md, and the types of the page.
"""

from __future__ import annotations

from bombe.boards.light import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

TEXT_COLUMN, INTEGER_COLUMN, REAL_COLUMN = "TEXT", "INTEGER", "REAL"


class Kind(NamedTuple):
    """What values of a field are: in words, in JavaScript, and as columns (suffix, type).

    `inner` are the fields of an object.
    """

    words: str
    js: str
    columns: tuple[tuple[str, str], ...]
    inner: tuple[tuple[str, Kind], ...] = ()


TEXT = Kind("text", "string", (("", TEXT_COLUMN),))
INTEGER = Kind("integer", "number", (("", INTEGER_COLUMN),))
REAL = Kind("number", "number", (("", REAL_COLUMN),))
FLAG = Kind("yes or no", "boolean", (("", INTEGER_COLUMN),))
TEXTS = Kind("text", "string[]", (("", TEXT_COLUMN),))
MOVES = Kind("integer", "number[][]", (("", INTEGER_COLUMN),))
LIST = Kind("integer", "any[]", (("", INTEGER_COLUMN),))


def record(**fields: Kind) -> Kind:
    """Return the kind of an object with these fields."""
    inner = [(f"_{name}{end}", kind) for name, its in fields.items() for end, kind in its.columns]
    words = ", ".join(dict.fromkeys(its.words for its in fields.values()))
    js = ", ".join(f"{name}: {its.js}" for name, its in fields.items())
    return Kind(words, f"{{{js}}}", tuple(inner), tuple(fields.items()))


COUNT = record(value=INTEGER, kind=TEXT)._replace(js='{value: number, kind: "exact" | "at_least"}')
ABSENT: Any = object()
"""The value of a field that a record does not have."""


class Field(NamedTuple):
    """A field of an answer: its name, its kind, its value, and what it means.

    `kernel(kit, found)` is what the kernel writes for it, see bombe.analysis.runs.template; fields
    without it are in no record of the kernel. `row` is its value in a table, where that differs.
    """

    name: str
    kind: Kind
    get: Callable[[Any], Any]
    meaning: str = ""
    kernel: Callable[[Any, Any], Any] | None = None
    row: Callable[[Any], Any] | None = None


def values(fields: Iterable[Field], result: object) -> dict[str, Any]:
    """Return the values of a result, ready for JSON."""
    found = ((field.name, field.get(result)) for field in fields)
    return {name: value for name, value in found if value is not ABSENT}


def rows(fields: Iterable[Field], result: object) -> dict[str, Any]:
    """Return the values of a result as a table has them.

    Objects have all of their fields, a list of texts is one text, and any other list its length.
    """
    found = ((field, (field.row or field.get)(result)) for field in fields)
    return {
        field.name: _complete(field.kind, value) for field, value in found if value is not ABSENT
    }


def _complete(kind: Kind, value: Any) -> Any:
    if kind is TEXTS:
        return " ".join(value or ())
    if isinstance(value, list):
        return len(value)
    if not kind.inner:
        return float(value) if kind is REAL and isinstance(value, int) else value
    return {name: _complete(its, (value or {}).get(name)) for name, its in kind.inner}


def column_types(fields: Iterable[Field]) -> Mapping[str, str]:
    """Return the type of each column."""
    return dict(_columns(fields))


def _columns(fields: Iterable[Field]) -> Iterator[tuple[str, str]]:
    for field in fields:
        for end, kind in field.kind.columns:
            yield field.name + end, kind
