"""Records and their columns: what `--columns` chooses, and the flat row of a record.

A record is a dictionary, ready for JSON, such as `Audit.to_dict()` with its `source`. Flat, the
fields of an inner object are columns with the object's name and `_` before theirs, and a list is
its length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bombe.boards.errors import UnknownNameError


def flat(record: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a record as a row of plain values, by column."""
    row: dict[str, Any] = {}
    for key, value in record.items():
        if isinstance(value, dict):
            row.update(flat(value, f"{prefix}{key}_"))
        else:
            row[f"{prefix}{key}"] = len(value) if isinstance(value, list) else value
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

    A column is a key, or the name of a field of an inner object as in a row: the record then has
    that object with this field in it.
    """
    if columns is None:
        return dict(record)
    objects = {key: value for key, value in record.items() if isinstance(value, dict)}
    inner = {f"{key}_{name}": (key, name) for key, value in objects.items() for name in value}
    found: dict[str, Any] = {}
    for column in columns:
        if column in record:
            found[column] = record[column]
        elif column in inner:
            key, name = inner[column]
            found.setdefault(key, {})[name] = record[key][name]
        else:
            raise UnknownNameError("column", column, [*record, *inner])
    return found
