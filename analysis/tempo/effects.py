"""The effect of each fill on the bombs of a board: which it kills and which it creates.

A bomb disappears when its cell is filled, or when its value is placed in a region of its cell. On a
board with one solution there is no other effect. With several solutions, a fill excludes some of
them, so that it may also create bombs, and each fill needs an audit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.boards import Move, moves_of
from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.boards import Board
    from bombe.solvers import Meter, Solver

    Masks = Sequence[int]


class FillEffect(NamedTuple):
    """A fill, the bombs that it kills and creates, and how many are usable after it."""

    move: Move
    kills: tuple[Move, ...]
    makes: tuple[Move, ...]
    left: int

    @property
    def keeps(self) -> bool:
        """Whether it leaves an even number of bombs, which keeps the tempo at odd E."""
        return self.left % 2 == 0


class UsableBombs:
    """The usable bombs of a board: a mask for each cell, with value v as bit v."""

    def __init__(self, board: Board, taboo: Iterable[Move], true: Masks) -> None:
        self.board, self.taboo, self.true = board, frozenset(taboo), tuple(true)
        masks = board.candidate_masks()
        for row, column, value in self.taboo:
            masks[board.shape.cell(row, column)] &= ~(1 << value)
        self.masks = [legal & ~safe for legal, safe in zip(masks, true, strict=True)]

    @property
    def count(self) -> int:
        """The number of usable bombs: B."""
        return sum(mask.bit_count() for mask in self.masks)

    @property
    def is_proper(self) -> bool:
        """Whether every empty cell has one true candidate, so that there is one solution."""
        return all(mask.bit_count() < 2 for mask in self.true)

    def killed_by_fills(self) -> dict[int, int]:
        """Return for each empty cell of a proper board the bombs that its fill kills.

        They are a set of bits, by the number of a bomb in the list of all.
        """
        shape, kills = self.board.shape, dict[int, int]()
        moves = moves_of(shape, self.masks)
        bombs = [(shape.cell(row, column), value) for row, column, value in moves]
        for cell in self.board.empty_cells():
            near, fill = {*shape.geometry.peers[cell]}, self.true[cell].bit_length() - 1
            kills[cell] = sum(
                1 << number
                for number, (at, value) in enumerate(bombs)
                if at == cell or (value == fill and at in near)
            )
        return kills

    def effects(self, fills: Iterable[Move], solver: Solver, meter: Meter) -> Iterator[FillEffect]:
        """Yield the effect of each fill, in order, until the budget runs out."""
        if self.is_proper:
            yield from map(self._proper_effect, fills)
            return
        for fill in fills:
            effect = self.effect(fill, solver, meter)
            if effect is None:
                return
            yield effect

    def _proper_effect(self, fill: Move) -> FillEffect:
        """Return the effect on a proper board, where a fill only kills bombs."""
        shape = self.board.shape
        cell, bit = shape.cell(fill.row, fill.column), 1 << fill.value
        killed = [0] * shape.cells
        killed[cell] = self.masks[cell]
        for peer in shape.geometry.peers[cell]:
            killed[peer] = self.masks[peer] & bit
        kills = tuple(moves_of(shape, killed))
        return FillEffect(fill, kills, (), self.count - len(kills))

    def effect(self, fill: Move, solver: Solver, meter: Meter) -> FillEffect | None:
        """Return the effect, by an audit of the next board; None if the budget runs out."""
        after = self.after(fill, solver, meter)
        if after is None:
            return None
        pairs = list(zip(self.masks, after.masks, strict=True))
        shape = self.board.shape
        kills = moves_of(shape, [before & ~now for before, now in pairs])
        makes = moves_of(shape, [now & ~before for before, now in pairs])
        return FillEffect(fill, tuple(kills), tuple(makes), after.count)

    def after(self, fill: Move, solver: Solver, meter: Meter) -> UsableBombs | None:
        """Return the bombs of the board with the fill; None if the budget runs out."""
        board = self.board.place(fill)
        try:
            meter.check()
        except OutOfBudgetError:
            return None
        truth = solver.true_candidates(board, meter)
        return None if any(truth.undecided) else UsableBombs(board, self.taboo, truth.true)
