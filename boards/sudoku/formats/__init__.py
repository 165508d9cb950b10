"""The text formats of boards, positions and games: a table, and a file with functions for each.

A reader takes lines, the name of their source and the options, and yields each position with its
place; it pulls no more lines than the position needs. A writer returns the text of a position.
A new format is a file with `looks_like`, `read` and `write`, and one entry in boards/facts.json.
The file is imported when it is needed: most texts are of few formats.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from bombe.boards.errors import UnknownNameError
from bombe.boards.facts import FACTS
from bombe.boards.sudoku.entries import Entry
from bombe.boards.text.spans import Head

if TYPE_CHECKING:
    from bombe.boards.sudoku.reading import ReadOptions

    class Reader(Protocol):
        """The function that reads a format."""

        def __call__(
            self, lines: Iterable[str], source: str, options: ReadOptions, /
        ) -> Iterator[Entry]:
            """Yield the positions of the text, each with its place; nothing if it holds none."""


__all__ = ["FORMATS", "Entry", "Format", "Head", "for_many", "get"]


@dataclass(frozen=True)
class Format:
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
        home = importlib.import_module(f"{__name__}.{module}")
        return getattr(home, f"{name}_{ending}" if ending else name)


FORMATS = tuple(
    Format(
        each["name"],
        tuple(each["suffixes"]),
        each["summary"],
        each["keeps"],
        many=bool(each.get("many")),
        home=each["home"],
        signs=tuple(each.get("signs", ("",))),
        has_symbols=bool(each.get("has_symbols")),
        is_written=not each.get("is_only_read"),
    )
    for each in FACTS["formats"]
)
"""The formats of boards/facts.json, in the order in which texts are compared with them."""


def get(name: str) -> Format:
    """Return the format of that name, or with that suffix: `sdm` is `line`."""
    for known in FORMATS:
        if isinstance(name, str) and (name == known.name or f".{name}" in known.suffixes):
            return known
    raise UnknownNameError("format", name, (known.name for known in FORMATS))


def for_many() -> str:
    """Return the names of the formats in which several boards can be written."""
    return ", ".join(each.name for each in FORMATS if each.many and each.is_written)
