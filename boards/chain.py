"""The chain of a log: each line ends with the hash of the line before it and with its own hash.

    line = linked(record.to_json(), before)     # before: the hash of the last line, or "" at first
    link_of(line)                               # ChainLink(previous, own); None without

    chain = Chain()
    for line in lines: problem = chain.problem(line)        # "" where it holds

The hash of a line is of its text, character by character, so that a change anywhere shows. A chain
may begin anew on any line: logs that are written one after the other into a file still hold. Lines
of logs that older versions wrote have no hash; they can stand before or after a chain.

There is no key in it: whoever wants to deceive can compute new hashes. It shows what was edited,
cut out, moved or damaged without that.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

PREVIOUS, OWN = "previous", "hash"
DIGITS = 32
"""The hexadecimal digits of a hash."""
_TAIL = re.compile(
    rf', "{PREVIOUS}": "(|[0-9a-f]{{{DIGITS}}})", "{OWN}": "([0-9a-f]{{{DIGITS}}})"\}}'
)
_OWN_LENGTH = len(f', "{OWN}": "') + DIGITS + len('"}')
_LONGEST = 2 * _OWN_LENGTH + len(PREVIOUS)
_SIGNS = f'"{PREVIOUS}": "', f'"{OWN}": "'
"""Either of them at the end of a line says that it belongs to a chain: one edit leaves the other.

Inside a string of JSON the quotation marks would have a backslash before them.
"""


class ChainLink(NamedTuple):
    """The hash of the line before, empty where a chain begins, and that of the line itself."""

    previous: str
    own: str


def linked(text: str, previous: str = "") -> str:
    """Return the text of a JSON object as a line of a chain."""
    head = f'{text[:-1]}, "{PREVIOUS}": "{previous}"'
    return f'{head}, "{OWN}": "{_hash(head)}"}}'


def link_of(line: str) -> ChainLink | None:
    """Return the link of a line as it says it; None for a line without a complete one."""
    match = _TAIL.search(line, max(0, len(line) - _LONGEST))
    return ChainLink(match[1], match[2]) if match and match.end() == len(line) else None


def is_linked(line: str) -> bool:
    """Return whether a line says that it belongs to a chain, be it damaged."""
    tail = line[-_LONGEST - 8 :]
    return any(sign in tail for sign in _SIGNS)


class Chain:
    """Checks the lines of a log in their order, without their line ends."""

    def __init__(self) -> None:
        self._last = ""

    def problem(self, line: str) -> str:
        """Return what is wrong with the next line; empty if it holds or belongs to no chain."""
        last, self._last = self._last, ""
        if not is_linked(line):
            return ""
        link = link_of(line)
        if link is None:
            return "the end of the line, with its hashes, was edited"
        self._last = link.own
        if link.own != _hash(line[:-_OWN_LENGTH]):
            return "the line was edited: it does not have the hash that stands in it"
        if link.previous not in ("", last):
            return "the line before it is not the one after which it was written"
        return ""


def _hash(text: str) -> str:
    data = text.encode("utf-8", errors="surrogateescape")
    return hashlib.sha256(data).hexdigest()[:DIGITS]
