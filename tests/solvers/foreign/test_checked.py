"""Solver objects of the user's own, which stay in this process: checked in every function."""

from __future__ import annotations

import pickle
import re
from typing import TYPE_CHECKING

import pytest
from crossing import crossed
from foreign import hostile

import bombe
from bombe.boards.errors import InputError, OutOfBudgetError, SolverFaultError
from bombe.solvers import Budget, Solver, Verdict, as_solver
from bombe.solvers.backends.algorithm_x import AlgorithmX
from bombe.solvers.foreign.checked import CheckedSolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.solvers import Meter

BOARD = bombe.Board("3...2.34.3...243")
ASKING: dict[str, Callable[[Solver], object]] = {
    "solve": lambda solver: bombe.solve(BOARD, solver=solver),
    "solutions": lambda solver: list(bombe.solutions(BOARD, solver=solver)),
    "count": lambda solver: bombe.count(BOARD, 2, solver=solver),
    "audit": lambda solver: bombe.audit(BOARD, solver=solver),
    "solvable": lambda solver: as_solver(solver).solvable(BOARD),
    "solvable_after": lambda solver: as_solver(solver).solvable_after(BOARD, BOARD.candidates()),
    "counts": lambda solver: as_solver(solver).counts([BOARD]),
    "match": lambda solver: bombe.match(
        "random", "greedy", games=2, start=BOARD, oracle=f"foreign.hostile:{type(solver).__name__}"
    ),
}
IN_PROCESS = [
    solver
    for solver in hostile.FAULTS
    if solver
    not in {
        *(hostile.FailsToBeMade, hostile.Exits, hostile.Crashes, hostile.Aborts),
        *(hostile.ClosesItsChannel, hostile.WritesToTheChannel, hostile.FloodsTheChannel),
    }
]


@pytest.mark.parametrize(("name", "solver"), crossed([*ASKING], IN_PROCESS))
def test_every_fault_is_reported_by_every_function(name: str, solver: type[Solver]) -> None:
    with pytest.raises(SolverFaultError, match=r"^solver '(foreign\.hostile:.*|hostile)' "):
        ASKING[name](solver())


@pytest.mark.parametrize("faults", [hostile.COUNT_FAULTS, hostile.AUDIT_FAULTS])
def test_answers_of_its_own_are_checked(faults: dict[type[Solver], str]) -> None:
    for solver, words in faults.items():
        with pytest.raises(SolverFaultError, match=re.escape(words)):
            ASKING["audit" if faults is hostile.AUDIT_FAULTS else "count"](solver())


def test_its_verdicts_are_checked() -> None:
    unsolvable = bombe.Board("123....4........")
    assert as_solver(hostile.SaysYes()).solvable(BOARD) is Verdict.YES
    with pytest.raises(SolverFaultError, match="at least, and the kernel finds 0"):
        as_solver(hostile.SaysYes()).solvable(unsolvable)
    with pytest.raises(SolverFaultError, match="which is no Verdict"):
        as_solver(hostile.SaysTheBoard()).solvable(BOARD)
    assert as_solver(hostile.SaysYes()).solvable(unsolvable, Budget(seconds=0)) is Verdict.UNKNOWN


def test_a_fault_is_an_error_of_input_with_its_parts_and_its_cause() -> None:
    with pytest.raises(InputError) as caught:
        bombe.count(BOARD, solver=hostile.Raises())
    error = caught.value
    assert isinstance(error, SolverFaultError)
    assert isinstance(error.__cause__, ValueError)
    assert (error.solver, error.board) == ("hostile", "3...2.34.3...243")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own


def test_a_right_solver_is_passed_on_as_it_is() -> None:
    solver = as_solver(hostile.Right())
    assert isinstance(solver, CheckedSolver)
    assert as_solver(solver) is solver
    assert solver.backend_for(BOARD) is solver
    ours = AlgorithmX()
    assert list(solver.solutions(BOARD)) == list(ours.solutions(BOARD))
    assert solver.true_candidates(BOARD).verdicts == ours.true_candidates(BOARD).verdicts
    with pytest.raises(OutOfBudgetError):
        list(solver.solutions(BOARD, Budget(nodes=0)))


def test_a_claim_that_nobody_confirmed_is_marked_and_a_proof_is_not() -> None:
    board = bombe.Board("." * 27 + "721....9.9.....712" + "." * 36)
    for ask in (bombe.solve, bombe.count, bombe.audit):
        found = ask(board, solver=Silent())
        assert found.to_dict()["solver"] == "according to Silent"
        assert repr(found).endswith(", according to Silent>")
    for shown in (bombe.solve(BOARD, solver=Shy()), bombe.count(BOARD, solver=Shy())):
        assert shown.to_dict()["solver"] == "Shy"
        assert "according to" not in repr(shown)


class Silent(Solver):
    """Finds nothing."""

    def search(self, board: bombe.Board, meter: Meter) -> Iterator[bombe.Board]:  # noqa: ARG002
        """Yield nothing."""
        return iter(())


class Shy(AlgorithmX):
    """Is right."""

    name = "Shy"
