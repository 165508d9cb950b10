"""What the kernel is asked about all boards of a chunk at a time: audits, counts, solutions."""

from __future__ import annotations

import functools
from array import array
from collections import Counter
from typing import TYPE_CHECKING, Any

from bombe.analysis.audit import Audit
from bombe.analysis.questions import Counted, Solutions
from bombe.analysis.results import with_noun
from bombe.analysis.runs.kernel_answers import (
    SOLVER,
    KernelAnswers,
    ask_kernel,
    unfinished_boards,
    without_alone,
)
from bombe.analysis.runs.lines import counted_line
from bombe.boards import Board
from bombe.boards.sudoku.symbols import symbols_of
from bombe.solvers import Count
from bombe.solvers.budget import MOST, Effort
from bombe.solvers.native.batch import audit_batch, count_batch, solve_batch
from bombe.solvers.native.records import tally_of

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from bombe.analysis.runs.query import Target
    from bombe.boards.sudoku.packed import Packed
    from bombe.solvers import Budget
    from bombe.solvers.native.batch import SolveBatch
    from bombe.solvers.native.records import AuditTally

MOST_SOLUTIONS = 63
"""So many solutions of each board fit in memory for a chunk."""
_KINDS = ("without a solution", "proper", "with several solutions")
"""What a board is, by its solutions: none, one, or two for more than one."""
_FINAL: dict[str, Any] = {"final": True, "solver": SOLVER, "effort": Effort(0, 0.0, 0.0)}
"""What the lines for people do not tell."""


def audits(packed: Packed, budget: Budget, target: Target) -> KernelAnswers | None:
    """Audit all boards of a chunk, as `bombe.audit` audits each."""
    shape, boards = packed.shape, packed.boards
    found = ask_kernel(packed, lambda each: audit_batch(shape, boards, budget=each), budget)
    if found is None:
        return None
    answer, seconds = found
    tally = tally_of(shape, boards, answer.verdicts)
    alone = unfinished_boards(answer.statuses)
    if _lists_clashes(target) and any(tally.clashes):
        clashing = (at for at, number in enumerate(tally.clashes) if number)
        alone = (*sorted({*alone, *clashing}),)
    safe, bombs, solutions = (
        without_alone(numbers, alone) for numbers in (tally.safe, tally.bombs, tally.solutions)
    )
    kinds = {kind: solutions.count(number) for number, kind in enumerate(_KINDS)}
    return KernelAnswers(
        Audit,
        packed,
        seconds,
        answer.nodes,
        alone,
        lambda at: _audit_line(packed, tally, at),
        negative=len(bombs) - bombs.count(0),
        sums=Counter({"safe": sum(safe), "bombs": sum(bombs), "undecided": 0, **kinds}),
        verdicts=answer.verdicts,
        tally=tally,
    )


def _lists_clashes(target: Target) -> bool:
    """Return whether records list clashes, which fit no template: these boards are asked alone."""
    is_json = target.form.name in ("json", "jsonl")
    return target.form.name == "text" or (
        is_json and (target.columns is None or "clashes" in target.columns)
    )


def _audit_line(packed: Packed, tally: AuditTally, at: int) -> str:
    """Return what `Audit.summary` says."""
    solutions = ("0", "1", "at least 2")[tally.solutions[at]]
    return (
        f"{packed.shape} board, {with_noun(tally.givens[at], 'given')}; solutions: {solutions}; "
        f"{tally.safe[at]} safe, {with_noun(tally.bombs[at], 'bomb')}, "
        f"{with_noun(tally.forced[at], 'forced cell')}"
    )


def counts(packed: Packed, budget: Budget, limit: int | None) -> KernelAnswers | None:
    """Count the solutions of all boards of a chunk, each up to `limit`."""
    shape, boards = packed.shape, packed.boards
    found = ask_kernel(packed, lambda each: count_batch(shape, boards, limit, budget=each), budget)
    if found is None:
        return None
    answer, seconds = found
    board, alone = packed.board(0), unfinished_boards(answer.statuses)

    @functools.cache
    def line(value: int) -> str:
        count = Count(value, exact=value != limit)
        return counted_line(Counted(board=board, count=count, **_FINAL))

    return KernelAnswers(
        Counted,
        packed,
        seconds,
        answer.nodes,
        alone,
        lambda at: line(answer.counts[at]),
        negative=without_alone(answer.counts, alone).count(0),
        more={"counts": answer.counts, "limit": MOST if limit is None else limit},
    )


def solutions(
    packed: Packed,
    budget: Budget,
    limit: int,
    line: Callable[[Solutions], str],
    is_yes: Container[int],
) -> KernelAnswers | None:
    """Find the first `limit` solutions of all boards of a chunk.

    `is_yes` says for which numbers of solutions the answer is yes.
    """
    if limit > MOST_SOLUTIONS:
        return None
    # A solver's `solutions` fetches 1, then 2, 4 ... of them, and its nodes are of all these.
    places = (1 << limit.bit_length()) - 1
    shape, boards = packed.shape, packed.boards
    found = ask_kernel(packed, lambda each: solve_batch(shape, boards, places, budget=each), budget)
    if found is None:
        return None
    answer, seconds = found
    numbers, alone = answer.counts, unfinished_boards(answer.statuses)
    if places != limit:
        numbers = memoryview(array("q", [min(count, limit) for count in numbers]))
    return KernelAnswers(
        Solutions,
        packed,
        seconds,
        answer.nodes,
        alone,
        lambda at: line(_solutions(packed, answer, at, numbers[at], places, limit)),
        negative=sum(number not in is_yes for number in without_alone(numbers, alone)),
        more={
            "counts": numbers,
            "limit": limit,
            "places": places,
            "texts": symbols_of(bytes(answer.solutions)),
        },
    )


def _solutions(
    packed: Packed, answer: SolveBatch, at: int, count: int, places: int, limit: int
) -> Solutions:
    """Return the answer about one board."""
    cells = packed.shape.cells
    begin = at * places * cells
    found = tuple(
        Board(packed.shape, bytes(answer.solutions[place : place + cells]))
        for place in range(begin, begin + count * cells, cells)
    )
    total = Count(count, exact=count < limit)
    return Solutions(board=packed.board(at), found=found, count=total, **_FINAL)
