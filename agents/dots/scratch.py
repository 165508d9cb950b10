"""Dots and Boxes for searches: a small, mutable position whose moves can be undone.

Sets of edges are integers with edge e as bit e. An `Action` is an edge and 0, the form that the
searches of all games share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from bombe.agents.search.mutable import Action
    from bombe.boards.dots.state import DotsState, Grid, Line


class DotsScratch:
    """The undrawn edges (`empty`), the undrawn sides of each box (`left`), the player to move.

    `margin` is player 1's score minus player 2's.
    """

    __slots__ = ("_trail", "empty", "extra_turn", "grid", "left", "margin", "to_move")

    def __init__(self, state: DotsState) -> None:
        self.grid: Grid = state.grid
        self.extra_turn = state.extra_turn
        self.to_move: int = state.to_move
        self.margin = state.scores[0] - state.scores[1]
        self.empty = state.grid.all_edges & ~state.edges
        # Bytes, because nearly every node searches them for a count.
        self.left = bytearray((self.empty & sides).bit_count() for sides in state.grid.box_edges)
        self._trail: list[tuple[int, int, int]] = []

    @property
    def moves_left(self) -> int:
        """The number of undrawn edges."""
        return self.empty.bit_count()

    def copy(self) -> DotsScratch:
        """Return an independent position, which cannot be undone beyond this point."""
        copy = object.__new__(DotsScratch)
        copy.grid, copy.extra_turn, copy.to_move = self.grid, self.extra_turn, self.to_move
        copy.margin, copy.empty, copy.left = self.margin, self.empty, self.left.copy()
        copy._trail = []
        return copy

    def play(self, edge: int, _: int = 0) -> int:
        """Draw an edge for the mover and return the number of boxes that it completes."""
        mover, left = self.to_move, self.left
        self._trail.append((edge, mover, self.margin))
        self.empty ^= 1 << edge
        points = 0
        for box in self.grid.boxes_of[edge]:
            left[box] -= 1
            points += not left[box]
        self.margin += points if mover == 1 else -points
        if not (points and self.extra_turn):
            self.to_move = 3 - mover
        return points

    def undo(self) -> None:
        """Undo the last line."""
        edge, self.to_move, self.margin = self._trail.pop()
        self.empty ^= 1 << edge
        for box in self.grid.boxes_of[edge]:
            self.left[box] += 1

    def points(self, edge: int) -> int:
        """Count the boxes that an undrawn edge would complete."""
        return sum(self.left[box] == 1 for box in self.grid.boxes_of[edge])

    def scoring(self) -> dict[int, int]:
        """Return the edges that complete a box, each with the number of boxes."""
        left, sides, empty = self.left, self.grid.box_edges, self.empty
        completed: dict[int, int] = {}
        box = left.find(1)
        while box >= 0:
            edge = (sides[box] & empty).bit_length() - 1
            completed[edge] = completed.get(edge, 0) + 1
            box = left.find(1, box + 1)
        return completed

    def safe(self) -> list[int]:
        """Return the undrawn edges that neither complete a box nor draw its third side."""
        left, sides, empty = self.left, self.grid.box_edges, self.empty
        for count in (1, 2):
            box = left.find(count)
            while box >= 0:
                empty &= ~sides[box]
                box = left.find(count, box + 1)
        return bit_list(empty) if empty else []

    def edges(self) -> list[int]:
        """Return the undrawn edges."""
        return bit_list(self.empty) if self.empty else []

    def move(self, action: Action) -> Line:
        """Return the line that an action encodes."""
        return self.grid.lines[action[0]]
