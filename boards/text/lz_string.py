"""LZ-string: the compression in the links of f-puzzles, SudokuPad and other pages.

A text is cut into pieces, each a piece from before with one character more, and every piece is the
number of the one that it extends. Numbers are written from the least bit on, with as many bits as
the largest one so far needs: 0 and 1 announce a character of 8 or 16 bits, 2 is the end, and pieces
count from 3. Six bits at a time are a character of Base64, or of an alphabet for addresses that has
`-` for `/` and `$` for `=`.

    compress("{}")                "N4X..."
    decompress(packed, 10_000)    the text; PackedTextError if it is damaged, or longer than that
"""

from __future__ import annotations

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DIGITS = {sign: digit for digit, sign in enumerate(_ALPHABET)} | {"-": 63, " ": 62}
_PADDING = "=$"
_SHORT, _LONG, _END, _FIRST = 0, 1, 2, 3
_BITS = 6


class PackedTextError(ValueError):
    """A packed text that is damaged or too large; `problem` says which, `offset` where."""

    def __init__(self, problem: str, offset: int = 0) -> None:
        super().__init__(problem)
        self.problem, self.offset = problem, offset


def compress(text: str) -> str:
    """Return a text packed, in Base64."""
    units = text.encode("utf-16-le", "surrogatepass")
    characters = [chr(units[i] | units[i + 1] << 8) for i in range(0, len(units), 2)]
    packer = _Packer()
    for character in characters:
        packer.add(character)
    return packer.end()


def decompress(packed: str, longest: int) -> str:
    """Return the text of what was packed; a blank stands for the plus that some program ate.

    What follows the end of the packed text is not looked at.
    """
    taken = 0

    def number(width: int) -> int:
        nonlocal taken
        value = 0
        for bit in range(width):
            offset, place = divmod(taken, _BITS)
            if offset >= len(packed) or packed[offset] in _PADDING:
                raise PackedTextError("it is cut off", offset)
            digit = _DIGITS.get(packed[offset])
            if digit is None:
                raise PackedTextError(f"{packed[offset]!r} is none of its characters", offset)
            value |= (digit >> (_BITS - 1 - place) & 1) << bit
            taken += 1
        return value

    pieces: list[str] = [""] * _FIRST
    found: list[str] = []
    length, before = 0, ""
    while (piece := number(len(pieces).bit_length())) != _END:
        if piece in (_SHORT, _LONG):
            pieces.append(chr(number(8 if piece == _SHORT else 16)))
            piece = len(pieces) - 1
        if piece > len(pieces) or (piece == len(pieces) and not before):
            raise PackedTextError("it names a piece that does not exist", taken // _BITS)
        if before:
            # The piece that is meant may be the one that this one completes.
            pieces.append(before + (pieces[piece] if piece < len(pieces) else before)[0])
        before = pieces[piece]
        found.append(before)
        length += len(before)
        if length > longest:
            raise PackedTextError(f"it unpacks to more than {longest:,} characters")
    whole = "".join(found)
    return whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Packer:
    """The pieces so far, and the bits of their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._unseen: set[str] = set()
        self._bits: list[int] = []
        self._piece = ""
        self._width, self._room = 2, 2

    def add(self, character: str) -> None:
        """Extend the piece by a character, or end it there and begin with the character."""
        if character not in self._numbers:
            self._numbers[character] = len(self._numbers) + _FIRST
            self._unseen.add(character)
        longer = self._piece + character
        if longer not in self._numbers:
            self._emit()
            self._numbers[longer] = len(self._numbers) + _FIRST
            longer = character
        self._piece = longer

    def end(self) -> str:
        """Return all bits as characters."""
        if self._piece:
            self._emit()
        self._write(_END, self._width)
        bits = [*self._bits, *[0] * (_BITS - len(self._bits) % _BITS)]
        digits = (bits[i : i + _BITS] for i in range(0, len(bits), _BITS))
        text = "".join(_ALPHABET[int("".join(map(str, digit)), 2)] for digit in digits)
        return text + "=" * (-len(text) % 4)

    def _emit(self) -> None:
        """Write the number of the piece, or the character that was not seen before."""
        if self._piece in self._unseen:
            self._unseen.remove(self._piece)
            code = ord(self._piece)
            is_long = code > 0xFF
            self._write(_LONG if is_long else _SHORT, self._width)
            self._write(code, 16 if is_long else 8)
            self._count()
        else:
            self._write(self._numbers[self._piece], self._width)
        self._count()

    def _count(self) -> None:
        """Take a number of the present width; when all are taken, make it wider."""
        self._room -= 1
        if not self._room:
            self._room = 1 << self._width
            self._width += 1

    def _write(self, number: int, width: int) -> None:
        self._bits += [number >> bit & 1 for bit in range(width)]
