"""Reading positions from a file, lines or a text, in any format; and writing them.

    state = read("hard-3x3")                            the one position of a source
    for state, place in read_all("boards.sdm"): ...     every position, one at a time

A source is a path, the name of a bundled board, a text, a board or state, a list of such sources,
or lines such as an open file. A list whose first item is a line of text is lines. A text is what
has a line break, or begins as JSON or XML does, or is a link, a list of moves or a one-line board.
`boards.sdm#3` is the third position of a file or of a bundled set, `boards.sdm:12` the one that
begins on line 12.

The format is recognised by the content, with the file's suffix as a hint, unless it is named.
Nothing is read before the first position is asked for, and then no more lines than it needs.
"""

from __future__ import annotations

import functools
import io
import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from bombe.boards.errors import FormatError, InputError, Place, UsageError
from bombe.boards.sentences import refusal
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.board import Board
from bombe.boards.sudoku.entries import Entry
from bombe.boards.sudoku.formats import Format, Head
from bombe.boards.sudoku.formats.line import is_plain, plain_board
from bombe.boards.sudoku.shape import MAX_SIZE, Shape, ShapeLike
from bombe.boards.sudoku.state import PositionLike, SudokuState, state_of
from bombe.boards.text.lines import bounded, open_lines
from bombe.boards.text.picks import Pick
from bombe.boards.text.spans import numbered, shown

__all__ = [
    "Entry",
    "ReadOptions",
    "read",
    "read_all",
    "read_file",
    "read_lines",
    "read_one",
    "read_text",
    "write",
]

OneSource = str | os.PathLike[str] | Board | SudokuState
Source = OneSource | Iterable[OneSource]

_BOARD = re.compile(r"(?:\d{1,3}x\d{1,3}:)?(?:[.0-9]+|[.0-9A-Za-z@]{100,})")
"""Words that are one-line boards; short ones of digits only, so that file names stay free."""
_LONGEST_NAME = 1000
_NAME_WITH_SIZE = re.compile(r"(.+)-([0-9]{1,2})x([0-9]{1,2})")
_NAME_IN_LIST = re.compile(
    r"[A-Za-z][\w./-]{0,60}(-[0-9]{1,2}x[0-9]{1,2}|\.(txt|sdm|sdk|jsonl?|csv|opensudoku))"
)
_JSON = re.compile(r"\s*[\[{]\s*[\[{\"]")


class ReadOptions(NamedTuple):
    """What a text does not say of itself; None leaves it to the text.

    `shape` says which boxes are meant, and `symbols`, `numbers`, `letters` or `hex`, which
    alphabet, see bombe.boards.sudoku.symbols.
    """

    format: str | None = None
    shape: Shape | None = None
    symbols: str | None = None

    @classmethod
    def of(
        cls,
        format: str | None = None,  # noqa: A002 - the users' word
        shape: ShapeLike | None = None,
        symbols: str | None = None,
    ) -> ReadOptions:
        """Return the options with the shape read from its text."""
        return cls(format, None if shape is None else Shape.of(shape), symbols)


def read(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: ShapeLike | None = None,
    symbols: str | None = None,
) -> SudokuState:
    """Read the one position of a source; a second one is an error, `read_all` reads many."""
    options = ReadOptions.of(format, shape, symbols)
    if isinstance(source, str) and is_text(source):
        return read_one(source, "<text>", options)
    return _only(_entries(source, options))


def read_all(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: ShapeLike | None = None,
    symbols: str | None = None,
) -> Iterator[Entry]:
    """Read every position of a source, one at a time."""
    return _entries(source, ReadOptions.of(format, shape, symbols))


def read_one(text: str, source: str, options: ReadOptions) -> SudokuState:
    """Read the one position of a text; N rows of N cells are one board, not N small ones."""
    from bombe.boards.sudoku.formats import sdk

    is_square = options.format is None and sdk.is_square(text)
    if is_square and not formats.get("grid").looks_like(Head(text.splitlines())):
        options = options._replace(format="sdk")
    return _only(read_text(text, source, options))


def _only(entries: Iterator[Entry]) -> SudokuState:
    entry = next(entries)
    second = next(entries, None)
    if second is not None:
        raise InputError(f"{second.place}: a second board where one was expected; use read_all")
    return entry.state


