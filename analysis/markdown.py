"""Tables of studies in Markdown, aligned so that they are readable as text, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def markdown(rows: Sequence[Sequence[str]], *, right: bool = False) -> str:
    """Return a table; the first row is its head. All columns are on the left, or on the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    side = ">" if right else "<"
    cells = [[f"{c:{side}{w}}" for c, w in zip(row, widths, strict=True)] for row in rows]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    ends = "-:" if right else "--"
    rule = "|" + "|".join("-" * width + ends for width in widths) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])
