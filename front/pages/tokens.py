"""Splits a module of the page into tokens, so that nothing in a text is taken for code.

Strings, templates and regular expressions are found as a browser finds them. Where a slash could
mean two things and only a whole parser would know which, the module is refused: whoever writes it
puts parentheses there.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import FormatError, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

WORD, NUMBER, TEXT, REGEX, SIGN = "word", "number", "text", "regex", "sign"
"""A name or keyword, a number, a string or a piece of a template, an expression, a sign."""

_BLANK = re.compile(r"(?:\s|\ufeff|//[^\n\r\u2028\u2029]*|/\*[\s\S]*?\*/)+")
_PATTERNS = (
    (WORD, r"#?(?:[^\W\d]|\$)[\w$]*"),
    (NUMBER, r"0[xXbBoO][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?"),
    (TEXT, r"'(?:[^'\\\n\r]|\\[\s\S])*'|\"(?:[^\"\\\n\r]|\\[\s\S])*\""),
    (SIGN, r"=>|\?\.(?!\d)|\.\.\.|\+\+|--|[-+*/%&|^~!<>=?:;,.(){}\[\]]"),
)
_TOKEN = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _PATTERNS))
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?P<end>`|\$\{)")
_REGEX = re.compile(r"/(?:[^/\\\[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+/\w*")
_LINE_END = re.compile(r"\r\n|[\n\r\u2028\u2029]")
_MARKUP = re.compile(r"(?P<markup>\\?<(?=/script|!--))|\\[\s\S]", re.IGNORECASE)
"""What a browser reads as HTML even within a script; other escapes are passed over."""
_OPERATORS = frozenset(
    (
        *("return", "typeof", "case", "in", "delete", "void", "throw", "new"),
        *("instanceof", "do", "else", "yield", "await"),
    )
)
"""Words after which a slash begins a regular expression."""
_CONDITIONS = frozenset(("if", "while", "for", "with"))
"""Words whose parentheses a statement follows."""
_CLOSES = {")": "(", "]": "[", "}": "{"}


class Token(NamedTuple):
    """A piece of a module that means something, and where it stands.

    `depth` is the number of brackets that are open before it; `blank` is a space or a line end if
    there was a blank or a comment before it, or nothing.
    """

    kind: str
    text: str
    line: int
    depth: int
    blank: str


@dataclass
class _Scanner:
    """Where the scan of one module stands: the open brackets, and the last tokens."""

    source: str
    name: str
    at: int = 0
    line: int = 1
    blank: str = ""
    last: Token | None = None
    before: Token | None = None
    open: list[tuple[str, str]] = field(default_factory=list)
    """Each open bracket, and the word before it; a template's brackets are written `${`."""
    closed: str = ""
    """The word before the brackets that were closed last."""

    def tokens(self) -> Iterator[Token]:
        """Yield all tokens."""
        self._skip()
        while self.at < len(self.source):
            token = self._next()
            self._step(token.text)
            self.before, self.last = self.last, token
            yield token
            self._skip()
        if self.open:
            raise self.error(f"{self.open[-1][0]} is never closed")

    def _skip(self) -> None:
        """Step over blanks and comments, and note them for the next token."""
        match = _BLANK.match(self.source, self.at)
        self.blank = ""
        if match:
            line = self.line
            self._step(match.group())
            self.blank = " " if line == self.line else "\n"

    def _step(self, text: str) -> None:
        """Step over a text, and count its lines."""
        self.at += len(text)
        if not text.isprintable():
            self.line += len(_LINE_END.findall(text))

    def _next(self) -> Token:
        here = self.source[self.at]
        if here == "`":
            return self._template(self.at + 1)
        if here == "}" and self.open and self.open[-1][0] == "${":
            self.open.pop()
            return self._template(self.at + 1)
        match = _TOKEN.match(self.source, self.at)
        if match is None:
            raise self.error(f"unexpected {here!r}")
        kind, text = str(match.lastgroup), match.group()
        if text == "/" and self._begins_regex():
            return self._regex()
        if kind == SIGN:
            return self._sign(text)
        return self._token(kind, text)

    def _token(self, kind: str, text: str) -> Token:
        return Token(kind, text, self.line, len(self.open), self.blank)

    def _template(self, begin: int) -> Token:
        match = _TEMPLATE.match(self.source, begin)
        if match is None:
            raise self.error("a template is never closed")
        token = self._token(TEXT, self.source[self.at : match.end()])
        if match["end"] == "${":
            self.open.append(("${", ""))
        return token

    def _regex(self) -> Token:
        match = _REGEX.match(self.source, self.at)
        if match is None:
            raise self.error("a regular expression is never closed")
        return self._token(REGEX, match.group())

    def _sign(self, text: str) -> Token:
        if text in _CLOSES:
            if not self.open or self.open[-1][0] != _CLOSES[text]:
                raise self.error(f"{text} closes nothing")
            self.closed = self.open.pop()[1]
        token = self._token(SIGN, text)
        if text in _CLOSES.values():
            is_word = self.last is not None and self.last.kind == WORD and not self._is_member()
            self.open.append((text, self.last.text if is_word and self.last else ""))
        return token

    def _is_member(self) -> bool:
        """Return whether the last token is the name of a member, after a dot."""
        return self.before is not None and self.before.text in {".", "?."}

    def _begins_regex(self) -> bool:
        """Return whether a slash begins a regular expression here; raise if only a parser knows."""
        last = self.last
        if last is None:
            return True
        if last.kind == WORD:
            if last.text == "of" and not self._is_member():
                raise self.error("a / after of may mean two things")
            return last.text in _OPERATORS and not self._is_member()
        if last.kind == TEXT:
            return last.text.endswith("${")
        if last.text == ")":
            return self.closed in _CONDITIONS
        if last.text == "}":
            raise self.error("a / after } may divide or begin a regular expression")
        return last.kind == SIGN and last.text not in {"]", "++", "--"}

    def error(self, problem: str) -> FormatError:
        """Return the error of this place."""
        return FormatError(
            Place(self.name, self.line), problem, "put it in parentheses, or close what is open"
        )


