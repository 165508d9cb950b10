"""What is true of every position of a grid of Dots and Boxes, by playing all of them out.

Straight from the rules, and independent of `bombe`: a position is the set of drawn lines, as a
number with a bit for each line, horizontal ones first. Every table has an entry for each position,
and is filled from the end of the game backwards, all positions with equally many lines at once.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from dots_brute import DotsBrute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

LOONY = -1
"""The mover wins nimstring beside every nim heap: the mover chooses who moves next."""


class Layer(NamedTuple):
    """The positions with equally many lines, and what each line does in those that lack it."""

    positions: Numbers
    lines: Iterator[Successors]


class Successors(NamedTuple):
    """The positions before and after one line, and how many boxes it completes in each."""

    before: Numbers
    after: Numbers
    boxes: Numbers


class DotsTables:
    """The tables of one grid; for 3x3 boxes and fewer."""

    def __init__(self, rows: int, columns: int) -> None:
        rules = DotsBrute(rows, columns)
        self.sides, self.boxes = rules.sides, rules.boxes
        self.names = [f"{kind} {row} {column}" for kind, row, column in self.sides]
        self.size = 1 << len(self.sides)

    def free(self, drawn: int) -> list[int]:
        """List the lines that are not drawn."""
        return [line for line in range(len(self.sides)) if not drawn >> line & 1]

    def completes(self, drawn: int, line: int) -> int:
        """Count the boxes that a line completes."""
        after = drawn | 1 << line
        return sum(box >> line & 1 and after & box == box for box in self.boxes)

    def all_taken(self, drawn: int) -> int:
        """Return the position after the mover has taken boxes until there are none to take."""
        for line in self.free(drawn):
            if self.completes(drawn, line):
                return self.all_taken(drawn | 1 << line)
        return drawn

    def margin(self, drawn: int, *, extra_turn: bool = True) -> int:
        """Return by how many boxes the mover gets more than the opponent from here on."""
        return int((self._margins if extra_turn else self._margins_passing)[drawn])

    def takes(self, drawn: int) -> int:
        """Return the largest number of boxes that the mover can take in this turn."""
        return int(self._takes[drawn])

    def nimber(self, drawn: int) -> int | None:
        """Return the nim heap beside which the mover loses nimstring; None if there is none.

        Nimstring: a player who cannot move loses, and one who completes a box has to move again.
        """
        heap = int(self._nimbers[drawn])
        return None if heap == LOONY else heap

    def may_leave(self, drawn: int) -> frozenset[int]:
        """Return how many boxes the mover can leave so that the opponent has no other choice.

        The mover takes all other boxes and ends the turn. The opponent can take what was left, has
        no choice there, and then has to move in the position that taking everything leads to.
        """
        goal = self.all_taken(drawn)
        found, reached = set(), [drawn]
        for position in reached:
            for line in self.free(position | self.size - 1 - goal):
                after = position | 1 << line
                if not self.completes(position, line):
                    if self.nimber(after) is not None:
                        found.add(self.takes(after))
                elif after not in reached:
                    reached.append(after)
        return frozenset(found)

    def _layers(self) -> Iterator[Layer]:
        """Yield the positions by the number of drawn lines, most first."""
        positions = np.arange(self.size, dtype=np.int64)
        counts = np.bitwise_count(positions) if hasattr(np, "bitwise_count") else _bits(positions)
        order = np.argsort(counts, kind="stable")
        ends = np.searchsorted(counts[order], np.arange(len(self.sides) + 1))
        for count in reversed(range(len(self.sides))):
            layer = order[ends[count] : ends[count + 1]]
            yield Layer(layer, self._lines(layer))

    def _lines(self, layer: Numbers) -> Iterator[Successors]:
        for line in range(len(self.sides)):
            before = layer[layer >> line & 1 == 0]
            after = before | 1 << line
            boxes = sum(
                ((after & box == box).astype(np.int64) for box in self.boxes if box >> line & 1),
                np.zeros_like(after),
            )
            yield Successors(before, after, boxes)

    def _best(self, *, extra_turn: bool) -> NDArray[np.int8]:
        margins = np.full(self.size, -100, np.int8)
        margins[-1] = 0
        for layer in self._layers():
            for before, after, boxes in layer.lines:
                again = (boxes > 0) & extra_turn
                values = boxes + np.where(again, margins[after], -margins[after])
                margins[before] = np.maximum(margins[before], values)
        return margins

    @functools.cached_property
    def _margins(self) -> NDArray[np.int8]:
        return self._best(extra_turn=True)

    @functools.cached_property
    def _margins_passing(self) -> NDArray[np.int8]:
        return self._best(extra_turn=False)

    @functools.cached_property
    def _takes(self) -> NDArray[np.int8]:
        takes = np.zeros(self.size, np.int8)
        for layer in self._layers():
            for before, after, boxes in layer.lines:
                values = np.where(boxes > 0, boxes + takes[after], 0)
                takes[before] = np.maximum(takes[before], values)
        return takes

    @functools.cached_property
    def _nimbers(self) -> NDArray[np.int8]:
        """Play nimstring beside each heap up to 31: bit n is whether the mover wins beside heap n.

        The mover may draw a line, or make the heap smaller: so the mover wins beside every heap but
        the smallest one beside which no line wins.
        """
        wins = np.zeros(self.size, np.uint32)
        everything = np.uint32(2**32 - 1)
        wins[-1] = everything ^ np.uint32(1)
        for layer in self._layers():
            for before, after, boxes in layer.lines:
                wins[before] |= np.where(boxes > 0, wins[after], ~wins[after])
            lost = ~wins[layer.positions]
            wins[layer.positions] = everything ^ (lost & (~lost + np.uint32(1)))
        heaps = np.full(self.size, LOONY, np.int8)
        for heap in range(32):
            heaps[wins == everything ^ np.uint32(1 << heap)] = heap
        return heaps


def _bits(positions: Numbers) -> Numbers:
    """Count the bits of numbers below 2^32, for versions of numpy that have no function for it."""
    return sum(((positions >> bit & 1) for bit in range(32)), np.zeros_like(positions))


@functools.cache
def tables(rows: int, columns: int) -> DotsTables:
    """Return the tables of a grid, which all tests of a process share."""
    return DotsTables(rows, columns)
