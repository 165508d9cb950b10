"""A table of an SQLite database: WAL, and one transaction for each chunk.

The table can be read while it grows. The table `made` says with what it was
made. Rows have the numbers 1, 2, 3 and so on (`rowid`), in the order of the boards.
"""

# ruff: noqa: ARG002 - what some need, all get
from __future__ import annotations

import contextlib
import itertools
import json
import marshal
import os
import sqlite3
import time
import zlib
from typing import TYPE_CHECKING

from bombe.analysis.runs.answers import table_of, types_of
from bombe.analysis.runs.disk import failed, unwritable
from bombe.analysis.runs.files import remove
from bombe.analysis.runs.formats.csv import Table
from bombe.analysis.runs.payload import Payload
from bombe.boards.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bombe.analysis.runs.files import Part, Sink
    from bombe.analysis.runs.formats.text import Columns, Data, Stop
    from bombe.analysis.runs.kernel_answers import KernelAnswers
    from bombe.analysis.runs.payload import OutputState

    Row = tuple[object, ...]

_LARGEST = 1 << 63
_BUSY = 60.0
"""Seconds to wait for another program that writes, or copies, the database."""
_LEAVING = 5.0
"""Seconds that programs that read it have at the end, to close it."""


class Sqlite(Table):
    """A table of a database."""

    is_text = False
    is_table = True

    def rows(self, cells: list[Row]) -> Data:
        """Return rows whose values are as they are stored."""
        return [tuple(int(v) if isinstance(v, bool) else v for v in row) for row in cells]

    def kernel_records(
        self, found: KernelAnswers, columns: Columns, stop: Stop
    ) -> tuple[Data, Sequence[int]] | None:
        """Return the rows, but for the boards that are asked alone."""
        rows, alone = found.template.rows(columns, found.packed.size), {*found.alone}
        ends = [*itertools.accumulate(at not in alone for at in range(len(rows)))]
        return [row for at, row in enumerate(rows) if at not in alone] if alone else rows, ends

    def check(self, target: str) -> None:
        """Raise UsageError if a program has the database open, which would be replaced."""
        if os.path.exists(f"{target}-wal"):  # noqa: PTH110 - a name with another ending
            raise UsageError(
                f"{target} is in use by another program, which has {target}-wal: close it there, "
                "or give another -o"
            )

    def open(self, path: str, task: str, remedy: str) -> Sink:
        """Open the table of a task in a database."""
        return SqliteSink(path, task, remedy)

    def part(self, path: str, task: str) -> Part:
        """Return the table of a task in a database."""
        return SqlitePart(path, table_of(task))

    def remove(self, path: str) -> None:
        """Delete a database, if there is one, with what SQLite keeps beside it."""
        remove(*(path + ending for ending in ("", "-wal", "-shm", "-journal")))


