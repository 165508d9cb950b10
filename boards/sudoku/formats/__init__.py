"""The text formats of boards, positions and games: a table, and a file with functions for each.

A reader takes lines, the name of their source and the options, and yields each position with its
place; it pulls no more lines than the position needs. A writer returns the text of a position.
A new format is a file with `looks_like`, `read` and `write`, and one entry in the table. The file
is imported when it is needed: most texts are of few formats.
"""

from __future__ import annotations

from bombe.boards.errors import UnknownNameError
from bombe.boards.lazy import module_named
from bombe.boards.light import Frozen
from bombe.boards.text.spans import Entry, Head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, Literal, Protocol

    from bombe.boards.sudoku.reading import ReadOptions

    class Reader(Protocol):
        """The function that reads a format."""

        def __call__(
            self, lines: Iterable[str], source: str, options: ReadOptions, /
        ) -> Iterator[Entry]:
            """Yield the positions of the text, each with its place; nothing if it holds none."""


__all__ = ["FORMATS", "Entry", "Format", "Head", "for_many", "get"]


class Format(Frozen):
    """A format: `keeps` is what of a state survives writing, `many` whether a text holds many.

    `home` is the module with its functions; `module:name` if they end in that name, as `read_name`.
    The first line of a text, but for blank ones and comments, has one of the `signs`, in small or
    in large letters: for a text that has none the module is not imported.

    A board that the format cannot hold is refused by `write` with UnsupportedError, and any board
    where it `is_written` not. `has_symbols` says that `write` takes `symbols`, an alphabet of
    bombe.boards.sudoku.symbols.
    """

    name: str
    suffixes: tuple[str, ...]
    summary: str
    keeps: Literal["board", "game"]
    many: bool
    home: str
    signs: tuple[str, ...] = ("",)
    has_symbols: bool = False
    is_written: bool = True

    def may_have(self, line: str) -> bool:
        """Return whether a text of this format may begin with a line, by its signs."""
        line = line.lower()
        return any(sign in line for sign in self.signs)

    def looks_like(self, head: Head) -> bool:
        """Return whether a text begins as this format does."""
        return self.may_have(head.line(0) or "") and self._function("looks_like")(head)

    @property
    def read(self) -> Reader:
        """The function that reads it."""
        return self._function("read")  # type: ignore[no-any-return] # of the file that the table names

    @property
    def write(self) -> Callable[..., str]:
        """The function that writes it."""
        return self._function("write")  # type: ignore[no-any-return] # the same

    def _function(self, name: str) -> Any:
        module, _, ending = self.home.partition(":")
        home = module_named(f"{__name__}.{module}")
        return getattr(home, f"{name}_{ending}" if ending else name)


FORMATS = (
    Format(
        "json",
        (".json", ".jsonl"),
        "Bombe's own positions as JSON, alone, in an array, or one per line",
        "game",
        many=True,
        home="json_text",
        signs=("{", "["),
    ),
    Format(
        "f-puzzles",
        (),
        "links of f-puzzles, which hold the board",
        "board",
        many=True,
        home="links.link:f_puzzles",
        signs=("puzzles",),
    ),
    Format(
        "sudokupad",
        (),
        "links of SudokuPad, which hold the board",
        "board",
        many=True,
        home="links.link:sudokupad",
        signs=(".com", ".app", "n4"),
    ),
    Format(
        "game",
        (),
        "the course framework's game text (v14): `rows = 3` and so on",
        "game",
        many=False,
        home="game",
        signs=("=",),
    ),
    Format(
        "opensudoku",
        (".opensudoku", ".xml"),
        "files of OpenSudoku (XML), 9x9; writes one board",
        "board",
        many=False,
        home="opensudoku",
        signs=("<",),
    ),
    Format(
        "pencilmarks",
        (),
        "N * N * N characters on a line: the values left in each cell, as tdoku has them",
        "board",
        many=True,
        home="pencilmarks",
    ),
    Format(
        "quizzes",
        (".csv",),
        "CSV with a board and its solution, which is checked; only read",
        "board",
        many=True,
        home="quizzes",
        signs=(",", ";", "\t"),
        is_written=False,
    ),
    Format(
        "codecup",
        (),
        "moves of CodeCup 2024 on an empty 9x9 board: Dg7 Aa1 ...",
        "board",
        many=False,
        home="codecup",
        signs=tuple("abcdefghis"),
    ),
    Format(
        "grid",
        (),
        "rows with bars between the boxes, as people draw them; Bombe's own drawings",
        "board",
        many=False,
        home="grid",
        has_symbols=True,
    ),
    Format(
        "rows",
        (),
        "what print(board) shows: N rows of N numbers, '.' for an empty cell",
        "board",
        many=False,
        home="rows",
        signs=(" ", "\t"),
    ),
    Format(
        "framework",
        (),
        "the course framework's board text (up to v13): `3 3`, then the cells",
        "board",
        many=False,
        home="framework",
        signs=(" ", "\t"),
    ),
    Format(
        "line",
        (".sdm",),
        "N * N symbols on a line, one board per line; 3x2: before them where N is not enough",
        "board",
        many=True,
        home="line",
        has_symbols=True,
    ),
    Format(
        "sdk",
        (".sdk",),
        "one puzzle, N rows of N symbols",
        "board",
        many=False,
        home="sdk",
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
