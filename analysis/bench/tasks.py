"""The tasks: what a contestant is asked, and what its answer claims.

`ask` is what is timed: the question alone. `answer` runs outside the clock and turns what came back
into an Answer, which says the same whoever gave it, so that answers can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import UnknownNameError
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bombe.boards import Board, Move
    from bombe.solvers import Count, Meter, Solver, TrueCandidates


@dataclass(frozen=True)
class Answer:
    """What is claimed of a board: at least and at most so many solutions, and verdicts.

    `shown` are the solutions given as proof. Of an answer that is not finished, the rest holds.
    """

    finished: bool = False
    at_least: int = 0
    at_most: int | None = None
    shown: tuple[Board, ...] = ()
    verdicts: Mapping[Move, Verdict] | None = None


UNFINISHED = Answer()


@dataclass(frozen=True)
class Task:
    """A kind of question.

    `limit` is how far a batch of the same question counts, 0 where there is no batch form. A
    `fresh` task runs in a new process, and asks about the first board of each set only.
    """

    name: str
    words: str
    ask: Callable[[Solver, Board, Meter], Any]
    answer: Callable[[Any], Answer]
    limit: int | None = 0
    fresh: bool = False


def _first(solver: Solver, board: Board, meter: Meter) -> Board | None:
    return next(solver.solutions(board, meter), None)


def answer_of_first(found: Board | None) -> Answer:
    """Read a first solution; None says that there is none."""
    if found is None:
        return Answer(finished=True, at_most=0)
    return Answer(finished=True, at_least=1, shown=(found,))


def answer_of_count(count: Count, limit: int | None) -> Answer:
    """Read a count; one that is neither exact nor at its limit ran out of budget."""
    finished = count.exact or count.value == limit
    return Answer(finished, count.value, count.value if count.exact else None)


def _answer_of_audit(truth: TrueCandidates) -> Answer:
    verdicts = dict(truth.verdicts)
    return Answer(
        finished=Verdict.UNKNOWN not in verdicts.values(),
        shown=tuple(truth.witnesses),
        verdicts=verdicts,
    )


def _counting(name: str, words: str, limit: int | None) -> Task:
    return Task(
        name,
        words,
        lambda solver, board, meter: solver.count(board, limit, meter),
        lambda count: answer_of_count(count, limit),
        limit,
    )


def _audit(solver: Solver, board: Board, meter: Meter) -> TrueCandidates:
    return solver.true_candidates(board, meter)


NAMES = ("first", "unique", "count", "audit", "import")
FRESH = ("import",)
"""The tasks that run in a fresh process, where nobody can look inside."""
COUNTED_TO = 1000
"""How far `count` counts, unless it is told."""


def make_tasks(names: Iterable[str], limit: int | None = COUNTED_TO) -> list[Task]:
    """Make the tasks of these names; `limit` is how far `count` counts, None for all."""
    known = (
        Task("first", "first solution", _first, answer_of_first),
        _counting("unique", "uniqueness (counting to 2)", 2),
        _counting("count", f"counting {'all' if limit is None else f'to {limit}'}", limit),
        Task("audit", "bomb audit of the whole board", _audit, _answer_of_audit),
        Task("import", "import and first answer, fresh process", _first, answer_of_first, 0, True),  # noqa: FBT003 - a row of a table
    )
    by_name = {task.name: task for task in known}
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in by_name:
            raise UnknownNameError("task", name, NAMES)
    return [by_name[name] for name in wanted]