class SqliteSink:
    """A table that is open in this process."""

    def __init__(self, path: str, task: str, remedy: str) -> None:
        self._path, self._table, self._remedy = path, _quoted(table_of(task)), remedy
        self._types = types_of(task)
        self._file = _connected(path)
        with self._room():
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")

    def write(self, payload: Payload, so_far: OutputState) -> OutputState:
        """Write the rows of a payload, in place of what is there beyond `so_far`."""
        if not payload.records:
            return so_far
        if isinstance(payload.data, bytes):
            raise TypeError("a database takes rows, not bytes")
        with self._transaction():
            known = self._table_with(payload.columns)
            self._delete_beyond(so_far.size)
            rows = _fitted(payload.data, payload.columns, known)
            stored = self._insert(so_far.size, known, rows)
        size, records = so_far.size + len(rows), so_far.records + payload.records
        crc = checksum(stored, so_far.crc)
        return so_far._replace(size=size, records=records, columns=known, crc=crc)

    def finish(self, written: OutputState) -> None:
        """Delete what is beyond `written`, and put all of the database into its file."""
        with self._transaction():
            if self._columns():
                self._delete_beyond(written.size)
        with self._room():
            self._into_one_file()

    def _into_one_file(self) -> None:
        """End the WAL mode, which takes that no other program has the database open."""
        deadline = time.monotonic() + _LEAVING
        while True:
            try:
                self._file.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError as error:
                if not _is_held(error) or time.monotonic() > deadline:
                    raise
                time.sleep(_LEAVING / 50)
            else:
                return

    def close(self) -> None:
        """Close the database."""
        self._file.close()

    def note(self, values: Mapping[str, object]) -> None:
        """Write how the table was made, a row for each name."""
        rows = [(name, _plain(value)) for name, value in values.items() if value is not None]
        with self._transaction():
            self._file.execute("CREATE TABLE IF NOT EXISTS made (name TEXT PRIMARY KEY, value)")
            self._file.executemany("INSERT OR REPLACE INTO made VALUES (?, ?)", rows)

    def _table_with(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Return the columns of the table, which is made, or gets those that it lacks."""
        known = self._columns()
        lacking = [name for name in columns if name not in known]
        if not known:
            typed = ", ".join(map(self._typed, columns))
            self._file.execute(f"CREATE TABLE {self._table} ({typed})")
        else:
            for name in lacking:
                self._file.execute(f"ALTER TABLE {self._table} ADD COLUMN {self._typed(name)}")
        return (*known, *lacking)

    def _typed(self, name: str) -> str:
        """Return the declaration of a column."""
        return f"{_quoted(name)} {self._types.get(name, '')}".rstrip()

    def _columns(self) -> tuple[str, ...]:
        return tuple(row[1] for row in self._file.execute(f"PRAGMA table_info({self._table})"))

    def _insert(self, size: int, columns: Sequence[str], data: list[Row]) -> list[Row]:
        """Insert rows with the numbers that follow `size`; return them as they are stored."""
        names = ", ".join(map(_quoted, ("rowid", *columns)))
        marks = ", ".join("?" * (len(columns) + 1))
        insert = f"INSERT INTO {self._table} ({names}) VALUES ({marks})"  # noqa: S608 - quoted
        try:
            self._file.executemany(insert, _numbered(data, size))
        except OverflowError:  # a number of more than 64 bits: rare, so that the others are fast
            self._delete_beyond(size)
            data = [*map(_storable, data)]
            self._file.executemany(insert, _numbered(data, size))
        return data

    def _delete_beyond(self, size: int) -> None:
        self._file.execute(f"DELETE FROM {self._table} WHERE rowid > ?", (size,))  # noqa: S608 - quoted

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._room():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _room(self) -> Iterator[None]:
        """Turn an error of the database into the line that says what to do."""
        try:
            yield
        except sqlite3.OperationalError as error:
            remedy = self._remedy
            if _is_held(error):
                remedy = f"close it in the other program, {remedy.removeprefix('free space ')}"
            raise failed(self._path, error, remedy) from None


def _is_held(error: sqlite3.OperationalError) -> bool:
    """Return whether another program has the database open."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class SqlitePart:
    """What a table of a database holds."""

    def __init__(self, path: str, table: str) -> None:
        self._path, self._table = path, table

    def size(self) -> int:
        """Return how many rows the table has, 0 if there is none."""
        with contextlib.closing(_connected(self._path)) as file, _readable(self._path):
            asked = "SELECT 1 FROM sqlite_master WHERE name = ?"
            if not file.execute(asked, (self._table,)).fetchone():
                return 0
            found = file.execute(f"SELECT max(rowid) FROM {_quoted(self._table)}").fetchone()  # noqa: S608 - quoted
            return int(found[0] or 0)

    def has(self, before: OutputState, after: OutputState) -> bool:
        """Return whether the rows that were written between two moments are there, unchanged."""
        return checksum(self._rows(before, after), before.crc) == after.crc

    def payload(self, before: OutputState, after: OutputState) -> Payload:
        """Return the rows that were written between two moments."""
        rows = self._rows(before, after)
        return Payload(rows, len(rows), after.columns)

    def is_whole(self, written: OutputState) -> bool:
        """Return whether there are as many rows as were written."""
        return self.size() == written.size

    def _rows(self, before: OutputState, after: OutputState) -> list[Row]:
        if before.size == after.size:
            return []
        names = ", ".join(map(_quoted, after.columns))
        asked = f"SELECT {names} FROM {_quoted(self._table)} WHERE rowid > ? AND rowid <= ?"  # noqa: S608 - quoted
        with contextlib.closing(_connected(self._path)) as file, _readable(self._path):
            limits = (before.size, after.size)
            return file.execute(f"{asked} ORDER BY rowid", limits).fetchall()


def checksum(rows: list[Row], before: int) -> int:
    """Return the CRC-32 of rows that follow others, as they are stored.

    A column that is added later has NULL in these rows: what is missing at their ends is left out.
    """
    if any(row[-1] is None for row in rows):
        rows = [_without_end(row) for row in rows]
    # Version 2 of the format says the same values in the same bytes in every Python, five times as
    # fast as JSON does. What comes before the items is their number.
    return zlib.crc32(memoryview(marshal.dumps(rows, 2))[5:], before)


@contextlib.contextmanager
def _readable(path: str) -> Iterator[None]:
    """Turn an error of a database that is read into one line."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise InputError(f"cannot read {path}: {error}; give a database that Bombe wrote") from None


def _connected(path: str) -> sqlite3.Connection:
    try:
        # Autocommit: transactions are begun by hand.
        return sqlite3.connect(path, _BUSY, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise unwritable(path, OSError(0, str(error))) from None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _fitted(rows: list[Row], columns: Sequence[str], known: Sequence[str]) -> list[Row]:
    """Return rows below the columns of the table: what is missing is NULL."""
    if tuple(columns) == known:
        return rows
    named = (dict(zip(columns, row, strict=True)) for row in rows)
    return [tuple(row.get(name) for name in known) for row in named]


def _numbered(rows: list[Row], size: int) -> Iterator[Row]:
    return ((number, *row) for number, row in enumerate(rows, size + 1))


def _without_end(row: Row) -> Row:
    end = len(row)
    while end and row[end - 1] is None:
        end -= 1
    return row[:end]


def _storable(row: Row) -> Row:
    """Return a row as SQLite can store it: numbers of more than 64 bits as blobs of their digits.

    A text would be rounded to a floating-point number in a column of integers.
    """
    return tuple(str(v).encode() if isinstance(v, int) and abs(v) >= _LARGEST else v for v in row)


def _plain(value: object) -> object:
    return value if isinstance(value, (int, float, str)) else json.dumps(value)
