"""Turns BOARD arguments into a lazy stream of positions."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bombe.analysis.runs.sources import NamedSources
from bombe.boards.errors import InputError, UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.sudoku.entries import Entry
from bombe.boards.sudoku.reading import pick_of
from bombe.boards.text.ahead import again, gather

if TYPE_CHECKING:
    from bombe.analysis.runs.run import Source
    from bombe.boards.sudoku.chunks import Chunk, ChunkSizes
    from bombe.boards.sudoku.entries import Entry


@dataclass(frozen=True)
class Inputs(NamedSources):
    """The BOARD arguments of a command, how to read them, which ply of games, in which mode."""

    ply: int | None = None
    rules: str | None = None
    seed: int = 0

    def or_default(self, boards: tuple[str, ...]) -> Inputs:
        """Return these inputs, with `boards` if no BOARD was given."""
        return self if self.boards else replace(self, boards=boards)

    def entries(self) -> Iterator[Entry]:
        """Yield every position; of LOG#GAME the one of --ply, or all but the last."""
        self._check()
        return map(self.in_mode, super().entries())

    def settings(self) -> dict[str, Any]:
        """Return what the positions depend on beside the boards, by the names of the options."""
        asked = {"ply": self.ply, "rules": self.rules, "seed": self.rules and self.seed}
        return {
            **super().settings(),
            **{name: its for name, its in asked.items() if its is not None},
        }

    def check_output(self, output: str) -> None:
        """Raise UsageError if what is written to a file would take the place of the boards."""
        for word in self.boards:
            pick = pick_of(word)
            if _are_one_file(word if pick is None else pick.source, output):
                raise UsageError(f"-o {output} would take the place of the boards: give another -o")

    def chunks(
        self, sizes: ChunkSizes | None = None, *, is_patient: bool = False
    ) -> Iterator[Chunk]:
        """Yield the positions in chunks, in the play mode of --rules."""
        self._check()
        for chunk in super().chunks(sizes, is_patient=is_patient):
            yield chunk if self.rules is None else chunk.under(self.rules, self.seed)

    def may_be_lines(self, word: str) -> bool:
        """Return whether a word names a text that may have a board on each line."""
        return (self.ply is None or word == "-") and super().may_be_lines(word)

    def found(self, word: str) -> Iterator[Entry]:
        """Yield the positions that a word names: those of a game, or of a text."""
        return self._plies(word) if names_game(word) else self._positions(word)

    def in_mode(self, entry: Entry) -> Entry:
        """Return a position as it goes on in the play mode of --rules."""
        if self.rules is None:
            return entry
        return entry._replace(state=entry.state.under(self.rules, self.seed))

    def _check(self) -> None:
        if self.ply is not None and not all(map(names_game, self.boards)):
            raise UsageError("--ply is for games of match logs: give LOG#GAME, such as a.jsonl#1")

    def _plies(self, word: str) -> Iterator[Entry]:
        for option in ("format", "shape"):
            if getattr(self.reading, option) is not None:
                raise UsageError(f"{word} is a game of a log: leave out --{option}")
        from bombe.commands.shared.games import plies  # reading logs imports the agents

        return plies(word, self.ply)

    def _positions(self, word: str) -> Iterator[Entry]:
        try:
            yield from super().found(word)
        except InputError:
            from bombe.commands.shared.games import refuse_log

            refuse_log(word)
            raise


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

    def source(self, shard: Shard = WHOLE) -> Source:
        """Return all positions in chunks, for a run."""
        from bombe.analysis.runs.run import Source

        inputs, sizes = self._inputs, self.sizes
        chunks = self._cut() if self._stream is None else self._stream
        total = functools.partial(inputs.total, sizes, shard)
        return Source(chunks, sizes, inputs.boards, inputs.settings(), total)

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
