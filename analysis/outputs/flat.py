"""The flat schema, and the choice of columns: what a row of CSV or of a database has of a record.

A record is a dictionary, ready for JSON, such as `Audit.to_dict()` with its `source`. Flat, the
fields of an inner object are columns with the object's name and `_` before theirs. A list is its
texts with blanks between if its column holds text, and its length otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.outputs.columns import TEXT, TYPES
from bombe.boards.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def flat(record: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a record as a row of plain values, by column."""
    row: dict[str, Any] = {}
    for key, value in record.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            row.update(flat(value, f"{name}_"))
        else:
            row[name] = _cell(name, value)
    return row


def flat_selected(record: Mapping[str, Any], columns: Sequence[str] | None) -> dict[str, Any]:
    """Return what is wanted of a record as a row, in the order of the columns; None: all of it."""
    row = flat(record)
    if columns is None:
        return row
    for column in columns:
        if column not in row:
            raise UnknownNameError("column", column, row)
    return {column: row[column] for column in columns}


def selected(record: Mapping[str, Any], columns: Sequence[str] | None) -> dict[str, Any]:
    """Return what is wanted of a record, in the order of the columns; None: all of it.

    A column is a key, or the name of a field of an inner object as in the flat schema: the record
    then has that object with this field in it.
    """
    if columns is None:
        return dict(record)
    found: dict[str, Any] = {}
    for column in columns:
        key, inner = _path(record, column)
        if inner is None:
            found[key] = record[key]
        else:
            found.setdefault(key, {})[inner] = record[key][inner]
    return found


def _path(record: Mapping[str, Any], column: str) -> tuple[str, str | None]:
    """Return the key of a column, and the key in the inner object if it is in one."""
    if column in record:
        return column, None
    objects = {key: value for key, value in record.items() if isinstance(value, dict)}
    inner = {f"{key}_{name}": (key, name) for key, value in objects.items() for name in value}
    if column not in inner:
        raise UnknownNameError("column", column, [*record, *inner])
    return inner[column]


def _cell(name: str, value: Any) -> Any:
    """Return what the column of a name holds of a value that is no object."""
    if not isinstance(value, list):
        return value
    return " ".join(value) if TYPES.get(name) == TEXT else len(value)
