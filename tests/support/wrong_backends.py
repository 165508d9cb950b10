"""Backends that are wrong on purpose, each with the contract check that must catch it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import solver_contract as contract

from bombe.boards import Board, Move
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Budget, Count, Meter, Verdict
from bombe.solvers.backends.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.solvers import TrueCandidates
    from bombe.solvers.budget import BudgetLike
    from bombe.solvers.contract import Ledger


class MissesTheLast(AlgorithmX):
    """Stops one solution early."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        for solution, _ in itertools.pairwise(super().search(board, meter)):
            yield solution


class RepeatsOne(AlgorithmX):
    """Yields every solution twice."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        for solution in super().search(board, meter):
            yield from (solution, solution)


class IgnoresGivens(AlgorithmX):
    """Solves the empty board instead."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        return super().search(Board.empty(board.shape), meter)


class IgnoresClashes(AlgorithmX):
    """Solves the empty board where the givens clash."""

    def solutions(self, board: Board, budget: BudgetLike = None) -> Iterator[Board]:
        return super().solutions(Board.empty(board.shape) if board.clashes() else board, budget)


class AnswersNoOnTimeOut(AlgorithmX):
    """Mistakes the end of the budget for the end of the search."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        try:
            yield from super().search(board, meter)
        except OutOfBudgetError:
            return


class RulesOutOnTimeOut(AlgorithmX):
    """Calls undecided candidates bombs."""

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        try:
            super().decide(ledger, meter)
        except OutOfBudgetError:
            ledger.rule_out_rest()


class RulesOutWhatItHasNotSeen(AlgorithmX):
    """Calls candidates that are not in three solutions bombs."""

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        for solution in itertools.islice(self.search(ledger.board, meter), 3):
            ledger.add_witness(solution)
        ledger.rule_out_rest()


class LeavesSomeUndecided(AlgorithmX):
    """Never says NO."""

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        for solution in self.search(ledger.board, meter):
            ledger.add_witness(solution)


class ForgetsItsWitnesses(AlgorithmX):
    """Loses the first witness."""

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        answer = super().true_candidates(board, budget)
        return replace(answer, solutions=answer.solutions[1:])


class ShowsFalseWitnesses(AlgorithmX):
    """Shows grids that are not solutions."""

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        answer = super().true_candidates(board, budget)
        values = range(1, board.shape.size + 1)
        grids = tuple(bytes([value]) * board.shape.cells for value in values)
        return replace(answer, solutions=grids)


class TakesTheLimitForTheNumber(AlgorithmX):
    """Calls a count exact that only reached its limit."""

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        count = super().count(board, limit, budget)
        return Count(count.value, exact=count.exact or count.value == limit)


class SolvesWhatItCannot(AlgorithmX):
    """Finds everything solvable that does not clash."""

    def solvable(self, board: Board, budget: BudgetLike = None) -> Verdict:
        verdict = super().solvable(board, budget)
        return verdict if board.clashes() else Verdict.YES


class FindsAllFirst(AlgorithmX):
    """Finds all solutions before it yields the first."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        yield from list(super().search(board, meter))


class IgnoresBudgets(AlgorithmX):
    """Starts a meter without a limit."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - so it does
        return super().search(board, Meter())


class LooksAtTheBudgetOnce(AlgorithmX):
    """Spends one node, then starts a meter without a limit."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        meter.spend()
        return super().search(board, Meter())


class OverdrawsItsNodes(AlgorithmX):
    """Adds nodes to the meter without checking the budget."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        for solution in super().search(board, meter):
            meter.nodes += 5
            yield solution


class CountsNoNodes(AlgorithmX):
    """Forgets what it spent."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        for solution in super().search(board, meter):
            meter.nodes = 0
            yield solution


class OpensItsOwnAccount(AlgorithmX):
    """Starts a new meter although one is running."""

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        own = budget.budget if isinstance(budget, Meter) else budget
        return super().count(board, limit, Meter(own))


class ChangesItsMind(AlgorithmX):
    """Yields the solutions forwards, and the next time backwards."""

    turns: ClassVar[Iterator[int]] = itertools.count()

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        solutions = list(super().search(board, meter))
        yield from solutions[:: 1 if next(self.turns) % 2 else -1]


