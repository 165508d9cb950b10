"""One of several: FILE#3 is the third position of a file, FILE:12 the one that begins on line 12.

A file whose name really ends so comes first; who asks has to look for it.
"""

from __future__ import annotations

from bombe.boards.errors import UsageError
from bombe.boards.light import NamedTuple, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol, TypeVar

    from bombe.boards.errors import Place

    class _LocatedItem(Protocol):
        """What stands at a place of a file."""

        @property
        def place(self) -> Place:
            """Where it begins."""

    PlacedT = TypeVar("PlacedT", bound=_LocatedItem)


_FORM = pattern(r"(?s)(.+)(#([^#/\\]+)|:(\d{1,9}))")


class Pick(NamedTuple):
    """A file and which of its positions or games is meant: by its number or id, or by its line."""

    source: str
    key: str
    is_line: bool = False

    @classmethod
    def of(cls, word: str) -> Pick | None:
        """Return what a word chooses; None if it has not the form of a pick."""
        match = _FORM.fullmatch(word)
        return match and cls(match[1], match[3] or match[4], is_line=match[3] is None)

    def out_of(self, found: Iterable[PlacedT], what: str = "position") -> Iterator[PlacedT]:
        """Yield the one that is meant; raise UsageError if there is none."""
        return self._on_line(found, what) if self.is_line else self._numbered(found, what)

    def _numbered(self, found: Iterable[PlacedT], what: str) -> Iterator[PlacedT]:
        number = 0
        for number, one in enumerate(found, 1):
            if self.key == str(number):
                yield one
                return
        raise UsageError(
            f"{self.source} has no {what} {self.key!r}: "
            + (f"give a number from 1 to {number}" if number else "it holds none")
        )

    def _on_line(self, found: Iterable[PlacedT], what: str) -> Iterator[PlacedT]:
        wanted, lines = int(self.key), [0]
        for one in found:
            if one.place.line == wanted:
                yield one
                return
            lines.append(one.place.line)
            if one.place.line > wanted:
                break
        near = " and ".join(str(line) for line in lines[-2:] if line)
        raise UsageError(
            f"{self.source} has no {what} that begins on line {wanted}: the nearest to it "
            f"{'begin' if ' ' in near else 'begins'} on {near}"
        )
