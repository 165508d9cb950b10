"""The symbols of one-line texts: one character for a value.

Up to 9 values these are the digits. Beyond, three alphabets are in use: `numbers` (1 to 9, then
A = 10, B = 11, ...), `letters` (A = 1, B = 2, ...) and, for 16 values only, `hex` (0 to 9, then A
to F: 0 is the value 1, F is 16). A text is read as the one that fits all its boards of one size;
where more than one fits, we ask. We write `numbers`, unless another is named. It has 35 symbols;
the 36th value is our own `@`.

`.` is an empty cell; so is 0, except in `hex`. Where both stand in a text of 16 x 16 cells, 0 is a
value if all symbols are hex digits, and else the text is refused: one of the two is a mistake.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bombe.boards.errors import InputError, UnknownNameError, UnsupportedError, UsageError
from bombe.boards.facts import FACTS

if TYPE_CHECKING:
    from bombe.boards.sudoku.board import Board
    from bombe.boards.text.spans import Span

BLANK = "."
SYMBOL = "[.0-9A-Za-z@]"
ALPHABETS: dict[str, str] = FACTS["symbols"]["alphabets"]
WRITTEN = "numbers"
HEX_SIZE = len(ALPHABETS["hex"])
_NO_SYMBOL = re.compile(SYMBOL.replace("[", "[^"))
_OUT_OF_RANGE = 255
_SYMBOLS = BLANK + ALPHABETS[WRITTEN]
_WRITTEN = {
    name: (BLANK + alphabet).encode("ascii").ljust(256, b"?")
    for name, alphabet in ALPHABETS.items()
}
_NO_LETTER = re.compile("[1-9@]")
_SHOWN = FACTS["symbols"]["meanings"]
_MOST_LOOKED_AT: int = FACTS["symbols"]["most_looked_at"]
"""Boards that are looked at before a text that leaves its alphabet open is refused."""


def _table(alphabet: str) -> bytes:
    """Return the table that turns characters into values."""
    table = bytearray([_OUT_OF_RANGE]) * 256
    table[ord(BLANK)] = table[ord("0")] = 0  # which `hex` has as a symbol, below
    for value, symbol in enumerate(alphabet, 1):
        table[ord(symbol)] = table[ord(symbol.lower())] = value
    return bytes(table)


_TABLES = {name: _table(alphabet) for name, alphabet in ALPHABETS.items()}


def numeral(value: int) -> str:
    """Return what drawings show of a value: its number, as moves do; a dot for 0."""
    return str(value or ".")


def symbol(value: int) -> str:
    """Return the symbol of a value, a dot for 0."""
    return _SYMBOLS[value]


def board_line(board: Board, symbols: str | None = None) -> str:
    """Return the board's N * N symbols, a dot for an empty cell."""
    name = _known(symbols or WRITTEN)
    size = board.shape.size
    if not _fits(name, size):
        remedy = "leave out symbols, or use numbers"
        raise UsageError(f"the alphabet {name!r} is not for boards of {size} values: {remedy}")
    return board.values.translate(_WRITTEN[name]).decode("ascii")


def symbols_of(values: bytes) -> bytes:
    """Return the symbols that we write for the values of any number of boards."""
    return values.translate(_WRITTEN[WRITTEN])


def values_table(name: str) -> bytes:
    """Return the table by which `bytes.translate` turns symbols into values.

    What is no symbol becomes 255.
    """
    return _TABLES[name]


def written(board: Board, symbols: str | None = None) -> tuple[str, bool]:
    """Return the board's symbols, and whether they are enough to read it again.

    If not, its shape has to be written with them; that also says that they are `numbers`, so there
    is no such text in another alphabet: raise UnsupportedError.
    """
    shape = board.shape
    is_usual = shape == type(shape).of_size(shape.size)
    if symbols in (None, WRITTEN):
        text = board_line(board)
        return text, is_usual and (_is_blank(text) or fitting(text, shape.size) == (WRITTEN,))
    text = board_line(board, symbols)
    if not is_usual:
        raise UnsupportedError(
            f"a text in {symbols} cannot say that the boxes are {shape}: leave out symbols"
        )
    return text, True


def _fits(name: str, size: int) -> bool:
    """Return whether an alphabet has a symbol for each of so many values."""
    return size == HEX_SIZE if name == "hex" else size <= len(ALPHABETS[name])


def _known(name: str) -> str:
    if name not in ALPHABETS:
        raise UnknownNameError("symbols", name, ALPHABETS)
    return name


def decode(
    rows: Sequence[Span],
    size: int,
    symbols: str | None,
    *,
    is_ours: bool = False,
    alphabets: Alphabets | None = None,
) -> bytes:
    """Turn the symbols of one board of N = `size`, in one or more pieces, into its values.

    A text `is_ours` if a sign in it says that it is in the alphabet that we write. `alphabets` are
    those that are left for a text of many boards.
    """
    for row in rows:
        if wrong := _NO_SYMBOL.search(row.text):
            raise row.refuse("symbol", wrong.start(), text=repr(wrong[0]))
    if symbols is None:
        left = alphabets.left.get(size) if alphabets else None
        name = _alphabet(rows, size, is_ours=is_ours, left=left)
    else:
        name = _named(rows, size, symbols)
    values = b"".join(row.text.encode("ascii").translate(_TABLES[name]) for row in rows)
    if max(values, default=0) > size:
        _refuse(rows, size, name)
    return values


def _named(rows: Sequence[Span], size: int, symbols: str) -> str:
    if _known(symbols) == "hex" and size != HEX_SIZE:
        problem = f"{size} values, but the alphabet 'hex' has {HEX_SIZE}"
        raise rows[0].error(problem, "leave out --symbols, or name another")
    return symbols


