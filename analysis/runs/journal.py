"""The journal of an output, FILE.made.jsonl: how it was made, then a line for each chunk.

    {"schema": "bombe.made/1", "task": "audit", ..., "line_crc": 74610284}     see provenance.py
    {"chunk": 0, "positions": 2000, "records": 2000, "size": 70123, "crc": 6, ...}
    {"end": true, "positions": 9000, "records": 9000, "chunks": 5, "line_crc": 1946001277}

`size` and `crc` are those of the output after the chunk. `line_crc` is the CRC-32 of the line
without it, after all lines above: no line can change, or be missing, unnoticed. Only whole lines
count, and a chunk without one is done again: so a run can be killed at any moment.
"""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.runs.disk import failed, lock, unwritable
from bombe.analysis.runs.payload import OutputState
from bombe.analysis.runs.provenance import SCHEMA, Provenance
from bombe.boards.errors import FormatError, Place
from bombe.boards.text.schema import built, decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bombe.boards.text.schema import Datum

_BLOCK = 1 << 16
_REMEDY = "make the output again: run its command with --again"
_CRC = b', "line_crc": '


def is_begun(journal: str) -> bool:
    """Return whether there is a journal with its first line: a run may be killed before."""
    if not Path(journal).exists():
        return False
    with Path(journal).open("rb") as file:
        return file.readline().endswith(b"\n")


@dataclass(frozen=True)
class ChunkStep:
    """A chunk that is done: what it held, and the output after it.

    `columns` and `header` are there if it was the first to have them; the header's bytes are the
    characters of a text. `held` is the only element of a JSON array.
    """

    chunk: int
    positions: int
    records: int
    size: int
    crc: int
    totals: dict[str, Any]
    columns: tuple[str, ...] = ()
    header: str = ""
    held: str = ""
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        chunk: int,
        positions: int,
        before: OutputState,
        after: OutputState,
        totals: Mapping[str, Any],
    ) -> ChunkStep:
        """Return the step from what was written before a chunk to what was after it."""
        return cls(
            chunk,
            positions,
            after.records - before.records,
            after.size,
            after.crc,
            dict(totals),
            after.columns if after.columns != before.columns else (),
            after.header.decode("latin-1") if after.header != before.header else "",
            after.held.decode("utf-8", "surrogateescape"),
            after.left_out[len(before.left_out) :],
        )

    def after(self, before: OutputState) -> OutputState:
        """Return what is written after the chunk."""
        return OutputState(
            self.size,
            before.records + self.records,
            self.columns or before.columns,
            self.header.encode("latin-1") or before.header,
            self.held.encode("utf-8", "surrogateescape"),
            before.left_out + self.left_out,
            self.crc,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, without what is empty."""
        return {name: value for name, value in vars(self).items() if value not in ((), "")}


class JournalReader:
    """A journal that is read: `made`, then each step; after those `has_end`, and its `end`.

    The end is that of the header and the steps that were read, so that others can follow them.
    """

    def __init__(self, path: str) -> None:
        self.path, self.has_end, self.end = path, False, JournalEnd()
        self._lines = _whole_lines(path)
        first = next(self._lines, None)
        if first is None:
            raise FormatError(Place(path, 1), "the journal is empty", _REMEDY)
        datum, self.end = first
        datum.at("schema").one_of({SCHEMA: None})
        self.made = built(Provenance, datum)

    def steps(self) -> Iterator[ChunkStep]:
        """Yield each chunk, in order; raise FormatError where a line was changed."""
        for datum, end in self._lines:
            if "end" in datum:
                self.has_end = True
                return
            step = built(ChunkStep, datum)
            self.end = end
            yield step


class Progress:
    """What the chunks of a run add up to; `last_chunk` is -1 without any."""

    def __init__(self) -> None:
        self.last_chunk = -1
        self.chunks = self.positions = 0
        self.written = OutputState()
        self.totals: dict[str, Any] = {}

    def add(self, step: ChunkStep) -> None:
        """Add the next chunk."""
        self.last_chunk = step.chunk
        self.chunks += 1
        self.positions += step.positions
        self.written = step.after(self.written)
        _add(self.totals, step.totals)

    def end(self) -> dict[str, Any]:
        """Return the last line of the journal."""
        return {
            "end": True,
            "positions": self.positions,
            "records": self.written.records,
            "chunks": self.chunks,
        }


def _add(totals: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Add numbers up by name, in mappings within, too; of other values keep the last."""
    for name, value in more.items():
        if isinstance(value, dict):
            _add(totals.setdefault(name, {}), value)
        elif isinstance(value, int | float) and name in totals:
            totals[name] += value
        else:
            totals[name] = value


class JournalEnd(NamedTuple):
    """Where a journal ends: its size, and the CRC-32 of its lines."""

    size: int = 0
    crc: int = 0


class Journal:
    """The journal of an output that is written; no other process can write it meanwhile."""

    def __init__(self, path: str, remedy: str, output: object) -> None:
        self.path, self._remedy, self._crc = path, remedy, 0
        try:
            self._file = Path(path).open("ab", buffering=0)  # noqa: SIM115 - closed by `close`
        except OSError as error:
            raise unwritable(output, error) from None
        try:
            lock(self._file.fileno(), output, "give another -o")
        except BaseException:
            self._file.close()
            raise

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return os.fstat(self._file.fileno()).st_size

    def cut(self, end: JournalEnd) -> None:
        """Remove what is beyond an end."""
        self._file.truncate(end.size)
        self._crc = end.crc

    def append(self, values: Mapping[str, Any]) -> None:
        """Append a line; where there is no room for all of it, append nothing."""
        size, line = self.size, json.dumps(values)[:-1].encode()
        crc = zlib.crc32(line, self._crc)
        try:
            rest = line + _CRC + b"%d}\n" % crc
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            self._file.truncate(size)
            raise failed(self.path, error, self._remedy) from None
        self._crc = crc

    def begin(self, made: Provenance) -> None:
        """Write the first line."""
        self.append(made.to_dict())

    def end(self, progress: Progress) -> None:
        """Write the last line, and wait until all is on the disk."""
        self.append(progress.end())
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the journal, and let others write it."""
        self._file.close()


def _whole_lines(path: str) -> Iterator[tuple[Datum, JournalEnd]]:
    """Yield the value of each line that has an end, and where it ends; the last may have been cut.

    The file is open while a block is read only: a merge may read thousands of journals at a time.
    """
    number, end = 1, JournalEnd()
    while True:
        with Path(path).open("rb") as file:
            file.seek(end.size)
            lines = file.readlines(_BLOCK)
        if not lines:
            return
        for line in lines:
            if not line.endswith(b"\n"):
                return
            text, _, crc = line.rpartition(_CRC)
            end = JournalEnd(end.size + len(line), zlib.crc32(text, end.crc))
            place = Place(path, number)
            if crc != b"%d}\n" % end.crc:
                raise FormatError(place, "this line, or one above it, was changed", _REMEDY)
            yield decode(text.decode("utf-8", "surrogateescape") + "}", place, _REMEDY), end
            number += 1
