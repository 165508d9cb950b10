"""Lines for people, and what all formats are.

A format has no state: what an output holds is an `OutputState`, so a run can resume at any chunk,
and the pieces of files can be taken apart again and joined.
"""

# ruff: noqa: ARG002 - what some need, all get
from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from bombe.analysis.runs.payload import OutputState, Payload
from bombe.boards.sudoku.notation import for_people
from bombe.boards.visible import visible

if TYPE_CHECKING:
    from bombe.analysis.results import Result
    from bombe.analysis.runs.files import Part, Sink
    from bombe.analysis.runs.kernel_answers import KernelAnswers

    Data = bytes | list[tuple[object, ...]]
    Stop = Callable[[], bool] | None
    Columns = Sequence[str] | None


class Format:
    """A format of outputs; this one is lines for people.

    `has_columns` says that records are rows, all with the same columns, and `between` is what is
    between two records, if that is part of neither.
    """

    name = "text"
    suffixes: tuple[str, ...] = ()
    has_columns = False
    is_text = True
    is_table = False
    between = b""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickle the name: there is one object of each format in a process."""
        from bombe.analysis.runs.formats import format_named

        return format_named, (self.name,)

    # Payloads of answers -------------------------------------------------------------------------

    def answers(
        self, results: Sequence[Result], line: str, place: str, columns: Columns = None
    ) -> Payload:
        """Return the answer about a position: what people see of it, or a record of each result.

        `line` is what people see behind the place of the position: boards.sdm:12.
        """
        return self.texts([for_people(visible(f"{place}: {line}"))])

    def texts(self, texts: Sequence[str]) -> Payload:
        """Return texts, such as boards in one of their formats."""
        text = "".join(f"{line}\n" for line in texts)
        return Payload(text.encode("utf-8", "surrogateescape"), len(texts))

    def records(self, records: Sequence[Mapping[str, Any]], columns: Columns = None) -> Payload:
        """Return records, ready for JSON; `columns` chooses and orders what is wanted."""
        raise NotImplementedError(f"{self.name} has no records")

    def together(self, found: KernelAnswers, columns: Columns, stop: Stop) -> list[Payload] | None:
        """Return the records of a chunk that the kernel answered; None if stopped.

        They are cut where boards have to be asked alone: before the first, between two, and after
        the last of these.
        """
        if (made := self.kernel_records(found, columns, stop)) is None:
            return None
        data, ends = made
        head = self.head(found, columns)
        cuts = [ends[at] for at in found.alone]
        return [
            head._replace(data=self._trimmed(data[begin:end]), records=count)
            for begin, end, count in zip([0, *cuts], [*cuts, len(data)], found.between, strict=True)
        ]

    def kernel_records(
        self, found: KernelAnswers, columns: Columns, stop: Stop
    ) -> tuple[Data, Sequence[int]] | None:
        """Return the records, but for the boards that are asked alone, and where each ends."""
        source, first = visible(found.packed.source), found.packed.line
        alone = {*found.alone}
        lines = [
            b"" if at in alone else f"{source}:{first + at}: {found.line(at)}\n".encode()
            for at in range(found.packed.size)
        ]
        return b"".join(lines), [*accumulate(map(len, lines))]

    def head(self, found: KernelAnswers, columns: Columns) -> Payload:
        """Return an empty payload of such records."""
        return Payload(b"", 0)

    def _trimmed(self, data: Data) -> Data:
        if isinstance(data, list):
            return data
        return data.removeprefix(self.between).removesuffix(self.between)

    # Bytes of a file -----------------------------------------------------------------------------

    def added(self, payload: Payload, so_far: OutputState) -> tuple[bytes, bytes, OutputState]:
        """Return what goes before the payload, the payload as it is written, and what is then."""
        data = bytes_of(payload)
        return b"", data, so_far.extended(payload.records, data)

    def ending(self, written: OutputState) -> bytes:
        """Return what goes to the end of a file."""
        return b""

    def begun(self, written: OutputState) -> bytes:
        """Return what a file begins with once all is written, and has no checksum before."""
        return b""

    def checked(self, piece: bytes, before: OutputState, after: OutputState) -> bytes:
        """Return what of a piece of a file the checksum is of."""
        return piece

    def taken(self, piece: bytes, before: OutputState, after: OutputState) -> Payload:
        """Return the payload that wrote a piece of a file: the inverse of `added`."""
        return Payload(piece, after.records - before.records)

    # Files ---------------------------------------------------------------------------------------

    def check(self, target: str) -> None:
        """Raise UsageError if nothing can be written there, before there is anything to write."""

    def open(self, path: str, task: str, remedy: str) -> Sink:
        """Open a file for the answers of a task, to be written from any `OutputState` on."""
        from bombe.analysis.runs.files import ByteSink

        return ByteSink(self, path, remedy)

    def part(self, path: str, task: str) -> Part:
        """Return what is written in a file."""
        from bombe.analysis.runs.files import BytePart

        return BytePart(self, path)

    def remove(self, path: str) -> None:
        """Delete a file, and what is kept beside it."""
        from bombe.analysis.runs.files import remove

        remove(path)

    def publish(self, partial: str, path: str, task: str) -> None:
        """Let a complete FILE.partial be FILE."""
        os.replace(partial, path)  # noqa: PTH105 - pathlib is slow to import


def bytes_of(payload: Payload) -> bytes:
    """Return the bytes of a payload; a table has rows."""
    if isinstance(payload.data, list):
        raise TypeError("rows are for tables: this format takes bytes")
    return payload.data
