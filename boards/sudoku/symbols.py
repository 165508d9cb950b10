"""The symbols of one-line texts: one character for a value.

Up to 9 values these are the digits. Beyond, three alphabets are in use: `numbers` (1 to 9, then
A = 10, B = 11, ...), `letters` (A = 1, B = 2, ...) and, for 16 values only, `hex` (0 to 9, then A
to F: 0 is the value 1, F is 16). A text is read as the one that fits; where more than one fits, we
ask. We write `numbers`, unless another is named. It has 35 symbols; the 36th value is our own `@`.

`.` is an empty cell; so is 0, except in `hex`. Where both stand in a text of 16 x 16 cells, 0 is a
value if all symbols are hex digits, and else the text is refused: one of the two is a mistake.
"""

from __future__ import annotations

from bombe.boards.errors import UnknownNameError, UnsupportedError, UsageError
from bombe.boards.light import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.boards.sudoku.board import Board
    from bombe.boards.text.spans import Span

BLANK = "."
SYMBOL = "[.0-9A-Za-z@]"
ALPHABETS = {
    "numbers": "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@",
    "letters": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "hex": "0123456789ABCDEF",
}
WRITTEN = "numbers"
HEX_SIZE = len(ALPHABETS["hex"])
_NO_SYMBOL = pattern(SYMBOL.replace("[", "[^"))
_OUT_OF_RANGE = 255
_SYMBOLS = BLANK + ALPHABETS[WRITTEN]
_WRITTEN = {
    name: (BLANK + alphabet).encode("ascii").ljust(256, b"?")
    for name, alphabet in ALPHABETS.items()
}
_LETTER, _NO_LETTER = pattern("[A-Za-z]"), pattern("[1-9@]")
_HEX_DIGITS = pattern("[.0-9A-Fa-f]*")


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
        return board_line(board), is_usual and _says_its_alphabet(board)
    text = board_line(board, symbols)
    if not is_usual:
        raise UnsupportedError(
            f"a text in {symbols} cannot say that the boxes are {shape}: leave out symbols"
        )
    return text, True


def _says_its_alphabet(board: Board) -> bool:
    """Return whether the board's symbols alone show that they are `numbers`."""
    values = set(board.values) - {0}
    return not 9 < board.shape.size <= len(ALPHABETS["letters"]) or min(values, default=1) <= 9


def _fits(name: str, size: int) -> bool:
    """Return whether an alphabet has a symbol for each of so many values."""
    return size == HEX_SIZE if name == "hex" else size <= len(ALPHABETS[name])


def _known(name: str) -> str:
    if name not in ALPHABETS:
        raise UnknownNameError("symbols", name, ALPHABETS)
    return name


def decode(rows: Sequence[Span], size: int, symbols: str | None, *, is_ours: bool = False) -> bytes:
    """Turn the symbols of one board of N = `size`, in one or more pieces, into its values.

    A text `is_ours` if a sign in it says that it is in the alphabet that we write.
    """
    for row in rows:
        if wrong := _NO_SYMBOL.search(row.text):
            raise row.error(
                f"{wrong[0]!r} is not a symbol",
                "write '.' for an empty cell, a digit or letter for a value",
                wrong.start(),
            )
    name = _alphabet(rows, size, symbols, is_ours=is_ours)
    values = b"".join(row.text.encode("ascii").translate(_TABLES[name]) for row in rows)
    if max(values, default=0) > size:
        _refuse(rows, size, name)
    return values


def _alphabet(rows: Sequence[Span], size: int, symbols: str | None, *, is_ours: bool) -> str:
    if symbols is not None:
        if _known(symbols) == "hex" and size != HEX_SIZE:
            problem = f"{size} values, but the alphabet 'hex' has {HEX_SIZE}"
            raise rows[0].error(problem, "leave out --symbols, or name another")
        return symbols
    if not 9 < size <= len(ALPHABETS["letters"]):
        return "numbers"
    text = "".join(row.text for row in rows).upper()
    if size == HEX_SIZE and "0" in text and _zero_is_a_value(rows, text, is_ours=is_ours):
        return "hex"
    letters = {symbol for symbol in text if symbol.isalpha()}
    if is_ours or not letters or _NO_LETTER.search(text):
        return "numbers"
    if ALPHABETS["numbers"].index(max(letters)) >= size:
        return "letters"
    raise _unsure(rows)


def _zero_is_a_value(rows: Sequence[Span], text: str, *, is_ours: bool) -> bool:
    """Return whether the zeros of a text of 16 values are hex digits; refuse it if none can tell.

    Without dots the hex digits would be a full board: then 0 is an empty cell, as in most files,
    unless each of the 16 digits stands 16 times.
    """
    is_hex = bool(_HEX_DIGITS.fullmatch(text)) and not is_ours
    if BLANK in text:
        if is_hex:
            return True
        raise _two_blanks(rows)
    if is_hex and all(text.count(digit) == HEX_SIZE for digit in ALPHABETS["hex"]):
        raise _unsure_zero(rows)
    return False


def _two_blanks(rows: Sequence[Span]) -> Exception:
    row, offset = next((row, at) for row in rows if (at := row.text.find("0")) >= 0)
    return row.error(
        "'0' in a text whose empty cells are '.'",
        "write '.' there, or say with --symbols numbers that both are empty",
        offset,
    )


def _unsure_zero(rows: Sequence[Span]) -> Exception:
    row, offset = next((row, at) for row in rows if (at := row.text.find("0")) >= 0)
    return row.error(
        "'0' may be empty (1 to 9, then A = 10) or a value (0 to F)",
        "say which with --symbols numbers or --symbols hex",
        offset,
    )


def _unsure(rows: Sequence[Span]) -> Exception:
    row, found = next((row, m) for row in rows if (m := _LETTER.search(row.text)))
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
