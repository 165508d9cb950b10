"""Reading positions from a file, lines or a text, in any format; and writing them.

    state = read("hard-3x3")                            the one position of a source
    for state, place in read_all("boards.sdm"): ...     every position, one at a time

A source is a path, the name of a bundled board, a one-line board, or lines such as an open file.

The format is told from the content, with the file's suffix as a hint, unless it is named. Nothing
is read before the first position is asked for, and then no more lines than it needs.
"""

from __future__ import annotations

import difflib
import io
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from bombe.boards.errors import FormatError, InputError, Place, UsageError
from bombe.boards.sudoku import bundled, formats
from bombe.boards.sudoku.formats import Entry, Format, Head
from bombe.boards.sudoku.state import Position, state_of
from bombe.boards.text.spans import numbered, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.sudoku.shape import Shape
    from bombe.boards.sudoku.state import SudokuState

__all__ = ["Entry", "read", "read_all", "read_file", "read_lines", "read_text", "write"]


_BOARD = re.compile(r"(?:\d{1,3}x\d{1,3}:)?(?:[.0-9]+|[.0-9A-Za-z@]{100,})")
"""Words that are one-line boards; short ones of digits only, so that file names stay free."""


def read(
    source: str | os.PathLike[str] | Iterable[str],
    *,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: Shape | None = None,
    symbols: str | None = None,
) -> SudokuState:
    """Read the one position of a source; a second one is an error, `read_all` reads many."""
    entries = read_all(source, format=format, shape=shape, symbols=symbols)
    entry = next(entries)
    second = next(entries, None)
    if second is not None:
        raise InputError(f"{second.place}: a second board, and one was wanted; use read_all")
    return entry.state


def read_all(
    source: str | os.PathLike[str] | Iterable[str],
    *,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: Shape | None = None,
    symbols: str | None = None,
) -> Iterator[Entry]:
    """Read every position of a source, one at a time."""
    if not isinstance(source, (str, os.PathLike)):
        name = getattr(source, "name", None)
        name = name if isinstance(name, str) else "<text>"
        return read_lines(source, name, format=format, shape=shape, symbols=symbols)
    word = os.fspath(source)
    if not word:
        raise UsageError("the name of a board is empty: give a file, a bundled board or a board")
    # Not Path.exists: it raises on the longest one-line boards.
    if not os.path.exists(word) or os.path.isdir(word):  # noqa: PTH110, PTH112 - as said above
        if bundled.is_bundled(word):
            return read_text(bundled.text_of(word), word, shape=shape)
        if _BOARD.fullmatch(word):
            return read_text(word, "<board>", format=format or "line", shape=shape, symbols=symbols)
    return read_file(source, format=format, shape=shape, symbols=symbols)


def read_lines(
    lines: Iterable[str],
    source: str = "<text>",
    *,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: Shape | None = None,
    symbols: str | None = None,
) -> Iterator[Entry]:
    """Read positions from lines; at least one, or it is an error.

    `shape` says which boxes are meant where the text cannot; `symbols` is `numbers` or `letters`,
    see bombe.boards.sudoku.symbols. `source` names the text in errors; its suffix is a hint.
    """
    lines = _decoded(lines, source)
    if format is None:
        head = Head(lines)
        found = _sniff(head, source)
        lines = head.lines()
    else:
        found = formats.get(format)
    entry = None
    for entry in found.read(lines, source, shape=shape, symbols=symbols):
        yield entry
    if entry is None:
        raise _no_board(source)


def read_text(
    text: str,
    source: str = "<text>",
    *,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: Shape | None = None,
    symbols: str | None = None,
) -> Iterator[Entry]:
    """Read positions from a text."""
    lines = io.StringIO(text, newline=None)
    return read_lines(lines, source, format=format, shape=shape, symbols=symbols)


def read_file(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: Shape | None = None,
    symbols: str | None = None,
) -> Iterator[Entry]:
    """Read positions from a file in UTF-8."""
    source = str(path)
    try:
        with _open(path) as lines:
            yield from read_lines(lines, source, format=format, shape=shape, symbols=symbols)
    except OSError as error:
        raise InputError(f"{source}: {error.strerror}; give a file that can be read") from None


def write(position: Position, format: str = "json") -> str:  # noqa: A002 - the users' word
    """Give the text of a position, with the newline at its end.

    What the format keeps of the position is said in its entry in bombe.boards.sudoku.formats.
    """
    return formats.get(format).write(state_of(position))


def _open(path: str | os.PathLike[str]) -> TextIO:
    try:
        # A byte that is not UTF-8 arrives as a surrogate, which is refused at its own place.
        return Path(path).open(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        raise InputError(
            f"{path}: there is no such file, and no bundled board of that name; {_near(Path(path))}"
        ) from None
    except ValueError:
        raise InputError(f"{shown(str(path))} cannot be a path; correct it") from None


def _sniff(head: Head, source: str) -> Format:
    """Tell the format from the first lines; the one that the suffix names is asked first."""
    first = head.line(0)
    if first is None:
        raise _no_board(source)
    suffix = Path(source).suffix.lower()
    for known in sorted(formats.FORMATS, key=lambda known: suffix not in known.suffixes):
        if known.looks_like(head):
            return known
    for line in numbered(head.lines(), source):
        # A character that belongs in no text is the better reason.
        if line.place.line == head.number(0):
            break
    names = ", ".join(known.name for known in formats.FORMATS)
    raise FormatError(
        Place(source, head.number(0)),
        f"{shown(first)} begins no format that Bombe reads",
        f"name the format, one of {names}",
    )


def _decoded(lines: Iterable[str], source: str) -> Iterator[str]:
    """Pass lines on; a stream that cannot decode its bytes tells only roughly where."""
    number = 0
    try:
        for number, line in enumerate(lines, 1):  # noqa: B007 - the error below tells it
            yield line
    except UnicodeDecodeError as error:
        place = Place(source, number + 1)
        raise FormatError(
            place, f"a byte here or later is not {error.encoding}", "save as UTF-8"
        ) from None


def _no_board(source: str) -> FormatError:
    return FormatError(Place(source, 1), "the text holds no board", "give it one")


def _near(path: Path) -> str:
    """Word the remedy for a file that is not there."""
    if not path.parent.is_dir():
        return f"there is no folder {str(path.parent)!r} either"
    names = {entry.name for entry in path.parent.iterdir()}
    names.update(bundled.names())
    near = difflib.get_close_matches(path.name, sorted(names), n=3)
    return f"did you mean {' or '.join(near)}?" if near else "see `bombe show --list`"
