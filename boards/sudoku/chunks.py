"""Cuts what is read into chunks, numbered from 0: the pieces of a run over many boards.

    LineChunk     lines of a file or a stream with a board on each; a file's are read by who answers
    EntryChunk    positions of any other text, which are read where the text is cut
    SeedChunk     seeds of boards that are to be made

The same texts are always cut alike, so that machines can share a run and a run can go on: by bytes,
not by the time that answers take. Files of lines are cut without a look at what stands in them.
"""

from __future__ import annotations

import io
import itertools
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import FormatError, InputError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.formats import Head
from bombe.boards.sudoku.formats import line as line_format
from bombe.boards.sudoku.packed import Packed, packed
from bombe.boards.sudoku.reading import ReadOptions, read_lines, sniff
from bombe.boards.text.lines import LONGEST_LINE, bounded, is_marked_wide, open_lines, require_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.sudoku.formats import Entry

_GUESS = ReadOptions()
_MOST_BYTES = 4 * LONGEST_LINE + 16
"""Bytes without the end of a line that are surely more than the longest line."""
_USUAL_LINE = 90
"""Bytes of a line that is no longer than a 9x9 board and the end of the line."""
_ARRIVING = 1 << 16
_TELLING = re.compile(rb"^[ \t]*[^ \t\n#]", re.MULTILINE)


