"""Turns BOARD arguments into a lazy stream of positions."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import sys
import time

from bombe.boards.errors import BombeError, InputError, UsageError
from bombe.boards.light import Frozen
from bombe.boards.shard import WHOLE
from bombe.boards.sudoku import bundled
from bombe.boards.sudoku.reading import (
    ReadOptions,
    is_text,
    of_bundled,
    pick_of,
    read_all,
    read_lines,
)
from bombe.boards.text.ahead import again, gather
from bombe.boards.text.lines import stdin_lines
from bombe.boards.text.special import is_special

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.shard import Shard
    from bombe.boards.sudoku.chunks import Chunk, ChunkSizes, LineChunk
    from bombe.boards.sudoku.cutting import Cutter
    from bombe.boards.sudoku.formats import Entry


_GUESS = ReadOptions()
_MOMENT = 0.5
"""Seconds that it may take to count the positions."""


class Inputs(Frozen):
    """The BOARD arguments of a command, how to read them, which ply of games, in which mode."""

    boards: tuple[str, ...]
    reading: ReadOptions = _GUESS
    ply: int | None = None
    rules: str | None = None
    seed: int = 0

    def or_default(self, boards: tuple[str, ...]) -> Inputs:
        """Return these inputs, with `boards` if no BOARD was given."""
        return self if self.boards else self._replace(boards=boards)

    def entries(self) -> Iterator[Entry]:
        """Yield every position; of LOG#GAME the one of --ply, or all but the last."""
        self._check()
        return itertools.chain.from_iterable(map(self._found, self.boards))

    @property
    def is_stream(self) -> bool:
        """Whether something of it can be read only once."""
        return any(word == "-" or is_special(word) for word in self.boards)

    def check_output(self, output: str) -> None:
        """Raise UsageError if what is written to a file would take the place of the boards."""
        for word in self.boards:
            pick = pick_of(word)
            if _are_one_file(word if pick is None else pick.source, output):
                raise UsageError(f"-o {output} would take the place of the boards: give another -o")

    def chunks(
        self, sizes: ChunkSizes | None = None, *, is_patient: bool = False
    ) -> Iterator[Chunk]:
        """Yield the positions in chunks; patience cuts a stream as if it were a file."""
        from bombe.boards.sudoku.chunks import SLOW  # one board needs no chunks
        from bombe.boards.sudoku.cutting import Cutter

        self._check()
        cutter = Cutter(sizes or SLOW)
        for is_line, words in itertools.groupby(self.boards, self._may_be_lines):
            if not is_line:
                yield from cutter.entries(itertools.chain.from_iterable(map(self._found, words)))
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

    def _may_be_lines(self, word: str) -> bool:
        """Return whether a word names a text that may have a board on each line."""
        if word == "-":
            return True
        if self.ply is not None or is_text(word):
            return False
        return is_special(word) or os.path.isfile(word) or bundled.is_bundled(word)  # noqa: PTH113 - Path.is_file raises on the longest boards

    def _cut(self, word: str, cutter: Cutter, *, is_patient: bool) -> Iterator[Chunk]:
        """Cut the text that a word names."""
        stream = _stream_of(word)
        if stream is not None:
            name = "<stdin>" if word == "-" else word
            found: Iterator[Chunk] | None = cutter.stream(
                stream, name, self.reading, is_patient=is_patient
            )
        else:
            found = self._cut_lines(word, cutter)
        if found is None:
            single = 1 if word == "-" and not is_patient else None
            yield from cutter.entries(self._found(word), single)
        elif self.rules is None:
            yield from found
        else:
            for chunk in found:
                yield chunk.under(self.rules, self.seed)

    def _cut_lines(self, word: str, cutter: Cutter) -> Iterator[LineChunk] | None:
        """Cut a file or a bundled set; None if it has not a board on each line."""
        if os.path.isfile(word):  # noqa: PTH113 - as above
            try:
                return cutter.file(word, self.reading)
            except InputError:
                return None  # its reader says what it is
        if word == "-" or is_special(word):
            return None
        return cutter.text(bundled.text_of(word), word.lower(), of_bundled(word, self.reading))

    def _found(self, word: str) -> Iterator[Entry]:
        """Yield the positions that a word names, in the play mode of --rules."""
        found = self._plies(word) if names_game(word) else self._positions(word)
        return found if self.rules is None else map(self._in_mode, found)

    def _check(self) -> None:
        if self.ply is not None and not all(map(names_game, self.boards)):
            raise UsageError("--ply is for games of match logs: give LOG#GAME, such as a.jsonl#1")

    def _in_mode(self, entry: Entry) -> Entry:
        """Return a position as it goes on in the play mode of --rules."""
        return entry._replace(state=entry.state.under(self.rules or "", self.seed))

    def _plies(self, word: str) -> Iterator[Entry]:
        for option in ("format", "shape"):
            if getattr(self.reading, option) is not None:
                raise UsageError(f"{word} is a game of a log: leave out --{option}")
        from bombe.commands.shared.games import plies  # reading logs imports the agents

        return plies(word, self.ply)

    def _positions(self, word: str) -> Iterator[Entry]:
        try:
            if word == "-":
                yield from read_lines(stdin_lines(), "<stdin>", self.reading)
            else:
                yield from read_all(word, **self.reading._asdict())
        except InputError:
            from bombe.commands.shared.games import refuse_log

            refuse_log(word)
            raise


