"""JSON: an object per line, or one document."""

# ruff: noqa: ARG002 - what some need, all get
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bombe.analysis.runs.formats.text import Format, bytes_of
from bombe.analysis.runs.payload import Payload
from bombe.analysis.runs.records import selected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bombe.analysis.results import Result
    from bombe.analysis.runs.formats.text import Columns, Data, Stop
    from bombe.analysis.runs.kernel_answers import KernelAnswers
    from bombe.analysis.runs.payload import OutputState


class JsonLines(Format):
    """A JSON object per line."""

    end = "\n"
    """What follows a record of the kernel."""

    def answers(
        self, results: Sequence[Result], line: str, place: str, columns: Columns = None
    ) -> Payload:
        """Return the record of each result."""
        found = [{**result.to_dict(), "source": place} for result in results]
        return self.records(found, columns)

    def records(self, records: Sequence[Mapping[str, Any]], columns: Columns = None) -> Payload:
        """Return records."""
        return self.texts([json.dumps(selected(record, columns)) for record in records])

    def kernel_records(
        self, found: KernelAnswers, columns: Columns, stop: Stop
    ) -> tuple[Data, Sequence[int]] | None:
        """Return the records that the kernel writes."""
        return found.rendered(found.template.json(columns, self.end), stop)


class JsonDocument(JsonLines):
    """One JSON document: an object alone, several in an array."""

    between = b",\n"
    end = ",\n"

    def texts(self, texts: Sequence[str]) -> Payload:
        """Return elements."""
        return Payload(",\n".join(texts).encode(), len(texts))

    def added(self, payload: Payload, so_far: OutputState) -> tuple[bytes, bytes, OutputState]:
        """Return the elements; the first is held back until there is a second."""
        data = bytes_of(payload)
        if not payload.records:
            return b"", b"", so_far
        if so_far.records + payload.records == 1:
            return b"", b"", so_far._replace(records=1, held=data)
        before = self._before(so_far)
        return before, data, so_far.extended(payload.records, before, data)._replace(held=b"")

    def ending(self, written: OutputState) -> bytes:
        """Return the only element, or the end of the array."""
        if written.held:
            return written.held + b"\n"
        return b"\n]\n" if written.records else b""

    def taken(self, piece: bytes, before: OutputState, after: OutputState) -> Payload:
        """Return the elements without what joins them to those before."""
        records = after.records - before.records
        data = after.held or piece[len(self._before(before)) :] if records else b""
        return Payload(data, records)

    def _before(self, so_far: OutputState) -> bytes:
        if so_far.held:
            return b"[\n" + so_far.held + b",\n"
        return b",\n" if so_far.records else b"[\n"
