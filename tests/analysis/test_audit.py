"""The audit against brute force; what it says of states, budgets and clashes; its JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import random_board

from bombe.analysis.audit import audit
from bombe.boards import Board, Move, Shape, SudokuState
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import InputError, UsageError
from bombe.solvers import Budget, Count, Solver, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.solvers import Meter

boards = st.integers(0, 10**6).map(random_board)
TWO_SOLUTIONS = Board([[1, 2, 0, 0], [3, 4, 1, 2], [2, 1, 0, 0], [4, 3, 2, 1]])


@settings(max_examples=200)
@given(boards)
def test_safe_bombs_forced_and_count_agree_with_brute_force(board: Board) -> None:
    shape = board.shape
    found = audit(board)
    grids = set(brute.solutions(shape.m, shape.n, board.values))
    candidates = brute.candidates(shape.m, shape.n, board.values)
    true = {c for c in candidates if any(g[c[0] * shape.size + c[1]] == c[2] for g in grids)}
    assert set(found.safe) == true
    assert set(found.bombs) == candidates - true
    assert not found.undecided
    by_cell: dict[tuple[int, int], int] = {}
    for row, column, _ in true:
        by_cell[row, column] = by_cell.get((row, column), 0) + 1
    assert set(found.forced) == {c for c in true if by_cell[c[0], c[1]] == 1}
    assert found.solutions == (
        Count(len(grids), exact=True) if len(grids) < 2 else Count(2, exact=False)
    )
    assert found.final


@given(boards)
def test_every_safe_move_has_a_witness_and_no_bomb_has_one(board: Board) -> None:
    found = audit(board)
    for move in found.safe:
        witness = found.witness(move)
        assert witness is not None
        assert board.place(move).is_solved_by(witness)
    assert all(found.witness(move) is None for move in found.bombs)


def test_the_solutions_are_counted_as_far_as_asked() -> None:
    empty = Board.empty(Shape(2, 2))
    assert audit(empty).solutions == Count(2, exact=False)
    assert audit(empty, limit=100).solutions == Count(100, exact=False)
    assert audit(empty, limit=1000).solutions == Count(288, exact=True)
    with pytest.raises(UsageError, match="whole number from 2"):
        audit(empty, limit=1)


def test_clashing_givens_are_named_and_make_every_move_a_bomb() -> None:
    board = Board([[1, 0, 0, 1], [0] * 4, [0] * 4, [0] * 4])
    found = audit(board)
    assert [clash.region for clash in found.clashes] == ["row 0"]
    assert found.solutions == Count(0, exact=True)
    assert set(found.bombs) == set(board.candidates())
    assert "the givens clash: 1 stands 2 times in one row" in str(found)


def test_a_state_takes_out_taboo_moves_and_cells_that_are_not_playable() -> None:
    start = SudokuState.start(Board.empty(Shape(2, 2)), "rows").play(Move(0, 0, 1))
    state = start.play(Move(3, 3, 1))
    bomb = Move(1, 0, 2)
    found = audit(state.reject(bomb).reject(Move(2, 2, 3)))
    assert found.taboo == (bomb, Move(2, 2, 3))
    assert found.playable == 5
    assert {(m.row, m.column) for m in (*found.safe, *found.bombs)} == {
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 0),
        (1, 1),
    }
    assert bomb not in (*found.safe, *found.bombs)


def test_a_board_is_audited_as_the_start_of_a_classic_game() -> None:
    assert audit(TWO_SOLUTIONS) == audit(SudokuState.start(TWO_SOLUTIONS))
    assert audit(TWO_SOLUTIONS) != audit(SudokuState.start(TWO_SOLUTIONS, "rows"))


def test_what_is_not_a_position_is_refused() -> None:
    for thing in (3, None, DotsState.start(Grid(1, 1))):
        with pytest.raises(InputError, match="cannot make a board from an object"):
            audit(thing)  # type: ignore[arg-type]


def test_out_of_budget_is_undecided_and_never_a_bomb() -> None:
    found = audit(Board.empty(Shape(3, 3)), budget=Budget(nodes=0))
    assert not found.final
    assert not found.bombs
    assert len(found.undecided) == 729
    assert found.solutions == Count(0, exact=False)
    partial = audit(Board.empty(Shape(3, 3)), budget=Budget(nodes=300))
    assert partial.safe
    assert not partial.bombs


def test_the_audit_names_the_backend_that_answered_and_what_it_took() -> None:
    found = audit(TWO_SOLUTIONS, solver="backtracking")
    assert found.solver == "backtracking"
    assert found.effort.nodes > 0
    assert found.effort.build >= 0
    assert found.effort.search >= 0


def test_the_json_has_the_fields_of_the_schema() -> None:
    proper = Board(Shape(2, 2), bytes([1, 3, 2, 4, 4, 2, 0, 0, 3, 1, 0, 2, 2, 0, 0, 1]))
    data = json.loads(audit(proper, solver="backtracking").to_json())
    seconds = data.pop("seconds")
    assert set(seconds) == {"build", "search"}
    assert data.pop("nodes") > 0
    assert data == {
        "schema": "bombe.audit/1",
        "final": True,
        "board": "132442..31.22..1",
        "m": 2,
        "n": 2,
        "rules": "classic",
        "givens": 11,
        "clashes": [],
        "solutions": {"value": 1, "kind": "exact"},
        "safe": [[1, 2, 1], [1, 3, 3], [2, 2, 4], [3, 1, 4], [3, 2, 3]],
        "bombs": [[1, 2, 3], [3, 2, 4]],
        "undecided": [],
        "forced": [[1, 2, 1], [1, 3, 3], [2, 2, 4], [3, 1, 4], [3, 2, 3]],
        "taboo": [],
        "playable": 5,
        "solver": "backtracking",
    }


def test_any_solver_object_will_do() -> None:
    class Only(Solver):
        """Knows the solutions of one board."""

        name = "only"

        def search(self, board: Board, meter: Meter) -> Iterator[Board]:
            """Ask brute force."""
            meter.spend()
            for values in brute.solutions(board.shape.m, board.shape.n, board.values):
                yield Board(board.shape, values)

    found = audit(TWO_SOLUTIONS, solver=Only())
    assert found.solver == "only"
    assert found.safe == audit(TWO_SOLUTIONS).safe


def test_a_result_is_short_to_read_and_draws_itself() -> None:
    found = audit(TWO_SOLUTIONS)
    assert repr(found).startswith("<Audit: 2x2 board, 12 givens; solutions: ")
    assert found.svg().startswith("<svg")


def test_a_judged_move_is_equal_to_its_verdict_and_says_why() -> None:
    found = audit("hard-2x2")
    safe, bomb = found[found.safe[0]], found[found.bombs[0]]
    assert (safe.verdict, bomb.verdict) == (Verdict.YES, Verdict.NO)
    assert safe == Verdict.YES != bomb
    assert bomb == found[found.bombs[1]]
    assert {Verdict.NO: 1}[bomb] == 1  # type: ignore[index] # it is equal, and hashes so
    assert safe.witness == found.witness(safe.move)
    assert bomb.witness is None
    assert str(bomb) == "(0,0) -> 1 is a bomb"
    assert bomb.rating is None
    assert audit("hard-2x2", rate=True)[bomb.move].rating == (0, 0, 0)
    assert bomb.why().is_bomb
    assert safe.why().is_bomb is False
    with pytest.raises(TypeError, match="three verdicts"):
        bool(bomb)
