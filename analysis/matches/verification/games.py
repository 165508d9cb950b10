"""Whether one record of a game holds: its moves, what a solver says of them, and its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.analysis.matches.verification.findings import BoardQuestion
from bombe.analysis.matches.verification.outcomes import outcome_problems
from bombe.analysis.matches.verification.replays import placed_boards, replay_moves
from bombe.analysis.matches.verification.verdicts import answers, is_denied
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from bombe.boards.record import GameRecord


@dataclass(frozen=True)
class GameCheck:
    """What is wrong with a game, and how many questions about its moves stayed open."""

    problems: tuple[str, ...] = ()
    undecided: int = 0


def check_game_record(record: GameRecord) -> GameCheck:
    """Check a record by the rules, and by the solver which moves are bombs."""
    replay = replay_moves(record)
    verdicts = answers(replay.questions)
    asked = list(zip(replay.questions, verdicts, strict=True))
    problems = [
        _denial(record, question) for question, verdict in asked if is_denied(question, verdict)
    ]
    if replay.problem:
        problems.append(replay.problem)
    else:
        problems += outcome_problems(record, replay)
    undecided = sum(verdict is Verdict.UNKNOWN for verdict in verdicts)
    return GameCheck(tuple(problems), undecided)


def _denial(record: GameRecord, question: BoardQuestion) -> str:
    if question.is_bomb:
        move = record.plies[question.number - 1].move
        return f"move {question.number}: {move} is no bomb: the board has a solution with it"
    # The question was about the last board; which move made it unsolvable?
    boards = list(placed_boards(record, question.number))
    first = next(
        (
            board
            for board, verdict in zip(boards, answers(boards), strict=True)
            if is_denied(board, verdict)
        ),
        question,
    )
    if not first.number:
        return "the board at the start has no solution"
    move = record.plies[first.number - 1].move
    return f"move {first.number}: {move} was placed, but it is a bomb"
