"""What a chunk of a run adds to its output: bytes to append, or rows of a database."""

from __future__ import annotations

from typing import NamedTuple


class Payload(NamedTuple):
    """The records of a chunk as its output takes them.

    `data` is the bytes to append, rows of CSV without their header, or, for SQLite, a list of rows.
    `columns` are their names, where the form has columns.
    """

    data: bytes | list[tuple[object, ...]]
    records: int
    columns: tuple[str, ...] = ()
