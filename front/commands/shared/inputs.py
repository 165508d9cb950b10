"""Turns BOARD words into a lazy stream of positions."""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.boards import Shape
from bombe.boards.sudoku.reading import read_all, read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.sudoku.formats import Entry


@dataclass(frozen=True)
class Inputs:
    """The BOARD words of a command, and how to read them."""

    boards: tuple[str, ...]
    format_name: str | None = None
    shape: str | None = None
    symbols: str | None = None

    def entries(self) -> Iterator[Entry]:
        """Read every position of every BOARD, one at a time."""
        shape = Shape.parse(self.shape) if self.shape else None
        for word in self.boards:
            if word == "-":
                lines = iter(sys.stdin)
                yield from read_lines(
                    lines, "<stdin>", format=self.format_name, shape=shape, symbols=self.symbols
                )
            else:
                yield from read_all(
                    word, format=self.format_name, shape=shape, symbols=self.symbols
                )


def peek(entries: Iterator[Entry]) -> tuple[bool, Iterator[Entry]]:
    """Tell whether there is more than one entry; the stream loses none and stays lazy."""
    first = list(itertools.islice(entries, 2))
    return len(first) > 1, itertools.chain(first, entries)
