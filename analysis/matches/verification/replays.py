"""The moves of a record by the rules, and what they leave to a solver.

    replay = replayed(record)
    replay.problem                  why the moves cannot have been played so; "" if they can
    replay.scores, replay.to_move, replay.is_over
    replay.questions                boards that must have a solution, or must have none

What a solver is asked follows from one thought: a board that is part of a solvable board is
solvable. So one question, about the last board, stands for all the moves that were placed, and each
bomb is a question of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bombe.analysis.matches.verification.findings import BoardQuestion, Replay
from bombe.analysis.matches.verification.sudoku import quick_replay
from bombe.boards import SudokuState

if TYPE_CHECKING:
    from bombe.boards.game import AnyState
    from bombe.boards.record import GameRecord, Ply


def replay_moves(record: GameRecord) -> Replay:
    """Replay the moves of a record: quickly where that is possible."""
    start = record.start
    quick = quick_replay(start, record.plies) if isinstance(start, SudokuState) else None
    return quick or by_rules(record)


def by_rules(record: GameRecord) -> Replay:
    """Replay a record move by move as the rules of its game say."""
    game, state, questions = record.game, record.start, []
    placed = _asked(state, 0)
    problem = ""
    for number, ply in enumerate(record.plies, 1):
        if problem := _problem(state, ply):
            problem = f"move {number}: {problem}"
            break
        board = game.question(state, ply.move)
        state = game.after(state, ply.move, is_bomb=ply.is_bomb)
        if board is not None:
            asked = BoardQuestion(number, board, ply.is_bomb)
            questions += [asked] * ply.is_bomb
            placed = placed if ply.is_bomb else asked
    return Replay(
        state.scores,
        state.to_move,
        state.is_over,
        (*questions, *([placed] if placed else [])),
        problem,
    )


def placed_boards(record: GameRecord, last: int) -> Iterator[BoardQuestion]:
    """Yield the start, and the board after each move that was placed, up to move `last`."""
    state = record.start
    if start := _asked(state, 0):
        yield start
    for number, ply in enumerate(record.plies[:last], 1):
        state = record.game.after(state, ply.move, is_bomb=ply.is_bomb)
        board = None if ply.is_bomb else record.game.question(state)
        if board is not None:
            yield BoardQuestion(number, board, is_bomb=False)


def last_state(record: GameRecord) -> AnyState:
    """Return the position after the moves of a record, which the rules allow."""
    *_, last = record.states()
    return last


def _asked(state: AnyState, number: int) -> BoardQuestion | None:
    """Return the question whether a position is solvable; None for games without bombs."""
    board = state.game.question(state)
    return None if board is None else BoardQuestion(number, board, is_bomb=False)


def _problem(state: AnyState, ply: Ply) -> str:
    """Return what is wrong with a move by the rules; empty if nothing is."""
    game = state.game
    if refused := game.refusal(state, ply.move):
        return f"{ply.move} is refused: {refused.reason}"
    if ply.player != state.to_move:
        return f"player {ply.player} moves, but it is player {state.to_move}'s turn"
    if ply.is_bomb and not game.has_bombs:
        return f"{ply.move} cannot be a bomb: {game.name} has none"
    points = 0 if ply.is_bomb else game.points(state, ply.move)
    if ply.points != points:
        return f"{ply.move} scores {points}, not {ply.points}"
    if ply.proposals and ply.proposals[-1][0] != ply.move:
        return f"{ply.move} is not what was proposed last, {ply.proposals[-1][0]}"
    return ""
