"""What can be known of the answers of a foreign solver.

A solution is checked by itself. That there is none, or no other, is a claim: the kernel is asked,
too. By default it gets few nodes: a claim that it neither contradicts nor confirms stays a claim.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards import Board, Move
from bombe.boards.errors import SolverFaultError
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers.contract import Count, Ledger, TrueCandidates, Verdict
from bombe.solvers.foreign.error_lines import words_of

if TYPE_CHECKING:
    from bombe.solvers.budget import Budget
    from bombe.solvers.contract import Solver

KERNEL_NODES = 2_000
"""How many nodes the kernel may search to check a claim: less than a millisecond at 9x9."""


class KernelOpinion(NamedTuple):
    """What the kernel says of a claim: why it is wrong, or whether it is right."""

    problem: str | None = None
    is_confirmed: bool = False


def wrong_solution(board: Board, solution: object) -> str | None:
    """Return why something is no solution of a board; None if it is one."""
    if not isinstance(solution, Board):
        return f"shows {words_of(solution)}, which is no Board"
    if board.is_solved_by(solution):
        return None
    return f"shows {board_line(solution)}, which {_fault(board, solution)}"


def _fault(board: Board, solution: Board) -> str:
    if solution.shape != board.shape:
        return "has another shape"
    if not solution.is_full:
        return "is not full"
    clashes = solution.clashes()
    return f"breaks a rule: {clashes[0]}" if clashes else "does not keep the givens"


def wrong_count(count: object, limit: int | None) -> str | None:
    """Return why something is no count of the solutions up to a limit; None if it may be one."""
    if not isinstance(count, Count) or not _is_count(count):
        return f"counts {words_of(count)}, which is no Count(value, exact)"
    if limit is not None and count.value > limit:
        return f"counts {count.value} solutions, beyond the limit of {limit}"
    return None


def _is_count(count: Count) -> bool:
    return type(count.value) is int and count.value >= 0 and isinstance(count.exact, bool)


def opinion_of_count(board: Board, count: Count, budget: Budget) -> KernelOpinion:
    """Return what the kernel says of a count, within a budget."""
    if (kernel := _kernel()) is None:
        return KernelOpinion()
    known = kernel.count(board, count.value + 1, budget)
    if count.exact and known.value > count.value:
        problem = f"says {_solutions(count.value)} at most, and the kernel finds {known.value}"
        return KernelOpinion(problem)
    if known.exact and known.value < count.value:
        problem = f"says {_solutions(count.value)} at least, and the kernel finds {known.value}"
        return KernelOpinion(problem)
    is_reached = not count.exact and known.value >= count.value
    return KernelOpinion(is_confirmed=known.exact or is_reached)


def _solutions(number: int) -> str:
    return f"{number} solution{'' if number == 1 else 's'}"


def wrong_verdict(verdict: object) -> str | None:
    """Return why something is no verdict; None if it is one."""
    is_one = isinstance(verdict, Verdict)
    return None if is_one else f"answers {words_of(verdict)}, which is no Verdict"


def wrong_audit(board: Board, truth: object) -> str | None:
    """Return why something is no audit of a board: a safe candidate needs a solution as witness."""
    if not isinstance(truth, TrueCandidates):
        return f"audits with {words_of(truth)}, which is no TrueCandidates"
    masks = (truth.true, truth.undecided)
    if truth.board != board or any(len(mask) != board.shape.cells for mask in masks):
        return "audits another board"
    for values in truth.solutions:
        if problem := wrong_solution(board, _as_board(board, values)):
            return problem
    return _unproved(board, truth)


def _as_board(board: Board, values: object) -> object:
    if not isinstance(values, bytes) or len(values) != board.shape.cells:
        return values
    return Board(board.shape, values) if max(values) <= board.shape.size else values


def _unproved(board: Board, truth: TrueCandidates) -> str | None:
    ledger = Ledger(board)
    for values in truth.solutions:
        ledger.add_witness(Board(board.shape, values))
    proved = ledger.close().true
    return next(
        (
            f"calls {_move(board, cell, claimed & ~shown)} safe, and shows no solution with it"
            for cell, (claimed, shown) in enumerate(zip(truth.true, proved, strict=True))
            if claimed & ~shown
        ),
        None,
    )


def opinion_of_bombs(board: Board, truth: TrueCandidates, budget: Budget) -> KernelOpinion:
    """Return what the kernel says of the candidates that are called bombs, within a budget."""
    if (kernel := _kernel()) is None:
        return KernelOpinion()
    known = kernel.true_candidates(board, budget)
    is_confirmed = True
    for cell, safe in enumerate(known.true):
        spared = truth.true[cell] | truth.undecided[cell]
        if denied := safe & ~spared:
            move = _move(board, cell, denied)
            witness = known.witness(move)
            held = f"the kernel finds {board_line(witness)}" if witness else "the kernel does not"
            return KernelOpinion(f"calls {move} a bomb, and {held}")
        is_confirmed &= not known.undecided[cell] & ~spared
    return KernelOpinion(is_confirmed=is_confirmed)


def _move(board: Board, cell: int, mask: int) -> Move:
    """Return the move of the least value of a mask."""
    row, column = board.shape.coordinates(cell)
    return Move(row, column, (mask & -mask).bit_length() - 1)


@functools.cache
def _kernel() -> Solver | None:
    """Return the kernel; None where there is none."""
    from bombe.solvers.table import BY_NAME

    native = BY_NAME["native"]
    return native.load() if native.is_available else None


def refuse(solver: str, problem: str | None, board: Board) -> None:
    """Raise if there is a problem with an answer."""
    if problem:
        raise SolverFaultError(solver, problem, board_line(board))
