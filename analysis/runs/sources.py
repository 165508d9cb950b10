"""Where positions come from: files, names, texts and streams, in chunks that are always the same.

    Words(("boards.txt", "hard-3x3")).chunks(sizes)

Each word is the name of a file, a bundled board, a position of a file (FILE#3), a board, a text,
or - for standard input. A file of lines is cut without a look at what is in them.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import BombeError, InputError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.sudoku import bundled
from bombe.boards.sudoku.entries import Entry
from bombe.boards.sudoku.reading import ReadOptions, is_text, of_bundled, read_all, read_lines
from bombe.boards.text.lines import stdin_lines
from bombe.boards.text.special import is_special

if TYPE_CHECKING:
    from bombe.boards.sudoku.chunks import Chunk, ChunkSizes, LineChunk
    from bombe.boards.sudoku.cutting import Cutter
    from bombe.boards.sudoku.entries import Entry

_GUESS = ReadOptions()
ONCE = "-"
"""The word for what can be read only once: standard input."""
_MOMENT = 0.5
"""Seconds that it may take to count the positions."""


@dataclass(frozen=True)
class NamedSources:
    """Words that name positions, and how to read them."""

    boards: tuple[str, ...]
    reading: ReadOptions = _GUESS

    def entries(self) -> Iterator[Entry]:
        """Yield every position."""
        return itertools.chain.from_iterable(map(self.found, self.boards))

    @property
    def is_stream(self) -> bool:
        """Whether something of it can be read only once."""
        return any(word == ONCE or is_special(word) for word in self.boards)

    def settings(self) -> dict[str, Any]:
        """Return what the positions depend on beside the words, by the names of the options."""
        asked = {**self.reading._asdict(), "shape": self.reading.shape and str(self.reading.shape)}
        return {name: value for name, value in asked.items() if value is not None}

    def chunks(
        self, sizes: ChunkSizes | None = None, *, is_patient: bool = False
    ) -> Iterator[Chunk]:
        """Yield the positions in chunks; patience cuts a stream as if it were a file."""
        from bombe.boards.sudoku.chunks import SLOW  # one board needs no chunks
        from bombe.boards.sudoku.cutting import Cutter

        cutter = Cutter(sizes or SLOW)
        for is_line, words in itertools.groupby(self.boards, self.may_be_lines):
            if not is_line:
                yield from cutter.entries(itertools.chain.from_iterable(map(self.found, words)))
                continue
            for word in words:
                yield from self._cut(word, cutter, is_patient=is_patient)

    def total(self, sizes: ChunkSizes | None = None, shard: Shard = WHOLE) -> int | None:
        """Return how many positions there are; None if that cannot be known in a moment.

        A stream can be read only once; a long file is not read twice.
        """
        if self.is_stream:
            return None
        deadline, number = time.monotonic() + _MOMENT, 0
        with contextlib.suppress(BombeError):  # which the run will raise in its place
            for chunk in self.chunks(sizes):
                number += chunk.count() if shard.has(chunk.number) else 0
                if time.monotonic() > deadline:
                    return None
            return number
        return None

    def may_be_lines(self, word: str) -> bool:
        """Return whether a word names a text that may have a board on each line."""
        if word == ONCE:
            return True
        if is_text(word):
            return False
        return is_special(word) or os.path.isfile(word) or bundled.is_bundled(word)  # noqa: PTH113 - Path.is_file raises on the longest boards

    def _cut(self, word: str, cutter: Cutter, *, is_patient: bool) -> Iterator[Chunk]:
        """Cut the text that a word names."""
        stream = _stream_of(word)
        if stream is not None:
            name = "<stdin>" if word == ONCE else word
            found: Iterator[Chunk] | None = cutter.stream(
                stream, name, self.reading, is_patient=is_patient
            )
        else:
            found = self._cut_lines(word, cutter)
        if found is None:
            single = 1 if word == ONCE and not is_patient else None
            yield from cutter.entries(self.found(word), single)
        else:
            yield from found

    def _cut_lines(self, word: str, cutter: Cutter) -> Iterator[LineChunk] | None:
        """Cut a file or a bundled set; None if it has not a board on each line."""
        if os.path.isfile(word):  # noqa: PTH113 - as above
            try:
                return cutter.file(word, self.reading)
            except InputError:
                return None  # its reader says what it is
        if word == ONCE or is_special(word):
            return None
        return cutter.text(bundled.text_of(word), word.lower(), of_bundled(word, self.reading))

    def found(self, word: str) -> Iterator[Entry]:
        """Yield the positions that a word names."""
        if word == ONCE:
            return read_lines(stdin_lines(), "<stdin>", self.reading)
        return read_all(word, **self.reading._asdict())


def _stream_of(word: str) -> io.BufferedReader | None:
    """Return standard input or a pipe as a stream of bytes; None for anything else."""
    if word == ONCE:
        buffer = getattr(sys.stdin, "buffer", None)
        return buffer if isinstance(buffer, io.BufferedReader) else None
    if not is_special(word):
        return None
    try:
        return open(word, "rb")  # noqa: PTH123 - the cutter closes it
    except OSError:
        return None
