"""The wrapper of every foreign solver: what leaves it is checked, what fails names the solver."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import OutOfBudgetError
from bombe.solvers.budget import Budget, as_limit, as_meter
from bombe.solvers.contract import Count, Ledger, Solver, Verdict
from bombe.solvers.foreign.checks import (
    KERNEL_NODES,
    KernelOpinion,
    opinion_of_bombs,
    opinion_of_count,
    refuse,
    wrong_audit,
    wrong_count,
    wrong_solution,
    wrong_verdict,
)
from bombe.solvers.foreign.error_lines import naming_solver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Board
    from bombe.solvers.budget import BudgetLike, Meter
    from bombe.solvers.contract import TrueCandidates

_END: Any = object()
AUDITS = frozenset({"audit", "true_candidates", "decide"})
"""The ways to an audit of its own: as a process offers it, and the methods."""


class CheckedSolver(Solver):
    """A foreign solver, `inner`, every answer of which is checked.

    Solutions are asked for wherever they are a proof. `count` and `solvable` are asked of it only
    if it has its own. Its `solvable_after` is not asked: each move is, by a search. `with_kernel`,
    the kernel is asked about what is no proof: `confirms`, for as long as the question may take,
    otherwise for a moment. What it does not confirm is noted in the meter as unconfirmed.
    """

    def __init__(
        self, inner: Solver, label: str = "", *, with_kernel: bool = True, confirms: bool = False
    ) -> None:
        with naming_solver(label or type(inner).__qualname__):
            self.name = str(inner.name)
        self.inner, self.label = inner, label or self.name
        self._own, self._with_kernel = own_answers(inner), with_kernel
        self._confirms = confirms

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions, each of them checked."""
        return self._checked(board, None, meter)

    def solutions(self, board: Board, budget: BudgetLike = None) -> Iterator[Board]:
        """Yield the solutions, each of them checked."""
        return self.first_solutions(board, None, budget)

    def first_solutions(
        self, board: Board, limit: int | None, budget: BudgetLike = None
    ) -> Iterator[Board]:
        """Yield up to `limit` solutions, each of them checked."""
        meter = as_meter(budget)
        meter.check()
        if not board.clashes():
            yield from self._checked(board, limit, meter)

    def solvable(self, board: Board, budget: BudgetLike = None) -> Verdict:
        """Return whether the board has a solution; its own verdict if it has a way of its own."""
        if "solvable" not in self._own:
            return super().solvable(board, budget)
        meter = as_meter(budget)
        if (known := _without_asking(board, meter)) is not None:
            return Verdict.NO if known.exact else Verdict.UNKNOWN
        verdict = Verdict.UNKNOWN
        with contextlib.suppress(OutOfBudgetError), naming_solver(self.label, board):
            verdict = self.inner.solvable(board, meter)
        self._refuse(wrong_verdict(verdict), board)
        if verdict is not Verdict.UNKNOWN:
            is_yes = verdict is Verdict.YES
            self._compare(board, Count(int(is_yes), exact=not is_yes), meter)
        return verdict

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        """Count the solutions up to a limit: those that it shows, or as it counts itself."""
        limit = as_limit(limit)
        if "count" not in self._own:
            return super().count(board, limit, budget)
        meter = as_meter(budget)
        if (known := _without_asking(board, meter)) is not None:
            return known
        count = Count(0, exact=False)
        with contextlib.suppress(OutOfBudgetError), naming_solver(self.label, board):
            count = self.inner.count(board, limit, meter)
        self._refuse(wrong_count(count, limit), board)
        self._compare(board, count, meter)
        return Count(count.value, exact=count.exact and count.value != limit)

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        """Return its verdict on every candidate; those that are true have their witness.

        Without a way of its own, each candidate is decided by what a search shows.
        """
        meter, ledger = as_meter(budget), Ledger(board)
        if not self._own & AUDITS:
            before = meter.unconfirmed
            truth = super().true_candidates(board, meter)
            meter.unconfirmed = before  # one look at the whole board confirms all searches
            self._compare_bombs(board, truth, meter)
            return truth
        if (known := _without_asking(board, meter)) is not None:
            if known.exact:
                ledger.rule_out_rest()
            return ledger.close()
        truth = ledger.close()
        with contextlib.suppress(OutOfBudgetError), naming_solver(self.label, board):
            truth = self.inner.true_candidates(board, meter)
        self._refuse(wrong_audit(board, truth), board)
        self._compare_bombs(board, truth, meter)
        return truth

    def _example(self, board: Board, meter: Meter) -> Board | None:
        return next(self._checked(board, 1, meter), None)

    def _checked(self, board: Board, limit: int | None, meter: Meter) -> Iterator[Board]:
        """Yield up to `limit` solutions; raise if one is wrong, comes twice, or is missing."""
        seen: set[int] = set()
        with naming_solver(self.label, board):
            found = iter(self.inner.first_solutions(board, limit, meter))
        try:
            while limit is None or len(seen) < limit:
                with naming_solver(self.label, board):
                    solution = next(found, _END)
                if solution is _END:
                    break
                self._accept(board, solution, seen)
                yield solution
            else:
                return
        finally:
            with naming_solver(self.label, board):
                getattr(found, "close", bool)()
        self._compare(board, Count(len(seen), exact=True), meter)

    def _accept(self, board: Board, solution: Board, seen: set[int]) -> None:
        self._refuse(wrong_solution(board, solution), board)
        # The hash of the values: a million solutions would take much memory.
        mark = hash(solution.values)
        self._refuse("shows a solution twice" if mark in seen else None, board)
        seen.add(mark)

    def _compare(self, board: Board, count: Count, meter: Meter) -> None:
        """Raise if the kernel contradicts a count."""
        if self._with_kernel:
            self._weigh(opinion_of_count(board, count, self._budget(meter)), board, meter)

    def _compare_bombs(self, board: Board, truth: TrueCandidates, meter: Meter) -> None:
        """Raise if the kernel finds a solution with a candidate that is called a bomb."""
        if self._with_kernel:
            self._weigh(opinion_of_bombs(board, truth, self._budget(meter)), board, meter)

    def _budget(self, meter: Meter) -> Budget:
        """Return what the kernel may use to check a claim."""
        if not self._confirms:
            return Budget(nodes=KERNEL_NODES)
        return Budget(meter.seconds_left, stop=meter.budget.stop)

    def _weigh(self, opinion: KernelOpinion, board: Board, meter: Meter) -> None:
        self._refuse(opinion.problem, board)
        meter.unconfirmed |= not opinion.is_confirmed

    def _refuse(self, problem: str | None, board: Board) -> None:
        refuse(self.label, problem, board)


def own_answers(solver: Solver) -> frozenset[str]:
    """Return which questions a solver has its own answer to."""
    offered = getattr(solver, "offers", None)
    if offered is not None:
        return frozenset(offered)
    names = ("count", "solvable", "true_candidates", "decide")
    return frozenset(n for n in names if getattr(type(solver), n) is not getattr(Solver, n))


def _without_asking(board: Board, meter: Meter) -> Count | None:
    """Return what is known of a board before any search: it clashes, or there is no time."""
    if meter.stop_signal():
        return Count(0, exact=False)
    return Count(0, exact=True) if board.clashes() else None
