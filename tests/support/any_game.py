"""Positions of every game in the table, for the contract suites: a game needs no line here.

A game whose positions come in variants, or whose legal moves may be bombs, has a function of its
own; others begin on their usual size and play random moves.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from dots_positions import random_dots
from random_boards import full_grid

from bombe.agents.games import players_of
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.game import GAMES, AnyMove, AnyState, game_named
from bombe.solvers import Verdict, get

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAME_NAMES = list(GAMES)
SHAPES = [Shape(2, 2), Shape(2, 3), Shape(1, 4), Shape(3, 3), Shape(1, 1)]
GRIDS = [Grid(2, 2), Grid(1, 3), Grid(2, 3), Grid(1, 1), Grid(3, 3)]
_ORACLE = get("backtracking")


def sudoku_start(seed: int) -> SudokuState:
    """A game on a board that has a solution; shapes and play modes take turns."""
    rng, shape = random.Random(seed), SHAPES[seed % len(SHAPES)]
    values = [value if rng.random() > 0.7 else 0 for value in full_grid(shape, rng)]
    if all(values):
        values[0] = 0
    return SudokuState.start(Board(shape, bytes(values)), list(Rules)[seed % 4], seed)


def dots_start(seed: int) -> DotsState:
    """An empty grid, with the extra turn and without."""
    return DotsState.start(GRIDS[seed % len(GRIDS)], extra_turn=seed % 2 == 0)


STARTS: dict[str, Callable[[int], AnyState]] = {"sudoku": sudoku_start, "dots": dots_start}
LARGE: dict[str, AnyState] = {
    "sudoku": SudokuState.start(Board.empty(Shape(5, 5))),
    "dots": random_dots(Grid(12, 9), 1, left=190),
}


def start_of(game: str, seed: int) -> AnyState:
    """A position on which a game of that name may begin."""
    make = STARTS.get(game)
    return make(seed) if make else game_named(game).start(players_of(game).size)


def large_start(game: str) -> AnyState:
    """A position that is larger than what agents can search."""
    return LARGE.get(game) or start_of(game, 0)


def is_bomb(state: AnyState, move: AnyMove) -> bool:
    """Return whether a legal move does not stand."""
    question = state.game.question(state, move)
    return question is not None and _ORACLE.solvable(question) is Verdict.NO


def playout(game: str, seed: int) -> Iterator[tuple[AnyState, AnyMove | None]]:
    """Yield each position of a random game and the move that is played there; None at its end."""
    rng, state = random.Random(f"{game} {seed}"), start_of(game, seed)
    while not state.is_over:
        move = rng.choice(state.moves())
        yield state, move
        state = state.game.after(state, move, is_bomb=is_bomb(state, move))
    yield state, None


def position_of(game: str, seed: int) -> AnyState:
    """A position in the middle of a game, where somebody is to move."""
    positions = [state for state, move in playout(game, seed) if move is not None]
    return random.Random(seed).choice(positions)
