"""Cuts files, texts and streams into chunks, and what has arrived of a stream into whole lines."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.boards.errors import FormatError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.chunks import EntryChunk, LineChunk
from bombe.boards.sudoku.formats import Head
from bombe.boards.sudoku.formats import line as line_format
from bombe.boards.sudoku.packed import is_regular
from bombe.boards.sudoku.reading import ReadOptions, read_lines, sniff
from bombe.boards.sudoku.symbols import Alphabets
from bombe.boards.text.ahead import gather
from bombe.boards.text.lines import LONGEST_LINE, bounded, is_marked_wide, open_lines, require_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.sudoku.chunks import Chunk, ChunkSizes
    from bombe.boards.sudoku.entries import Entry

_GUESS = ReadOptions()
_MOST_BYTES = 4 * LONGEST_LINE + 16
"""Bytes without the end of a line that are surely more than the longest line."""
_ARRIVING = 1 << 16
_USUAL_LINE = 100
"""Characters of the shortest line whose alphabet may be open."""


class Cutter:
    """Cuts one source after the other; the chunks of all are numbered through."""

    def __init__(self, sizes: ChunkSizes) -> None:
        self._sizes = sizes
        self._number = 0

    def entries(self, found: Iterator[Entry], size: int | None = None) -> Iterator[EntryChunk]:
        """Cut positions; an error of their reader is raised after the chunk of those before it."""
        size = size or self._sizes.positions
        while True:
            gathered, error = gather(found, size)
            if gathered:
                yield EntryChunk(self._next(), tuple(gathered))
            if error is not None:
                raise error
            if len(gathered) < size:
                return

    def file(self, path: str, reading: ReadOptions = _GUESS) -> Iterator[LineChunk] | None:
        """Cut a file with a board on each line; None if it is in another format.

        Raise what its reader would raise for its first lines.
        """
        with open_lines(path, "give a file that can be read") as lines:
            first = _first_line(Head(lines, path), path, reading)
        if first is None:
            return None
        file = Path(path).open("rb")  # noqa: SIM115 - closed when all of it is cut
        if is_marked_wide(file.peek(4)):
            file.close()
            return None
        return self._lines(_StreamBuffer(file), path, first, reading, path=path)

    def text(
        self, text: str, source: str, reading: ReadOptions = _GUESS
    ) -> Iterator[LineChunk] | None:
        """Cut a text with a board on each line; None if it is in another format."""
        first = _first_line(Head(io.StringIO(text, newline=None), source), source, reading)
        if first is None:
            return None
        arrived = _StreamBuffer(io.BytesIO(text.encode()))
        return self._lines(arrived, source, first, reading)

    def stream(
        self,
        stream: io.BufferedReader,
        source: str,
        reading: ReadOptions = _GUESS,
        *,
        is_patient: bool = False,
    ) -> Iterator[Chunk]:
        """Cut a stream: a chunk is what has come, so that its answers need not wait.

        Patience waits until a chunk has its full size, so that the same text is always cut alike.
        """
        head = stream.peek(512)[:512]
        require_text(head, source)
        if is_marked_wide(head):
            wide: Iterable[str] = io.TextIOWrapper(stream, "utf-16", "replace", newline=None)
            yield from self.entries(read_lines(wide, source, reading), None if is_patient else 1)
            return
        arrived = _StreamBuffer(stream)
        looked_at = Head(bounded(arrived.text_lines(), source), source)
        first = _first_line(looked_at, source, reading)
        if first is not None:
            arrived.begin_again()
            yield from self._lines(arrived, source, first, reading, is_patient=is_patient)
            return
        arrived.forget()
        found = read_lines(looked_at.lines(), source, reading)
        yield from self.entries(found, None if is_patient else 1)

    def _lines(
        self,
        arrived: _StreamBuffer,
        source: str,
        first: int,
        reading: ReadOptions,
        *,
        path: str | None = None,
        is_patient: bool = True,
    ) -> Iterator[LineChunk]:
        """Cut the lines of a source, whose first board has a line of so many bytes.

        A chunk is held until the alphabet of its boards is known.
        """
        offset, line = 0, 1
        alphabets, held = Alphabets(), list[LineChunk]()
        with arrived:
            while text := arrived.take(
                self._sizes.bytes_of(self._number, first), is_patient=is_patient
            ):
                kept = text if path is None else None
                held.append(
                    LineChunk(self._next(), source, line, path, offset, len(text), kept, reading)
                )
                offset += len(text)
                line += _line_ends(text)
                if reading.symbols is None:
                    _take(alphabets, text)
                if not alphabets.is_open:
                    yield from _settled(held, alphabets)
                    held.clear()
        yield from _settled(held, alphabets)

    def _next(self) -> int:
        self._number += 1
        return self._number - 1


class _StreamBuffer:
    """The bytes of a stream that have come, and are not taken yet."""

    def __init__(self, stream: io.BufferedIOBase) -> None:
        self._stream, self._held, self._is_ended = stream, b"", False
        self._looked_at: list[bytes] | None = []

    def __enter__(self) -> None:
        """Do nothing yet."""

    def __exit__(self, *_: object) -> None:
        """Close the stream."""
        self._stream.close()

    def take(self, size: int, *, is_patient: bool) -> bytes:
        """Return whole lines of at most so many bytes, but one at least; nothing at the end.

        A line without an end is returned when it is too long for any reader.
        """
        while True:
            held = self._held
            end = _end_of_lines(held, size)
            if end and (len(held) >= size or not is_patient):
                break
            if self._is_ended and (len(held) <= size or not end):
                end = len(held)
                break
            if self._is_ended or len(held) > _MOST_BYTES:
                end = end or len(held)
                break
            piece = self._stream.read1(max(size - len(held), _ARRIVING))
            self._held, self._is_ended = held + piece, not piece
        self._held = held[end:]
        return held[:end]

    def text_lines(self) -> Iterator[str]:
        """Yield the lines as text; they are kept until it is known what they are."""
        encoding = "utf-8-sig"
        while line := self.take(1, is_patient=False):
            if self._looked_at is not None:
                self._looked_at.append(line)
            yield from io.StringIO(line.decode(encoding, "surrogateescape"), newline=None)
            encoding = "utf-8"

    def begin_again(self) -> None:
        """Take what was looked at once more."""
        self._held = b"".join(self._looked_at or ()) + self._held

    def forget(self) -> None:
        """Keep no more lines."""
        self._looked_at = None


def _end_of_lines(text: bytes, size: int) -> int:
    """Return where the last line that ends within so many bytes ends, or else the first; 0: none.

    Lines end at a newline; in a text without any, at a carriage return.
    """
    for sign, known in ((b"\n", len(text)), (b"\r", len(text) - 1)):
        end = text.rfind(sign, 0, min(size, known)) + 1 or text.find(sign, size, known) + 1
        if end:
            return end
    return 0


def _line_ends(text: bytes) -> int:
    """Return how many lines end in a text, each at a newline, a carriage return, or both."""
    newlines = text.count(b"\n")
    return newlines + text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else newlines


def _take(alphabets: Alphabets, text: bytes) -> None:
    """Take the boards of whole lines."""
    width = max(text.find(b"\n"), 0)
    size = math.isqrt(width)
    is_known = width < _USUAL_LINE or (size * size == width and not alphabets.may_learn(size))
    if is_known and is_regular(text, width):
        return  # at once, as with millions of 9x9 boards
    for line in text.decode("utf-8", "replace").splitlines():
        for symbols in line_format.symbols_in(line):
            alphabets.take(symbols)


def _settled(chunks: list[LineChunk], alphabets: Alphabets) -> Iterator[LineChunk]:
    left = dict(alphabets.left)
    return (replace(chunk, alphabets=left) if left else chunk for chunk in chunks)


def _first_line(head: Head, source: str, reading: ReadOptions) -> int | None:
    """Return the bytes of the first telling line; None if the format is not `line`."""
    try:
        known = formats.get(reading.format) if reading.format else sniff(head, source)
        first = head.line(0) if known.read is line_format.read else None
    except FormatError:
        if reading.format:
            return None  # its reader will say so in its place
        raise
    return None if first is None else len(first.encode("utf-8", "surrogateescape")) + 1
