"""Audits as bit masks: records of one width, of boards of one shape, below a small header."""

# ruff: noqa: ARG002 - what some need, all get
from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.audit import Audit
from bombe.analysis.runs.formats.text import Format, bytes_of
from bombe.analysis.runs.mask_layout import MaskLayout, header_of, parts, record_of, with_count
from bombe.analysis.runs.payload import Payload
from bombe.boards.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.results import Result
    from bombe.analysis.runs.formats.text import Columns, Data, Stop
    from bombe.analysis.runs.kernel_answers import KernelAnswers
    from bombe.analysis.runs.payload import OutputState


class Masks(Format):
    """Records below a header that is a line of JSON."""

    is_text = False

    def answers(
        self, results: Sequence[Result], line: str, place: str, columns: Columns = None
    ) -> Payload:
        """Return the record of an audit."""
        (result,) = results
        if not isinstance(result, Audit):
            raise UsageError(f"--{self.name} is for audits: leave it out")
        header = header_of(self.name, result.board.shape, columns)
        return Payload(record_of(result, columns), 1, header=header, place=place)

    def head(self, found: KernelAnswers, columns: Columns) -> Payload:
        """Return a payload with the header, and the place of the first board."""
        header = header_of(self.name, found.packed.shape, columns)
        return Payload(b"", 0, header=header, place=f"{found.packed.place(0)}")

    def kernel_records(
        self, found: KernelAnswers, columns: Columns, stop: Stop
    ) -> tuple[Data, Sequence[int]] | None:
        """Return the records that the kernel writes."""
        layout = MaskLayout.of(found.packed.shape, columns)
        return found.rendered(parts(layout, found.tally.solutions), stop)

    def added(self, payload: Payload, so_far: OutputState) -> tuple[bytes, bytes, OutputState]:
        """Return the records, and the header before the first."""
        if not payload.records:
            return b"", b"", so_far
        if so_far.header and payload.header != so_far.header:
            where = f"{payload.place}: " if payload.place else ""
            raise InputError(
                f"{where}masks are of boards of one shape, but these have several: give the boards "
                "of each shape an output of their own, or take --jsonl, --csv or SQLite"
            )
        before, data = b"" if so_far.header else payload.header, bytes_of(payload)
        known = so_far._replace(header=payload.header, size=so_far.size + len(before))
        return before, data, known.extended(payload.records, data)

    def begun(self, written: OutputState) -> bytes:
        """Return the header; that of `npy` has the number of records."""
        return with_count(written.header, written.records) if written.header else b""

    def checked(self, piece: bytes, before: OutputState, after: OutputState) -> bytes:
        """Return the records without the header, which is written again at the end."""
        return piece if before.header else piece[len(after.header) :]

    def taken(self, piece: bytes, before: OutputState, after: OutputState) -> Payload:
        """Return the records without the header."""
        records = after.records - before.records
        return Payload(self.checked(piece, before, after), records, header=after.header)


class Npy(Masks):
    """The same records as a file of numpy, whose header says how many there are."""
