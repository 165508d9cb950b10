"""The checker accepts proofs, and finds each fault that is planted in one."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import refutations
from excess import excess_in
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import random_board
from refutations import PROOFS, Proof, is_solvable

from bombe.analysis.why.checker import check, fault_in
from bombe.analysis.why.pure_python import PlainFinder
from bombe.analysis.why.refutation import Absurdity, Fact, Question, Rule
from bombe.boards.errors import ExplanationError
from bombe.solvers import Meter

if TYPE_CHECKING:
    from bombe.analysis.why.refutation import End, Refutation, Step
    from bombe.boards import Shape

each_proof = pytest.mark.parametrize("proof", PROOFS.values(), ids=list(PROOFS))


@each_proof
def test_proofs_pass_and_need_all_that_they_cite(proof: Proof) -> None:
    check(*proof)
    assert not fault_in(*proof)
    assert not excess_in(*proof)


@each_proof
def test_a_reason_left_out_is_a_fault(proof: Proof) -> None:
    end = proof.refutation.end
    for leaner in [
        *(replace(end, because=without(end.because, cell)) for cell in end.because),
        *(replace(end, after=without(end.after, number)) for number in end.after),
    ]:
        fault = fault_in(*proof[:2], replace(proof.refutation, end=leaner))
        assert fault.startswith("the end after step")
    for step in proof.refutation.steps:
        for cell in step.because:
            leaner_step = replace(step, because=without(step.because, cell))
            fault = fault_in(*proof[:2], replace(proof.refutation, steps=(leaner_step,)))
            assert fault.startswith("step 1" if step.case is None else "the end after step 1")


@each_proof
def test_a_step_left_out_is_a_fault(proof: Proof) -> None:
    if proof.refutation.steps:
        assert "cites" in fault_in(*proof[:2], replace(proof.refutation, steps=()))


@each_proof
def test_a_given_that_is_cited_and_taken_away_is_a_fault(proof: Proof) -> None:
    board, question, refutation = proof
    for cell in board.empty_cells() and [c for c in range(16) if board.values[c]]:
        emptied = board.clear([cell])
        assert "not filled there" in fault_in(emptied, question, refutation)


def planted(name: str, **changes: object) -> tuple[Proof, Refutation]:
    """Return a proof, and its refutation with a change in the first step."""
    proof = PROOFS[name]
    step = replace(proof.refutation.steps[0], **changes)  # type: ignore[arg-type] # as planted
    return proof, replace(proof.refutation, steps=(step,))


@pytest.mark.parametrize(
    ("name", "changes", "fault"),
    [
        ("naked single", {"number": 2}, "step 1 has the number 2"),
        ("naked single", {"place": Fact(3, 3)}, "leaves 4 possible in cell 3"),
        ("naked single", {"place": Fact(0, 1)}, "fills cell 0, which is filled"),
        ("naked single", {"place": Fact(7, 4)}, "possible in cell 7"),
        ("naked single", {"place": None}, "places nothing"),
        ("naked single", {"place": Fact(3, 0)}, "places no value"),
        ("naked single", {"because": (0, 1, 2, 5)}, "cites cell 5, which is not filled"),
        ("naked single", {"after": (7,)}, "cites step 7, which does not hold"),
        ("hidden single", {"region": 1}, "outside of its region"),
        ("hidden single", {"region": None}, "names no region"),
        ("hidden single", {"region": 12}, "names no region"),
        ("hidden single", {"region": 6}, "leaves 1 possible in cell 10"),
        ("locked candidates", {"region": 1}, "outside of its region"),
        ("locked candidates", {"other": 9}, "outside of the other"),
        ("locked candidates", {"cells": (0,)}, "leaves 4 possible in cell 1"),
        ("locked candidates", {"removes": ()}, "removes nothing"),
        ("locked candidates", {"removes": (Fact(8, 4),)}, "removes more than follows"),
        ("locked candidates", {"removes": (Fact(4, 4), Fact(5, 3))}, "removes more"),
        ("naked pair", {"cells": (0, 4)}, "leaves 3 possible in cell 4"),
        ("naked pair", {"cells": (0, 0)}, "does not name two cells"),
        ("naked pair", {"values": (1, 3)}, "leaves 2 possible in cell 0"),
        ("naked pair", {"removes": (Fact(4, 3),)}, "removes more than follows"),
        ("naked pair", {"removes": (Fact(0, 1),)}, "removes more than follows"),
        ("naked pair", {"rule": Rule.HIDDEN_PAIR}, "leaves 1 possible in cell 4"),
        ("hidden pair", {"removes": (Fact(0, 1),)}, "removes more than follows"),
        ("hidden pair", {"values": (1, 3)}, "possible in cell"),
        ("case", {"removes": (Fact(1, 1),)}, "cites cell 0, which is not filled"),
        ("case", {"removes": (Fact(0, 2),)}, "leaves 1 possible in cell 1"),
        ("case", {"removes": (Fact(0, 1), Fact(0, 2))}, "is more than one case"),
        ("case", {"removes": (Fact(2, 1),)}, "is a case of a filled cell"),
        ("case", {"case": None}, "has no chain"),
    ],
)
def test_a_wrong_step_is_a_fault(name: str, changes: dict[str, object], fault: str) -> None:
    (board, question, _), refutation = planted(name, **changes)
    found = fault_in(board, question, refutation)
    assert fault in found
    assert found.startswith(("step 1 ", "the end after step 1 "))
    with pytest.raises(ExplanationError, match="please report this mistake"):
        check(board, question, refutation)


@pytest.mark.parametrize(
    ("name", "changes", "fault"),
    [
        ("naked single", {"region": 7}, "possible in cell"),
        ("naked single", {"value": 2}, "leaves 2 possible"),
        ("naked single", {"value": None}, "names no value"),
        ("naked single", {"kind": Absurdity.NO_CANDIDATE, "cell": 3}, "a filled one"),
        ("naked single", {"kind": Absurdity.NO_CANDIDATE, "cell": 7}, "possible in cell 7"),
        ("naked single", {"kind": Absurdity.CLASH}, "cites no two cells"),
        ("clash", {"region": 1}, "cites no two cells"),
        ("clash", {"because": (0,)}, "cites no two cells"),
        ("clash", {"value": 2}, "cites no two cells"),
        ("case", {"after": ()}, "leaves 1 possible in cell 0"),
        ("is not", {"after": ()}, "leaves 1 possible in cell 0"),
    ],
)
def test_a_wrong_end_is_a_fault(name: str, changes: dict[str, object], fault: str) -> None:
    board, question, refutation = PROOFS[name]
    end: End = replace(refutation.end, **changes)  # type: ignore[arg-type] # as planted
    assert fault in fault_in(board, question, replace(refutation, end=end))


def test_what_a_case_assumes_holds_only_in_it() -> None:
    board, question, refutation = refutations.CASE
    end = replace(refutation.end, because=(0, 2, 3, 5), after=())
    fault = fault_in(board, question, replace(refutation, end=end))
    assert fault == "the end after step 1 cites cell 0, which is not filled there"


def test_a_case_may_use_only_what_its_step_cites() -> None:
    (board, question, _), refutation = planted("case", because=(2, 3))
    fault = fault_in(board, question, refutation)
    assert fault == "the end after step 1 cites cell 5, which is not filled there"


def test_a_filled_cell_is_no_question() -> None:
    proof = refutations.NAKED_SINGLE
    question = proof.question._replace(fact=Fact(0, 4))
    assert "which is filled" in fault_in(proof.board, question, proof.refutation)


def test_reasons_that_are_not_needed_are_found() -> None:
    proof, refutation = planted("naked single", because=(0, 1, 2, 8))
    assert not fault_in(proof.board, proof.question, refutation)
    assert excess_in(proof.board, proof.question, refutation) == "step 1 does not need cell 8"


def test_steps_that_are_not_needed_are_found() -> None:
    board, question, refutation = refutations.NAKED_SINGLE
    idle: Step = replace(refutation.steps[0], number=2, place=Fact(7, 1), because=(0, 2, 3))
    longer = replace(refutation, steps=(*refutation.steps, idle))
    assert excess_in(board, question, longer) == "nothing needs step 2"


def without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return the items without one of them."""
    return tuple(other for other in items if other != item)


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_what_has_a_solution_is_never_proven_to_have_none(seed: int) -> None:
    rng, board = random.Random(seed), random_board(seed)
    cells = board.shape.cells
    candidates = [Fact(board.shape.cell(*move[:2]), move.value) for move in board.candidates()]
    for fact in rng.sample(candidates, min(len(candidates), 4)):
        if is_solvable(board, Question(fact)):
            continue
        found = PlainFinder(board.shape).refute(board, Question(fact), Meter())
        assert found is not None
        for _ in range(8):
            # The proof, spoilt somewhere, is held against less of the board or another question.
            emptied = board.clear(rng.sample(range(cells), rng.randint(0, 2)))
            other = Question(rng.choice([fact, *candidates]), is_not=rng.random() < 0.2)
            spoilt = spoil(found, rng, board.shape)
            if is_solvable(emptied, other):
                assert fault_in(emptied, other, found)
                assert fault_in(emptied, other, spoilt)


def spoil(refutation: Refutation, rng: random.Random, shape: Shape) -> Refutation:
    """Return a refutation with a change in its end or in one of its steps."""
    cell, value = rng.randrange(shape.cells), rng.randint(1, shape.size)
    region = rng.randrange(3 * shape.size)
    steps, end = refutation.steps, refutation.end
    at = rng.randint(0, len(steps))
    if at == len(steps):
        kind = rng.choice([*Absurdity])
        changed = [
            replace(end, kind=kind, cell=cell, region=region, value=value),
            replace(end, because=(*end.because, cell)),
            replace(end, value=value),
            replace(end, region=region),
        ]
        return replace(refutation, end=rng.choice(changed))
    step = steps[at]
    changes: list[dict[str, object]] = [
        {"place": step.place and Fact(step.place.cell, value)},
        {"place": step.place and Fact(cell, value)},
        {"removes": step.removes and (*step.removes, Fact(cell, value))},
        {"because": step.because[1:]},
        {"region": region},
        {"rule": rng.choice([*Rule])},
    ]
    spoilt = replace(step, **rng.choice(changes))  # type: ignore[arg-type] # as planted
    return replace(refutation, steps=(*steps[:at], spoilt, *steps[at + 1 :]))
