"""The tasks: what a contestant is asked, and what its answer claims.

`ask` is what is timed: the question alone. `claim` runs outside the clock and turns the answer into
a Claim, which does not depend on the contestant, so that claims can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bombe.boards import Board, Move
from bombe.boards.errors import UnknownNameError
from bombe.solvers import Count, Meter, Solver, TrueCandidates, Verdict


@dataclass(frozen=True)
class Claim:
    """What an answer claims about a board: bounds on the number of solutions, and verdicts.

    `shown` are the solutions that prove it. Even an unfinished answer claims what it found.
    """

    finished: bool = False
    at_least: int = 0
    at_most: int | None = None
    shown: tuple[Board, ...] = ()
    verdicts: Mapping[Move, Verdict] | None = None


UNFINISHED = Claim()


@dataclass(frozen=True)
class BenchTask:
    """A kind of question.

    `limit` is how far a batch of the same question counts, 0 where there is no batch form. A
    `fresh` task runs in a new process, for the first board of each set only.
    """

    name: str
    words: str
    ask: Callable[[Solver, Board, Meter], Any]
    claim: Callable[[Any], Claim]
    limit: int | None = 0
    fresh: bool = False


def _first(solver: Solver, board: Board, meter: Meter) -> Board | None:
    return next(solver.first_solutions(board, 1, meter), None)


def claim_of_first(found: Board | None) -> Claim:
    """Return the claim of a first solution; None claims that there is none."""
    if found is None:
        return Claim(finished=True, at_most=0)
    return Claim(finished=True, at_least=1, shown=(found,))


def claim_of_count(count: Count, limit: int | None) -> Claim:
    """Return the claim of a count; one neither exact nor at its limit ran out of budget."""
    finished = count.exact or count.value == limit
    return Claim(finished, count.value, count.value if count.exact else None)


def _claim_of_audit(truth: TrueCandidates) -> Claim:
    verdicts = dict(truth.verdicts)
    return Claim(
        finished=Verdict.UNKNOWN not in verdicts.values(),
        shown=tuple(truth.witnesses),
        verdicts=verdicts,
    )


def _counting(name: str, words: str, limit: int | None) -> BenchTask:
    return BenchTask(
        name,
        words,
        lambda solver, board, meter: solver.count(board, limit, meter),
        lambda count: claim_of_count(count, limit),
        limit,
    )


def _audit(solver: Solver, board: Board, meter: Meter) -> TrueCandidates:
    return solver.true_candidates(board, meter)


NAMES = ("first", "unique", "count", "audit", "import")
FRESH = ("import",)
"""The tasks that run in a fresh process, whose nodes and phases are unknown."""
COUNTED_TO = 1000
"""How far `count` counts by default."""


def make_tasks(names: Iterable[str], limit: int | None = COUNTED_TO) -> list[BenchTask]:
    """Return the tasks of these names; `limit` is how far `count` counts, None for all."""
    known = (
        BenchTask("first", "first solution", _first, claim_of_first),
        _counting("unique", "uniqueness (counting to 2)", 2),
        _counting("count", f"counting {'all' if limit is None else f'to {limit}'}", limit),
        BenchTask("audit", "bomb audit of the whole board", _audit, _claim_of_audit),
        BenchTask(
            "import", "import and first answer, fresh process", _first, claim_of_first, fresh=True
        ),
    )
    by_name = {task.name: task for task in known}
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in by_name:
            raise UnknownNameError("task", name, NAMES)
    return [by_name[name] for name in wanted]
