"""One ES module as the linker sees it: what it imports and exports, and its code without either.

Modules are written in one style, and all else is refused with the line: named imports of a relative
path, and exports in front of a function, a class or one constant.
"""

from __future__ import annotations

import itertools
import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bombe.boards.errors import FormatError, Place
from bombe.pages.tokens import BLANKS, SIGN, SPACE, TEXT, WORD, Token, stripped, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARK = "$$"
"""How names begin that the linker gives."""


@dataclass(frozen=True)
class Import:
    """One import: the module's path from the root, and pairs of a name there and a name here."""

    path: str
    names: tuple[tuple[str, str], ...]
    line: int


@dataclass(frozen=True)
class Module:
    """A module: its path from the root, its code, what it takes and what it gives."""

    path: str
    code: str
    imports: tuple[Import, ...]
    exports: tuple[str, ...]


def parse(source: str, path: str) -> Module:
    """Return a module; raise FormatError, with file and line, for a style that is not linked."""
    reader = _ModuleReader(path, tokens(source, path))
    reader.read()
    exports = tuple(reader.exports)
    doubled = {name for name in exports if exports.count(name) > 1}
    if doubled:
        raise FormatError(Place(path), f"exports {min(doubled)} twice", "leave one out")
    return Module(path, stripped(reader.kept), tuple(reader.imports), exports)


@dataclass
class _ModuleReader:
    """Reads the tokens of a module from left to right; `kept` are those of its code."""

    path: str
    tokens: Sequence[Token]
    at: int = 0
    kept: list[Token] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    functions: list[int] = field(default_factory=list)
    """The depths of the functions that are open."""

    def read(self) -> None:
        """Read all tokens."""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == WORD and not self._is_member():
                self._word(token)
            else:
                self._keep()

    def _word(self, token: Token) -> None:
        following = self._peek(1).text
        if token.text.startswith(MARK):
            raise self._error(token, f"names that begin with {MARK} are the linker's", "rename it")
        if token.text == "import" and following in {"(", "."}:
            raise self._error(token, f"import{following} is not linked", "import names at the top")
        if token.text == "import" and not token.depth:
            self._import(token)
        elif token.text == "export" and not token.depth:
            self._export(token)
        else:
            if token.text == "await" and not self._is_in_function():
                raise self._error(token, "a module cannot await", "await in a function")
            self._keep()

    def _keep(self) -> None:
        """Keep a token of the code; notice where functions begin and end."""
        token = self.tokens[self.at]
        if token.text == "{" and token.kind == SIGN and self._opens_function():
            self.functions.append(token.depth)
        elif token.text == "}" and self.functions and self.functions[-1] == token.depth:
            self.functions.pop()
        self.kept.append(token)
        self.at += 1

    def _opens_function(self) -> bool:
        """Return whether a brace begins the body of a function, and not a block or an object."""
        before = self._before(self.at)
        if self.tokens[before].text != ")":
            return self.tokens[before].text == "=>"
        depth = self.tokens[before].depth
        begin = next(
            i
            for i in range(before - 1, -1, -1)
            if self.tokens[i].text == "(" and self.tokens[i].depth == depth
        )
        return self.tokens[self._before(begin)].text not in _BLOCKS

    def _is_in_function(self) -> bool:
        """Return whether a function's braces are open, or an arrow stands in the statement."""
        statement = itertools.takewhile(
            lambda token: token.depth or token.text != ";", reversed(self.kept)
        )
        return bool(self.functions) or any(token.text == "=>" for token in statement)

    def _is_member(self) -> bool:
        """Return whether the word here is a member after a dot, or the name of a property."""
        before = self._before(self.at)
        if before >= 0 and self.tokens[before].text in {".", "?."}:
            return True
        return self.tokens[self.at].depth > 0 and self._peek(1).text == ":"

    def _before(self, at: int) -> int:
        """Return the index of the last token with a meaning before another; -1 if there is none."""
        return next((i for i in range(at - 1, -1, -1) if self.tokens[i].kind not in BLANKS), -1)

    def _peek(self, number: int) -> Token:
        """Return the token with a meaning that is so many further on; an empty one at the end."""
        rest = (token for token in self.tokens[self.at + 1 :] if token.kind not in BLANKS)
        end = Token(SPACE, "", self.tokens[-1].line, 0)
        for _ in range(number - 1):
            next(rest, end)
        return next(rest, end)

    def _take(self) -> Token:
        """Step over a token with a meaning, and what is blank before it; return it."""
        token = self._peek(1)
        while self.at < len(self.tokens) - 1:
            self.at += 1
            if self.tokens[self.at] is token:
                break
        return token

    def _import(self, start: Token) -> None:
        if self._peek(1).text != "{":
            raise self._error(
                start, "this import is not linked", 'write import { name } from "./x.js"'
            )
        self._take()
        names = tuple(self._names())
        if self._take().text != "from" or (source := self._take()).kind != TEXT:
            raise self._error(start, "an import needs from and a path", "add them")
        if self._peek(1).text == ";":
            self._take()
        self.at += 1
        self.imports.append(Import(self._resolved(source), names, start.line))

    def _names(self) -> Iterator[tuple[str, str]]:
        """Yield the names in the braces of an import: there, and here."""
        while (token := self._take()).text != "}":
            if token.kind != WORD:
                raise self._error(token, f"unexpected {token.text!r} in an import", "give names")
            own = token.text
            if self._peek(1).text == "as":
                self._take()
                own = self._take().text
            yield token.text, own
            if self._peek(1).text == ",":
                self._take()

    def _resolved(self, source: Token) -> str:
        """Return the path from the root of a module that is named relative to this one."""
        name = source.text[1:-1]
        if not name.startswith(("./", "../")) or not name.endswith(".js"):
            raise self._error(source, f"{name!r} is no module of the page", "write ./ and .js")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), name))
        if path.startswith(".."):
            raise self._error(source, f"{name!r} lies outside of the page", "import what is in it")
        return path

    def _export(self, start: Token) -> None:
        """Leave out the word export, and note the name that follows."""
        words = [self._peek(number) for number in range(1, 5)]
        texts = [word.text for word in words]
        kind = 1 if texts[:2] == ["async", "function"] else 0
        if texts[kind] not in _EXPORTED:
            raise self._error(
                start, f"export {texts[0]} is not linked", "export a function, a class or a const"
            )
        name = words[kind + 1 + (texts[kind + 1] == "*")]
        if name.kind != WORD:
            raise self._error(start, "an export needs a name of its own", "give it one")
        self.exports.append(name.text)
        if texts[kind] == "const":
            self._require_one(start)
        self.at += 1

    def _require_one(self, start: Token) -> None:
        """Raise if an exported constant is followed by a comma and another one."""
        for token in self.tokens[self.at + 1 :]:
            if token.depth:
                continue
            if token.text == ",":
                raise self._error(start, "one export for two constants", "write export twice")
            if token.text == ";":
                return

    def _error(self, token: Token, problem: str, remedy: str) -> FormatError:
        return FormatError(Place(self.path, token.line), problem, remedy)


_EXPORTED = {"function", "class", "const"}
_BLOCKS = {"if", "for", "while", "switch", "catch", "with"}
