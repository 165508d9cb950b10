"""Lines of files and streams that may hold anything: bounded, decoded, named if they are no text.

    with open_lines("a.jsonl", "give a log") as lines:      UTF-8, or UTF-16 with its mark
        for line in lines: ...
    bounded(sys.stdin, "<stdin>")                           the same bound for lines of a stream
    limited(lines, "<stdin>")                               a bound for all lines together
    text_of("net.json", "give a network")                   a whole text, of a bounded size

A line that has no end is refused when it is longer than any line that Bombe writes, so that
/dev/zero, a disk image or a stream without newlines takes neither time nor memory. What is no text
is named by its first bytes, with what to do. A byte that is not UTF-8 becomes a surrogate, which
readers refuse at its place.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import itertools
import os
import sys
from collections.abc import Iterable, Iterator
from typing import IO

from bombe.boards.errors import FormatError, InputError, Place
from bombe.boards.facts import FACTS

LONGEST_LINE = 1_000_000
"""How many characters a line has at most, unless a reader is told otherwise."""
LONGEST_TEXT = 1_000_000
"""How many characters a text of one position has at most."""
LONGEST_DOCUMENT = 16_000_000
"""How many characters a document of many lines has at most, such as an array of positions."""
LINE_COST = 50
"""What a line counts beside its characters: blank ones take memory, too."""
_PEEKED = 512


_FOREIGN = [(bytes.fromhex(start), what, remedy) for start, what, remedy in FACTS["foreign"]]
"""How files begin that are no text, what they are, and what is to be done with them."""
_OFFICE = [sign.encode() for sign in FACTS["office"]]
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@contextlib.contextmanager
def open_lines(
    path: str | os.PathLike[str],
    remedy: str,
    *,
    longest: int = LONGEST_LINE,
    errors: str = "surrogateescape",
    exact: bool = False,
) -> Iterator[Iterator[str]]:
    """Open a file of text; yield its lines, with their ends.

    If they are to be `exact`, a byte order mark and the line ends of Windows are part of them.
    Raise InputError if it cannot be read, with a remedy such as "give a log of `bombe match`".
    """
    with _opened(path, remedy) as file, _text(file, str(path), errors, exact=exact) as text:
        yield bounded(text, str(path), longest)


def _opened(path: str | os.PathLike[str], remedy: str) -> IO[bytes]:
    try:
        return open(path, "rb")  # noqa: PTH123 - to import pathlib takes longer
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; {remedy}") from None
    except ValueError:  # a NUL in the name
        raise InputError(f"{str(path)[:60]!r} is not a path; {remedy}") from None


def stdin_lines(*, longest: int = LONGEST_LINE) -> Iterator[str]:
    """Yield the lines of standard input, read as those of a file."""
    buffer = getattr(sys.stdin, "buffer", None)
    if not isinstance(buffer, io.BufferedReader):
        yield from bounded(sys.stdin, "<stdin>", longest)
        return
    with _text(buffer, "<stdin>", "surrogateescape") as text:
        yield from bounded(text, "<stdin>", longest)


def text_of(path: str | os.PathLike[str], remedy: str, longest: int = LONGEST_DOCUMENT) -> str:
    """Return the text of a file; raise InputError if it cannot be read, or is longer than that."""
    with open_lines(path, remedy, longest=longest) as lines:
        return "".join(limited(lines, str(path), longest))


def limited(lines: Iterable[str], source: str, longest: int = LONGEST_TEXT) -> Iterator[str]:
    """Yield lines; raise FormatError when they are more than that many characters together."""
    left = longest
    for number, line in enumerate(lines, 1):
        left -= len(line) + LINE_COST
        if left < 0 and number > 1:
            raise too_long(Place(source, number), "the text", longest)
        yield line


def bounded(
    lines: Iterable[str], source: str, longest: int = LONGEST_LINE, first: int = 1
) -> Iterator[str]:
    """Yield lines with their ends; raise FormatError where one is longer, before it is read.

    `first` is the number of the first of them in its source.
    """
    readline = getattr(lines, "readline", None)
    pulled = iter(lines) if readline is None else iter(lambda: readline(longest + 2), "")
    for number in itertools.count(first):
        try:
            line = next(pulled, None)
        except OSError as error:
            raise InputError(f"{source}: {error.strerror}; give what can be read") from None
        if line is None:
            return
        if not isinstance(line, str):
            raise InputError(f"{source}: a {type(line).__name__} is no line: give lines of text")
        if len(line) > longest + line.endswith("\n"):
            raise too_long(Place(source, number), "the line", longest)
        yield line


def too_long(place: Place, what: str, longest: int) -> FormatError:
    """Return the error for a text that no reader takes into memory."""
    problem = f"{what} is longer than {longest:,} characters"
    return FormatError(place, problem, "give a text that Bombe or a person wrote")


@contextlib.contextmanager
def _text(
    file: IO[bytes], source: str, errors: str, *, exact: bool = False
) -> Iterator[io.TextIOWrapper]:
    """Decode a file: UTF-8, or UTF-16 with a byte order mark, as PowerShell writes it."""
    head = file.peek(_PEEKED)[:_PEEKED] if isinstance(file, io.BufferedReader) else b""
    require_text(head, source)
    wide = is_marked_wide(head)
    encoding = "utf-16" if wide else "utf-8" if exact else "utf-8-sig"
    newline = "\n" if exact else None
    text = io.TextIOWrapper(file, encoding, "replace" if wide else errors, newline=newline)
    try:
        yield text
    finally:
        text.detach()  # whoever opened the file closes it


def is_marked_wide(head: bytes) -> bool:
    """Return whether a file that begins so is UTF-16."""
    return head.startswith(_WIDE)


def require_text(head: bytes, source: str) -> None:
    """Raise InputError if a file that begins so is no text, with what it is."""
    _, what, remedy = next((each for each in _FOREIGN if head.startswith(each[0])), (b"", "", ""))
    if what:
        if what == "a zip archive" and any(sign in head for sign in _OFFICE):
            what, remedy = "a document of an Office program", "save it as text, such as CSV"
        raise InputError(f"{source} is {what}, not a text; {remedy}")
    if not is_marked_wide(head) and _is_wide(head):
        raise InputError(f"{source} is UTF-16 without its mark, not UTF-8; save it as UTF-8")


def _is_wide(head: bytes) -> bool:
    """Return whether every other byte is zero, as in UTF-16 of plain letters."""
    halves = head[0::2], head[1::2]
    zeros = [half.count(0) for half in halves]
    return len(head) >= 4 and max(zeros) > len(head) // 3 and min(zeros) == 0
