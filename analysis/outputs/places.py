"""Where an output is: a file, standard output, or a database; any process can open it.

A sink writes payloads in turn: `written = sink.write(payload, written)`. What a file has beyond
`written` is cut off first, and rows of a database are deleted: a chunk that was written, but not
acknowledged, is not there twice when it is done again.
"""

from __future__ import annotations

import io
import os
import stat
import sys
import zlib
from typing import TYPE_CHECKING, Protocol

from bombe.analysis.outputs.failures import AGAIN, failed, unwritable
from bombe.boards.light import Frozen
from bombe.boards.text.special import is_own

if TYPE_CHECKING:
    from typing import IO

    from bombe.analysis.outputs.forms import Form
    from bombe.analysis.outputs.payload import Payload, Written


class Sink(Protocol):
    """An output that is open in this process."""

    def write(self, payload: Payload, so_far: Written) -> Written:
        """Write a payload after what is there, and return what is there then."""

    def finish(self, written: Written) -> None:
        """Write what goes to the end, and what is known at the end only."""

    def close(self) -> None:
        """Close it; the place can be opened again."""


class SinkPlace(Frozen):
    """A place to write to, which can be sent to other processes.

    `path` is None for standard output. `table` is where a database has the records; `remedy` is
    what to do when the disk is full.
    """

    form: Form
    path: str | None = None
    table: str = "records"
    remedy: str = AGAIN

    def open(self) -> Sink:
        """Open the place in this process."""
        if self.path is None:
            return _StdoutSink(self.form)
        if self.form.name == "sqlite":
            from bombe.analysis.outputs.sqlite import SqliteSink

            return SqliteSink(self.path, self.table, self.remedy)
        return _FileSink(self, self.path)

    def size(self) -> int:
        """Return the size of what is there: bytes, or rows of a database."""
        if self.path is None:
            return 0
        if self.form.name == "sqlite":
            from bombe.analysis.outputs.sqlite import size_of

            return size_of(self.path, self.table)
        return os.stat(self.path).st_size  # noqa: PTH116 - pathlib is slow to import

    def has(self, before: Written, after: Written) -> bool:
        """Return whether what was written between two moments is there, unchanged."""
        if self.path is None:
            return False
        if self.form.name == "sqlite":
            from bombe.analysis.outputs.sqlite import checksum, rows_of

            rows = rows_of(self.path, self.table, after.columns, before.size, after.size)
            return checksum(rows, before.crc) == after.crc
        piece = self.piece(before, after)
        return zlib.crc32(self.form.checked(piece, before, after), before.crc) == after.crc

    def is_whole(self, written: Written) -> bool:
        """Return whether a finished output has its size, and begins and ends as it should."""
        if self.form.name == "sqlite" or self.path is None:
            return self.size() == written.size
        begin, end = self.form.begun(written), self.form.ending(written)
        with open(self.path, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            is_begun = file.read(len(begin)) == begin
            file.seek(written.size)
            return is_begun and file.read(len(end) + 1) == end

    def piece(self, before: Written, after: Written) -> bytes:
        """Return what was written between two moments: bytes of a file."""
        with open(self.path or "", "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            file.seek(before.size)
            return file.read(after.size - before.size)

    @property
    def is_shared(self) -> bool:
        """Whether workers reach it, too.

        Standard output may be another stream in this process, and what a shell opened for it alone,
        as for `-o >(gzip > FILE)`, no other process has.
        """
        if self.path is not None:
            return not is_own(self.path)
        try:
            return sys.stdout.fileno() == 1
        except (OSError, ValueError):
            return False


class _FileSink:
    """A file by name; a special file, such as a pipe, takes what comes and keeps no place."""

    def __init__(self, place: SinkPlace, path: str) -> None:
        self._form, self._path, self._remedy = place.form, path, place.remedy
        try:
            self._file: IO[bytes] = open(path, _mode(path), buffering=0)  # noqa: PTH123, SIM115 - pathlib is slow to import; closed by `close`
        except OSError as error:
            raise unwritable(path, error) from None
        is_file = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        self._is_regular = is_file and not is_own(path)

    def write(self, payload: Payload, so_far: Written) -> Written:
        before, data, after = self._form.added(payload, so_far)
        self._put(so_far.size, before, data)
        return after

    def finish(self, written: Written) -> None:
        self._put(written.size, self._form.ending(written))
        if not self._is_regular:
            return
        try:
            self._file.seek(0)
            _write_all(self._file, self._form.begun(written))
            os.fsync(self._file.fileno())  # which is where a disk in a network says that it is full
        except OSError as error:
            raise failed(self._path, error, self._remedy) from None

    def close(self) -> None:
        self._file.close()

    def _put(self, size: int, *pieces: bytes) -> None:
        """Write pieces from this size on; where there is no room for all, write none."""
        try:
            if self._is_regular and self._file.seek(0, os.SEEK_END) != size:
                self._file.truncate(size)
                self._file.seek(size)
            for piece in filter(None, pieces):
                _write_all(self._file, piece)
        except BrokenPipeError:
            raise
        except OSError as error:
            if self._is_regular:
                self._file.truncate(size)
            raise failed(self._path, error, self._remedy) from None


class _StdoutSink:
    """Standard output of this process."""

    def __init__(self, form: Form) -> None:
        self._form = form

    def write(self, payload: Payload, so_far: Written) -> Written:
        before, data, after = self._form.added(payload, so_far)
        self._put(before, data)
        return after

    def finish(self, written: Written) -> None:
        self._put(self._form.ending(written))

    def close(self) -> None:
        pass

    def _put(self, *pieces: bytes) -> None:
        try:
            for piece in filter(None, pieces):
                self._say(piece)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            remedy = "free space, or give -o FILE on another disk, which --resume can continue"
            raise failed("standard output", error, remedy) from None

    def _say(self, piece: bytes) -> None:
        stream, is_text = sys.stdout, self._form.is_text
        text = piece.decode("utf-8", "surrogateescape") if is_text else ""
        bare = getattr(stream, "buffer", None)
        if isinstance(bare, io.RawIOBase):  # of PYTHONUNBUFFERED: a signal cuts its writes short
            said = text.encode(stream.encoding, stream.errors or "strict") if is_text else piece
            _write_all(bare, said)
        elif is_text:
            stream.write(text)
        else:
            stream.buffer.write(piece)


def _mode(path: str) -> str:
    """Return how a file is opened: what a shell opened for us goes on where it is."""
    if is_own(path):
        return "ab"
    return "r+b" if os.path.isfile(path) else "wb"  # noqa: PTH113 - pathlib is slow to import


def _write_all(file: IO[bytes] | io.RawIOBase, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]
