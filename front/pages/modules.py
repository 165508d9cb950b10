"""One ES module as the linker sees it: what it imports and exports, and its code without either.

Modules are written in one style, and all else is refused with the line: named imports of a relative
path, one name for the data of a JSON file of `bombe`, and exports in front of a function, a class
or one constant.
"""

from __future__ import annotations

import itertools
import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bombe.boards.errors import FormatError, Place
from bombe.pages.tokens import SIGN, TEXT, WORD, Token, stripped, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MARK = "$$"
"""How names begin that the linker gives."""
DATA = "data"
"""What a linked JSON file exports."""
TREE = "../.."
"""The packages `boards`, `analysis` and so on, whose data a module may import, from the root."""


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
    tokens: list[Token]
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
        """Take a word that is no member of anything: those of the linker are few."""
        if token.text in _LINKED and not token.depth:
            _LINKED[token.text](self, token)
            return
        if token.text == "import" and self._peek(1).text in {"(", "."}:
            raise self._error(token, "only names can be imported", _HOW)
        if token.text == "await" and not self._is_in_function():
            raise self._error(token, "a module cannot await", "await in a function")
        if token.text.startswith(MARK):
            raise self._error(token, f"names that begin with {MARK} are the linker's", "rename it")
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
        before = self._peek(-1)
        if before.text != ")":
            return before.text == "=>"
        depth, begin = before.depth, self.at - 2
        while self.tokens[begin].text != "(" or self.tokens[begin].depth != depth:
            begin -= 1
        return self.tokens[begin - 1].text not in _BLOCKS

    def _is_in_function(self) -> bool:
        """Return whether a function's braces are open, or an arrow stands in the statement."""
        statement = itertools.takewhile(
            lambda token: token.depth or token.text != ";", reversed(self.kept)
        )
        return bool(self.functions) or any(token.text == "=>" for token in statement)

    def _is_member(self) -> bool:
        """Return whether the word here is a member after a dot, or the name of a property."""
        if self._peek(-1).text in {".", "?."}:
            return True
        return self.tokens[self.at].depth > 0 and self._peek(1).text == ":"

    def _peek(self, number: int) -> Token:
        """Return the token that is so many further on; an empty one beyond the ends."""
        at = self.at + number
        return self.tokens[at] if 0 <= at < len(self.tokens) else _NOTHING

    def _take(self) -> Token:
        """Step to the next token and return it."""
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return self.tokens[self.at]

    def _leave_out(self) -> None:
        """Step over a token that is not kept; what follows begins a line."""
        self.at += 1
        if self.at < len(self.tokens):
            self.tokens[self.at] = self.tokens[self.at]._replace(blank="\n")

    def _import(self, start: Token) -> None:
        word = self._take()
        is_data = word.kind == WORD
        if not is_data and word.text != "{":
            raise self._error(start, "only names can be imported", _HOW)
        names = ((DATA, word.text),) if is_data else tuple(self._names())
        if self._take().text != "from" or (source := self._take()).kind != TEXT:
            raise self._error(start, "an import needs from and a path", "add them")
        if is_data and [self._take().text for _ in range(6)] not in _WITH:
            raise self._error(start, "only names can be imported", _HOW)
        if self._peek(1).text == ";":
            self._take()
        self._leave_out()
        self.imports.append(Import(self._resolved(source, is_data=is_data), names, start.line))

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

    def _resolved(self, source: Token, *, is_data: bool) -> str:
        """Return the path from the root of a file that is named relative to this module."""
        name, suffix = source.text[1:-1], ".json" if is_data else ".js"
        if not name.startswith(("./", "../")) or not name.endswith(suffix):
            raise self._error(source, f"{name!r} is no module of the page", "write ./ and .js")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), name))
        if path.startswith(f"{TREE}/.." if is_data else ".."):
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
        self._leave_out()

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


_NOTHING = Token(SIGN, "", 0, 0, "")
_HOW = 'write import { name } from "./x.js" at the top, or x from "./x.json" with { type: "json" }'
_WITH = [["with", "{", "type", ":", f"{quote}json{quote}", "}"] for quote in "'\""]
_LINKED: dict[str, Callable[[_ModuleReader, Token], None]] = {
    "import": _ModuleReader._import,  # noqa: SLF001 - its own table
    "export": _ModuleReader._export,  # noqa: SLF001 - the same
}
_EXPORTED = {"function", "class", "const"}
_BLOCKS = {"if", "for", "while", "switch", "catch", "with"}
