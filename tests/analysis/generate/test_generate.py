"""Generated boards: each kind keeps its promise, and depends on the seed alone."""

from __future__ import annotations

import pytest
from irreducible import SHAPES, assert_irreducible

from bombe.analysis.audit import audit
from bombe.analysis.generate.kinds import BoardKind, generate
from bombe.boards import Shape
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import Budget, Count, get

shapes = pytest.mark.parametrize("shape", SHAPES)
reference = get("backtracking")
SOLVER_FREE = [kind for kind in BoardKind if kind is not BoardKind.HARD]
"""The kinds that need no particular solver; test_puzzles.py has the hard ones."""


@pytest.mark.parametrize("kind", SOLVER_FREE)
@shapes
def test_the_same_seed_makes_the_same_board_and_another_seed_another(
    shape: str, kind: BoardKind
) -> None:
    if kind is BoardKind.FEW and shape == "3x3":
        pytest.skip("in Python it takes seconds; the small ones will do")
    board = generate(shape, kind, 5)
    assert board == generate(shape, kind, 5)
    assert any(board != generate(shape, kind, seed) for seed in range(4))


def test_the_solver_makes_no_difference() -> None:
    for kind in SOLVER_FREE:
        shape = "2x2" if kind is BoardKind.FEW else "2x3"
        boards = {generate(shape, kind, 2, solver=name) for name in ("backtracking", "algorithm_x")}
        assert len(boards) == 1


@shapes
def test_full_grids_are_full_and_do_not_clash(shape: str) -> None:
    board = generate(shape, "full", 1)
    assert board.is_full
    assert not board.clashes()


@shapes
def test_irreducible_boards_are_proper_and_no_given_can_go(shape: str) -> None:
    board = generate(shape, "irreducible", 1)
    assert_irreducible(board)


@shapes
def test_easy_boards_are_proper_and_need_no_guess(shape: str) -> None:
    board = generate(shape, "easy", 1)
    assert reference.count(board, budget=Budget(nodes=1)) == Count(1, exact=True)


@shapes
def test_improper_boards_have_several_solutions_and_half_of_the_cells_empty(shape: str) -> None:
    board = generate(shape, "improper", 1)
    assert reference.count(board) == Count(2, exact=False)
    assert len(board.empty_cells()) == board.shape.cells // 2


def test_givens_empties_and_bombs_are_kept_to() -> None:
    assert generate("3x3", "easy", 1, givens=50).givens == 50
    assert generate("3x3", "irreducible", 1, givens=40).givens == 40
    assert len(generate("2x3", "improper", 1, empties=20).empty_cells()) == 20
    assert len(audit(generate("2x3", "improper", 1, bombs=9)).bombs) == 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "nice"}, "did you mean 'easy'|known are easy, few, full, hard, improper"),
        (
            {"kind": "improper", "givens": 9},
            "givens can be chosen for easy, irreducible and few boards only, not for improper",
        ),
        ({"kind": "hard", "bombs": 9}, "chosen for improper boards"),
        ({"kind": "easy", "guesses": 9}, "chosen for hard boards"),
        ({"kind": "loose", "solutions": 0}, "give 1 to"),
        ({"kind": "loose", "solutions": 289}, "has 289 solutions: choose fewer"),
        ({"kind": "improper", "empties": 17}, "give 0 to 16"),
        ({"kind": "improper", "empties": 1}, "choose more empty cells"),
    ],
)
def test_impossible_options_are_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        generate(Shape(2, 2), **arguments)  # type: ignore[arg-type]


def test_a_board_that_takes_too_long_says_so() -> None:
    with pytest.raises(OutOfBudgetError):
        generate("4x4", "irreducible", budget=Budget(seconds=0))
    with pytest.raises(OutOfBudgetError, match="raise it"):
        generate("3x3", "irreducible", budget=Budget(nodes=20))
    with pytest.raises(OutOfBudgetError):
        generate("3x3", "few", budget=Budget(nodes=2_000))


def test_generated_boards_do_not_change_between_versions() -> None:
    assert generate("2x2", "irreducible", 1).values == GOLDEN


GOLDEN = bytes([0, 0, 0, 0, 2, 0, 3, 0, 0, 3, 0, 1, 0, 0, 0, 0])
"""The board of seed 1; were it to change, every recorded seed would lose its meaning."""