def _stream_of(word: str) -> io.BufferedReader | None:
    """Return standard input or a pipe as a stream of bytes; None for anything else."""
    if word == "-":
        buffer = getattr(sys.stdin, "buffer", None)
        return buffer if isinstance(buffer, io.BufferedReader) else None
    if not is_special(word):
        return None
    try:
        return open(word, "rb")  # noqa: PTH123 - the cutter closes it
    except OSError:
        return None


def names_game(word: str) -> bool:
    """Return whether a word is LOG#GAME or LOG:LINE, a game of a log."""
    pick = pick_of(word)
    if pick is None:
        return False
    from bombe.commands.shared.games import is_log

    return is_log(pick.source)


def _are_one_file(word: str, path: str) -> bool:
    """Return whether a word and a path name the same file on the disk."""
    try:
        return os.path.isfile(path) and os.path.samefile(word, path)  # noqa: PTH113, PTH121 - pathlib is slow to import
    except (OSError, ValueError):  # the word is a board, or no name at all
        return False


def peek(entries: Iterator[Entry]) -> tuple[bool, Iterator[Entry]]:
    """Return whether more than one entry follows, and the stream, which loses none.

    An error after the first entry is raised in its place: the first one has its answer before.
    """
    first, error = gather(entries, 2)
    return len(first) > 1 or error is not None, again(first, error, entries)


class Positions:
    """What the inputs hold, after a look at the first two: one position, or a run of chunks.

    A text that cannot be read after its first position holds many: the first one has its answer.
    """

    def __init__(self, inputs: Inputs, sizes: str, *, is_patient: bool = False) -> None:
        self._inputs, self._sizes, self._is_patient = inputs, sizes, is_patient
        self._stream: Iterator[Chunk] | None = None
        first, error = self._look() if inputs.is_stream else gather(inputs.entries(), 2)
        self.are_many = len(first) > 1 or error is not None
        self.first = next(again(first, error, iter(())))

    @property
    def sizes(self) -> ChunkSizes:
        """How large the chunks are."""
        from bombe.boards.sudoku.chunks import SIZES

        return SIZES[self._sizes]

    def chunks(self) -> Iterator[Chunk]:
        """Return all positions in chunks."""
        return self._cut() if self._stream is None else self._stream

    def _cut(self) -> Iterator[Chunk]:
        return self._inputs.chunks(self.sizes, is_patient=self._is_patient)

    def _look(self) -> tuple[list[Entry], Exception | None]:
        """Return the first two positions of a stream, and keep its chunks: it is read once."""
        chunks = self._cut()
        looked_at: list[Chunk] = []
        first, error = gather(_entries_of(chunks, looked_at), 2)
        self._stream = again(looked_at, error, chunks)
        return first, error


def _entries_of(chunks: Iterator[Chunk], looked_at: list[Chunk]) -> Iterator[Entry]:
    """Yield the entries of chunks, and add each chunk to those that were looked at."""
    for chunk in chunks:
        looked_at.append(chunk)
        yield from chunk.entries()