class GuessesHowFarItGets(AlgorithmX):
    """Uses half of its nodes every other time."""

    turns: ClassVar[Iterator[int]] = itertools.count()

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        nodes = budget.nodes_left if isinstance(budget, Meter) else None
        if nodes and next(self.turns) % 2:
            budget = Meter(Budget(nodes=nodes // 2))
        return super().count(board, limit, budget)


class RemembersOneBoard(AlgorithmX):
    """Stores its search in itself, so that a second one replaces it."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        self.running = super().search(board, meter)
        while (solution := next(self.running, None)) is not None:
            yield solution


class WillNotBeClosed(AlgorithmX):
    """Goes on when its generator is closed."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        for solution in super().search(board, meter):
            try:
                yield solution
            except GeneratorExit:
                yield solution


class GivesBareValues(AlgorithmX):
    """Yields bytes instead of a Board."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        return (s.values for s in super().search(board, meter))  # type: ignore[misc]  # the mistake


class AllowsAnyLimit(AlgorithmX):
    """Counts up to 0."""

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        return super().count(board, None if limit is not None and limit < 1 else limit, budget)


class CountsOnSeparateAccounts(AlgorithmX):
    """Lets every board of a batch spend the whole budget."""

    def counts(
        self, boards: Iterable[Board], limit: int | None = 2, budget: BudgetLike = None
    ) -> list[Count]:
        own = budget.budget if isinstance(budget, Meter) else budget
        return [self.count(board, limit, own) for board in boards]


class KnowsOnlyCandidates(AlgorithmX):
    """Answers for moves that C0 allows, and for no others."""

    def solvable_after(
        self, board: Board, moves: Iterable[Move], budget: BudgetLike = None
    ) -> dict[Move, Verdict]:
        candidates = set(board.candidates())
        return super().solvable_after(board, [m for m in moves if m in candidates], budget)


class FindsAnyMoveSafe(AlgorithmX):
    """Ignores the moves and answers for the board."""

    def solvable_after(
        self, board: Board, moves: Iterable[Move], budget: BudgetLike = None
    ) -> dict[Move, Verdict]:
        return dict.fromkeys(moves, self.solvable(board, budget))


class Nameless(AlgorithmX):
    """Has no name."""

    name = ""


ON_BOARDS = [
    (MissesTheLast, contract.finds_exactly_the_solutions),
    (RepeatsOne, contract.finds_exactly_the_solutions),
    (IgnoresGivens, contract.finds_exactly_the_solutions),
    (IgnoresClashes, contract.finds_exactly_the_solutions),
    (GivesBareValues, contract.finds_exactly_the_solutions),
    (SolvesWhatItCannot, contract.knows_what_is_solvable),
    (MissesTheLast, contract.knows_what_is_solvable),
    (TakesTheLimitForTheNumber, contract.counts_up_to_the_limit),
    (RepeatsOne, contract.counts_up_to_the_limit),
    (CountsOnSeparateAccounts, contract.counts_many_boards_as_one_by_one),
    (FindsAnyMoveSafe, contract.knows_what_is_solvable_after_a_move),
    (KnowsOnlyCandidates, contract.knows_what_is_solvable_after_a_move),
    (RulesOutWhatItHasNotSeen, contract.decides_every_candidate),
    (LeavesSomeUndecided, contract.decides_every_candidate),
    (ForgetsItsWitnesses, contract.decides_every_candidate),
    (ShowsFalseWitnesses, contract.decides_every_candidate),
    (ChangesItsMind, contract.repeats_itself),
    (AnswersNoOnTimeOut, contract.says_nothing_untrue_on_a_budget),
    (RulesOutOnTimeOut, contract.says_nothing_untrue_on_a_budget),
    (OverdrawsItsNodes, contract.keeps_to_its_nodes),
    (GuessesHowFarItGets, contract.keeps_to_its_nodes),
]

ANYWAY = [
    (Nameless, contract.is_known_by_its_name),
    (AnswersNoOnTimeOut, contract.gives_up_at_once_without_a_budget),
    (RulesOutOnTimeOut, contract.gives_up_at_once_without_a_budget),
    (IgnoresBudgets, contract.gives_up_at_once_without_a_budget),
    (IgnoresBudgets, contract.stops_when_told),
    (LooksAtTheBudgetOnce, contract.stops_when_told),
    (FindsAllFirst, contract.comes_lazily),
    (FindsAllFirst, contract.finds_one_of_very_many),
    (CountsNoNodes, contract.accounts_for_its_work),
    (IgnoresBudgets, contract.accounts_for_its_work),
    (OpensItsOwnAccount, contract.shares_an_account),
    (WillNotBeClosed, contract.can_be_left_early),
    (RemembersOneBoard, contract.does_two_things_at_once),
    (AllowsAnyLimit, contract.refuses_a_senseless_limit),
    (FindsAnyMoveSafe, contract.refuses_what_is_no_move),
]
