"""Refutations made by hand, one of each rule, on 2x2 boards: what the checker is tried on."""

from __future__ import annotations

from typing import NamedTuple

import brute

from bombe.analysis.why.refutation import (
    Absurdity,
    End,
    Fact,
    Question,
    Refutation,
    Rule,
    Step,
)
from bombe.boards import Board


class Proof(NamedTuple):
    """A board, what is refuted, and how."""

    board: Board
    question: Question
    refutation: Refutation


def board_of(filled: dict[int, int]) -> Board:
    """Return the 2x2 board with these values in these cells."""
    return Board("2x2", [filled.get(cell, 0) for cell in range(16)])


NAKED_SINGLE = Proof(
    board_of({0: 1, 1: 2, 8: 4, 14: 1}),
    Question(Fact(2, 3)),
    Refutation(
        (Step(1, Rule.NAKED_SINGLE, (0, 1, 2), place=Fact(3, 4)),),
        End(Absurdity.NO_PLACE, (3, 8, 14), region=6, value=4),
    ),
)
HIDDEN_SINGLE = Proof(
    board_of({4: 1, 14: 1, 3: 3}),
    Question(),
    Refutation(
        (Step(1, Rule.HIDDEN_SINGLE, (3, 4), place=Fact(2, 1), region=0),),
        End(Absurdity.CLASH, (2, 14), region=6, value=1),
    ),
)
LOCKED = Proof(
    board_of({2: 1, 3: 2, 6: 3, 15: 4}),
    Question(),
    Refutation(
        (
            Step(
                1,
                Rule.LOCKED,
                (2, 3),
                removes=(Fact(4, 4), Fact(5, 4)),
                region=0,
                other=8,
                cells=(0, 1),
                values=(4,),
            ),
        ),
        End(Absurdity.NO_PLACE, (6, 15), (1,), region=1, value=4),
    ),
)
NAKED_PAIR = Proof(
    board_of({2: 3, 3: 4, 8: 4, 12: 3}),
    Question(),
    Refutation(
        (
            Step(
                1,
                Rule.NAKED_PAIR,
                (2, 3),
                removes=(Fact(4, 1), Fact(4, 2)),
                region=8,
                cells=(0, 1),
                values=(1, 2),
            ),
        ),
        End(Absurdity.NO_CANDIDATE, (8, 12), (1,), cell=4),
    ),
)
HIDDEN_PAIR = Proof(
    board_of({6: 1, 7: 2, 10: 3, 15: 3}),
    Question(),
    Refutation(
        (
            Step(
                1,
                Rule.HIDDEN_PAIR,
                (6, 7),
                removes=(Fact(0, 3), Fact(1, 3)),
                region=8,
                cells=(0, 1),
                values=(1, 2),
            ),
        ),
        End(Absurdity.NO_PLACE, (10, 15), (1,), region=0, value=3),
    ),
)
CASE = Proof(
    board_of({2: 2, 3: 3, 5: 4}),
    Question(),
    Refutation(
        (
            Step(
                1,
                Rule.CASE,
                (2, 3, 5),
                removes=(Fact(0, 1),),
                case=Refutation((), End(Absurdity.NO_CANDIDATE, (0, 2, 3, 5), cell=1)),
            ),
        ),
        End(Absurdity.NO_CANDIDATE, (2, 3, 5), (1,), cell=0),
    ),
)
IS_NOT = Proof(
    board_of({2: 2, 3: 3, 5: 4}),
    Question(Fact(0, 1), is_not=True),
    Refutation((), End(Absurdity.NO_CANDIDATE, (2, 3, 5), (0,), cell=0)),
)
CLASH = Proof(
    board_of({0: 1, 1: 1}),
    Question(),
    Refutation((), End(Absurdity.CLASH, (0, 1), region=0, value=1)),
)
PROOFS = {
    "naked single": NAKED_SINGLE,
    "hidden single": HIDDEN_SINGLE,
    "locked candidates": LOCKED,
    "naked pair": NAKED_PAIR,
    "hidden pair": HIDDEN_PAIR,
    "case": CASE,
    "is not": IS_NOT,
    "clash": CLASH,
}


def is_solvable(board: Board, question: Question) -> bool:
    """Return whether a solution has the fact, or does without it."""
    assert question.fact is not None  # boards are not asked about
    cell, value = question.fact
    solutions = brute.solutions(board.shape.m, board.shape.n, board.values)
    return any((solution[cell] == value) is not question.is_not for solution in solutions)
