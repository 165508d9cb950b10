"""Positions to check an agent on: in mid-game, with bombs played, on boards of any size."""

from __future__ import annotations

import random
from typing import NamedTuple

from bombe.analysis.generate.kinds import BoardKind, generate
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.solvers import Budget, Verdict, as_solver

PLACED, TABOO = 4, 2
"""Moves of the history that were played, and that were bombs."""
TRIES = 12
"""Moves that are judged to find a bomb."""
NODES = 2000


MIDDLE = "middle"
SHARES = {"open": 0.8, MIDDLE: 0.45, "late": 0.1}
"""The positions of a shape: which share of the cells is empty."""


class NamedPosition(NamedTuple):
    """A position, and how the report calls it."""

    name: str
    state: SudokuState


def samples_of(shape: Shape, seed: int, rules: Rules = Rules.CLASSIC) -> list[NamedPosition]:
    """Return a position with most cells empty, one half full, and one near the end."""
    return [sample_named(name, shape, seed, rules) for name in SHARES]


def sample_named(name: str, shape: Shape, seed: int, rules: Rules = Rules.CLASSIC) -> NamedPosition:
    """Return the position of that name."""
    empties = max(3, int(SHARES[name] * shape.cells))
    return NamedPosition(f"{shape} {name}", sample(shape, empties, seed, rules))


def sample(shape: Shape, empties: int, seed: int, rules: Rules = Rules.CLASSIC) -> SudokuState:
    """Return a position with `empties` empty cells, after a few moves on a new board.

    There are fewer moves if the game would be over after them, and more empty cells if in the newer
    play modes neither player could begin.
    """
    chance = random.Random(f"{shape} {empties} {seed} {rules}")
    solution = generate(shape, BoardKind.FULL, chance.getrandbits(31))
    state = _start(solution, empties + PLACED, rules, chance)
    for play in [_with_bomb] * TABOO + [_with_move] * PLACED:
        if state.is_over or (after := play(state, solution, chance)).is_over:
            break
        state = after
    return state


def _start(solution: Board, empties: int, rules: Rules, chance: random.Random) -> SudokuState:
    """Clear `empties` cells; if neither player could play on them, draw again with one more."""
    cells = solution.shape.cells
    while True:
        board = solution.clear(chance.sample(range(cells), min(cells, empties)))
        state = SudokuState.start(board, rules, chance.getrandbits(31))
        if not state.is_over or empties >= cells:  # one cell cannot be shared at random
            return state
        empties += 1


def _with_move(state: SudokuState, solution: Board, chance: random.Random) -> SudokuState:
    """Place a value of the solution."""
    cell = chance.choice(sorted(state.playable()))
    row, column = state.board.shape.coordinates(cell)
    return state.play(Move(row, column, solution.values[cell]))


def _with_bomb(state: SudokuState, solution: Board, chance: random.Random) -> SudokuState:
    """Play a bomb if one is found quickly, else place a value."""
    solver = as_solver("auto")
    moves = [move for move in state.moves() if move.value != solution[move.row, move.column]]
    for move in chance.sample(moves, min(TRIES, len(moves))):
        if solver.solvable(state.question(move), Budget(nodes=NODES)) is Verdict.NO:
            return state.reject(move)
    return _with_move(state, solution, chance)