class Sizes(NamedTuple):
    """How many lines or positions a chunk has at most.

    The first chunks are small, so that a short file has work for several processes, too, and the
    first answers come at once; then they grow.
    """

    lines: int
    long_lines: int
    """Of boards over 9x9."""
    positions: int
    first: int = 16

    def bytes_of(self, number: int, line: int) -> int:
        """Return the bytes of a chunk, where a line has so many."""
        most = self.lines if line <= _USUAL_LINE else self.long_lines
        return line * min(most, self.first << min(number // 8, 20))


SLOW = Sizes(16, 16, 16)
SIZES = {"quick": Sizes(2000, 128, 16), "slow": SLOW, "single": Sizes(1, 1, 1, first=1)}
"""For questions that the kernel answers thousands of times a second, others, and such that take
seconds."""


@dataclass(frozen=True, slots=True)
class EntryChunk:
    """Positions that were read."""

    number: int
    found: tuple[Entry, ...]

    def entries(self) -> Iterator[Entry]:
        """Yield every position."""
        return iter(self.found)

    def runs(self) -> Iterator[Packed | Entry]:
        """Yield every position."""
        return iter(self.found)

    def under(self, rules: str, seed: int) -> EntryChunk:
        """Return the positions as they go on in a play mode."""
        found = (entry._replace(state=entry.state.under(rules, seed)) for entry in self.found)
        return replace(self, found=tuple(found))

    def loaded(self) -> EntryChunk:
        """Return this chunk, which holds its positions."""
        return self

    def count(self) -> int:
        """Return the number of positions."""
        return len(self.found)


@dataclass(frozen=True, slots=True)
class LineChunk:
    """Lines, the first of which has the number `line` in its source.

    They are `length` bytes of a file from `offset` on, or `text`. The positions go on in the play
    mode `rules`, if there is one.
    """

    number: int
    source: str
    line: int
    path: str | None = None
    offset: int = 0
    length: int = 0
    text: bytes | None = None
    reading: ReadOptions = _GUESS
    rules: str | None = None
    seed: int = 0

    def under(self, rules: str, seed: int) -> LineChunk:
        """Return the lines, whose positions go on in a play mode."""
        return replace(self, rules=rules, seed=seed)

    def loaded(self) -> LineChunk:
        """Return this chunk with its lines, for who cannot read the file."""
        return replace(self, path=None, text=self._bytes())

    def count(self) -> int:
        """Return the number of lines that are neither blank nor comments."""
        return _boards_in(self._bytes())

    def entries(self) -> Iterator[Entry]:
        """Yield the position of every line, through the usual reader."""
        return self._entries(self._bytes())

    def packed(self) -> Packed | None:
        """Return the boards as bytes, if the lines are regular, of one shape, in classic play."""
        return None if self.rules is not None else self._packed(self._bytes())

    def runs(self) -> Iterator[Packed | Entry]:
        """Yield all positions: boards on neighbouring lines that have one shape together."""
        if self.rules is not None:
            yield from self.entries()
            return
        text = self._bytes()
        whole = self._packed(text)
        if whole is not None:
            yield whole
        else:
            yield from _runs(self._entries(text))

    def _packed(self, text: bytes) -> Packed | None:
        _, shape, symbols = self.reading
        return packed(text, shape, symbols, source=self.source, line=self.line)

    def _entries(self, text: bytes) -> Iterator[Entry]:
        encoding = "utf-8-sig" if self.line == 1 else "utf-8"
        decoded = io.StringIO(text.decode(encoding, "surrogateescape"), newline=None)
        lines = bounded(decoded, self.source, first=self.line)
        found = line_format.read(lines, self.source, self.reading, self.line)
        if self.rules is None:
            return found
        rules, seed = self.rules, self.seed
        return (entry._replace(state=entry.state.under(rules, seed)) for entry in found)

    def _bytes(self) -> bytes:
        if self.text is not None:
            return self.text
        path = Path(self.path or "")
        try:
            with path.open("rb", buffering=0) as file:
                file.seek(self.offset)
                text = file.read(self.length)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}; give what can be read") from None
        if len(text) != self.length:
            raise InputError(
                f"{path} has become shorter while it was read; run this again when it is complete"
            )
        return text


@dataclass(frozen=True, slots=True)
class SeedChunk:
    """Seeds of boards that are to be made."""

    number: int
    seeds: range


Chunk = LineChunk | EntryChunk


def seed_chunks(seeds: range, most: int = 16) -> Iterator[SeedChunk]:
    """Cut seeds; the first ones are alone, so that a few boards have work for several processes."""
    number = 0
    while seeds:
        size = min(most, 1 << min(number // 8, 20))
        yield SeedChunk(number, seeds[:size])
        number, seeds = number + 1, seeds[size:]


class Cutter:
    """Cuts one source after the other; the chunks of all are numbered through."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._number = 0

    def entries(self, found: Iterator[Entry], size: int | None = None) -> Iterator[EntryChunk]:
        """Cut positions; an error of their reader is raised after the chunk of those before it."""
        size = size or self._sizes.positions
        while True:
            gathered, error = _gather(found, size)
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
        return self._lines(_Arrived(file), path, first, reading, path=path)

    def text(
        self, text: str, source: str, reading: ReadOptions = _GUESS
    ) -> Iterator[LineChunk] | None:
        """Cut a text with a board on each line; None if it is in another format."""
        first = _first_line(Head(io.StringIO(text, newline=None), source), source, reading)
        if first is None:
            return None
        arrived = _Arrived(io.BytesIO(text.encode()))
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
        arrived = _Arrived(stream)
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
        arrived: _Arrived,
        source: str,
        first: int,
        reading: ReadOptions,
        *,
        path: str | None = None,
        is_patient: bool = True,
    ) -> Iterator[LineChunk]:
        """Cut the lines of a source, whose first board has a line of so many bytes."""
        offset, line = 0, 1
        with arrived:
            while text := arrived.take(
                self._sizes.bytes_of(self._number, first), is_patient=is_patient
            ):
                kept = text if path is None else None
                yield LineChunk(self._next(), source, line, path, offset, len(text), kept, reading)
                offset += len(text)
                line += _line_ends(text)

    def _next(self) -> int:
        self._number += 1
        return self._number - 1


class _Arrived:
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


def _boards_in(text: bytes) -> int:
    """Return the number of lines that are neither blank nor comments."""
    if not any(sign in text for sign in (b"#", b" ", b"\t", b"\r", b"\n\n")):
        return text.count(b"\n") + (not text.endswith(b"\n")) - text.startswith(b"\n")
    plain = text.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"\n")
    return sum(1 for _ in _TELLING.finditer(plain))


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


def _gather(found: Iterator[Entry], size: int) -> tuple[list[Entry], Exception | None]:
    """Return the next positions, and the error that ended them."""
    gathered: list[Entry] = []
    try:
        gathered.extend(itertools.islice(found, size))
    except Exception as error:  # noqa: BLE001 - it is raised after the positions
        return gathered, error
    return gathered, None


def _runs(entries: Iterator[Entry]) -> Iterator[Packed]:
    """Yield the boards of neighbouring lines that have one shape together."""
    run: list[Entry] = []
    try:
        for entry in entries:
            if run and not _goes_on(run[-1], entry):
                yield _packed_of(run)
                run = []
            run.append(entry)
    except InputError:
        if run:
            yield _packed_of(run)
        raise
    if run:
        yield _packed_of(run)


def _goes_on(last: Entry, entry: Entry) -> bool:
    is_next = entry.place.line == last.place.line + 1
    return is_next and entry.state.board.shape == last.state.board.shape


def _packed_of(run: list[Entry]) -> Packed:
    values = b"".join(entry.state.board.values for entry in run)
    place = run[0].place
    return Packed(run[0].state.board.shape, values, place.source, place.line)