def _entries(source: Source, options: ReadOptions) -> Iterator[Entry]:
    """Read every position of whatever the source is."""
    if isinstance(source, (Board, SudokuState)):
        return iter([Entry(state_of(source), Place("<board>"))])
    if isinstance(source, (list, tuple)) and source and _is_word(source[0]):
        return itertools.chain.from_iterable(_entries(word, options) for word in source)
    if not isinstance(source, (str, os.PathLike)):
        _require_lines(source)
        name = getattr(source, "name", None)
        lines: Iterable[str] = source  # type: ignore[assignment] # positions were taken above
        return read_lines(lines, name if isinstance(name, str) else "<text>", options)
    word = os.fspath(source)
    if not word:
        raise UsageError("the name of a board is empty: give a file, a bundled board or a board")
    if isinstance(source, str) and is_text(source):
        return read_text(source, "<text>", options)
    # Not Path.exists: it raises on the longest one-line boards.
    is_file = os.path.exists(word) and not os.path.isdir(word)  # noqa: PTH110, PTH112 - as said above
    found = None if is_file else _without_file(word, options)
    return found or read_file(source, options)


def _without_file(word: str, options: ReadOptions) -> Iterator[Entry] | None:
    """Read a board on one line, a bundled one or one of several; None if a word is neither."""
    if is_plain(word):
        return _read_one_line(word, options)
    from bombe.boards.sudoku import bundled

    if bundled.is_bundled(word):
        return read_text(bundled.text_of(word), word.lower(), of_bundled(word, options))
    if (one := pick_of(word)) is not None:
        return one.out_of(_entries(one.source, options))
    return _read_one_line(word, options) if _BOARD.fullmatch(word) else None


def of_bundled(word: str, options: ReadOptions) -> ReadOptions:
    """Return how a bundled board is read; raise UsageError if another format is asked for."""
    if options.format is not None:
        raise UsageError(f"{word} is a bundled board, whose format is known: leave out --format")
    return ReadOptions(shape=options.shape)


def pick_of(word: str) -> Pick | None:
    """Return the position of a file or a bundled set that a word names; None if it names none."""
    one = Pick.of(word)
    if one is None or os.path.exists(word):  # noqa: PTH110 - see _entries
        return None
    from bombe.boards.sudoku import bundled

    is_there = os.path.isfile(one.source) or bundled.is_bundled(one.source)  # noqa: PTH113 - same
    return one if is_there else None


def _is_word(item: object) -> bool:
    """Return whether the first item of a list is a board, a file or a name, and no line of text."""
    if isinstance(item, (Board, SudokuState, os.PathLike)):
        return True
    if not isinstance(item, str) or is_text(item) or is_plain(item):
        return False
    from bombe.boards.sudoku import bundled

    is_name = bundled.is_bundled(item) or os.path.isfile(item)  # noqa: PTH113 - see _entries
    return is_name or pick_of(item) is not None or _NAME_IN_LIST.fullmatch(item) is not None


def _require_lines(source: object) -> None:
    if isinstance(source, bytes) or not isinstance(source, Iterable):
        kind = type(source).__name__
        raise UsageError(f"a {kind} cannot be read: give a path, a name, a text, or lines")


def is_text(source: str) -> bool:
    """Return whether a string is a text by its looks alone, which no file name has."""
    if is_plain(source):
        return False
    if "\n" in source or _JSON.match(source) or source.lstrip().startswith("<"):
        return True
    is_list = len(source.split()) > 1 and formats.get("codecup").looks_like(Head([source]))
    return is_list or _is_link(source)


def _is_link(source: str) -> bool:
    if not formats.get("sudokupad").may_have(source):
        return False
    from bombe.boards.sudoku.formats.links.link import is_link

    return is_link(source)


def _read_one_line(word: str, options: ReadOptions) -> Iterator[Entry]:
    """Read a board that is a single word."""
    if options.format is None:
        usual = "pencilmarks" if _has_marks(word) else "line"
        if usual == "line" and (board := plain_board(word, options.shape, options.symbols)):
            return iter([Entry(SudokuState(board), Place("<board>", 1))])
        options = options._replace(format=usual)
    return read_text(word, "<board>", options)


def _has_marks(word: str) -> bool:
    return formats.get("pencilmarks").looks_like(Head([word]))


def read_lines(
    lines: Iterable[str], source: str = "<text>", options: ReadOptions | None = None
) -> Iterator[Entry]:
    """Read positions from lines; at least one, or it is an error.

    `source` names the text in errors; its suffix is a hint.
    """
    options = options or ReadOptions()
    lines = _decoded(bounded(lines, source), source)
    if options.format is None:
        head = Head(lines, source)
        found = sniff(head, source)
        lines = head.lines()
    else:
        found = formats.get(options.format)
    entry = None
    for entry in found.read(lines, source, options):
        yield entry
    if entry is None:
        raise no_board(source)


