"""What every reader of text needs: lines and words that know where they stand, and the head.

A line ends at a newline only. Every other character that some program might take for the end of
a line (form feeds, U+2028 and their like), NUL and undecodable bytes are refused where they stand,
so that a line number means the same to us as to an editor.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from bombe.boards.errors import FormatError, Place
from bombe.boards.text.lines import limited

_FOREIGN = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_WORD = re.compile(r"[^ \t]+")
_WHOLE = re.compile(r"[0-9]{1,9}")
BLANKS = " \t"


class Span(NamedTuple):
    """A piece of a line, and the place of its first character."""

    place: Place
    text: str

    def error(self, problem: str, remedy: str, offset: int = 0) -> FormatError:
        """Return the error that points at the character `offset` of the piece."""
        place = self.place
        return FormatError(place._replace(column=place.column + offset), problem, remedy)

    def refuse(self, name: str, offset: int = 0, **fields: Any) -> FormatError:
        """Return the error with a sentence of boards/refusals.json, and values for its names."""
        from bombe.boards.sentences import refusal

        return self.error(*refusal(name, **fields), offset)

    def part(self, start: int, end: int | None = None) -> Span:
        """Return the piece of this piece from `start` to `end`."""
        place = self.place
        return Span(place._replace(column=place.column + start), self.text[start:end])

    def words(self) -> list[Span]:
        """Return the pieces between blanks."""
        return [self.part(*match.span()) for match in _WORD.finditer(self.text)]

    def word(self, start: int = 0) -> Span | None:
        """Return the first word from `start` on."""
        match = _WORD.search(self.text, start)
        return match and self.part(*match.span())

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands there."""
        return not self.text.strip(BLANKS)

    @property
    def is_comment(self) -> bool:
        """Whether it begins with the sign of a comment."""
        return self.text.lstrip(BLANKS).startswith("#")


class Head:
    """The first telling lines of a text, neither blank nor comments, pulled only when asked for."""

    def __init__(self, lines: Iterable[str], source: str = "<text>") -> None:
        self._rest = iter(lines)
        self._limited = limited(self._rest, source)
        self._pulled: list[str] = []
        self._telling: list[tuple[int, str]] = []

    def line(self, index: int) -> str | None:
        """Return a telling line without the blanks around it; None where the text has ended."""
        while len(self._telling) <= index:
            raw = next(self._limited, None)
            if raw is None:
                return None
            text = _body(raw, len(self._pulled)).strip(BLANKS)
            self._pulled.append(raw)
            if text and not text.startswith("#"):
                self._telling.append((len(self._pulled), text))
        return self._telling[index][1]

    def number(self, index: int) -> int:
        """Return the number, from 1, of a telling line that was looked at."""
        return self._telling[index][0]

    def lines(self) -> Iterator[str]:
        """Return all the lines from the beginning, those that were looked at too."""
        return itertools.chain(self._pulled, self._rest)


def numbered(lines: Iterable[str], source: str, first: int = 1) -> Iterator[Span]:
    """Yield each line with its place, without its end; refuse characters that belong in no text.

    `first` is the number of the first line. Who keeps the lines of a position bounds them together,
    by `limited`.
    """
    for number, raw in enumerate(lines, first - 1):
        line = Span(Place(source, number + 1, 1), _body(raw, number))
        if not line.text.isprintable() and (foreign := _FOREIGN.search(line.text)):
            raise _foreign(line, foreign.start())
        yield line


def whole(span: Span, what: str, low: int, high: int) -> int:
    """Read a whole number from `low` to `high`, in plain digits."""
    if not _WHOLE.fullmatch(span.text) or not low <= int(span.text) <= high:
        raise span.refuse("wrong-whole", what=what, text=shown(span.text), low=low, high=high)
    return int(span.text)


def unknown(known: Iterable[str], name: str) -> str:
    """Return the remedy for a name that is not known."""
    import difflib

    names = [str(name) for name in known]
    near = difflib.get_close_matches(name[:40], names, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}known are {', '.join(names)}"


def shown(text: str, most: int = 24) -> str:
    """Quote a text of any length on a line."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def _body(raw: str, number: int) -> str:
    """Strip a line's end, and the mark that some editors put before the first line."""
    text = raw.removesuffix("\n").removesuffix("\r")
    return text if number else text.removeprefix("\ufeff")


def _foreign(line: Span, offset: int) -> FormatError:
    code = ord(line.text[offset])
    if 0xDC80 <= code <= 0xDCFF:
        # Python's `surrogateescape` hides a byte that is not UTF-8 in such a character.
        return line.error(f"byte 0x{code - 0xDC00:02X} is not UTF-8", "save as UTF-8", offset)
    return line.refuse("control", offset, code=f"{code:04X}")
