"""A right solver keeps the contract of all solvers behind the wrapper and in its own process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import solver_contract as contract

from bombe.solvers import get
from bombe.solvers.foreign.checked import CheckedSolver

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.solvers import Solver

PLACE = "foreign.right:Exact"


class Again(CheckedSolver):
    """The same solver; the contract makes another by calling its type."""

    def __init__(self) -> None:
        solver = get(PLACE)
        assert isinstance(solver, CheckedSolver)
        super().__init__(solver.inner, PLACE)


@pytest.mark.parametrize("check", contract.BOARD_CHECKS, ids=lambda check: check.__name__)
def test_a_solver_in_its_own_process_keeps_the_contract_on_boards(
    check: Callable[[Solver, contract.Case], None],
) -> None:
    contract.check_boards(check, Again(), [*contract.plain_cases(), *contract.share_of("foreign")])


@pytest.mark.parametrize("check", contract.SOLVER_CHECKS, ids=lambda check: check.__name__)
def test_a_solver_in_its_own_process_keeps_the_contract_whatever_the_board(
    check: Callable[[Solver], None],
) -> None:
    check(Again())
