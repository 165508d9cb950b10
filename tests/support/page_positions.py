"""Random positions of all kinds for the questions that the page and Python answer alike."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from endgame_positions import emptied, started
from random_states import random_state

from bombe.analysis.audit import audit
from bombe.analysis.generate.kinds import generate
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.solvers import get

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.results import Result

SHAPES = [Shape(m, n) for m, n in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4))]
LARGE = Shape(5, 5)
UNSHARED = {"solver", "nodes", "seconds"}
"""The fields of Python that the page leaves out: they are not the same twice."""


def assert_same(found: dict[str, Any], wanted: Result, *others: str) -> None:
    """Compare an answer of the page with a result of Python, but for the fields named here."""
    plain = json.loads(json.dumps(wanted.to_dict()))
    fields = {key: plain[key] for key in plain.keys() - UNSHARED - set(others)}
    assert {key: found.get(key) for key in fields} == fields
    assert found["summary"] == wanted.summary()


def positions(seed: int, count: int) -> Iterator[SudokuState]:
    """Yield random positions, of the kinds, the shapes and the play modes in turn."""
    rng = random.Random(seed)
    kinds = cycle((few, sparse, few, dug, sparse, wild, few, dug, ended))
    for number, kind in enumerate(islice(kinds, count)):
        shape = LARGE if kind is few and number % 30 == 0 else SHAPES[number % len(SHAPES)]
        yield kind(rng, shape, rng.choice(list(Rules)))


def few(rng: random.Random, shape: Shape, rules: Rules) -> SudokuState:
    """Return a position with few empty cells, often with several solutions."""
    return in_play(rng, emptied(rng, shape, rng.randint(1, min(shape.cells, 30))), rules)


def sparse(rng: random.Random, shape: Shape, rules: Rules) -> SudokuState:
    """Return a position with many empty cells, of which few make hundreds of solutions."""
    empties = shape.cells if shape.size < 6 else shape.cells // 2
    board = emptied(rng, shape, rng.randint(empties // 2, empties))
    while shape.size > 6 and not get("auto").count(board, 30).exact:
        empties -= 4  # or an audit for each of the fills takes long
        board = emptied(rng, shape, empties)
    return in_play(rng, board, rules)


def dug(rng: random.Random, shape: Shape, rules: Rules) -> SudokuState:
    """Return a position on a board with one solution and few givens."""
    if shape.size > 10:
        return few(rng, shape, rules)
    return in_play(rng, generate(shape, "irreducible", rng.randrange(100)), rules)


def wild(rng: random.Random, shape: Shape, rules: Rules) -> SudokuState:
    """Return a position with random values, which clash or leave no solution as a rule."""
    return random_state(rng, shape, rules, rng.randrange(12))


def ended(rng: random.Random, shape: Shape, rules: Rules) -> SudokuState:
    """Return a full board, now and then with a clash."""
    board = generate(shape, "full", rng.randrange(100))
    if rng.random() < 0.5:
        board = board.place(Move(0, 0, board[0, 1]))
    return started(rng, board, rules) if rules is not Rules.CLASSIC else SudokuState(board)


def in_play(rng: random.Random, board: Board, rules: Rules) -> SudokuState:
    """Return a position on a board, with some of its bombs played."""
    state = SudokuState(board) if rules is Rules.CLASSIC else started(rng, board, rules)
    bombs = audit(state).bombs
    for move in rng.sample(bombs, min(3, len(bombs))):
        if not state.reasons(move):
            state = state.reject(move)
    return replace(state, history=()) if rng.random() < 0.5 else state
