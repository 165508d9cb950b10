"""The plain questions about a chunk of boards, as records of any form: count, check, solve."""

from __future__ import annotations

import functools
from array import array
from typing import TYPE_CHECKING, Any

from bombe.analysis.batches import lines
from bombe.analysis.batches.making import SOLVER, Ask, ChunkAnswers, batch_of
from bombe.analysis.batches.template import BoardsField, NumberField, WordField
from bombe.analysis.questions import Counted, Solutions
from bombe.boards import Board
from bombe.boards.sudoku.symbols import symbols_of
from bombe.solvers import Count
from bombe.solvers.budget import MOST, Effort
from bombe.solvers.native.batch import count_batch, solve_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.batches.batch import Batch
    from bombe.analysis.batches.template import Template
    from bombe.boards.sudoku.packed import Packed
    from bombe.solvers.native.batch import CountBatch, SolveBatch

FORMS = ("text", "jsonl", "json", "csv", "sqlite")
MOST_SOLUTIONS = 63
"""So many solutions of each board fit in memory for a chunk."""
_FINAL: dict[str, Any] = {"final": True, "solver": SOLVER, "effort": Effort(0, 0.0, 0.0)}
"""What the lines for people do not tell."""


def count_chunk(
    packed: Packed,
    *,
    limit: int | None,
    form: str,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Batch | None:
    """Count the solutions of all boards of a chunk, each up to `limit`; see `BatchFind`."""
    ask = Ask(packed, form, columns, nodes, stop)
    if form not in FORMS:
        return None
    shape, boards = packed.shape, packed.boards
    answered = ask.answered(lambda budget: count_batch(shape, boards, limit, budget=budget))
    if answered is None:
        return None
    answer, seconds = answered
    found = ChunkAnswers(
        _counted(ask, answer, MOST if limit is None else limit, seconds),
        answer.statuses,
        _line_of_count(ask, answer, limit),
    )
    return batch_of(ask, found, seconds=seconds, noes=_none(answer.counts, found), counts={})


def _counted(ask: Ask, answer: CountBatch, limit: int, seconds: float) -> Template:
    """Return the fields of a `Counted`."""
    before, after = ask.common(seconds)
    counts = answer.counts
    at_limit = memoryview(array("q", [count == limit for count in counts]))
    return {
        "schema": Counted.schema,
        **before,
        "count": {"value": NumberField(counts), "kind": WordField(at_limit, ("exact", "at_least"))},
        "solver": SOLVER,
        "nodes": NumberField(answer.nodes, 1),
        **after,
    }


def _line_of_count(ask: Ask, answer: CountBatch, limit: int | None) -> Callable[[int], str]:
    board = ask.packed.board(0)

    @functools.cache
    def line(value: int) -> str:
        count = Count(value, exact=value != limit)
        return lines.counted_line(Counted(board=board, count=count, **_FINAL))

    return lambda at: line(answer.counts[at])


def check_chunk(
    packed: Packed,
    *,
    form: str,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Batch | None:
    """Find up to two solutions of all boards of a chunk; see `BatchFind`."""
    return _Solving(Ask(packed, form, columns, nodes, stop), 2).batch(lines.checked_line, {1})


def solve_chunk(
    packed: Packed,
    *,
    limit: int,
    form: str,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Batch | None:
    """Find the first `limit` solutions of all boards of a chunk; see `BatchFind`."""
    ask = Ask(packed, form, columns, nodes, stop)
    return _Solving(ask, limit).batch(lines.solved_line, set(range(1, limit + 1)))


class _Solving:
    """A search for the first solutions of the boards of a chunk."""

    def __init__(self, ask: Ask, limit: int) -> None:
        self._ask, self._limit = ask, limit
        # A solver's `solutions` fetches 1, then 2, 4 ... of them, and its nodes are of all these.
        self._places = (1 << limit.bit_length()) - 1

    def batch(self, line: Callable[[Solutions], str], is_yes: set[int]) -> Batch | None:
        """Return the records; `is_yes` says for which numbers of solutions the answer is yes."""
        ask = self._ask
        if ask.form not in FORMS or self._limit > MOST_SOLUTIONS:
            return None
        shape, boards, places = ask.packed.shape, ask.packed.boards, self._places
        answered = ask.answered(lambda budget: solve_batch(shape, boards, places, budget=budget))
        if answered is None:
            return None
        answer, seconds = answered
        counts = self._first(answer.counts)
        found = ChunkAnswers(
            self._template(answer, counts, seconds),
            answer.statuses,
            lambda at: line(self._result(answer, counts[at], at)),
        )
        left_out = set(found.unfinished)
        noes = sum(count not in is_yes for at, count in enumerate(counts) if at not in left_out)
        return batch_of(ask, found, seconds=seconds, noes=noes, counts={})

    def _first(self, counts: memoryview) -> memoryview:
        """Return how many of the solutions are wanted."""
        if self._places == self._limit:
            return counts
        return memoryview(array("q", [min(count, self._limit) for count in counts]))

    def _template(self, answer: SolveBatch, counts: memoryview, seconds: float) -> Template:
        """Return the fields of `Solutions`."""
        before, after = self._ask.common(seconds)
        limit, cells = self._limit, self._ask.packed.shape.cells
        one = "yes" if limit > 1 else "unknown"
        text = symbols_of(bytes(answer.solutions))
        return {
            "schema": Solutions.schema,
            **before,
            "solvable": WordField(counts, ("no", "yes")),
            "unique": WordField(counts, ("no", one, "no")),
            "count": {
                "value": NumberField(counts),
                "kind": WordField(counts, (*["exact"] * limit, "at_least")),
            },
            "solutions": BoardsField(counts, text, self._places, cells),
            "solver": SOLVER,
            "nodes": NumberField(answer.nodes, 1),
            **after,
        }

    def _result(self, answer: SolveBatch, count: int, at: int) -> Solutions:
        """Return the answer about one board."""
        packed, shape = self._ask.packed, self._ask.packed.shape
        begin = at * self._places * shape.cells
        found = tuple(
            Board(shape, bytes(answer.solutions[place : place + shape.cells]))
            for place in range(begin, begin + count * shape.cells, shape.cells)
        )
        total = Count(count, exact=count < self._limit)
        return Solutions(board=packed.board(at), found=found, count=total, **_FINAL)


def _none(counts: memoryview, found: ChunkAnswers) -> int:
    """Return how many of the boards with an answer have no solution."""
    left_out = set(found.unfinished)
    return sum(not count for at, count in enumerate(counts) if at not in left_out)