def read_text(
    text: str, source: str = "<text>", options: ReadOptions | None = None
) -> Iterator[Entry]:
    """Read positions from a text."""
    return read_lines(io.StringIO(text, newline=None), source, options)


def read_file(path: str | os.PathLike[str], options: ReadOptions | None = None) -> Iterator[Entry]:
    """Read positions from a file of text."""
    if not os.path.exists(path):  # noqa: PTH110 - Path.exists raises on the longest words
        raise _no_file(str(path))
    with open_lines(path, "give a file that can be read") as lines:
        yield from read_lines(lines, str(path), options)


def write(
    position: PositionLike,
    format: str = "json",  # noqa: A002 - the users' word
    *,
    sign: bool = False,
    symbols: str | None = None,
) -> str:
    """Return the text of a position, with the newline at its end.

    Each format's entry in bombe.boards.sudoku.formats says what it keeps of the position; raise
    UnsupportedError if it cannot hold the board. `sign` is for `game`: it signs the givens, so that
    the framework starts the text in its newer play modes. `symbols` is for formats with a symbol
    for each cell: the alphabet to write, instead of `numbers`.
    """
    return writer_of(formats.get(format), sign=sign, symbols=symbols)(state_of(position))


def writer_of(
    known: Format, *, sign: bool = False, symbols: str | None = None
) -> Callable[[SudokuState], str]:
    """Return the function that writes a format; raise UsageError if it cannot write it so."""
    if sign:
        if known.name != "game":
            raise UsageError(
                f"format {known.name} has no signs for givens: use game, or leave out sign"
            )
        return functools.partial(known.write, sign=True)
    if symbols is not None:
        if not known.has_symbols:
            raise UsageError(f"format {known.name} has no alphabet: leave out symbols")
        return functools.partial(known.write, symbols=symbols)
    return known.write


def sniff(head: Head, source: str) -> Format:
    """Return the format that the first lines look like; the suffix says which to try first."""
    first = head.line(0)
    if first is None:
        raise no_board(source)
    suffix = os.path.splitext(source)[1].lower()  # noqa: PTH122 - to import pathlib takes longer
    for known in sorted(formats.FORMATS, key=lambda known: suffix not in known.suffixes):
        if known.looks_like(head):
            return known
    for line in numbered(head.lines(), source):
        # A character that belongs in no text is the better reason.
        if line.place.line == head.number(0):
            break
    names = ", ".join(known.name for known in formats.FORMATS)
    raise FormatError(
        Place(source, head.number(0)), *refusal("no-format", text=shown(first), names=names)
    )


def _decoded(lines: Iterable[str], source: str) -> Iterator[str]:
    """Pass lines on; a stream that cannot decode its bytes knows only roughly where."""
    number = 0
    try:
        for number, line in enumerate(lines, 1):  # noqa: B007 - the error below tells it
            yield line
    except UnicodeDecodeError as error:
        place = Place(source, number + 1)
        raise FormatError(
            place, f"a byte here or later is not {error.encoding}", "save as UTF-8"
        ) from None


def no_board(source: str) -> FormatError:
    return FormatError(Place(source, 1), *refusal("no-board"))


def _no_file(path: str) -> InputError:
    """Return the error for a file that is not there, with names that are like it."""
    if len(path) > _LONGEST_NAME or "\0" in path:
        return InputError(f"{shown(path)} is neither a board nor a path; correct it")
    problem = f"{path}: there is no such file, and no bundled board of that name"
    import difflib
    from pathlib import Path

    from bombe.boards.sudoku import bundled

    folder = Path(path).parent
    if not folder.is_dir():
        return InputError(f"{problem}; there is no folder {str(folder)!r} either")
    names = {entry.name for entry in folder.iterdir()}
    names.update(bundled.names())
    by_case = {name.lower(): name for name in sorted(names)}
    name = Path(path).name.lower()
    found = dict.fromkeys(
        [*_of_that_size(name, by_case), *difflib.get_close_matches(name, by_case)]
    )
    near = " or ".join(by_case[name] for name in list(found)[:3])
    remedy = f"did you mean {near}?" if near else "see `bombe show --list`"
    return InputError(f"{problem}; {remedy}")


def _of_that_size(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that differ only in how they give the size: 9x9 for 3x3, or 3x2."""
    match = _NAME_WITH_SIZE.fullmatch(name)
    if match is None:
        return []
    m, n = int(match[2]), int(match[3])
    sizes = [f"{n}x{m}"]
    if m == n and 1 <= m <= MAX_SIZE:
        sizes.append(str(Shape.of_size(m)))
    return [each for size in sizes if (each := f"{match[1]}-{size}") in known and each != name]
