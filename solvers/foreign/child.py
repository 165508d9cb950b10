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
from bombe.solvers.contract import Count, Verdict
from bombe.solvers.foreign import wire
from bombe.solvers.foreign.blame import cut, in_words
from bombe.solvers.foreign.checked import AUDITS, CheckedSolver, own_answers
from bombe.solvers.foreign.checks import wrong_audit, wrong_count, wrong_solution, wrong_verdict
from bombe.solvers.foreign.wire import WireQuestion

if TYPE_CHECKING:
    from bombe.boards import Board
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
        if question.repeat:
            answer, meter, took = _measured(solver, question)
            _say(
                channel, f"{wire.MEASURED} seconds={took:.9f}"
            )  # before what is written takes time
            end = _tell(answer, question, channel)
        elif question.verb == wire.SOLVE:
            end = _show(solver, question, meter, channel)
        else:
            end = _tell(_ask(solver, question, meter), question, channel)
    except OutOfBudgetError:
        end = wire.BUDGET
    except UnsupportedError as error:
        end = f"{wire.UNSUPPORTED} {cut(str(error))}"
    except SolverFaultError as error:
        end = f"{wire.WRONG} {error.problem}"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
        end = f"{wire.ERROR} {in_words(error)}"
    if end in _PLAIN_ENDS:
        _say(channel, f"{end}{_spent(meter)} build={meter.effort().build:.9f}")
    elif end:
        _say(channel, end)


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


def _tell(answer: Any, question: WireQuestion, channel: Channel) -> str:
    """Write an answer but for its last line, which is returned."""
    if question.verb == wire.COUNT:
        return _tell_count(answer, question.limit, channel)
    if question.verb == wire.SOLVABLE:
        return _tell_verdict(answer, channel)
    if question.verb == wire.AUDIT:
        return _tell_audit(answer, question, channel)
    for solution in answer:
        if trouble := _tell_solution(solution, question.board, channel):
            return trouble
    return wire.LIMIT if len(answer) == question.limit else wire.DONE


def _show(solver: Solver, question: WireQuestion, meter: Meter, channel: Channel) -> str:
    """Write the solutions as they are found; "" if they are not wanted any more."""
    board, limit, number = question.board, question.limit, 0
    for solution in solver.first_solutions(board, limit, meter):
        if channel.has_more:
            return ""
        if trouble := _tell_solution(solution, board, channel, _spent(meter)):
            return trouble
        number += 1
    return wire.LIMIT if number == limit else wire.DONE


def _tell_solution(solution: Any, board: Board, channel: Channel, spent: str = "") -> str:
    """Write a solution; return what is wrong if it cannot be written."""
    if getattr(solution, "shape", None) != board.shape:
        return f"{wire.WRONG} {wrong_solution(board, solution)}"
    _say(channel, f"{wire.SOLUTION} {board_line(solution)}{spent}")
    return ""


def _tell_count(count: object, limit: int | None, channel: Channel) -> str:
    if not isinstance(count, Count) or wrong_count(count, limit):
        return f"{wire.WRONG} {wrong_count(count, limit)}"
    _say(channel, f"{wire.COUNT} {count.value}")
    if count.exact:
        return wire.DONE
    return wire.LIMIT if count.value == limit else wire.BUDGET


def _tell_verdict(verdict: object, channel: Channel) -> str:
    if not isinstance(verdict, Verdict):
        return f"{wire.WRONG} {wrong_verdict(verdict)}"
    _say(channel, f"{wire.COUNT} {int(verdict is Verdict.YES)}")
    ends = {Verdict.YES: wire.LIMIT, Verdict.NO: wire.DONE, Verdict.UNKNOWN: wire.BUDGET}
    return ends[verdict]


def _tell_audit(truth: Any, question: WireQuestion, channel: Channel) -> str:
    board = question.board
    if problem := wrong_audit(board, truth):
        return f"{wire.WRONG} {problem}"
    for values in truth.solutions:
        _say(channel, f"{wire.SOLUTION} {board_line(type(board)(board.shape, values))}")
    if not any(truth.undecided):
        return wire.DONE
    for move, verdict in truth.verdicts.items():
        if verdict is Verdict.NO:
            _say(channel, f"{wire.BOMB} {move.row} {move.column} {move.value}")
    return wire.BUDGET
