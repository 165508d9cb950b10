"""What a player can take in one turn, whether that leaves a choice, and what each line gives away.

The mover can take boxes until there are none to take. The order does not matter: a line that
completes a box completes it later as well. Then the mover has to move in the rest.

The mover has a choice if one of the lines drawn on the way completes no box yet. If it is drawn
while only the last boxes beside it are left, it ends the turn: the opponent has no choice, takes
those boxes and has to move in the same rest. It leaves 2 boxes if it lies between a box that is
taken and the rest or the ground, and 4 if it lies between two boxes that are taken.

A position that gives its mover this choice is loony: it is worth no nim heap. A line that leads to
one is loony, too. In a loony position it is best to take everything or to leave the fewest boxes.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.bits import bits_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.boards.dots.state import DotsState, Grid, Line


class Captures(NamedTuple):
    """The boxes that can be taken in one turn, and the set of lines that are left after them.

    `may_leave` is the least number of boxes that can be left to the opponent instead, 0 if there is
    no such choice; `leaving` is the set of lines that leave so many.
    """

    boxes: int
    rest: int
    may_leave: int
    leaving: int

    def margin(self, worth: int) -> int:
        """Return the mover's margin if the rest is worth so much to the player who moves there."""
        whole = self.boxes + worth
        return max(whole, self.boxes - 2 * self.may_leave - worth) if self.may_leave else whole


def captures_of(grid: Grid, free: int, near: Iterable[int] | None = None) -> Captures:
    """Return what can be taken if these lines are not drawn.

    Only the boxes in `near`, if given, and those that are connected to them are looked at.
    """
    sides, boxes_of = grid.box_edges, grid.boxes_of
    waiting = list(range(grid.boxes) if near is None else near)
    completing = 0
    for box in waiting:
        left = free & sides[box]
        if left and not left & (left - 1):
            completing |= left
    if not completing:
        return Captures(0, free, 0, 0)
    taken, rest = 0, free
    while waiting:
        left = rest & sides[waiting.pop()]
        if left and not left & (left - 1):
            rest ^= left
            beside = boxes_of[left.bit_length() - 1]
            taken += sum(not rest & sides[box] for box in beside)
            waiting += beside
    return Captures(taken, rest, *_least(grid, rest, free & ~rest & ~completing))


def _least(grid: Grid, rest: int, late: int) -> tuple[int, int]:
    """Return the fewest boxes that lines completing none yet can leave, and the lines that do."""
    least, leaving = 0, 0
    for edge in bits_of(late):
        boxes = 2 * sum(not rest & grid.box_edges[box] for box in grid.boxes_of[edge])
        if not least or boxes <= least:
            leaving = (leaving if boxes == least else 0) | 1 << edge
            least = boxes
    return least, leaving


class MoveKind(enum.StrEnum):
    """The immediate effects that a line can have."""

    CAPTURE = "capture"
    SAFE = "safe"
    HANDOUT = "handout"
    LOONY = "loony"


class MoveEffect(NamedTuple):
    """A line, the boxes that it takes, and those that the opponent can take in the next turn.

    A sacrifice that leaves the opponent no choice is a handout; one that leaves a choice is loony.
    Without the extra turn, where a turn is one line, every sacrifice is a handout.
    """

    line: Line
    kind: MoveKind
    takes: int
    gives: int


def effects_of(state: DotsState) -> tuple[MoveEffect, ...]:
    """Return the immediate effect of every line that can be drawn."""
    grid, free = state.grid, state.grid.all_edges & ~state.edges
    return tuple(_effect(state, free & ~(1 << grid.edge(line)), line) for line in state.moves())


def _effect(state: DotsState, after: int, line: Line) -> MoveEffect:
    takes = state.completes(line)
    if not state.extra_turn:
        gives = _most_at_once(state.grid, after)
        kind = MoveKind.CAPTURE if takes else MoveKind.HANDOUT if gives else MoveKind.SAFE
        return MoveEffect(line, kind, takes, gives)
    if takes:
        return MoveEffect(line, MoveKind.CAPTURE, takes, 0)
    found = captures_of(state.grid, after)
    given = MoveKind.LOONY if found.may_leave else MoveKind.HANDOUT
    return MoveEffect(line, given if found.boxes else MoveKind.SAFE, 0, found.boxes)


def _most_at_once(grid: Grid, free: int) -> int:
    """Return the largest number of boxes that one line completes."""
    lasts = [left for sides in grid.box_edges if (left := free & sides).bit_count() == 1]
    return max(map(lasts.count, lasts), default=0)
