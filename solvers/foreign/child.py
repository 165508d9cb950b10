"""The program of a solver's process: goes behind the fence, then answers questions, line by line.

For a Python class it imports the class and speaks for it; a program in another language takes its
place. What foreign code prints goes to standard error, where it spoils nothing.
"""

from __future__ import annotations

import gc
import os
import select
import time
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import (
    BombeError,
    OutOfBudgetError,
    SolverFaultError,
    SolverMissingError,
    UnsupportedError,
)
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers.budget import Budget, Meter
from bombe.solvers.contract import Count, Verdict
from bombe.solvers.foreign import wire
from bombe.solvers.foreign.blame import cut, in_words
from bombe.solvers.foreign.checked import AUDITS, CheckedSolver, own_answers
from bombe.solvers.foreign.checks import wrong_audit, wrong_count, wrong_solution, wrong_verdict
from bombe.solvers.foreign.fencing import enter
from bombe.solvers.foreign.places import SolverPlace
from bombe.solvers.foreign.wire import WireQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards import Board
    from bombe.solvers.contract import Solver

_CHUNK = 1 << 16
_EMPTY = {wire.STOP: wire.STOPPED, wire.PING: wire.DONE}
_PLAIN_ENDS = {wire.DONE, wire.LIMIT, wire.BUDGET}
_clock = time.perf_counter
"""The clock before foreign code is loaded."""


def run(order: dict[str, Any]) -> None:
    """Enter the fence and run the solver of an order until Bombe closes the channel."""
    place = SolverPlace.of_json(order["place"])
    lines = None if place.program else _Channel()
    try:
        enter(place, order["home"], order["level"], has_spaces=order["spaces"])
        if lines is None:
            os.execv(place.program[0], place.program)  # noqa: S606 - the user named it
        _serve(place, lines)
    except OSError as error:
        trouble = f"{wire.ERROR} it cannot be started: {error.strerror or error}"
        _Channel().say(trouble) if lines is None else lines.say(trouble)


def _serve(place: SolverPlace, lines: _Channel) -> None:
    from bombe.solvers.foreign.loading import make

    try:
        solver = make(place)
        offers = sorted(own_answers(solver) & {wire.COUNT, wire.SOLVABLE})
        name = cut(str(solver.name)).replace(" ", "-") or "-"
    except SolverMissingError as error:
        lines.say(f"{wire.MISSING} {error}")
    except SolverFaultError as error:
        lines.say(f"{wire.WRONG} {error.problem}")
    except BombeError as error:
        lines.say(f"{wire.USAGE} {error}")
    else:
        offers += [wire.AUDIT, wire.REPEAT, wire.STOP]
        lines.say(f"{wire.READY} {wire.VERSION} {name} {' '.join(offers)}")
        for line in lines:
            _answer(solver, line, lines)


class _Channel:
    """The channel: questions come in, answers go out, and nobody else has it."""

    def __init__(self) -> None:
        self._in, self._out = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self._owner, self._read = os.getpid(), b""

    def __iter__(self) -> Iterator[str]:
        """Yield the lines that come in, until the channel is closed."""
        while True:
            while b"\n" not in self._read:
                piece = os.read(self._in, _CHUNK)
                if not piece:
                    return
                self._read += piece
            line, self._read = self._read.split(b"\n", 1)
            yield line.decode("ascii")

    @property
    def has_more(self) -> bool:
        """Whether another line waits: that the answer is not wanted any more."""
        return bool(self._read or select.select([self._in], [], [], 0)[0])

    def say(self, text: str) -> None:
        """Write a line."""
        if os.getpid() != self._owner:
            os._exit(0)  # a forked child that ran on into our code must not answer
        data = f"{text}\n".encode("ascii", "backslashreplace")
        while data:
            data = data[os.write(self._out, data) :]


def _answer(solver: Solver, line: str, lines: _Channel) -> None:
    if line in _EMPTY:
        lines.say(_EMPTY[line])
        return
    question = WireQuestion.read(line)
    meter = Meter(Budget(question.seconds, question.nodes))
    try:
        if question.repeat:
            answer, meter, took = _measured(solver, question)
            lines.say(f"{wire.MEASURED} seconds={took:.9f}")  # before what is written takes time
            end = _tell(answer, question, lines)
        elif question.verb == wire.SOLVE:
            end = _show(solver, question, meter, lines)
        else:
            end = _tell(_ask(solver, question, meter), question, lines)
    except OutOfBudgetError:
        end = wire.BUDGET
    except UnsupportedError as error:
        end = f"{wire.UNSUPPORTED} {cut(str(error))}"
    except SolverFaultError as error:
        end = f"{wire.WRONG} {error.problem}"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
        end = f"{wire.ERROR} {in_words(error)}"
    if end in _PLAIN_ENDS:
        lines.say(f"{end}{_spent(meter)} build={meter.effort().build:.9f}")
    elif end:
        lines.say(end)


