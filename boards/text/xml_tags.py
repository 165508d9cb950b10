"""The tags of an XML text, one after the other, without the machinery of XML.

For files of which only the names of elements and their attributes matter. Comments and processing
instructions are skipped; document types, entities and CDATA are refused: files of puzzles need
none, and they are what makes XML from strangers dangerous. What stands between tags is not read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.text.lines import LINE_COST, too_long
from bombe.boards.text.spans import Span, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NAME = r"[A-Za-z_:][A-Za-z0-9_:.-]*"
_IS = r"[ \t\n]*=[ \t\n]*"
_TAG = re.compile(
    rf"<(/?)({_NAME})((?:[ \t\n]+{_NAME}{_IS}(?:\"[^\"<]*\"|'[^'<]*'))*)[ \t\n]*(/?)>"
)
_ATTRIBUTE = re.compile(rf"({_NAME}){_IS}(?:\"([^\"]*)\"|'([^']*)')")
_SKIPPED = (("<!--", "-->"), ("<?", "?>"))
_LONGEST = 20_000
_END = re.compile(r">|[\"']")


class Tag(NamedTuple):
    """A tag: where it begins, its name, its attributes; `opens` and `closes` an element or both."""

    start: Span
    name: str
    attributes: dict[str, Span]
    opens: bool
    closes: bool


def tags(lines: Iterable[Span]) -> Iterator[Tag]:
    """Yield each tag as soon as it is complete; it may run over several lines."""
    begun: Span | None = None
    awaited = ""
    for line in lines:
        rest = line if begun is None or awaited else _joined(begun, line)
        while True:
            if awaited:
                if (end := rest.text.find(awaited)) < 0:
                    break
                rest, awaited, begun = _from(rest, end + len(awaited)), "", None
            if (start := rest.text.find("<")) < 0:
                begun = None
                break
            begun = _from(rest, start)
            awaited = next((end for sign, end in _SKIPPED if begun.text.startswith(sign)), "")
            if awaited:
                rest = _from(begun, len("<?"))
            elif length := _end_of(begun):
                yield _tag(begun, length)
                rest, begun = _from(begun, length), None
            else:
                break
    if begun is not None:
        raise begun.error("the text ends inside a tag", "add the rest")


def _joined(begun: Span, line: Span) -> Span:
    """Return a tag with one line more; raise FormatError for one that no file of puzzles has."""
    text = f"{begun.text}\n{line.text}"
    if len(text) + LINE_COST * text.count("\n") > _LONGEST:
        raise too_long(begun.place, "a tag", _LONGEST)
    return Span(begun.place, text)


def _end_of(piece: Span) -> int:
    """Return where the tag at the start of a piece ends; 0 if later."""
    if piece.text.startswith("<!") and not "<!--".startswith(piece.text[:4]):
        word = re.split("[ \t\n]", piece.text[:24])[0]
        raise piece.error(
            f"{shown(word)}: document types, entities and CDATA are not read", "take it out"
        )
    position = 1
    while found := _END.search(piece.text, position):
        if found[0] == ">":
            return found.end()
        position = piece.text.find(found[0], found.end()) + 1
        if not position:
            return 0
    return 0


def _tag(piece: Span, end: int) -> Tag:
    found = _TAG.fullmatch(piece.text, 0, end)
    if found is None:
        raise piece.error(f"{shown(piece.text[:end])} is no tag", "correct it")
    attributes: dict[str, Span] = {}
    for match in _ATTRIBUTE.finditer(found[3]):
        group = 2 if match[2] is not None else 3
        begin = found.start(3) + match.start(group)
        if match[1] in attributes:
            at = _from(piece, found.start(3) + match.start())
            raise at.error(f"attribute {shown(match[1])} stands twice", "keep one of the two")
        attributes[match[1]] = Span(_from(piece, begin).place, match[group])
    is_end = bool(found[1])
    return Tag(piece, found[2], attributes, opens=not is_end, closes=is_end or bool(found[4]))


def _from(piece: Span, start: int) -> Span:
    """Return the rest of a piece that may run over several lines, with its place."""
    before = piece.text[:start]
    newlines = before.count("\n")
    column = start - before.rfind("\n") if newlines else piece.place.column + start
    place = piece.place._replace(line=piece.place.line + newlines, column=column)
    return Span(place, piece.text[start:])
