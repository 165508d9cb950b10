"""Endgames on 2x3 boards, solved by trying every order of cells; for tests of tree searches."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

from random_boards import full_grid

from bombe.agents import Clock
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from bombe.agents.search.mutable import Action
    from bombe.agents.search.uct import Tree
    from bombe.agents.sudoku.scratch import Scratch

TreeT = TypeVar("TreeT", bound="Tree[Scratch]")


def endgame(seed: int, empties: int, rules: Rules = Rules.CLASSIC) -> SudokuState:
    """Return a start on a 2x3 board that has a solution and this number of empty cells."""
    rng = random.Random(seed)
    values = full_grid(Shape(2, 3), rng)
    for cell in rng.sample(range(36), empties):
        values[cell] = 0
    return SudokuState.start(Board(Shape(2, 3), bytes(values)), rules, seed=seed)


def exact(position: Scratch) -> int:
    """Return player 1's final margin under best play, by trying every order of cells."""
    found = [exact_after(position, cell) for cell in bit_list(position.playable)]
    choose = max if position.to_move == 1 else min
    return choose(found, default=position.margin)


def exact_after(position: Scratch, cell: int) -> int:
    position.play(cell)
    value = exact(position)
    position.undo()
    return value


def cells(position: Scratch) -> list[Action]:
    return [(cell, 0) for cell in bit_list(position.playable)]


def grown(tree: TreeT, playouts: int) -> TreeT:
    assert list(tree.grow(Clock(nodes=playouts))) == list(range(1, playouts + 1))
    return tree
