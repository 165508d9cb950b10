"""A solver that is in a process of its own. What it says is unchecked: see checked.py."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.boards import Move
from bombe.boards.errors import OutOfBudgetError, SolverFaultError, UnsupportedError
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers.budget import as_meter
from bombe.solvers.contract import Count, Ledger, Solver, Verdict
from bombe.solvers.foreign import wire
from bombe.solvers.foreign.checks import refuse, wrong_solution
from bombe.solvers.foreign.process import LateError, SolverProcess
from bombe.solvers.foreign.wire import WireQuestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards import Board
    from bombe.solvers.budget import BudgetLike, Meter
    from bombe.solvers.contract import TrueCandidates
    from bombe.solvers.foreign.places import SolverPlace
    from bombe.solvers.foreign.wire import WireReply


@dataclass
class Timing:
    """How often each question is asked at once, and the seconds of those that were measured.

    `inside` are those that the process says, `outside` those until it has said so.
    """

    repeat: int
    clock: Callable[[], float] = time.perf_counter
    exchanges: int = 0
    inside: float = 0.0
    outside: float = 0.0
    start: float = 0.0

    def begin(self) -> None:
        """Take the time of a question."""
        self.exchanges += 1
        self.start = self.clock()

    def take(self, seconds: float) -> None:
        """Take down what the process says that one repetition has taken."""
        self.inside += seconds * self.repeat
        self.outside += self.clock() - self.start


class Remote(Solver):
    """Asks the solver of a place in its process, which is kept for the next question.

    Questions that are asked while another is being answered get a process of their own.
    """

    def __init__(self, place: SolverPlace, level: str) -> None:
        self.place, self._level = place, level
        self._idle: list[SolverProcess] = []
        self._lock, self._owner = threading.Lock(), os.getpid()
        self.timing: Timing | None = None
        """How the questions are measured, while they are."""
        process = self._take()
        self.name, self.offers = process.name, process.offers
        self._give(process)

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions as they come."""
        return self._shown(board, None, meter)

    def first_solutions(
        self, board: Board, limit: int | None, budget: BudgetLike = None
    ) -> Iterator[Board]:
        """Yield up to `limit` solutions; it is told the limit, and stops there."""
        meter = as_meter(budget)
        meter.check()
        return iter(()) if board.clashes() else self._shown(board, limit, meter)

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        """Return what it counts; without a count of its own, how many it shows."""
        if wire.COUNT not in self.offers:
            return super().count(board, limit, budget)
        return self._counted(wire.COUNT, board, limit, as_meter(budget))

    def solvable(self, board: Board, budget: BudgetLike = None) -> Verdict:
        """Return its verdict; without one of its own, whether it shows a solution."""
        if wire.SOLVABLE not in self.offers:
            return super().solvable(board, budget)
        count = self._counted(wire.SOLVABLE, board, 1, as_meter(budget))
        if count.value:
            return Verdict.YES
        return Verdict.NO if count.exact else Verdict.UNKNOWN

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        """Return its audit; without one, what it shows for one candidate after the other."""
        if wire.AUDIT not in self.offers:
            return super().true_candidates(board, budget)
        ledger, bombs = Ledger(board), list[Move]()
        with contextlib.suppress(OutOfBudgetError):
            for reply in self._replies(wire.AUDIT, board, None, as_meter(budget)):
                if reply.word == wire.SOLUTION:
                    solution = self._solution(reply, board)
                    refuse(self.place.text, wrong_solution(board, solution), board)
                    ledger.add_witness(solution)
                elif reply.word == wire.BOMB:
                    bombs.append(self._bomb(reply, board))
                elif reply.word == wire.DONE:
                    ledger.rule_out_rest()
        for move in bombs:
            ledger.rule_out(move)
        return ledger.close()

    def ping(self) -> None:
        """Exchange a question and an answer that hold nothing."""
        process = self._take()
        for _ in process.ask(wire.PING, 1.0):
            pass
        self._give(process)

    @property
    def can_repeat(self) -> bool:
        """Whether it can be asked a question many times at once."""
        return wire.REPEAT in self.offers

    @contextlib.contextmanager
    def timed(self, repeat: int) -> Iterator[Timing]:
        """Have every question asked so often at once, and take the time; they share a meter's."""
        self.timing = Timing(repeat)
        try:
            yield self.timing
        finally:
            self.timing = None

    def cpu_seconds(self) -> float | None:
        """Return the processor time of the process that waits; None if that is unknown."""
        return self._idle[-1].cpu_seconds() if self._idle else None

    def close(self) -> None:
        """End all processes that wait."""
        while self._idle:
            self._idle.pop().close()

    def _example(self, board: Board, meter: Meter) -> Board | None:
        return next(self._shown(board, 1, meter), None)

    def _shown(self, board: Board, limit: int | None, meter: Meter) -> Iterator[Board]:
        """Yield the solutions; the last one of a limit when the answer has ended."""
        last: Board | None = None
        number = 0
        for reply in self._replies(wire.SOLVE, board, limit, meter):
            if reply.word == wire.SOLUTION:
                number += 1
                if limit is not None and number > limit:
                    raise self._fault(f"shows more solutions than the limit of {limit}", board)
                last = self._solution(reply, board)
                if number != limit:
                    yield last
            elif reply.word == wire.LIMIT and number != limit:
                raise self._fault(f"says limit after {number} solutions", board)
        if last is not None and number == limit:
            yield last

    def _counted(self, verb: str, board: Board, limit: int | None, meter: Meter) -> Count:
        value = 0
        with contextlib.suppress(OutOfBudgetError):
            for reply in self._replies(verb, board, limit, meter):
                if reply.word == wire.COUNT:
                    value = self._number(reply, board)
                elif reply.word == wire.DONE:
                    return Count(value, exact=True)
                elif reply.word == wire.LIMIT and value != limit:
                    raise self._fault(f"says limit, and counts {value}", board)
        return Count(value, exact=False)

    def _replies(
        self, verb: str, board: Board, limit: int | None, meter: Meter
    ) -> Iterator[WireReply]:
        """Yield the lines of an answer; raise what its last line says, or if it is late."""
        meter.check()
        budget = meter.rest()
        repeat = self.timing.repeat if self.timing and self.can_repeat else 1
        each = None if budget.seconds is None else budget.seconds / repeat
        measured = repeat if self.timing and self.can_repeat else None
        question = WireQuestion(verb, board, limit, each, budget.nodes, measured)
        if self.timing:
            self.timing.begin()
        process, before = self._take(), meter.nodes
        try:
            with contextlib.closing(
                process.ask(question, budget.seconds, meter.budget.stop)
            ) as lines:
                for reply in lines:
                    _account(meter, before, reply)
                    if self.timing and reply.seconds is not None:
                        self.timing.take(reply.seconds)
                    yield reply
                    _raise_end(reply, self.place.text, board)
                    meter.check()
        except LateError:
            raise OutOfBudgetError(f"solver {self.place.text!r} was stopped") from None
        finally:
            self._give(process)

    def _take(self) -> SolverProcess:
        """Return a process that waits, or a new one; those of a parent process are not ours."""
        with self._lock:
            if self._owner != os.getpid():
                self._owner, self._idle = os.getpid(), []
            if self._idle:
                return self._idle.pop()
        return SolverProcess(self.place, self._level)

    def _give(self, process: SolverProcess) -> None:
        if process.is_idle:
            with self._lock:
                self._idle.append(process)
        else:
            process.close()

    def _solution(self, reply: WireReply, board: Board) -> Board:
        try:
            return reply.solution_of(board)
        except ValueError:
            problem = f"shows {reply.text!r}, which is no {board.shape} board"
            raise self._fault(problem, board) from None

    def _number(self, reply: WireReply, board: Board) -> int:
        try:
            return reply.number()
        except ValueError:
            raise self._fault(f"counts {reply.text!r}, which is no number", board) from None

    def _bomb(self, reply: WireReply, board: Board) -> Move:
        try:
            row, column, value = map(int, reply.words)
            if board[row, column] == 0 and 0 < value <= board.shape.size:
                return Move(row, column, value)
        except (ValueError, LookupError):
            pass
        raise self._fault(f"calls {reply.text!r} a bomb, which is no move", board)

    def _fault(self, problem: str, board: Board) -> SolverFaultError:
        return SolverFaultError(self.place.text, problem, board_line(board))


def _account(meter: Meter, before: int, reply: WireReply) -> None:
    """Enter what a line says has been spent until then; more than the budget is not believed."""
    if reply.nodes is None:
        return
    most = meter.budget.nodes
    nodes = before + reply.nodes if most is None else min(before + reply.nodes, most)
    built = min(reply.build or 0.0, meter.seconds)
    meter.enter(max(0, nodes - meter.nodes), built)


def _raise_end(reply: WireReply, solver: str, board: Board) -> None:
    """Raise what the last line of an answer means, if that is an error."""
    if reply.word == wire.BUDGET:
        raise OutOfBudgetError(f"solver {solver!r} says that its budget is used up")
    if reply.word == wire.UNSUPPORTED:
        raise UnsupportedError(f"solver {solver!r}: {reply.text}")
    if reply.word == wire.ERROR:
        raise SolverFaultError(solver, f"fails: {reply.text}", board_line(board))
    if reply.word == wire.WRONG:
        raise SolverFaultError(solver, reply.text, board_line(board))
