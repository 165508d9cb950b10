"""The human-style solver: its options search in other ways, and find the same solutions."""

from __future__ import annotations

import itertools
import random

import pytest
from random_boards import full_grid, random_board

import bombe
from bombe.boards import Board, Move, Shape
from bombe.boards.errors import OutOfBudgetError, UnknownNameError, UsageError
from bombe.solvers import BACKENDS, Budget, Meter, as_solver, get
from bombe.solvers.backends.human import Guess, HumanStyle, Singles

BACKTRACKING = as_solver("backtracking")
STYLES = [
    HumanStyle(guess=guess, singles=singles, seed=4)
    for guess, singles in itertools.product(Guess, Singles)
]
names = pytest.mark.parametrize("human", STYLES, ids=map(str, itertools.product(Guess, Singles)))


def dug_board(seed: int, shape: Shape, empties: int) -> Board:
    rng = random.Random(seed)
    values = full_grid(shape, rng)
    for cell in rng.sample(range(shape.cells), empties):
        values[cell] = 0
    return Board(shape, bytes(values))


def nodes(solver: HumanStyle, board: Board) -> int:
    """Return the boards that a first solution takes."""
    meter = Meter(None)
    next(solver.search(board, meter))
    return meter.nodes


@names
def test_it_finds_the_solutions_that_backtracking_finds(human: HumanStyle) -> None:
    for seed in range(30):
        board = random_board(seed)
        assert human.count(board, 50) == BACKTRACKING.count(board, 50)
        assert human.solvable(board) is BACKTRACKING.solvable(board)
    board = Board.empty(Shape(2, 2)).place(Move(0, 0, 1)).place(Move(1, 2, 2))
    found = list(human.solutions(board))
    assert len(set(found)) == len(found) > 1
    assert set(found) == set(BACKTRACKING.solutions(board))


@names
def test_it_keeps_its_budget_and_repeats_its_answers(human: HumanStyle) -> None:
    with pytest.raises(OutOfBudgetError):
        list(human.solutions(Board.empty(Shape(3, 3)), Budget(nodes=3)))
    board = dug_board(6, Shape(2, 2), 13)
    assert list(human.solutions(board)) == list(human.solutions(board))


def test_each_option_changes_the_search_of_some_board() -> None:
    boards = [dug_board(seed, Shape(2, 3), 26) for seed in range(20)]
    plain = [nodes(HumanStyle(), board) for board in boards]
    boxes = [nodes(HumanStyle(singles=Singles.BOXES), board) for board in boards]
    guessed = [nodes(HumanStyle(guess=Guess.RANDOM), board) for board in boards]
    seeded = [nodes(HumanStyle(guess=Guess.RANDOM, seed=1), board) for board in boards]
    assert sum(boxes) > sum(plain)
    assert len({tuple(counts) for counts in (plain, boxes, guessed, seeded)}) == 4


def test_options_are_part_of_a_name_or_keywords() -> None:
    board = dug_board(8, Shape(2, 3), 26)
    wanted = nodes(HumanStyle(guess=Guess.RANDOM, seed=3), board)
    for solver in (
        get("human:guess=random,seed=3"),
        get("human", guess="random", seed=3),
        get("human:guess=random", seed=3),
        as_solver("human:seed=3,guess=random"),
    ):
        assert isinstance(solver, HumanStyle)
        assert nodes(solver, board) == wanted
    assert bombe.solve(board, solver="human:guess=random,seed=3").found[0].is_full


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("human:guess=often", UsageError, "solver human: guess=often: give fewest, random"),
        ("human:seed=x", UsageError, "solver human: seed=x: give a whole number"),
        ("human:seed", UsageError, "'seed' has no value; write human:option=value"),
        ("human:gues=random", UnknownNameError, "did you mean 'guess'"),
        ("auto:guess=random", UsageError, "solver auto has no options: remove 'guess'"),
    ],
)
def test_wrong_options_are_refused(name: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        get(name)


def test_options_of_every_backend_have_the_types_that_can_be_read() -> None:
    listed = {line.name: line.defaults() for line in BACKENDS if line.is_available}
    assert listed["human"] == {"guess": Guess.FEWEST, "singles": Singles.ALL, "seed": 0}


@pytest.mark.parametrize("board", ["empty-2x2", "hard-3x3", "hard-4x4", "empty-5x5"])
def test_auto_never_chooses_it(board: str) -> None:
    chosen = as_solver("auto").backend_for(bombe.read(board).board)
    assert not isinstance(chosen, HumanStyle)
