"""The native kernel as a solver: compiled, on one thread, and interruptible; see native/README.md.

A node is a value that the search tried, and one for every question.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from bombe.boards import Board
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import native
from bombe.solvers.budget import meter_of
from bombe.solvers.contract import Count, Solver, Verdict
from bombe.solvers.native import interface
from bombe.solvers.native.interface import FULL, Memory, Question, workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.solvers.budget import Allowance, Meter
    from bombe.solvers.contract import Ledger

MOST_ROOM = 512
"""Solutions that are fetched at a time, at most; the first call fetches one."""

WITNESS_ROOM = 32


class Kernel(Solver):
    """The compiled search of bombe.solvers.native."""

    name = "native"

    def __init__(self) -> None:
        self._library = native.library()

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions, fetched in batches that grow."""
        with self._question(board, meter) as question:
            room, answer, ended = 1, FULL, None
            while answer == FULL:
                question.make_room(room)
                try:
                    answer = question.run(self._library.bombe_next)
                except OutOfBudgetError as error:
                    ended = error
                for values in question.take_found():
                    yield Board(board.shape, values)
                if ended is not None:
                    raise ended
                room = min(2 * room, MOST_ROOM)

    def solvable(self, board: Board, budget: Allowance = None) -> Verdict:
        """Tell whether the board has a solution."""
        count = self.count(board, 1, budget)
        if count.value:
            return Verdict.YES
        return Verdict.NO if count.exact else Verdict.UNKNOWN

    def count(self, board: Board, limit: int | None = 2, budget: Allowance = None) -> Count:
        """Count the solutions, and stop at `limit` (None: count them all)."""
        if limit is not None and limit < 1:
            raise UsageError(f"a limit of {limit} solutions: give 1 or more, or None")
        meter = meter_of(budget)
        value = 0
        try:
            meter.check()
            with self._question(board, meter) as question:
                question.call.limit = interface.NO_LIMIT if limit is None else limit
                try:
                    question.run(self._library.bombe_count)
                finally:
                    value = question.count
        except OutOfBudgetError:
            return Count(value, exact=False)
        return Count(value, exact=value != limit)

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Let the library audit the whole board, and take over witnesses and verdicts."""
        board = ledger.board
        verdicts = Memory(board.shape.cells * board.shape.size)
        with self._question(board, meter) as question:
            question.call.verdicts = verdicts.address
            answer = FULL
            try:
                while answer == FULL:
                    question.make_room(WITNESS_ROOM)
                    try:
                        answer = question.run(self._library.bombe_audit)
                    finally:
                        for values in question.take_found():
                            ledger.add_witness(Board(board.shape, values))
            finally:
                _rule_out(ledger, verdicts)

    @contextlib.contextmanager
    def _question(self, board: Board, meter: Meter) -> Iterator[Question]:
        meter.spend()
        with workspace(board.shape) as space:
            with meter.building():
                question = Question(space, board.shape, board.values, meter)
            yield question


def _rule_out(ledger: Ledger, verdicts: Memory) -> None:
    """Take the bombs over."""
    shape, given = ledger.board.shape, verdicts.bytes
    for move in ledger.undecided:
        at = shape.cell(move.row, move.column) * shape.size + move.value - 1
        if given[at] == interface.NO:
            ledger.rule_out(move)
