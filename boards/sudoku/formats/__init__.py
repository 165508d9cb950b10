"""The text formats of boards, positions and games: a table, and a file with two functions for each.

A reader takes lines, the name of their source and the options, and yields each position with its
place; it pulls no more lines than the position needs. A writer returns the text of a position.
A new format is a file with `looks_like`, `read` and `write`, and one entry in the table.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from bombe.boards.errors import UnknownNameError
from bombe.boards.sudoku.formats import framework, game, json_text, line, rows, sdk
from bombe.boards.text.spans import Entry, Head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.boards.sudoku.reading import ReadOptions
    from bombe.boards.sudoku.state import SudokuState

__all__ = ["FORMATS", "Entry", "Format", "Head", "get"]


class Reader(Protocol):
    """The function that reads a format."""

    def __call__(
        self, lines: "Iterable[str]", source: str, options: "ReadOptions", /
    ) -> "Iterator[Entry]":
        """Yield the positions of the text, each with its place; nothing if it holds none."""


@dataclass(frozen=True)
class Format:
    """A format: `keeps` is what of a state survives writing, `many` whether a text holds many."""

    name: str
    suffixes: tuple[str, ...]
    summary: str
    keeps: Literal["board", "game"]
    many: bool
    read: Reader
    write: "Callable[[SudokuState], str]"
    looks_like: "Callable[[Head], bool]"


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
    ),
)
"""The formats, in the order in which a text of unknown format is compared with them."""


def get(name: str) -> Format:
    """Return the format of that name, or with that suffix: `sdm` is `line`."""
    for known in FORMATS:
        if isinstance(name, str) and (name == known.name or f".{name}" in known.suffixes):
            return known
    raise UnknownNameError("format", name, (known.name for known in FORMATS))
