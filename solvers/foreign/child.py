"""The program of a solver's process: goes behind the fence, then answers questions, line by line.

For a Python class it imports the class and speaks for it; a program in another language takes its
place. What foreign code prints goes to standard error, where it spoils nothing.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
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
from bombe.solvers.foreign.blame import cut, in_words, words_of
from bombe.solvers.foreign.checked import own_answers
from bombe.solvers.foreign.checks import wrong_audit
from bombe.solvers.foreign.fencing import enter
from bombe.solvers.foreign.places import Place
from bombe.solvers.foreign.wire import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.solvers.contract import Solver

_CHUNK = 1 << 16


def run(order: dict[str, Any]) -> None:
    """Enter the fence and run the solver of an order until Bombe closes the channel."""
    place = Place.of_json(order["place"])
    lines = None if place.program else _Lines()
    try:
        enter(place, order["home"], order["level"])
        if lines is None:
            os.execv(place.program[0], place.program)  # noqa: S606 - the user named it
        _serve(place, lines)
    except OSError as error:
        trouble = f"{wire.ERROR} it cannot be started: {error.strerror or error}"
        _Lines().say(trouble) if lines is None else lines.say(trouble)


def _serve(place: Place, lines: _Lines) -> None:
    from bombe.solvers.foreign.loading import make

    try:
        solver = make(place)
        offers = sorted(own_answers(solver))
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


class _Lines:
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


def _answer(solver: Solver, line: str, lines: _Lines) -> None:
    if line == wire.STOP:
        lines.say(wire.STOPPED)
        return
    if line == wire.PING:
        lines.say(wire.DONE)
        return
    question = Question.read(line)
    meter = Meter()
    try:
        for _ in range(question.repeat - 1):
            with _no_collection():
                _ask(solver, question, Meter(Budget(question.seconds, question.nodes)))
        meter = Meter(Budget(question.seconds, question.nodes))
        end = _tell(solver, question, meter, lines)
    except OutOfBudgetError:
        end = wire.BUDGET
    except UnsupportedError as error:
        end = f"{wire.UNSUPPORTED} {cut(str(error))}"
    except SolverFaultError as error:
        end = f"{wire.WRONG} {error.problem}"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
        end = f"{wire.ERROR} {in_words(error)}"
    if end:
        is_text = end.split()[0] in {wire.UNSUPPORTED, wire.WRONG, wire.ERROR}
        lines.say(end if is_text else f"{end}{_spent(meter)} build={meter.effort().build:.9f}")


def _spent(meter: Meter) -> str:
    return f" nodes={meter.nodes}"


def _ask(solver: Solver, question: Question, meter: Meter) -> Any:
    """Ask what is asked, in the words of Python; answer as late as the solver wants."""
    board = question.board
    if question.verb == wire.COUNT:
        return solver.count(board, question.limit, meter)
    if question.verb == wire.SOLVABLE:
        return solver.solvable(board, meter)
    if question.verb == wire.AUDIT:
        return solver.true_candidates(board, meter)
    with contextlib.suppress(OutOfBudgetError):
        return list(solver.first_solutions(board, question.limit, meter))


def _tell(solver: Solver, question: Question, meter: Meter, lines: _Lines) -> str:
    """Write an answer but for its last line, which is returned; "" if it was told to stop."""
    if question.verb == wire.SOLVE:
        return _show(solver, question, meter, lines)
    with _no_collection():
        answer = _ask(solver, question, meter)
    if question.verb == wire.COUNT:
        return _tell_count(answer, question.limit, lines)
    if question.verb == wire.SOLVABLE:
        return _tell_verdict(answer, lines)
    return _tell_audit(answer, question, lines)


def _show(solver: Solver, question: Question, meter: Meter, lines: _Lines) -> str:
    board, limit, number = question.board, question.limit, 0
    for solution in solver.first_solutions(board, limit, meter):
        if lines.has_more:
            return ""
        if getattr(solution, "shape", None) != board.shape:
            from bombe.solvers.foreign.checks import wrong_solution

            return f"{wire.WRONG} {wrong_solution(board, solution)}"
        lines.say(f"{wire.SOLUTION} {board_line(solution)}{_spent(meter)}")
        number += 1
    return wire.LIMIT if number == limit else wire.DONE


def _tell_count(count: object, limit: int | None, lines: _Lines) -> str:
    if not isinstance(count, Count) or type(count.value) is not int or count.value < 0:
        return f"{wire.WRONG} counts {words_of(count)}, which is no Count(value, exact)"
    lines.say(f"{wire.COUNT} {count.value}")
    if count.exact:
        return wire.DONE
    return wire.LIMIT if count.value == limit else wire.BUDGET


def _tell_verdict(verdict: object, lines: _Lines) -> str:
    if not isinstance(verdict, Verdict):
        return f"{wire.WRONG} answers {words_of(verdict)}, which is no Verdict"
    lines.say(f"{wire.COUNT} {int(verdict is Verdict.YES)}")
    ends = {Verdict.YES: wire.LIMIT, Verdict.NO: wire.DONE, Verdict.UNKNOWN: wire.BUDGET}
    return ends[verdict]


def _tell_audit(truth: Any, question: Question, lines: _Lines) -> str:
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


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Keep Python's garbage collector out of a measurement, as it is for the other contestants."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
