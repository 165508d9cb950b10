"""Where results go in this process: files of bytes and standard output; and what a file holds.

A sink writes payloads: `written = sink.write(payload, written)`. What a file has beyond `written`
is cut off first, so a chunk that was written, but is not in the journal, is not there twice.
"""

# ruff: noqa: D102 - `Sink` and `Part` say it
from __future__ import annotations

import io
import os
import stat
import sys
import zlib
from typing import IO, TYPE_CHECKING, Protocol

from bombe.analysis.runs.disk import failed, unwritable, write_all
from bombe.boards.errors import UsageError
from bombe.boards.text.special import is_own

if TYPE_CHECKING:
    from bombe.analysis.runs.formats.text import Format
    from bombe.analysis.runs.payload import OutputState, Payload

    class Sink(Protocol):
        """An output that is open."""

        def write(self, payload: Payload, so_far: OutputState) -> OutputState:
            """Write a payload after what is there, and return what is there then."""

        def finish(self, written: OutputState) -> None:
            """Write what goes to the end, and what is known at the end only."""

        def close(self) -> None:
            """Close it."""

    class Part(Protocol):
        """What an output holds: of an interrupted run, or of a shard that is to be joined."""

        def size(self) -> int:
            """Return the size: bytes, or rows of a table."""

        def has(self, before: OutputState, after: OutputState) -> bool:
            """Return whether what was written between two moments is there, unchanged."""

        def payload(self, before: OutputState, after: OutputState) -> Payload:
            """Return what was written between two moments."""

        def is_whole(self, written: OutputState) -> bool:
            """Return whether a finished output has its size, and begins and ends as it should."""


class ByteSink:
    """A file by name; a special file, such as a pipe, takes what comes and keeps no place."""

    def __init__(self, form: Format, path: str, remedy: str) -> None:
        self._form, self._path, self._remedy = form, path, remedy
        try:
            self._file: IO[bytes] = open(path, _mode(path), buffering=0)  # noqa: PTH123, SIM115 - pathlib is slow to import; closed by `close`
        except OSError as error:
            raise unwritable(path, error) from None
        is_file = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        self._is_regular = is_file and not is_own(path)

    def write(self, payload: Payload, so_far: OutputState) -> OutputState:
        before, data, after = self._form.added(payload, so_far)
        self._put(so_far.size, before, data)
        return after

    def finish(self, written: OutputState) -> None:
        self._put(written.size, self._form.ending(written))
        if not self._is_regular:
            return
        try:
            self._file.seek(0)
            write_all(self._file, self._form.begun(written))
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
                write_all(self._file, piece)
        except BrokenPipeError:
            raise
        except OSError as error:
            if self._is_regular:
                self._file.truncate(size)
            raise failed(self._path, error, self._remedy) from None


class StdoutSink:
    """Standard output."""

    def __init__(self, form: Format) -> None:
        self._form = form
        if form.is_table:
            raise UsageError(f"a table needs a file: give -o FILE{form.suffixes[0]}")
        if not form.is_text and sys.stdout.isatty():
            raise UsageError(f"{form.name} are bytes for programs: give -o FILE")

    def write(self, payload: Payload, so_far: OutputState) -> OutputState:
        before, data, after = self._form.added(payload, so_far)
        self._put(before, data)
        return after

    def finish(self, written: OutputState) -> None:
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
            write_all(
                bare, text.encode(stream.encoding, stream.errors or "strict") if is_text else piece
            )
        elif is_text:
            stream.write(text)
        else:
            stream.buffer.write(piece)


class BytePart:
    """What a file of bytes holds."""

    def __init__(self, form: Format, path: str) -> None:
        self._form, self._path = form, path

    def size(self) -> int:
        return os.stat(self._path).st_size  # noqa: PTH116 - pathlib is slow to import

    def has(self, before: OutputState, after: OutputState) -> bool:
        piece = self._form.checked(self._piece(before, after), before, after)
        return zlib.crc32(piece, before.crc) == after.crc

    def payload(self, before: OutputState, after: OutputState) -> Payload:
        return self._form.taken(self._piece(before, after), before, after)

    def is_whole(self, written: OutputState) -> bool:
        begin, end = self._form.begun(written), self._form.ending(written)
        with open(self._path, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            is_begun = file.read(len(begin)) == begin
            file.seek(written.size)
            return is_begun and file.read(len(end) + 1) == end

    def _piece(self, before: OutputState, after: OutputState) -> bytes:
        """Return bytes of the file; it is open for no longer, as there may be thousands."""
        with open(self._path, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            file.seek(before.size)
            return file.read(after.size - before.size)


def remove(*paths: str) -> None:
    """Delete the files that are there."""
    for path in paths:
        if os.path.exists(path):  # noqa: PTH110 - pathlib is slow to import
            os.unlink(path)  # noqa: PTH108 - as above


def _mode(path: str) -> str:
    """Return the mode to open a file with: an open file of the shell is continued."""
    if is_own(path):
        return "ab"
    return "r+b" if os.path.isfile(path) else "wb"  # noqa: PTH113 - pathlib is slow to import
