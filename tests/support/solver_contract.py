"""The contract of all solvers, as checks: functions that take a solver and raise AssertionError.

`test_contract.py` runs them on every backend in the table, and on backends that are wrong on
purpose, each of which must be caught. Three kinds of checks: on a board whose solutions are known,
on a solver alone, and exceptions, which are data with a reason each.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import brute
import random_boards

from bombe.boards import Board, Move, Shape
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import Budget, Count, Meter, Solver, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

POOL = 1_000
"""Random boards 0 .. POOL - 1 are used in everyday runs."""

SHARES = {
    "algorithm_x": POOL,
    "dancing_links": POOL // 2,
    "backtracking": POOL,
    "auto": 300,
    "constraint": 300,
    "sat": 200,
}
"""How many of them each backend is checked on: the fast ones on all."""

SHARE = 80
"""The share of every other backend."""

EXCEPTIONS: dict[tuple[str, str], str] = {}
"""(backend, check) -> why the backend is exempt from the check."""

HALF_EMPTY = Board(Shape(2, 2), bytes([1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
EMPTY = Board.empty(Shape(2, 2))
EMPTY_SOLUTIONS = 288
FIRST = Move(0, 0, 1)


@dataclass(frozen=True)
class Case:
    """A board and the truth about it, from brute force."""

    board: Board
    solutions: frozenset[bytes]
    candidates: frozenset[Move]

    @functools.cached_property
    def true_candidates(self) -> frozenset[Move]:
        """The candidates that are in a solution."""
        cell = self.board.shape.cell
        return frozenset(
            move
            for move in self.candidates
            if any(grid[cell(move.row, move.column)] == move.value for grid in self.solutions)
        )


def case_of(board: Board) -> Case:
    """Return a board with the truth about it."""
    m, n, values = board.shape.m, board.shape.n, board.values
    candidates = frozenset(itertools.starmap(Move, brute.candidates(m, n, values)))
    return Case(board, frozenset(brute.solutions(m, n, values)), candidates)


@functools.cache
def random_case(seed: int) -> Case:
    """Return the random board of a seed with its truth; shared by all backends."""
    return case_of(random_boards.random_board(seed))


def share_of(name: str) -> list[Case]:
    """Return the random boards on which a backend is checked."""
    share = SHARES.get(name, SHARE)
    return [
        random_case(seed) for seed in sorted(random_boards.rng_of(name).sample(range(POOL), share))
    ]


@functools.cache
def plain_cases() -> tuple[Case, ...]:
    """Return special boards: empty, full, clashing, unsolvable, of odd shapes."""
    two, full = Shape(2, 2), bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    boards = [
        EMPTY,
        Board(two, full),
        Board(two, b"\0" + full[1:]),
        Board(two, b"\1\1" + bytes(14)),  # 1 twice in row 0 and box 0
        Board(two, full[:-1] + b"\2"),  # full, and wrong
        Board(two, bytes([1, 2, 3, 0, 0, 0, 0, 4]) + bytes(8)),  # no value fits (0,3)
        Board(two, bytes([0, 0, 0, 1, 2, 0, 0, 0, 0, 1, 0, 0, 3, 4, 0, 0])),
        *(Board.empty(Shape(m, n)) for m, n in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4)]),
        Board(Shape(1, 1), b"\1"),
        Board(Shape(1, 5), bytes(random_boards.full_grid(Shape(1, 5), random_boards.rng_of(5)))),
    ]
    return tuple(case_of(board) for board in boards)


# On a board whose solutions are known ------------------------------------------------------------


def finds_exactly_the_solutions(solver: Solver, case: Case) -> None:
    """Each solution is yielded once, as a Board of the same shape, and nothing else is."""
    most = len(case.solutions) + 1
    found = list(itertools.islice(solver.solutions(case.board), most))
    assert all(isinstance(solution, Board) for solution in found), "a solution is a Board"
    assert all(solution.shape == case.board.shape for solution in found), "of the same shape"
    grids = [solution.values for solution in found]
    assert len(set(grids)) == len(grids), f"a solution came twice:\n{case.board}"
    assert set(grids) == case.solutions, f"wrong solutions:\n{case.board}"


def knows_what_is_solvable(solver: Solver, case: Case) -> None:
    """Without a budget, solvable is YES or NO, and right."""
    assert solver.solvable(case.board) is (Verdict.YES if case.solutions else Verdict.NO)


def counts_up_to_the_limit(solver: Solver, case: Case) -> None:
    """A count that reached its limit is a lower bound; any other is exact."""
    total = len(case.solutions)
    for limit in (1, 2, 5, None):
        reached = limit is not None and total >= limit
        wanted = Count(limit, exact=False) if limit and reached else Count(total, exact=True)
        assert solver.count(case.board, limit) == wanted, f"limit {limit}:\n{case.board}"


def counts_many_boards_as_one_by_one(solver: Solver, case: Case) -> None:
    """A batch of boards of several shapes has the counts of single boards, on one budget."""
    boards = [HALF_EMPTY, case.board, Board.empty(Shape(1, 3)), case.board]
    for limit, nodes in ((2, None), (2, 0), (2, 4), (5, 40)):
        together, apart = Meter(Budget(nodes=nodes)), Meter(Budget(nodes=nodes))
        alone = [solver.count(board, limit, apart) for board in boards]
        counts = solver.counts(iter(boards), limit, together)
        assert counts == alone, f"limit {limit}:\n{case.board}"
        assert together.nodes == apart.nodes, f"another account, limit {limit}:\n{case.board}"


def knows_what_is_solvable_after_a_move(solver: Solver, case: Case) -> None:
    """Every value on an empty cell is a move: YES if it is a true candidate, else NO."""
    shape, cells = case.board.shape, case.board.empty_cells()
    moves = [Move(*shape.coordinates(at), v) for at in cells for v in range(1, shape.size + 1)]
    for wanted in (moves, moves[::-3], []):
        answer = solver.solvable_after(case.board, iter(wanted))
        assert list(answer) == wanted, f"not the moves asked about:\n{case.board}"
        yes = {move for move, verdict in answer.items() if verdict is Verdict.YES}
        assert Verdict.UNKNOWN not in answer.values(), f"undecided:\n{case.board}"
        assert yes == case.true_candidates & set(wanted), f"wrong verdicts:\n{case.board}"


def decides_every_candidate(solver: Solver, case: Case) -> None:
    """Without a budget every candidate is YES or NO, correctly, and YES has a witness."""
    answer = solver.true_candidates(case.board)
    assert answer.board == case.board
    assert set(answer.verdicts) == case.candidates, f"not the candidates:\n{case.board}"
    yes = {move for move, verdict in answer.verdicts.items() if verdict is Verdict.YES}
    assert Verdict.UNKNOWN not in answer.verdicts.values(), f"undecided:\n{case.board}"
    assert yes == case.true_candidates, f"wrong verdicts:\n{case.board}"
    for move in yes:
        witness = answer.witness(move)
        assert witness is not None, f"no witness for {move}:\n{case.board}"
        assert witness[move.row, move.column] == move.value
    assert all(w.shape == case.board.shape for w in answer.witnesses)
    grids = {witness.values for witness in answer.witnesses}
    assert grids <= case.solutions, f"a witness is no solution:\n{case.board}"


def repeats_itself(solver: Solver, case: Case) -> None:
    """The same solver, and a new one, give the same answers in the same order."""
    for other in (solver, type(solver)()):
        first, second = (
            [board.values for board in itertools.islice(each.solutions(case.board), 20)]
            for each in (solver, other)
        )
        assert first == second, f"another order of solutions:\n{case.board}"
        assert solver.true_candidates(case.board) == other.true_candidates(case.board)


def says_nothing_untrue_on_a_budget(solver: Solver, case: Case) -> None:
    """Whenever the budget ends, verdicts are true, and what was not decided is UNKNOWN."""
    for nodes in (0, 1, 2, 4, 8, 20):
        _stays_true(solver, case, functools.partial(Budget, nodes=nodes))
    for calls in (1, 2, 3, 6, 15):
        _stays_true(solver, case, lambda: Budget(stop=after(calls)))  # noqa: B023 - called here


def _stays_true(solver: Solver, case: Case, budget: Callable[[], Budget]) -> None:
    """Compare every answer within a budget with the truth."""
    total = len(case.solutions)
    right = Verdict.YES if total else Verdict.NO
    assert solver.solvable(case.board, budget()) in (right, Verdict.UNKNOWN)
    count = solver.count(case.board, None, budget())
    assert count.value == total if count.exact else count.value <= total, f"{count}:\n{case.board}"
    answer = solver.true_candidates(case.board, budget())
    for move, verdict in answer.verdicts.items():
        truth = Verdict.YES if move in case.true_candidates else Verdict.NO
        assert verdict in (truth, Verdict.UNKNOWN), f"{move} is not {verdict}:\n{case.board}"
        assert verdict is not Verdict.YES or answer.witness(move) is not None
    assert {witness.values for witness in answer.witnesses} <= case.solutions
    for move, verdict in solver.solvable_after(case.board, case.candidates, budget()).items():
        truth = Verdict.YES if move in case.true_candidates else Verdict.NO
        assert verdict in (truth, Verdict.UNKNOWN), f"{move} is not {verdict}:\n{case.board}"
    grids = drain(solver, case.board, budget())
    assert len(set(grids)) == len(grids)
    assert set(grids) <= case.solutions


def keeps_to_its_nodes(solver: Solver, case: Case) -> None:
    """A node budget is never exceeded, and the same budget gives the same answer."""
    for nodes in (0, 1, 3, 10, 50):
        runs = []
        for _ in range(2):
            meter = Meter(Budget(nodes=nodes))
            count = solver.count(case.board, None, meter)
            assert meter.nodes <= nodes, f"{meter.nodes} nodes on a budget of {nodes}"
            runs.append((count, meter.nodes))
            meter = Meter(Budget(nodes=nodes))
            solver.true_candidates(case.board, meter)
            assert meter.nodes <= nodes, f"{meter.nodes} nodes on a budget of {nodes}"
            meter = Meter(Budget(nodes=nodes))
            solver.solvable_after(case.board, case.candidates, meter)
            assert meter.nodes <= nodes, f"{meter.nodes} nodes on a budget of {nodes}"
        assert runs[0] == runs[1], f"{nodes} nodes, two answers:\n{case.board}"


BOARD_CHECKS = (
    finds_exactly_the_solutions,
    knows_what_is_solvable,
    counts_up_to_the_limit,
    counts_many_boards_as_one_by_one,
    knows_what_is_solvable_after_a_move,
    decides_every_candidate,
    repeats_itself,
    says_nothing_untrue_on_a_budget,
    keeps_to_its_nodes,
)

FEW: dict[Callable[[Solver, Case], None], int] = {
    counts_many_boards_as_one_by_one: 20,
    knows_what_is_solvable_after_a_move: 10,
    repeats_itself: 10,
    says_nothing_untrue_on_a_budget: 10,
    keeps_to_its_nodes: 10,
}
"""Checks that ask many questions: they take one board in so many."""


def check_boards(
    check: Callable[[Solver, Case], None], solver: Solver, cases: Iterable[Case]
) -> None:
    """Run one check of a solver on many boards."""
    for case in itertools.islice(cases, 0, None, FEW.get(check, 1)):
        check(solver, case)


# On a solver alone -------------------------------------------------------------------------------


def is_known_by_its_name(solver: Solver) -> None:
    """A solver has a name, and so has the backend that answers for a board."""
    assert solver.name
    assert solver.backend_for(EMPTY).name


def gives_up_at_once_without_a_budget(solver: Solver) -> None:
    """With nothing to spend, a board that needs a search stays UNKNOWN."""
    for budget in (Budget(nodes=0), Budget(seconds=0), Budget(stop=lambda: True)):
        assert solver.solvable(EMPTY, budget) is Verdict.UNKNOWN
        assert solver.count(EMPTY, 2, budget) == Count(0, exact=False)
        answer = solver.true_candidates(EMPTY, budget)
        assert len(answer.verdicts) == 64
        assert set(answer.verdicts.values()) == {Verdict.UNKNOWN}
        assert answer.witnesses == ()
        assert solver.solvable_after(EMPTY, [FIRST], budget) == {FIRST: Verdict.UNKNOWN}
        assert solver.counts([EMPTY, EMPTY], 2, budget) == [Count(0, exact=False)] * 2
        with must_raise(OutOfBudgetError):
            next(solver.solutions(EMPTY, budget), None)


def stops_when_told(solver: Solver) -> None:
    """A stop that is requested during a search ends it."""
    count = solver.count(EMPTY, None, Budget(stop=after(8)))
    assert not count.exact
    assert count.value < EMPTY_SOLUTIONS


def comes_lazily(solver: Solver) -> None:
    """The first solution is yielded before the search for the last one."""
    told = False
    solutions = solver.solutions(EMPTY, Budget(stop=lambda: told))
    next(solutions)
    told = True
    with must_raise(OutOfBudgetError):
        for _ in range(EMPTY_SOLUTIONS // 2):
            next(solutions, None)


def finds_one_of_very_many(solver: Solver) -> None:
    """The first solution of the empty 9x9 board is found, though the last one never would be."""
    board = Board.empty(Shape(3, 3))
    try:
        first = next(solver.solutions(board, Budget(stop=after(20_000))))
    except OutOfBudgetError as error:
        raise AssertionError("no first solution of the empty 9x9") from error
    assert board.is_solved_by(first)


def accounts_for_its_work(solver: Solver) -> None:
    """Nodes are counted, seconds are not negative, and a running meter is added to."""
    meter = Meter()
    solver.count(EMPTY, None, meter)
    first = meter.effort()
    assert first.nodes > 0
    assert first.build >= 0
    assert first.search >= 0
    solver.count(EMPTY, None, meter)
    assert meter.nodes == 2 * first.nodes


def shares_an_account(solver: Solver) -> None:
    """Two questions on one meter share its budget."""
    alone = Meter()
    solver.count(EMPTY, None, alone)
    shared = Meter(Budget(nodes=alone.nodes))
    assert solver.count(EMPTY, None, shared) == Count(EMPTY_SOLUTIONS, exact=True)
    assert solver.solvable(EMPTY, shared) is Verdict.UNKNOWN


def can_be_left_early(solver: Solver) -> None:
    """A closed generator ends, and the solver can be used again."""
    solutions = solver.solutions(EMPTY)
    next(solutions)
    close = getattr(solutions, "close", None)
    assert close is not None, "solutions() is a generator"
    try:
        close()
    except RuntimeError as error:
        raise AssertionError("the generator goes on when it is closed") from error
    assert next(solutions, None) is None
    assert solver.count(EMPTY, None) == Count(EMPTY_SOLUTIONS, exact=True)


def does_two_things_at_once(solver: Solver) -> None:
    """Generators and questions of one solver, taken in turns, do not affect each other."""
    alone = [list(solver.solutions(board)) for board in (EMPTY, HALF_EMPTY)]
    turns: tuple[list[Board], list[Board]] = ([], [])
    running = solver.solutions(EMPTY), type(solver)().solutions(HALF_EMPTY)
    again = solver.solutions(HALF_EMPTY)
    for one, other in itertools.zip_longest(*running):
        turns[0].append(one)
        turns[1].extend([other] if other else [])
        assert next(again, None) == other
        assert len(turns[0]) % 100 or solver.solvable(HALF_EMPTY) is Verdict.YES
    assert alone == [*turns]


def refuses_a_senseless_limit(solver: Solver) -> None:
    """A limit of less than one solution is refused."""
    for limit in (0, -1):
        with must_raise(UsageError):
            solver.count(EMPTY, limit)
        with must_raise(UsageError):
            solver.counts([EMPTY], limit)


def refuses_what_is_no_move(solver: Solver) -> None:
    """Values out of range, filled cells and places off the board are refused."""
    no_values, filled, no_cells = [(0, 2, 0), (0, 2, 5)], [(0, 0, 1), (0, 1, 3)], [(4, 0, 1)]
    for place in (*no_values, *filled, *no_cells, (0, -1, 1), (3, 999, 1)):
        with must_raise(UsageError):
            solver.solvable_after(HALF_EMPTY, [FIRST._replace(row=3), Move(*place)])


SOLVER_CHECKS = (
    is_known_by_its_name,
    gives_up_at_once_without_a_budget,
    stops_when_told,
    comes_lazily,
    finds_one_of_very_many,
    accounts_for_its_work,
    shares_an_account,
    can_be_left_early,
    does_two_things_at_once,
    refuses_a_senseless_limit,
    refuses_what_is_no_move,
)


# Helpers -----------------------------------------------------------------------------------------


def after(calls: int) -> Callable[[], bool]:
    """Return a stop signal that is True from the call of that number on."""
    counter = itertools.count(1)
    return lambda: next(counter) >= calls


def drain(solver: Solver, board: Board, budget: Budget) -> list[bytes]:
    """Return what is yielded before the budget ends."""
    grids = []
    try:
        for solution in solver.solutions(board, budget):
            grids.append(solution.values)  # noqa: PERF401 - what came before the error counts
    except OutOfBudgetError:
        pass
    return grids


@contextlib.contextmanager
def must_raise(kind: type[Exception]) -> Iterator[None]:
    """Assert that the error is raised inside."""
    try:
        yield
    except kind:
        return
    raise AssertionError(f"no {kind.__name__} was raised")
