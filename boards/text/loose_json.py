"""JSON as links to puzzles hold it: strict, or made shorter as SudokuPad does.

    {"cells":[[{},{"value":5}]],"cosmetic":true}      {ce:[[,{v:5}]],cosmetic:t}

In the short form names have no quotes, texts have single ones, true and false are `t` and `f`,
colours are bare (`CFCFCF`, `#0`), and an object without keys is left out of an array. What is
nested too deeply, or has a key twice, is refused.
"""

from __future__ import annotations

import json
import re
from typing import Any

_DEEPEST = 16
_TEXT = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_NAME = re.compile(r"[A-Za-z0-9_+-]+")
_WORD = re.compile(r"[^][{},:'\"\s]+", re.ASCII)
_SPACE = re.compile(r"\s*", re.ASCII)
_LONGEST_NUMBER = 20
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_CONSTANTS = {"t": True, "true": True, "f": False, "false": False, "null": None}


class LooseJsonError(ValueError):
    """A text that is no JSON of either kind; the offset is where."""

    def __init__(self, problem: str, offset: int) -> None:
        super().__init__(problem)
        self.problem, self.offset = problem, offset


def parse(text: str) -> Any:
    """Return the value that a text holds; raise LooseJsonError if it holds none."""
    parser = _Parser(text)
    value = parser.value(0)
    parser.end()
    return value


class _Parser:
    """A text, and how far it is read."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._is_short = '"' not in text

    def value(self, depth: int) -> Any:
        """Read a value."""
        sign = self._peek()
        if depth > _DEEPEST:
            raise self._error(f"brackets nested more than {_DEEPEST} deep")
        if sign == "{":
            return self._object(depth)
        if sign == "[":
            return self._array(depth)
        if sign in ("'", '"'):
            return self._string()
        return self._bare()

    def end(self) -> None:
        """Raise LooseJsonError unless all is read."""
        if self._peek():
            raise self._error("text after the end")

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._at += 1
        if self._accept("}"):
            return found
        while True:
            start = self._at
            key = self._string() if self._peek() in ("'", '"') else self._match(_NAME, "a name")
            if key in found:
                self._at = start
                raise self._error(f"{key[:24]!r} stands twice")
            self._expect(":")
            found[key] = self.value(depth + 1)
            if self._accept("}"):
                return found
            self._expect(",")

    def _array(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self._at += 1
        if not self._is_short and self._accept("]"):
            return found
        while True:
            # Where nothing stands between commas, an empty object stood.
            found.append({} if self._peek() in (",", "]") else self.value(depth + 1))
            if self._accept("]"):
                return found
            self._expect(",")

    def _string(self) -> str:
        text = self._match(_TEXT, "the end of a text")
        if text[0] == "'":
            inside = text[1:-1].replace("\\'", "'").replace('"', '\\"')
            text = f'"{inside}"'
        try:
            return str(json.loads(text, strict=False))
        except ValueError:
            raise self._error("an escape that is none") from None

    def _bare(self) -> Any:
        word = self._match(_WORD, "a value")
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if not _NUMBER.fullmatch(word):
            return word  # a colour
        return int(word) if word.lstrip("-").isdigit() and len(word) <= _LONGEST_NUMBER else word

    def _match(self, pattern: re.Pattern[str], what: str) -> str:
        self._peek()
        match = pattern.match(self._text, self._at)
        if match is None:
            raise self._error(f"no {what.removeprefix('a ').removeprefix('the ')}")
        self._at = match.end()
        return match[0]

    def _peek(self) -> str:
        """Skip space; return the next character, or an empty text at the end."""
        match = _SPACE.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._text[self._at : self._at + 1]

    def _accept(self, sign: str) -> bool:
        found = self._peek() == sign
        self._at += found
        return found

    def _expect(self, sign: str) -> None:
        if not self._accept(sign):
            raise self._error(f"{self._peek() or 'the end'} where {sign} belongs")

    def _error(self, problem: str) -> LooseJsonError:
        return LooseJsonError(problem, self._at)
