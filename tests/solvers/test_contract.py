"""Every backend in the table keeps the contract, and its checks catch backends that do not."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest
import random_boards
import solver_contract as contract
import wrong_backends

from bombe.solvers import BACKENDS
from bombe.solvers.backends.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.solvers import Backend, Solver

backends = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)
board_checks = pytest.mark.parametrize(
    "check", contract.BOARD_CHECKS, ids=lambda check: check.__name__
)
solver_checks = pytest.mark.parametrize(
    "check", contract.SOLVER_CHECKS, ids=lambda check: check.__name__
)


def solver_for(backend: Backend, check: Callable[..., None]) -> Solver:
    if not backend.is_available:
        pytest.skip(f"{backend.needs} is not installed: {backend.remedy}")
    reason = contract.EXCEPTIONS.get((backend.name, check.__name__))
    if reason:
        pytest.skip(reason)
    return backend.load()


@backends
@board_checks
def test_a_backend_keeps_the_contract_on_plain_boards(
    backend: Backend, check: Callable[[Solver, contract.Case], None]
) -> None:
    solver = solver_for(backend, check)
    for case in contract.plain_cases():
        check(solver, case)


@backends
@board_checks
def test_a_backend_keeps_the_contract_on_random_boards(
    backend: Backend, check: Callable[[Solver, contract.Case], None]
) -> None:
    solver = solver_for(backend, check)
    contract.check_boards(check, solver, contract.share_of(backend.name))


@backends
@solver_checks
def test_a_backend_keeps_the_contract_whatever_the_board(
    backend: Backend, check: Callable[[Solver], None]
) -> None:
    check(solver_for(backend, check))


@pytest.mark.long
@backends
@board_checks
def test_a_backend_keeps_the_contract_on_twenty_thousand_boards(
    backend: Backend, check: Callable[[Solver, contract.Case], None]
) -> None:
    seeds = range(contract.POOL, contract.POOL + 20_000)
    cases = (contract.random_case(seed) for seed in seeds)
    contract.check_boards(check, solver_for(backend, check), cases)


def test_every_exception_names_a_backend_and_a_check() -> None:
    names = {backend.name for backend in BACKENDS}
    checks = {check.__name__ for check in (*contract.BOARD_CHECKS, *contract.SOLVER_CHECKS)}
    assert set(contract.SHARES) <= names
    assert all(reason for reason in contract.EXCEPTIONS.values())
    assert all(name in names and check in checks for name, check in contract.EXCEPTIONS)


def test_the_random_boards_are_of_every_kind() -> None:
    kinds = set()
    for seed in range(200):
        case = contract.random_case(seed)
        kind = "broken" if case.board.clashes() else min(len(case.solutions), 2)
        kinds.add("full" if case.board.is_full else kind)
    assert kinds == {"broken", "full", 0, 1, 2}
    assert random_boards.random_board(7) == random_boards.random_board(7)


def test_true_candidates_are_pickled_without_their_cached_properties() -> None:
    board = random_boards.random_board(3)
    answer = AlgorithmX().true_candidates(board)
    bare = pickle.dumps(answer)
    assert answer.verdicts
    assert answer.witnesses
    assert pickle.dumps(answer) == bare
    again = pickle.loads(bare)  # noqa: S301 - our own
    assert again == answer
    assert again.verdicts == answer.verdicts
    assert again.witnesses == answer.witnesses


# Backends that are wrong on purpose --------------------------------------------------------------


def name_of(value: type | Callable[..., None]) -> str:
    return value.__name__


@pytest.mark.parametrize(("wrong", "check"), wrong_backends.ON_BOARDS, ids=name_of)
def test_a_backend_that_is_wrong_on_some_board_is_caught(
    wrong: type[Solver], check: Callable[[Solver, contract.Case], None]
) -> None:
    solver = wrong()
    with pytest.raises(AssertionError):
        contract.check_boards(check, solver, map(contract.random_case, range(200)))


@pytest.mark.parametrize(("wrong", "check"), wrong_backends.ANYWAY, ids=name_of)
def test_a_backend_that_is_wrong_on_any_board_is_caught(
    wrong: type[Solver], check: Callable[[Solver], None]
) -> None:
    with pytest.raises(AssertionError):
        check(wrong())


def test_every_check_catches_some_wrong_backend() -> None:
    assert {check for _, check in wrong_backends.ON_BOARDS} == set(contract.BOARD_CHECKS)
    assert {check for _, check in wrong_backends.ANYWAY} == set(contract.SOLVER_CHECKS)
