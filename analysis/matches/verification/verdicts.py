"""Asks a solver whether boards are what a record says: solvable, or not.

The native kernel answers all questions about a game in one call. A question that takes more nodes
than it may is undecided: that is no fault of the record.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombe.analysis.matches.verification.findings import BoardQuestion
from bombe.boards import Board
from bombe.solvers import Budget, Verdict, as_solver, native

NODES = 200_000
"""What a question may take, about a tenth of a second; boards of played games take a few nodes."""


def answers(questions: Sequence[BoardQuestion]) -> list[Verdict]:
    """Return whether each board, all of one shape, has a solution."""
    boards = [question.board for question in questions]
    if boards and native.is_available():
        return _by_kernel(boards)
    solver = as_solver("auto")
    return [solver.solvable(board, Budget(nodes=NODES)) for board in boards]


def is_denied(question: BoardQuestion, answer: Verdict) -> bool:
    """Return whether an answer shows that the record is wrong; UNKNOWN shows nothing."""
    return answer is (Verdict.YES if question.is_bomb else Verdict.NO)


def _by_kernel(boards: Sequence[Board]) -> list[Verdict]:
    from bombe.solvers.native.batch import count_batch
    from bombe.solvers.native.calls import UNFINISHED

    values = b"".join(board.values for board in boards)
    found = count_batch(boards[0].shape, values, 1, budget=Budget(nodes=NODES))
    unless_found = (
        Verdict.UNKNOWN if status == UNFINISHED else Verdict.NO for status in found.statuses
    )
    return [
        Verdict.YES if count else verdict
        for count, verdict in zip(found.counts, unless_found, strict=True)
    ]
