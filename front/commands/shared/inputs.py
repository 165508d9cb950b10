"""Turns BOARD arguments into a lazy stream of positions."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.boards.errors import BombeError, InputError, UsageError
from bombe.boards.sudoku.reading import ReadOptions, pick_of, read_all, read_lines
from bombe.boards.text.lines import stdin_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.sudoku.formats import Entry


_GUESS = ReadOptions()
_MOMENT = 0.5
"""Seconds that it may take to count the positions."""


@dataclass(frozen=True)
class Inputs:
    """The BOARD arguments of a command, how to read them, which ply of games, in which mode."""

    boards: tuple[str, ...]
    reading: ReadOptions = _GUESS
    ply: int | None = None
    rules: str | None = None
    seed: int = 0

    def or_default(self, boards: tuple[str, ...]) -> Inputs:
        """Return these inputs, with `boards` if no BOARD was given."""
        return self if self.boards else dataclasses.replace(self, boards=boards)

    def entries(self) -> Iterator[Entry]:
        """Yield every position; of LOG#GAME the one of --ply, or all but the last."""
        if self.ply is not None and not all(map(names_game, self.boards)):
            raise UsageError("--ply is for games of match logs: give LOG#GAME, such as a.jsonl#1")
        for word in self.boards:
            found = self._plies(word) if names_game(word) else self._positions(word)
            yield from found if self.rules is None else map(self._in_mode, found)

    def total(self) -> int | None:
        """Return how many positions there are; None if that cannot be known in a moment.

        A stream can be read only once; a long file is not read twice.
        """
        if any(word == "-" or is_special(word) for word in self.boards):
            return None
        deadline, number = time.monotonic() + _MOMENT, 0
        with contextlib.suppress(BombeError):  # which the run will raise in its place
            for _ in self.entries():
                number += 1
                if time.monotonic() > deadline:
                    return None
            return number
        return None

    def _in_mode(self, entry: Entry) -> Entry:
        """Return a position as it goes on in the play mode of --rules."""
        return entry._replace(state=entry.state.under(self.rules or "", self.seed))

    def _plies(self, word: str) -> Iterator[Entry]:
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


def is_special(word: str) -> bool:
    """Return whether a word is the name of a pipe, a device or the like."""
    path = Path(word)
    try:
        return path.exists() and not path.is_file()
    except (OSError, ValueError):  # too long for a name: a board on one line
        return False


def names_game(word: str) -> bool:
    """Return whether a word is LOG#GAME or LOG:LINE, a game of a log."""
    pick = pick_of(word)
    if pick is None:
        return False
    from bombe.commands.shared.games import is_log

    return is_log(pick.source)


def peek(entries: Iterator[Entry]) -> tuple[bool, Iterator[Entry]]:
    """Return whether there are several entries, and the stream, which loses none."""
    first = list(itertools.islice(entries, 2))
    return len(first) > 1, itertools.chain(first, entries)
