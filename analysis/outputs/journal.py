"""The journal of an output, FILE.made.jsonl: how it was made, then a line for each chunk.

    {"schema": "bombe.made/1", "task": "audit", ...}                          see made.py
    {"chunk": 0, "positions": 2000, "records": 2000, "size": 70123, "totals": {...}}
    {"end": true, "positions": 9000, "records": 9000, "chunks": 5, "size": 315017}

`size` is that of the output after the chunk. Only whole lines count, and a chunk without one is
done again: so a run can be killed at any moment.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.analysis.outputs.failures import failed, unwritable
from bombe.analysis.outputs.locks import lock
from bombe.analysis.outputs.made import SCHEMA, Made
from bombe.analysis.outputs.payload import Written
from bombe.analysis.outputs.progress import Progress
from bombe.boards.errors import FormatError, Place
from bombe.boards.text.schema import built, decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bombe.boards.text.schema import Datum

_BLOCK = 1 << 16
_REMEDY = "run the command again without --resume"


def journal_of(path: str) -> str:
    """Return the name of the journal of an output."""
    return f"{path}.made.jsonl"


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
    totals: dict[str, Any]
    columns: tuple[str, ...] = ()
    header: str = ""
    held: str = ""
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, chunk: int, positions: int, before: Written, after: Written, totals: Mapping[str, Any]
    ) -> ChunkStep:
        """Return the step from what was written before a chunk to what was after it."""
        return cls(
            chunk,
            positions,
            after.records - before.records,
            after.size,
            dict(totals),
            after.columns if after.columns != before.columns else (),
            after.header.decode("latin-1") if after.header != before.header else "",
            after.held.decode("utf-8", "surrogateescape"),
            after.left_out[len(before.left_out) :],
        )

    def after(self, before: Written) -> Written:
        """Return what is written after the chunk."""
        return Written(
            self.size,
            before.records + self.records,
            self.columns or before.columns,
            self.header.encode("latin-1") or before.header,
            self.held.encode("utf-8", "surrogateescape"),
            before.left_out + self.left_out,
        )

    def to_line(self) -> bytes:
        """Return the line, without what is empty."""
        values = {name: value for name, value in vars(self).items() if value not in ((), "")}
        return _line(values)


class JournalReader:
    """A journal that is read: `made`, then each step; after those `has_end`, and the `size` of it.

    The size counts the header and the steps that were read, so that others can follow them.
    """

    def __init__(self, path: str) -> None:
        self.path, self.has_end, self.size = path, False, 0
        self._lines = _whole_lines(path)
        first = next(self._lines, None)
        if first is None:
            raise FormatError(Place(path, 1), "the journal is empty", _REMEDY)
        first[0].at("schema").one_of({SCHEMA: None})
        self.made = built(Made, first[0])
        self.size = first[1]

    def steps(self) -> Iterator[ChunkStep]:
        """Yield each chunk, in order; raise FormatError where a line does not follow."""
        progress = Progress()
        for datum, size in self._lines:
            if "end" in datum:
                self._check_end(datum, progress)
                self.has_end = True
                return
            step = built(ChunkStep, datum)
            if step.chunk <= progress.last_chunk or step.size < progress.written.size:
                raise datum.error("does not follow the line before it")
            progress.add(step)
            self.size += size
            yield step

    def _check_end(self, datum: Datum, progress: Progress) -> None:
        for name, value in progress.end().items():
            if datum.at(name).raw != value:
                raise datum.at(name).error(f"is not {value}, what the lines above add up to")


class Journal:
    """The journal of an output that is written; no other process can write it meanwhile."""

    def __init__(self, path: str, remedy: str, output: object) -> None:
        self.path, self._remedy = path, remedy
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

    def cut(self, size: int) -> None:
        """Remove what is beyond a size."""
        self._file.truncate(size)

    def append(self, line: bytes) -> None:
        """Append a line; where there is no room for all of it, append nothing."""
        size = self.size
        try:
            rest = line
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            self._file.truncate(size)
            raise failed(self.path, error, self._remedy) from None

    def begin(self, made: Made) -> None:
        """Write the first line."""
        self.append(_line(made.to_dict()))

    def end(self, progress: Progress) -> None:
        """Write the last line, and wait until all is on the disk."""
        self.append(_line(progress.end()))
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the journal, and let others write it."""
        self._file.close()


def _whole_lines(path: str) -> Iterator[tuple[Datum, int]]:
    """Yield the value of each line that has an end, and its size; the last may have been cut.

    The file is open while a block is read only: a merge may read thousands of journals at a time.
    """
    number, offset = 1, 0
    while True:
        with Path(path).open("rb") as file:
            file.seek(offset)
            lines = file.readlines(_BLOCK)
        if not lines:
            return
        for line in lines:
            if not line.endswith(b"\n"):
                return
            text = line[:-1].decode("utf-8", "surrogateescape")
            yield decode(text, Place(path, number), _REMEDY), len(line)
            number, offset = number + 1, offset + len(line)


def _line(values: Mapping[str, Any]) -> bytes:
    return (json.dumps(values) + "\n").encode()