def _alphabet(rows: Sequence[Span], size: int, *, is_ours: bool, left: Sequence[str] | None) -> str:
    """Return the alphabet of a board; refuse symbols that fit none, or more than one."""
    text = "".join(row.text for row in rows)
    fits = fitting(text, size)
    if not fits and size == HEX_SIZE and BLANK in text and "0" in text:
        raise _two_blanks(rows)
    if is_ours:
        if fits == ("hex",):
            raise _two_blanks(rows)
        return WRITTEN
    among = tuple(name for name in fits if left is None or name in left)
    if fits and not among:
        ours, others = " or ".join(fits), " or ".join(left or ())
        raise rows[0].refuse("other-alphabet", fits=ours, left=others)
    if not among:
        usual = left if left and len(left) == 1 else ("letters", WRITTEN)
        return usual[0] if not _NO_LETTER.search(text) else usual[-1]
    if len(among) == 1 or _is_blank(text):
        return among[0]
    raise _unsure(rows, among)


def fitting(text: str, size: int) -> tuple[str, ...]:
    """Return the alphabets in which the symbols of one board can be read, `numbers` first.

    Of 16 values, 0 and a dot are two signs for an empty cell, unless 0 is a hex digit. Without dots
    0 is an empty cell, as in most files, unless each of the 16 hex digits stands 16 times.
    """
    if not is_asked(size):
        return (WRITTEN,)
    text = text.upper()
    used = set(text) - {BLANK, "0"}
    names = [name for name in (WRITTEN, "letters") if used <= set(ALPHABETS[name][:size])]
    if size != HEX_SIZE:
        return tuple(names)
    digits = ALPHABETS["hex"]
    is_hex = BLANK in text or all(text.count(digit) == HEX_SIZE for digit in digits)
    hex_too = ["hex"] if is_hex and used <= set(digits) else []
    return tuple(hex_too if BLANK in text and "0" in text else [*names, *hex_too])


def is_asked(size: int) -> bool:
    """Return whether boards of so many values are written in several alphabets."""
    return 9 < size <= len(ALPHABETS["letters"])


def _is_blank(text: str) -> bool:
    return not text.strip(".0")


class Alphabets:
    """Which alphabets are left for the boards of a text: those that fit all boards of one size.

    `left` has them by the number of values. A board that fits none of them changes nothing; its
    reader refuses it.
    """

    def __init__(self, left: Mapping[int, tuple[str, ...]] | None = None) -> None:
        self.left = dict(left or {})
        self._waiting: set[int] = set()
        self._looked_at = 0

    def take(self, symbols: str) -> None:
        """Take the symbols of the next board."""
        size = math.isqrt(len(symbols))
        if size * size != len(symbols) or not self.may_learn(size) or self._is_tired:
            return
        if not symbols.strip(BLANK):
            return
        fits = fitting(symbols, size)
        before = self.left.get(size, fits)
        self.left[size] = tuple(name for name in before if name in fits) or before
        if len(self.left[size]) == 1:
            self._waiting.discard(size)
        elif not _is_blank(symbols):
            self._waiting.add(size)
            self._looked_at += 1

    def may_learn(self, size: int) -> bool:
        """Return whether boards of so many values can still tell something."""
        return is_asked(size) and len(self.left.get(size, ALPHABETS)) > 1

    @property
    def is_open(self) -> bool:
        """Whether a later board may tell how one of these is to be read."""
        return bool(self._waiting) and not self._is_tired

    @property
    def _is_tired(self) -> bool:
        return self._looked_at >= _MOST_LOOKED_AT


def settled(
    lines: Iterable[str], alphabets: Alphabets, symbols_in: Callable[[str], Iterable[str]]
) -> Iterator[str]:
    """Yield lines, each as soon as `alphabets` tells how its boards are to be read."""
    held: list[str] = []
    failure = None
    try:
        for line in lines:
            held.append(line)
            for symbols in symbols_in(line):
                alphabets.take(symbols)
            if not alphabets.is_open:
                yield from held
                held.clear()
    except InputError as error:
        failure = error
    yield from held
    if failure is not None:
        raise failure


def _two_blanks(rows: Sequence[Span]) -> Exception:
    row, offset = next((row, at) for row in rows if (at := row.text.find("0")) >= 0)
    return row.refuse("two-blanks", offset)


def _unsure(rows: Sequence[Span], names: Sequence[str]) -> Exception:
    """Return the error that points at the first symbol that has several values."""
    tables = [_TABLES[name] for name in names]
    row, offset, values = next(
        (row, offset, values)
        for row in rows
        for offset, code in enumerate(row.text.encode("ascii"))
        if len(set(values := [table[code] for table in tables])) > 1
    )
    meanings = [
        f"{value or 'empty'} ({_SHOWN[name]})" for name, value in zip(names, values, strict=True)
    ]
    options = " or ".join(f"--symbols {name}" for name in names)
    text, words = repr(row.text[offset]), " or ".join(meanings)
    return row.refuse("unsure-symbol", offset, text=text, meanings=words, options=options)


def _refuse(rows: Sequence[Span], size: int, name: str) -> None:
    """Raise for the first symbol that stands for no value of the board."""
    symbols = ALPHABETS[name]
    ends = {"first": symbols[0], "last": symbols[min(size, len(symbols)) - 1]}
    for row in rows:
        for offset, value in enumerate(row.text.encode("ascii").translate(_TABLES[name])):
            if value > size:
                why = "strange-symbol" if value == _OUT_OF_RANGE else "large-symbol"
                known = {"text": repr(row.text[offset]), "alphabet": repr(name), **ends}
                raise row.refuse(why, offset, value=value, size=size, **known)
