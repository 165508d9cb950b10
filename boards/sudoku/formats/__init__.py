"""The text formats of boards, positions and games: a table, and a file with two functions for each.

A reader takes lines, the name of their source and the options, and yields each position with its
place; it pulls no more lines than the position needs. A writer returns the text of a position.
A new format is a file with `looks_like`, `read` and `write`, and one entry in the table.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from bombe.boards.errors import UnknownNameError
from bombe.boards.sudoku.formats import (
    codecup,
    framework,
    game,
    grid,
    json_text,
    line,
    opensudoku,
    pencilmarks,
    quizzes,
    rows,
    sdk,
)
from bombe.boards.sudoku.formats.links import link
from bombe.boards.text.spans import Entry, Head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.boards.sudoku.reading import ReadOptions

__all__ = ["FORMATS", "Entry", "Format", "Head", "for_many", "get"]


class Reader(Protocol):
    """The function that reads a format."""

    def __call__(
        self, lines: "Iterable[str]", source: str, options: "ReadOptions", /
    ) -> "Iterator[Entry]":
        """Yield the positions of the text, each with its place; nothing if it holds none."""


@dataclass(frozen=True)
class Format:
    """A format: `keeps` is what of a state survives writing, `many` whether a text holds many.

    A board that the format cannot hold is refused by `write` with UnsupportedError, and any board
    where it `is_written` not. `has_symbols` says that `write` takes `symbols`, an alphabet of
    bombe.boards.sudoku.symbols.
    """

    name: str
    suffixes: tuple[str, ...]
    summary: str
    keeps: Literal["board", "game"]
    many: bool
    read: Reader
    write: "Callable[..., str]"
    looks_like: "Callable[[Head], bool]"
    has_symbols: bool = False
    is_written: bool = True


FORMATS = (
    Format(
        "json",
        (".json", ".jsonl"),
        "Bombe's own positions as JSON, alone, in an array, or one per line",
        "game",
        many=True,
        read=json_text.read,
        write=json_text.write,
        looks_like=json_text.looks_like,
    ),
    Format(
        "f-puzzles",
        (),
        "links of f-puzzles, which hold the board",
        "board",
        many=True,
        read=link.read,
        write=link.write_f_puzzles,
        looks_like=link.looks_like_f_puzzles,
    ),
    Format(
        "sudokupad",
        (),
        "links of SudokuPad, which hold the board",
        "board",
        many=True,
        read=link.read,
        write=link.write_sudokupad,
        looks_like=link.looks_like_sudokupad,
    ),
    Format(
        "game",
        (),
        "the course framework's game text (v14): `rows = 3` and so on",
        "game",
        many=False,
        read=game.read,
        write=game.write,
        looks_like=game.looks_like,
    ),
    Format(
        "opensudoku",
        (".opensudoku", ".xml"),
        "files of OpenSudoku (XML), 9x9; writes one board",
        "board",
        many=False,
        read=opensudoku.read,
        write=opensudoku.write,
        looks_like=opensudoku.looks_like,
    ),
    Format(
        "pencilmarks",
        (),
        "N * N * N characters on a line: the values left in each cell, as tdoku has them",
        "board",
        many=True,
        read=pencilmarks.read,
        write=pencilmarks.write,
        looks_like=pencilmarks.looks_like,
    ),
    Format(
        "quizzes",
        (".csv",),
        "CSV with a board and its solution, which is checked; only read",
        "board",
        many=True,
        read=quizzes.read,
        write=quizzes.write,
        looks_like=quizzes.looks_like,
        is_written=False,
    ),
    Format(
        "codecup",
        (),
        "moves of CodeCup 2024 on an empty 9x9 board: Dg7 Aa1 ...",
        "board",
        many=False,
        read=codecup.read,
        write=codecup.write,
        looks_like=codecup.looks_like,
    ),
    Format(
        "grid",
        (),
        "rows with bars between the boxes, as people draw them; Bombe's own drawings",
        "board",
        many=False,
        read=grid.read,
        write=grid.write,
        looks_like=grid.looks_like,
        has_symbols=True,
    ),
    Format(
        "rows",
        (),
        "what print(board) shows: N rows of N numbers, '.' for an empty cell",
        "board",
        many=False,
        read=rows.read,
        write=rows.write,
        looks_like=rows.looks_like,
    ),
    Format(
        "framework",
        (),
        "the course framework's board text (up to v13): `3 3`, then the cells",
        "board",
        many=False,
        read=framework.read,
        write=framework.write,
        looks_like=framework.looks_like,
    ),
    Format(
        "line",
        (".sdm",),
        "N * N symbols on a line, one board per line; 3x2: before them where N is not enough",
        "board",
        many=True,
        read=line.read,
        write=line.write,
        looks_like=line.looks_like,
        has_symbols=True,
    ),
    Format(
        "sdk",
        (".sdk",),
        "one puzzle, N rows of N symbols",
        "board",
        many=False,
        read=sdk.read,
        write=sdk.write,
        looks_like=sdk.looks_like,
        has_symbols=True,
    ),
)
"""The formats, in the order in which a text of unknown format is compared with them."""


def get(name: str) -> Format:
    """Return the format of that name, or with that suffix: `sdm` is `line`."""
    for known in FORMATS:
        if isinstance(name, str) and (name == known.name or f".{name}" in known.suffixes):
            return known
    raise UnknownNameError("format", name, (known.name for known in FORMATS))


def for_many() -> str:
    """Return the names of the formats in which several boards can be written."""
    return ", ".join(each.name for each in FORMATS if each.many and each.is_written)
