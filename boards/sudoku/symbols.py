"""The symbols of one-line texts: one character for a value.

Up to 9 values these are the digits. Beyond, two alphabets are in use: `numbers` (1 to 9, then
A = 10, B = 11, ...) and `letters` (A = 1, B = 2, ...). A text is read as the one that fits; where
both fit, we ask. We write `numbers`. It has 35 symbols; the 36th value is our own `@`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bombe.boards.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.boards.sudoku.board import Board
    from bombe.boards.text.spans import Span

BLANK = "."
SYMBOL = "[.0-9A-Za-z@]"
ALPHABETS = {
    "numbers": "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@",
    "letters": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
}
WRITTEN = "numbers"
_NO_SYMBOL = re.compile(SYMBOL.replace("[", "[^"))
_OUT_OF_RANGE = 255
_SYMBOLS = BLANK + ALPHABETS[WRITTEN]
_WRITTEN = _SYMBOLS.encode("ascii").ljust(256, b"?")


def _table(alphabet: str) -> bytes:
    """Return the table that turns characters into values."""
    table = bytearray([_OUT_OF_RANGE]) * 256
    table[ord(BLANK)] = table[ord("0")] = 0
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


def board_line(board: Board) -> str:
    """Return the board's N * N symbols, a dot for an empty cell."""
    return board.values.translate(_WRITTEN).decode("ascii")


def says_its_alphabet(board: Board) -> bool:
    """Return whether the board's symbols alone show which alphabet they are from."""
    values = set(board.values) - {0}
    return not 9 < board.shape.size <= len(ALPHABETS["letters"]) or min(values, default=1) <= 9


def decode(rows: Sequence[Span], size: int, symbols: str | None) -> bytes:
    """Turn the symbols of one board of N = `size`, in one or more pieces, into its values."""
    for row in rows:
        if wrong := _NO_SYMBOL.search(row.text):
            raise row.error(
                f"{wrong[0]!r} is not a symbol",
                "write '.' for an empty cell, a digit or letter for a value",
                wrong.start(),
            )
    name = _alphabet(rows, size, symbols)
    values = b"".join(row.text.encode("ascii").translate(_TABLES[name]) for row in rows)
    if max(values, default=0) > size:
        _refuse(rows, size, name)
    return values


def _alphabet(rows: Sequence[Span], size: int, symbols: str | None) -> str:
    if symbols is not None:
        if symbols not in ALPHABETS:
            raise UnknownNameError("symbols", symbols, ALPHABETS)
        return symbols
    if not 9 < size <= len(ALPHABETS["letters"]):
        return "numbers"
    text = "".join(row.text for row in rows).upper()
    letters = {symbol for symbol in text if symbol.isalpha()}
    if not letters or re.search("[1-9@]", text):
        return "numbers"
    if ALPHABETS["numbers"].index(max(letters)) >= size:
        return "letters"
    raise _unsure(rows)


def _unsure(rows: Sequence[Span]) -> Exception:
    row, found = next((row, m) for row in rows if (m := re.search("[A-Za-z]", row.text)))
    value = ALPHABETS["letters"].index(found[0].upper()) + 1
    return row.error(
        f"{found[0]!r} may be {value + 9} (1 to 9, then A = 10) or {value} (A = 1)",
        "say which with --symbols numbers or --symbols letters",
        found.start(),
    )


def _refuse(rows: Sequence[Span], size: int, name: str) -> None:
    """Raise for the first symbol that stands for no value of the board."""
    alphabet = ALPHABETS[name]
    remedy = f"use {alphabet[0]} to {alphabet[min(size, len(alphabet)) - 1]} and '.' for empty"
    for row in rows:
        for offset, value in enumerate(row.text.encode("ascii").translate(_TABLES[name])):
            if value == _OUT_OF_RANGE:
                problem = f"{row.text[offset]!r} is not in the alphabet {name!r}"
                raise row.error(problem, remedy, offset)
            if value > size:
                problem = f"{row.text[offset]!r} is {value} in the alphabet {name!r}, over {size}"
                raise row.error(problem, remedy, offset)
