"""The program of a solver's process: it answers questions, line by line.

For a Python class it imports the class and speaks for it; a program in another language takes its
place. What foreign code prints goes to standard error, where it spoils nothing.
"""

from __future__ import annotations

import gc
import os
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
from bombe.solvers.contract import Verdict
from bombe.solvers.foreign import wire
from bombe.solvers.foreign.checked import AUDITS, CheckedSolver, own_answers
from bombe.solvers.foreign.checks import (
    refuse,
    wrong_audit,
    wrong_count,
    wrong_solution,
    wrong_verdict,
)
from bombe.solvers.foreign.error_lines import cut, error_line
from bombe.solvers.foreign.wire import WireQuestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.solvers.contract import Solver
    from bombe.solvers.foreign.places import SolverPlace
    from bombe.solvers.sandbox.channel import Channel

_EMPTY = {wire.STOP: wire.STOPPED, wire.PING: wire.DONE}
_PLAIN_ENDS = {wire.DONE, wire.LIMIT, wire.BUDGET}
_clock = time.perf_counter
"""The clock before foreign code is loaded."""


def run(channel: Channel, place: SolverPlace) -> None:
    """Run the solver of a place until Bombe closes the channel."""
    if not place.program:
        _serve(place, channel)
        return
    os.dup2(channel.into, 0)
    os.dup2(channel.out, 1)
    try:
        os.execv(place.program[0], place.program)  # noqa: S606 - the user named it
    except OSError as error:
        _say(channel, f"{wire.ERROR} it cannot be started: {error.strerror or error}")


def _serve(place: SolverPlace, channel: Channel) -> None:
    from bombe.solvers.foreign.loading import make

    try:
        solver = make(place)
        offers = sorted(own_answers(solver) & {wire.COUNT, wire.SOLVABLE})
        name = cut(str(solver.name)).replace(" ", "-") or "-"
    except SolverMissingError as error:
        _say(channel, f"{wire.MISSING} {error}")
    except SolverFaultError as error:
        _say(channel, f"{wire.WRONG} {error.problem}")
    except BombeError as error:
        _say(channel, f"{wire.USAGE} {error}")
    else:
        offers += [wire.AUDIT, wire.REPEAT, wire.STOP]
        _say(channel, f"{wire.READY} {wire.VERSION} {name} {' '.join(offers)}")
        for line in channel:
            _answer(solver, line.decode("ascii"), channel)


def _say(channel: Channel, text: str) -> None:
    channel.say(f"{text}\n".encode("ascii", "backslashreplace"))


def _answer(solver: Solver, line: str, channel: Channel) -> None:
    if line in _EMPTY:
        _say(channel, _EMPTY[line])
        return
    question = WireQuestion.read(line)
    meter = Meter(Budget(question.seconds, question.nodes))
    try:
        for text in _told(solver, question, meter, channel):
            _say(channel, text)
    except OutOfBudgetError:
        _say(channel, _end(wire.BUDGET, meter))
    except UnsupportedError as error:
        _say(channel, f"{wire.UNSUPPORTED} {cut(str(error))}")
    except SolverFaultError as error:
        _say(channel, f"{wire.WRONG} {error.problem}")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
        _say(channel, f"{wire.ERROR} {error_line(error)}")


def _told(solver: Solver, question: WireQuestion, meter: Meter, channel: Channel) -> Iterator[str]:
    """Yield the lines of an answer; solutions come as they are found, until they are unwanted."""
    is_streamed = question.verb == wire.SOLVE and not question.repeat
    if question.repeat:
        answer, meter, took = _measured(solver, question)
        yield f"{wire.MEASURED} seconds={took:.9f}"  # before what is written takes time
    elif is_streamed:
        answer = solver.first_solutions(question.board, question.limit, meter)
    else:
        answer = _ask(solver, question, meter)
    for text in _PARTS[question.verb](answer, question):
        if text in _PLAIN_ENDS:
            yield _end(text, meter)
        elif not is_streamed:
            yield text
        elif channel.has_more:
            return
        else:
            yield f"{text} nodes={meter.nodes}"


def _end(word: str, meter: Meter) -> str:
    return f"{word} nodes={meter.nodes} build={meter.effort().build:.9f}"


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


def _solutions(answer: Iterable[Any], question: WireQuestion) -> Iterator[str]:
    number = 0
    for solution in answer:
        if getattr(solution, "shape", None) != question.board.shape:
            refuse("", wrong_solution(question.board, solution), question.board)
        yield f"{wire.SOLUTION} {board_line(solution)}"
        number += 1
    yield wire.LIMIT if number == question.limit else wire.DONE


def _count(count: Any, question: WireQuestion) -> Iterator[str]:
    refuse("", wrong_count(count, question.limit), question.board)
    yield f"{wire.COUNT} {count.value}"
    if count.exact:
        yield wire.DONE
    else:
        yield wire.LIMIT if count.value == question.limit else wire.BUDGET


def _verdict(verdict: Any, question: WireQuestion) -> Iterator[str]:
    refuse("", wrong_verdict(verdict), question.board)
    yield f"{wire.COUNT} {int(verdict is Verdict.YES)}"
    yield {Verdict.YES: wire.LIMIT, Verdict.NO: wire.DONE, Verdict.UNKNOWN: wire.BUDGET}[verdict]


def _audit(truth: Any, question: WireQuestion) -> Iterator[str]:
    board = question.board
    refuse("", wrong_audit(board, truth), board)
    for values in truth.solutions:
        yield f"{wire.SOLUTION} {board_line(type(board)(board.shape, values))}"
    if not any(truth.undecided):
        yield wire.DONE
        return
    for move, verdict in truth.verdicts.items():
        if verdict is Verdict.NO:
            yield f"{wire.BOMB} {move.row} {move.column} {move.value}"
    yield wire.BUDGET


_PARTS = {
    wire.SOLVE: _solutions,
    wire.COUNT: _count,
    wire.SOLVABLE: _verdict,
    wire.AUDIT: _audit,
}
"""The lines of each kind of answer."""
