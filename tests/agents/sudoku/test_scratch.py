"""The position that searches play on agrees with SudokuState, move by move and undone again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from random_states import SHAPES, random_state

from bombe.agents.sudoku.scratch import Scratch
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.bits import bit_list, single_bits

if TYPE_CHECKING:
    from bombe.agents.search.mutable import Action

SMALL = tuple(shape for shape in SHAPES if shape.size <= 9)


def facts(position: Scratch) -> tuple[object, ...]:
    """Return all facts of a position, its sets restricted to the empty cells."""
    return (
        position.to_move,
        position.margin,
        position.empty,
        position.left,
        [reach & position.empty for reach in position.reach],
        [position.candidates(cell) for cell in bit_list(position.empty)],
        position.scoring(),
    )


def actions(position: Scratch) -> list[Action]:
    return [
        (c, bit) for c in bit_list(position.playable) for bit in single_bits(position.candidates(c))
    ]


def state_of_seed(seed: int, rules: Rules, shapes: tuple[Shape, ...] = SMALL) -> SudokuState:
    rng = random.Random(seed)
    return random_state(rng, rng.choice(shapes), rules, rng.randrange(25))


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("seed", range(25))
def test_a_position_agrees_with_the_state(seed: int, rules: Rules) -> None:
    state = state_of_seed(seed, rules)
    position = Scratch(state)
    assert [position.move(action) for action in actions(position)] == state.moves()
    assert set(bit_list(position.playable)) == state.playable()
    assert position.is_over == state.is_over
    assert position.margin == state.scores[0] - state.scores[1]
    scoring = {cell: position.points(cell) for cell in state.playable() if position.points(cell)}
    assert position.scoring() == scoring
    for cell, bit in actions(position):
        assert position.points(cell) == state.points(position.move((cell, bit)))


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("seed", range(25))
def test_moves_and_skips_agree_with_the_rules_and_are_undone(seed: int, rules: Rules) -> None:
    rng = random.Random(seed)
    state = state_of_seed(seed, rules)
    position = Scratch(state)
    trail: list[tuple[object, ...]] = []
    while not state.is_over and (legal := actions(position)) and len(trail) < 60:
        action = rng.choice(legal)
        move = position.move(action)
        trail.append(facts(position))
        if rng.random() < 0.8:
            points = state.points(move)
            state = state.play(move)
            assert position.play(*action) == points
        else:
            state = state.reject(move)
            position.skip()
            position.taboo = Scratch(state).taboo
        assert facts(position) == facts(Scratch(state))
    taboo = Scratch(state).taboo
    for before in reversed(trail):
        position.undo()
        position.taboo = taboo
        assert facts(position)[:5] == before[:5]
    assert facts(position)[:5] == facts(Scratch(state_of_seed(seed, rules)))[:5]


def test_a_copy_is_independent() -> None:
    position = Scratch(SudokuState.start(Board.empty(Shape(2, 2)), Rules.ROWS))
    before = facts(position)
    copy = position.copy()
    assert facts(copy) == before
    copy.play(0, 2)
    assert facts(position) == before != facts(copy)


def test_exactly_the_legal_moves_are_drawn() -> None:
    board = Board([[1, 2, 3, 0], [3, 4, 1, 2], [2, 0, 4, 3], [4, 0, 0, 1]])
    state = SudokuState.start(board).reject(Move(3, 1, 3))
    position = Scratch(state)
    rng = random.Random(1)
    drawn = {position.draw(bit_list(position.playable), rng) for _ in range(100)}
    assert {position.move(action) for action in drawn if action} == set(state.moves())
    assert Scratch(SudokuState.start(board)).draw([], rng) is None


@pytest.mark.parametrize("cells", [[], [0], [5, 3], [0, 64, 80], list(range(625))])
def test_a_set_of_cells_lists_its_cells(cells: list[int]) -> None:
    assert bit_list(sum(1 << cell for cell in cells)) == sorted(cells)
