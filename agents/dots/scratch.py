"""Dots and Boxes for searches: a position that is played on and taken back, small and mutable.

Sets of edges are integers with edge e as bit e. An `Option` is an edge and 0, so that the searches
and the trees of Sudoku's agents take lines for cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from bombe.agents.search.ground import Option
    from bombe.boards.dots.state import DotsState, Grid, Line


class DotsScratch:
    """Which edges are undrawn (`empty`), how many each box lacks (`left`), who moves, the margin.

    `margin` is player 1's score minus player 2's.
    """

    __slots__ = ("_trail", "empty", "extra_turn", "grid", "left", "margin", "to_move")

    def __init__(self, state: DotsState) -> None:
        self.grid: Grid = state.grid
        self.extra_turn = state.extra_turn
        self.to_move: int = state.to_move
        self.margin = state.scores[0] - state.scores[1]
        self.empty = state.grid.all_edges & ~state.edges
        # Bytes, since they are searched for a count at nearly every node.
        self.left = bytearray((self.empty & sides).bit_count() for sides in state.grid.box_edges)
        self._trail: list[tuple[int, int, int]] = []

    @property
    def moves_left(self) -> int:
        """The number of undrawn edges."""
        return self.empty.bit_count()

    def copy(self) -> DotsScratch:
        """Return an independent position, which cannot be undone beyond this point."""
        twin = object.__new__(DotsScratch)
        twin.grid, twin.extra_turn, twin.to_move = self.grid, self.extra_turn, self.to_move
        twin.margin, twin.empty, twin.left = self.margin, self.empty, self.left.copy()
        twin._trail = []
        return twin

    def play(self, edge: int, _: int = 0) -> int:
        """Draw an edge for the mover and give the boxes that it completes."""
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
        """Take the last line back."""
        edge, self.to_move, self.margin = self._trail.pop()
        self.empty ^= 1 << edge
        for box in self.grid.boxes_of[edge]:
            self.left[box] += 1

    def points(self, edge: int) -> int:
        """Count the boxes that an undrawn edge would complete."""
        return sum(self.left[box] == 1 for box in self.grid.boxes_of[edge])

    def scoring(self) -> dict[int, int]:
        """Give the edges that complete a box, each with the number of boxes."""
        left, sides, empty = self.left, self.grid.box_edges, self.empty
        completed: dict[int, int] = {}
        box = left.find(1)
        while box >= 0:
            edge = (sides[box] & empty).bit_length() - 1
            completed[edge] = completed.get(edge, 0) + 1
            box = left.find(1, box + 1)
        return completed

    def safe(self) -> list[int]:
        """List the undrawn edges that are the third side of no box and complete none."""
        left, sides, empty = self.left, self.grid.box_edges, self.empty
        for count in (1, 2):
            box = left.find(count)
            while box >= 0:
                empty &= ~sides[box]
                box = left.find(count, box + 1)
        return bit_list(empty) if empty else []

    def edges(self) -> list[int]:
        """List the undrawn edges."""
        return bit_list(self.empty) if self.empty else []

    def move(self, option: Option) -> Line:
        """Give the line that an option stands for."""
        return self.grid.lines[option[0]]
