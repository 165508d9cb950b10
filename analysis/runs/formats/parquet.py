"""Parquet, a file of columns: written as a database, from which the file is made at the end."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sqlite3
from typing import TYPE_CHECKING, Any

from bombe.analysis.runs.answers import table_of, types_of
from bombe.analysis.runs.disk import RESUME, failed
from bombe.analysis.runs.formats.sqlite import Sqlite, SqlitePart
from bombe.boards.errors import InputError, SolverMissingError

if TYPE_CHECKING:
    from bombe.analysis.runs.files import Part
    from bombe.analysis.runs.payload import OutputState

_ROWS = 20_000
"""Rows of a group: so many are in memory at a time."""


class Parquet(Sqlite):
    """A file of columns, compressed."""

    def check(self, target: str) -> None:
        """Raise SolverMissingError without pyarrow."""
        if importlib.util.find_spec("pyarrow") is None:
            raise SolverMissingError(
                f"-o {target} needs pyarrow, which is missing: pip install 'bombe[parquet]'"
            )

    def part(self, path: str, task: str) -> Part:
        """Return the rows of a finished file, or of the database that it is made of."""
        with open(path, "rb") as file:  # noqa: PTH123 - a name is all there is
            is_finished = file.read(4) == b"PAR1"
        return ParquetPart(path, table_of(task)) if is_finished else super().part(path, task)

    def publish(self, partial: str, path: str, task: str) -> None:
        """Make FILE of the database."""
        import pyarrow as pa
        from pyarrow import parquet

        made = f"{partial}.columns"
        try:
            with contextlib.closing(sqlite3.connect(partial)) as file:
                rows = file.execute(f'SELECT * FROM "{table_of(task)}" ORDER BY rowid')  # noqa: S608 - ours
                schema = _schema(rows.description, types_of(task))
                with parquet.ParquetWriter(made, schema) as writer:
                    while group := rows.fetchmany(_ROWS):
                        columns = map(list, zip(*group, strict=True))
                        writer.write_table(pa.table([*columns], schema=schema))
        except OSError as error:
            raise failed(path, error, RESUME) from None
        except (pa.ArrowException, OverflowError) as error:
            raise InputError(f"{path}: {error}; give -o FILE.sqlite or FILE.csv") from None
        os.replace(made, path)  # noqa: PTH105 - names are all there is
        self.remove(partial)


class ParquetPart(SqlitePart):
    """What a file of columns holds."""

    def size(self) -> int:
        """Return how many rows there are."""
        from pyarrow import parquet

        return int(parquet.read_metadata(self._path).num_rows)

    def _rows(self, before: OutputState, after: OutputState) -> list[tuple[object, ...]]:
        from pyarrow import parquet

        table = parquet.read_table(self._path, columns=[*after.columns], memory_map=True)
        found = table.slice(before.size, after.size - before.size).to_pydict()
        return [*zip(*found.values(), strict=True)] if found else []


def _schema(columns: Any, types: Any) -> Any:
    import pyarrow as pa

    kinds = {"INTEGER": pa.int64(), "REAL": pa.float64()}
    names = [name for name, *_ in columns]
    return pa.schema([(name, kinds.get(types.get(name), pa.string())) for name in names])
