"""The words for steps, absurdities and whole chains."""

from __future__ import annotations

from dataclasses import replace

import pytest
from refutations import PROOFS

from bombe.analysis.why.refutation import Fact
from bombe.analysis.why.sentences import listed, sentence, story, tale
from bombe.boards.sudoku.notation import Notation

TOLD = {
    "naked single": (
        "If 3 stands at r1c3, r1c4 must be 4 (only value left); then column 3 has no place for 4."
    ),
    "hidden single": (
        "r1c3 must be 1 (only place in row 1); then 1 stands twice in column 3, at r1c3 and r4c3."
    ),
    "locked candidates": (
        "As the board stands:\n"
        "  1. In row 1, 4 can only stand within box 1: so no 4 at r2c1 and r2c2.\n"
        "  Then row 2 has no place for 4, by step 1."
    ),
    "naked pair": (
        "As the board stands:\n"
        "  1. r1c1 and r1c2 hold 1 and 2, for nothing else fits there: "
        "so no 1 or 2 at r2c1.\n"
        "  Then r2c1 has no value left, by step 1."
    ),
    "hidden pair": (
        "As the board stands:\n"
        "  1. In box 1, 1 and 2 can only stand at r1c1 and r1c2: so no 3 at r1c1 and r1c2.\n"
        "  Then row 1 has no place for 3, by step 1."
    ),
    "case": (
        "As the board stands:\n"
        "  1. r1c1 cannot be 1: r1c2 has no value left then.\n"
        "  Then r1c1 has no value left, by step 1."
    ),
    "is not": "If r1c1 is not 1, r1c1 has no value left.",
    "clash": "1 stands twice in row 1, at r1c1 and r1c2.",
}


@pytest.mark.parametrize("name", PROOFS)
def test_proofs_are_reported(name: str) -> None:
    board, question, refutation = PROOFS[name]
    assert story(board.shape, question, refutation) == TOLD[name]


def test_a_story_counts_from_0_where_that_is_asked_for() -> None:
    board, question, refutation = PROOFS["locked candidates"]
    told = story(board.shape, question, refutation, Notation.FRAMEWORK)
    assert "In row 0, 4 can only stand within box 0: so no 4 at (1,0) and (1,1)." in told
    board, question, refutation = PROOFS["clash"]
    told = story(board.shape, question, refutation, Notation.FRAMEWORK)
    assert told == "1 stands twice in row 0, at (0,0) and (0,1)."


def test_lists_and_sentences() -> None:
    assert listed([1]) == "1"
    assert listed([1, 2, 3], "or") == "1, 2 or 3"
    assert sentence("row 1 is full") == "Row 1 is full."
    assert sentence("r1c1 is empty") == "r1c1 is empty."


@pytest.mark.parametrize(
    ("removes", "told"),
    [
        ([(2, 4), (3, 4)], "no 4 at r1c3 and r1c4"),
        ([(2, 1), (2, 3), (2, 4)], "no 1, 3 or 4 at r1c3"),
        ([(2, 3), (2, 4), (3, 3), (3, 4)], "no 3 or 4 at r1c3 and r1c4"),
        ([(2, 3), (3, 3), (3, 4)], "no 3 at r1c3 and r1c4, no 4 at r1c4"),
    ],
)
def test_removed_candidates_are_grouped(removes: list[tuple[int, int]], told: str) -> None:
    proof = PROOFS["naked pair"]
    facts = tuple(Fact(*pair) for pair in removes)
    step = replace(proof.refutation.steps[0], removes=facts)
    refutation = replace(proof.refutation, steps=(step,))
    line = next(tale(proof.board.shape, proof.question, refutation))
    assert line.text.endswith(f": so {told}.")