def _spent(meter: Meter) -> str:
    return f" nodes={meter.nodes}"


def _measured(solver: Solver, question: WireQuestion) -> tuple[Any, Meter, float]:
    """Ask as often as is wanted; return the last answer and its meter, and what one has taken."""
    times = question.repeat or 1
    # The others are asked with a stop signal, too, which takes a little.
    budget = Budget(question.seconds, question.nodes, bool)
    answer: Any = OutOfBudgetError()
    gc.disable()  # it would run at the expense of one contestant
    try:
        start = _clock()
        for _ in range(times):
            meter = Meter(budget)
            try:
                answer = _ask(solver, question, meter)
            except OutOfBudgetError as error:
                answer = error
        took = (_clock() - start) / times
    finally:
        gc.enable()
    if isinstance(answer, OutOfBudgetError):
        raise answer
    return answer, meter, took


def _ask(solver: Solver, question: WireQuestion, meter: Meter) -> Any:
    """Ask what is asked, in the words of Python."""
    board = question.board
    if question.verb == wire.COUNT:
        return solver.count(board, question.limit, meter)
    if question.verb == wire.SOLVABLE:
        return solver.solvable(board, meter)
    if question.verb == wire.AUDIT:
        is_checked = not question.repeat and not own_answers(solver) & AUDITS
        audited = CheckedSolver(solver, with_kernel=False) if is_checked else solver
        return audited.true_candidates(board, meter)
    return list(solver.first_solutions(board, question.limit, meter))


def _tell(answer: Any, question: WireQuestion, lines: _Channel) -> str:
    """Write an answer but for its last line, which is returned."""
    if question.verb == wire.COUNT:
        return _tell_count(answer, question.limit, lines)
    if question.verb == wire.SOLVABLE:
        return _tell_verdict(answer, lines)
    if question.verb == wire.AUDIT:
        return _tell_audit(answer, question, lines)
    for solution in answer:
        if trouble := _tell_solution(solution, question.board, lines):
            return trouble
    return wire.LIMIT if len(answer) == question.limit else wire.DONE


def _show(solver: Solver, question: WireQuestion, meter: Meter, lines: _Channel) -> str:
    """Write the solutions as they are found; "" if they are not wanted any more."""
    board, limit, number = question.board, question.limit, 0
    for solution in solver.first_solutions(board, limit, meter):
        if lines.has_more:
            return ""
        if trouble := _tell_solution(solution, board, lines, _spent(meter)):
            return trouble
        number += 1
    return wire.LIMIT if number == limit else wire.DONE


def _tell_solution(solution: Any, board: Board, lines: _Channel, spent: str = "") -> str:
    """Write a solution; return what is wrong if it cannot be written."""
    if getattr(solution, "shape", None) != board.shape:
        return f"{wire.WRONG} {wrong_solution(board, solution)}"
    lines.say(f"{wire.SOLUTION} {board_line(solution)}{spent}")
    return ""


def _tell_count(count: object, limit: int | None, lines: _Channel) -> str:
    if not isinstance(count, Count) or wrong_count(count, limit):
        return f"{wire.WRONG} {wrong_count(count, limit)}"
    lines.say(f"{wire.COUNT} {count.value}")
    if count.exact:
        return wire.DONE
    return wire.LIMIT if count.value == limit else wire.BUDGET


def _tell_verdict(verdict: object, lines: _Channel) -> str:
    if not isinstance(verdict, Verdict):
        return f"{wire.WRONG} {wrong_verdict(verdict)}"
    lines.say(f"{wire.COUNT} {int(verdict is Verdict.YES)}")
    ends = {Verdict.YES: wire.LIMIT, Verdict.NO: wire.DONE, Verdict.UNKNOWN: wire.BUDGET}
    return ends[verdict]


def _tell_audit(truth: Any, question: WireQuestion, lines: _Channel) -> str:
    board = question.board
    if problem := wrong_audit(board, truth):
        return f"{wire.WRONG} {problem}"
    for values in truth.solutions:
        lines.say(f"{wire.SOLUTION} {board_line(type(board)(board.shape, values))}")
    if not any(truth.undecided):
        return wire.DONE
    for move, verdict in truth.verdicts.items():
        if verdict is Verdict.NO:
            lines.say(f"{wire.BOMB} {move.row} {move.column} {move.value}")
    return wire.BUDGET