def tokens(source: str, name: str) -> list[Token]:
    """Return the tokens of a module; `name` is what errors call it."""
    return list(_Scanner(source, name).tokens())


def stripped(found: list[Token]) -> str:
    """Return the code without comments, indentation, and blanks that separate nothing.

    A line end stays where a statement may end with it; a comment that holds one stands for it.
    """
    parts = [_safe(token) for token in found[:1]]
    for before, token in itertools.pairwise(found):
        if token.blank:
            parts.append(_needed(before, token))
        parts.append(_safe(token))
    return "".join(parts) + "\n" * bool(parts)


def _needed(before: Token, after: Token) -> str:
    """Return what of the blank between two tokens has to stay."""
    if after.blank == "\n":
        goes_on = before.kind == SIGN and before.text not in _ENDS
        if not goes_on and not (after.kind == SIGN and after.text in _CONTINUES):
            return after.blank
    signs = (before.kind, after.kind).count(SIGN)
    if REGEX in (before.kind, after.kind) or not signs:
        return " "
    if signs == 2:
        return "" if before.text in _BRACKETS or after.text in _BRACKETS else " "
    return " " if before.kind == NUMBER and after.text.startswith(".") else ""


_ENDS = frozenset((")", "]", "}", "++", "--"))
"""Signs after which a statement may end with the line."""
_CONTINUES = frozenset((")", "]", "}", ",", ";", ":", "?", ".", "?.", "=", "&", "|", "%", ">", "<"))
"""Signs that begin no statement: a line end before them means nothing."""
_BRACKETS = frozenset("(){}[],;:")
"""Signs that join with no other."""


def _safe(token: Token) -> str:
    """Return a token so that its text cannot end the script element of a page, or hide its end."""
    if token.kind not in {TEXT, REGEX}:
        return token.text
    return _MARKUP.sub(lambda found: "\\x3c" if found["markup"] else found.group(), token.text)
