"""The flat schema, and the choice of columns.

A record is a dictionary, ready for JSON, such as `Audit.to_dict()` with its `source`. Flat, it is a
row of CSV or of a database: inner objects become columns, lists of moves their length, lists of
texts one text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.boards.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def flat(record: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a record as a row of a table."""
    row: dict[str, Any] = {}
    for key, value in record.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            row.update(flat(value, f"{name}_"))
        else:
            row[name] = _cell(value)
    return row


def selected(record: Mapping[str, Any], columns: Sequence[str] | None) -> dict[str, Any]:
    """Return what is wanted of a record, in the order of the columns; None: all of it.

    A column is a key, or of an inner object key_innerkey, as in the flat schema.
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


def _cell(value: Any) -> Any:
    """Return what a row holds of a value that is no object."""
    if not isinstance(value, list):
        return value
    is_text = all(isinstance(item, str) for item in value) and value
    return " ".join(value) if is_text else len(value)
