"""Games for tests, made without agents: random legal moves, judged by a solver."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.boards import SudokuState
from bombe.boards.record import GameRecord, Ply, Termination
from bombe.solvers import Verdict, get

if TYPE_CHECKING:
    from bombe.boards import Move
    from bombe.boards.game import AnyState


def random_game(start: SudokuState, seed: int, **fields: object) -> GameRecord:
    """Play random moves to the end."""
    rng, oracle, state, plies = random.Random(seed), get("backtracking"), start, []
    while not state.is_over:
        move = rng.choice(state.moves())
        plies.append(_ply(oracle.solvable(state.question(move)), state, move))
        state = state.reject(move) if plies[-1].is_bomb else state.play(move)
    first, second = state.scores
    values = {"id": f"{seed}a", "first": "one", "second": "two", "reason": "played to the end"}
    winner = (first > second) + 2 * (second > first)
    return GameRecord(
        **{
            "start": start,
            "plies": tuple(plies),
            "scores": state.scores,
            "winner": winner,
            "termination": Termination.SCORE,
            "seeds": (seed, seed + 1),
            **values,
            **fields,
        }  # type: ignore[arg-type]
    )


def sudoku(state: AnyState) -> SudokuState:
    """Return a position of a record that is known to be one of Sudoku."""
    assert isinstance(state, SudokuState)
    return state


def _ply(verdict: Verdict, state: SudokuState, move: Move) -> Ply:
    is_bomb = verdict is Verdict.NO
    return Ply(state.to_move, move, is_bomb, 0 if is_bomb else state.points(move), ms=1.5)
