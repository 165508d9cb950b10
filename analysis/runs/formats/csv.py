"""CSV: a header, then a row each, below the columns of the header."""

# ruff: noqa: ARG002 - what some need, all get
from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from bombe.analysis.runs.formats.text import Format, bytes_of
from bombe.analysis.runs.payload import Payload
from bombe.analysis.runs.records import flat_selected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bombe.analysis.results import Result
    from bombe.analysis.runs.formats.text import Columns, Data, Stop
    from bombe.analysis.runs.kernel_answers import KernelAnswers
    from bombe.analysis.runs.payload import OutputState


class Table(Format):
    """Rows with the columns of their first record."""

    has_columns = True

    def answers(
        self, results: Sequence[Result], line: str, place: str, columns: Columns = None
    ) -> Payload:
        """Return the row of each result."""
        return self.records([{**result.to_row(), "source": place} for result in results], columns)

    def records(self, records: Sequence[Mapping[str, Any]], columns: Columns = None) -> Payload:
        """Return the rows of records, with the columns of the first."""
        rows = [flat_selected(record, columns) for record in records]
        names = tuple(rows[0]) if rows else ()
        cells = [tuple(row.get(name) for name in names) for row in rows]
        return Payload(self.rows(cells), len(cells), names)

    def rows(self, cells: list[tuple[object, ...]]) -> Data:
        """Return rows as a payload has them."""
        raise NotImplementedError

    def head(self, found: KernelAnswers, columns: Columns) -> Payload:
        """Return a payload with the names of the columns."""
        return Payload(b"", 0, found.template.names(columns))


class Csv(Table):
    """A header, then a row each."""

    def rows(self, cells: list[tuple[object, ...]]) -> Data:
        """Return lines."""
        return csv_rows(cells)

    def kernel_records(
        self, found: KernelAnswers, columns: Columns, stop: Stop
    ) -> tuple[Data, Sequence[int]] | None:
        """Return the rows that the kernel writes."""
        return found.rendered(found.template.csv(columns), stop)

    def added(self, payload: Payload, so_far: OutputState) -> tuple[bytes, bytes, OutputState]:
        """Return the rows, fitted to the header, which goes before the first."""
        if not payload.records:
            return b"", b"", so_far
        before = b"" if so_far.columns else csv_rows([payload.columns])
        known = so_far._replace(columns=so_far.columns or payload.columns)
        data = bytes_of(payload)
        if payload.columns != known.columns:
            data, known = _fitted(payload, known.columns), _without(payload.columns, known)
        return before, data, known.extended(payload.records, before, data)

    def taken(self, piece: bytes, before: OutputState, after: OutputState) -> Payload:
        """Return the rows without the header."""
        header = 0 if before.columns or not piece else len(csv_rows([after.columns]))
        return Payload(piece[header:], after.records - before.records, after.columns)


def csv_rows(rows: Sequence[Sequence[object]]) -> bytes:
    """Return rows as lines of CSV."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().encode("utf-8", "surrogateescape")


def _fitted(payload: Payload, columns: tuple[str, ...]) -> bytes:
    """Return rows of CSV below the columns of a header: what is missing is empty."""
    text = io.StringIO(bytes_of(payload).decode("utf-8", "surrogateescape"), newline="")
    rows = (dict(zip(payload.columns, row, strict=True)) for row in csv.reader(text))
    return csv_rows([[row.get(name, "") for name in columns] for row in rows])


def _without(columns: tuple[str, ...], known: OutputState) -> OutputState:
    """Note which columns have no place below the header."""
    lost = (name for name in columns if name not in known.columns + known.left_out)
    return known._replace(left_out=(*known.left_out, *lost))
