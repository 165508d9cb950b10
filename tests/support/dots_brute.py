"""The reference for Dots and Boxes: plain minimax on the rules, and nimstring by playing it out.

Slow and plain on purpose. It shares no code with `bombe`: a line is (kind, row, column), a box is
the set of the four lines around it, and a position is the set of the lines that are drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Drawn = int
Side = tuple[str, int, int]


class DotsBrute:
    """All margins of the positions of one grid; the margin is the mover's lead from here on."""

    def __init__(self, rows: int, columns: int, *, extra_turn: bool = True) -> None:
        across = [("h", r, c) for r in range(rows + 1) for c in range(columns)]
        down = [("v", r, c) for r in range(rows) for c in range(columns + 1)]
        self.sides: list[Side] = across + down
        self.extra_turn = extra_turn
        self.boxes = [
            self.drawn([("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)])
            for r in range(rows)
            for c in range(columns)
        ]
        self._touched = [[b for b in self.boxes if b >> i & 1] for i in range(len(self.sides))]
        self._margins: dict[Drawn, int] = {}
        self._wins: dict[tuple[Drawn, int], bool] = {}

    def drawn(self, lines: Iterable[tuple[str, int, int]]) -> Drawn:
        """Return the position in which these lines are drawn."""
        return sum(1 << self.sides.index((kind, r, c)) for kind, r, c in set(lines))

    def margin(self, drawn: Drawn) -> int:
        """Return the margin of a position."""
        if drawn not in self._margins:
            free = (i for i in range(len(self.sides)) if not drawn >> i & 1)
            self._margins[drawn] = max((self._value(drawn, i) for i in free), default=0)
        return self._margins[drawn]

    def values(self, drawn: Drawn) -> dict[Side, int]:
        """Return the value of every line that can be drawn, for the mover."""
        return {side: self._value(drawn, self.sides.index(side)) for side in self.open(drawn)}

    def open(self, drawn: Drawn) -> list[Side]:
        """List the lines that are not drawn."""
        return [side for i, side in enumerate(self.sides) if not drawn >> i & 1]

    def completed(self, drawn: Drawn, i: int) -> int:
        """Count the boxes that line number i completes."""
        after = drawn | 1 << i
        return sum(after & box == box for box in self._touched[i])

    def _value(self, drawn: Drawn, i: int) -> int:
        boxes = self.completed(drawn, i)
        rest = self.margin(drawn | 1 << i)
        return boxes + (rest if boxes and self.extra_turn else -rest)

    def nimber(self, drawn: Drawn) -> int | None:
        """Return the size of the heap that makes a position a loss at nimstring; None if none does.

        Nimstring: whoever cannot move loses, and whoever completes a box has to move again. A
        position with a heap is played out; its nimber is the heap with which the mover loses.
        """
        left = len(self.sides) - drawn.bit_count()
        return next((heap for heap in range(left + 2) if not self.wins(drawn, heap)), None)

    def wins(self, drawn: Drawn, heap: int) -> bool:
        """Return whether the mover wins nimstring beside a nim heap."""
        known = self._wins.get((drawn, heap))
        if known is None:
            known = any(not self.wins(drawn, less) for less in range(heap)) or any(
                self.wins(drawn | 1 << i, heap) == bool(self.completed(drawn, i))
                for i in range(len(self.sides))
                if not drawn >> i & 1
            )
            self._wins[drawn, heap] = known
        return known
