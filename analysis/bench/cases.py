"""The boards of a comparison, in sets."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bombe.boards import Board, Position, PositionLike, SudokuState, state_of
from bombe.boards.errors import Place, UsageError
from bombe.boards.sudoku.bundled import catalogue
from bombe.boards.sudoku.entries import Entry
from bombe.boards.sudoku.reading import read_all

Boards = str | os.PathLike[str] | Position | Iterable[PositionLike]

DEFAULT_SIZE, DEFAULT_SAMPLE = 9, 3
"""Without boards: the bundled ones of so many rows at most, and so many of each set."""


class Case(NamedTuple):
    """A board, the set in which it is counted, and where it came from."""

    name: str
    set: str
    board: Board


def default_cases(sample: int | None = None, seed: int = 0) -> list[Case]:
    """Return small bundled boards, which every solver can do in little time."""
    entries = (entry for line in catalogue() for entry in read_all(line.name))
    small = (entry for entry in entries if entry.state.board.shape.size <= DEFAULT_SIZE)
    return cases_of(small, sample or DEFAULT_SAMPLE, seed)


def entries_of(boards: Boards) -> Iterator[Entry]:
    """Yield the boards of one or many names, files, texts, boards, states and rows of numbers."""
    if isinstance(boards, (str, os.PathLike, Board, SudokuState)):
        boards = [boards]
    for number, board in enumerate(boards, 1):
        if isinstance(board, (str, os.PathLike)):
            yield from read_all(board)
        else:
            yield Entry(state_of(board), Place(f"board {number}"))


def cases_of(entries: Iterable[Entry], sample: int | None = None, seed: int = 0) -> list[Case]:
    """Return the cases in sets: a source of many boards is one, single boards share one by shape.

    With `sample`, each set is reduced to so many boards, drawn by the seed. A board that occurs
    twice in a set is one case.
    """
    sources: dict[str, list[Entry]] = {}
    for entry in entries:
        sources.setdefault(entry.place.source, []).append(entry)
    sets: dict[str, dict[Board, Case]] = {}
    for source, found in sources.items():
        for entry in found:
            board = entry.state.board
            name = source if len(found) > 1 and not _is_text(source) else f"{board.shape} boards"
            sets.setdefault(name, {}).setdefault(board, Case(str(entry.place), name, board))
    if not sets:
        raise UsageError("there is no board to compare solvers on: give a board")
    return [
        case
        for name, cases in sets.items()
        for case in _sample(list(cases.values()), sample, random.Random(f"{seed} {name}"))
    ]


def _is_text(source: str) -> bool:
    """Return whether a board was given as a text, such as <board>: several of these are no set."""
    return source.startswith("<")


def _sample(cases: Sequence[Case], size: int | None, rng: random.Random) -> list[Case]:
    """Draw so many cases; they stay in their order."""
    if size is None or size >= len(cases):
        return list(cases)
    return [cases[i] for i in sorted(rng.sample(range(len(cases)), size))]
