"""Cuts what is read into chunks, numbered from 0: the pieces of a run over many boards.

    LineChunk     lines of a file or a stream with a board on each; a file's are read by who answers
    EntryChunk    positions of any other text, which are read where the text is cut
    SeedChunk     seeds of boards that are to be made

The same texts are always cut alike, so that machines can share a run and a run can go on: by bytes,
not by the time that answers take. Files of lines are cut without a look at what stands in them.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import InputError
from bombe.boards.sudoku.formats import line as line_format
from bombe.boards.sudoku.packed import Packed, packed
from bombe.boards.sudoku.reading import ReadOptions
from bombe.boards.sudoku.symbols import Alphabets
from bombe.boards.text.lines import bounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bombe.boards.sudoku.entries import Entry

_GUESS = ReadOptions()
_USUAL_LINE = 90
"""Bytes of a line that is no longer than a 9x9 board and the end of the line."""
_TELLING = re.compile(rb"^[ \t]*[^ \t\n#]", re.MULTILINE)


class ChunkSizes(NamedTuple):
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


SLOW = ChunkSizes(16, 16, 16)
SIZES = {
    "quick": ChunkSizes(16000, 128, 16),
    "bulky": ChunkSizes(2000, 128, 16),
    "slow": SLOW,
    "single": ChunkSizes(1, 1, 1, first=1),
}
"""For questions that the kernel answers hundred thousands of times a second, for such whose answers
are some kB each, for others, and for such that take seconds."""


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
    mode `rules`, if there is one. `alphabets` are those that the whole text leaves for its boards.
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
    alphabets: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

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
        left = Alphabets(self.alphabets)
        return packed(text, shape, symbols, source=self.source, line=self.line, alphabets=left)

    def _entries(self, text: bytes) -> Iterator[Entry]:
        encoding = "utf-8-sig" if self.line == 1 else "utf-8"
        decoded = io.StringIO(text.decode(encoding, "surrogateescape"), newline=None)
        lines = bounded(decoded, self.source, first=self.line)
        left = Alphabets(self.alphabets)
        found = line_format.read(lines, self.source, self.reading, self.line, left)
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


def _boards_in(text: bytes) -> int:
    """Return the number of lines that are neither blank nor comments."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    if not any(sign in text for sign in (b"#", b" ", b"\t", b"\r", b"\n\n")):
        return text.count(b"\n") + (not text.endswith(b"\n")) - text.startswith(b"\n")
    return sum(1 for _ in _TELLING.finditer(text.replace(b"\r", b"\n")))


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
