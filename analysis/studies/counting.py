"""What the tables and pictures of studies share: groups of records, outcomes, and tables."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeVar

from bombe.analysis.markdown import markdown
from bombe.analysis.tempo.law import MeasuredOutcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    T = TypeVar("T")
    Key = TypeVar("Key")


def grouped(
    items: Iterable[T], key: Callable[[T], Key], order: Callable[[Key], Any] = lambda key: key
) -> dict[Key, list[T]]:
    """Return the items by a key, in the order of the keys."""
    groups: dict[Key, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return {found: groups[found] for found in sorted(groups, key=order)}


def outcomes_of(margins: Iterable[int]) -> MeasuredOutcomes:
    """Return how positions of these margins ended for the mover."""
    found = list(margins)
    signs = [(margin > 0) - (margin < 0) for margin in found]
    won, drawn, lost = (100 * signs.count(sign) / len(found) for sign in (1, 0, -1))
    return MeasuredOutcomes(won, drawn, lost, fmean(found), len(found))


def section(heading: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown below its heading."""
    return f"{heading}:\n\n{markdown([head, *([str(cell) for cell in row] for row in rows)])}"
