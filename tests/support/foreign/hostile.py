"""Solvers that misbehave, each in one way, with what the user must be told.

`FAULTS` end a question with the fault; `HANGS` have to be stopped, `NOISY` answer rightly.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from bombe.boards import Board, Shape
from bombe.solvers import Count, Meter, Solver, TrueCandidates, Verdict
from bombe.solvers.backends.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.solvers.budget import BudgetLike

FAULTS: dict[type[Solver], str] = {}
"""What the message says of a solver, whichever question was asked."""
AUDIT_FAULTS: dict[type[Solver], str] = {}
"""The same, where only an audit asks for it."""
COUNT_FAULTS: dict[type[Solver], str] = {}
"""The same, where only a count asks for it."""
HANGS: list[type[Solver]] = []
NOISY: list[type[Solver]] = []


def says(words: str, faults: dict[type[Solver], str] = FAULTS) -> Any:
    """Return a decorator that enters a class among those with a fault."""

    def enter(solver: type[Solver]) -> type[Solver]:
        faults[solver] = words
        return solver

    return enter


class Right(Solver):
    """Has no fault; those below have one each."""

    name = "hostile"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        yield from AlgorithmX().search(board, meter)


@says("breaks a rule: 1 stands")
class Ones(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        yield Board(board.shape, bytes([1]) * board.shape.cells)


@says("does not keep the givens")
class OtherGivens(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        turned = bytes(value % board.shape.size + 1 if value else 0 for value in board.values)
        yield from super().search(Board(board.shape, turned), meter)


@says("is not full")
class NotFull(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        yield board


@says("has another shape")
class OtherShape(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        assert board
        yield from super().search(Board.empty(Shape(1, 3)), meter)


@says("shows 'hello', which is no Board")
class Greets(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        yield cast("Board", "hello")


@says("shows None, which is no Board")
class YieldsNothing(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        yield cast("Board", None)


class _Shy:
    def __repr__(self) -> str:
        raise ValueError


@says("shows a _Shy that cannot be shown, which is no Board")
class YieldsTheShy(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        yield cast("Board", _Shy())


@says("fails: TypeError: 'NoneType' object is not")
class ReturnsNothing(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # type: ignore[empty-body]  # the mistake
        """Forget to yield."""


@says("and the kernel finds")
class Denies(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        yield from ()


@says("hostile.py:{line}: ValueError: boom")
class Raises(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        raise ValueError("boom")


@says(r"hostile.py:{line}: ValueError: \x1b[2J\x1b[H")
class RaisesEscapes(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        raise ValueError("\x1b[2J\x1b[H")


class _Mute(Exception):  # noqa: N818 - it is none of ours
    def __str__(self) -> str:
        raise ValueError


@says("hostile.py:{line}: _Mute: its message cannot be shown")
class RaisesTheMute(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        raise _Mute


@says("hostile.py:{line}: RuntimeError: not made")
class FailsToBeMade(Right):
    def __init__(self) -> None:
        raise RuntimeError("not made")


@says("it calls sys.exit(0)")
class ExitsPolitely(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        sys.exit(0)


@says("ended its process with exit code 3")
class Exits(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:  # noqa: ARG002 - the contract
        os._exit(3)


@says("died of SIGSEGV")
class Crashes(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        assert board
        ctypes.string_at(0)
        yield from super().search(board, meter)


@says("died of SIGABRT; it printed: out of ideas")
class Aborts(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        assert board
        print("out of ideas", flush=True)  # noqa: T201 - its last words
        os.abort()
        yield from super().search(board, meter)  # type: ignore[unreachable]  # it makes this a generator


@says("")
class ClosesItsChannel(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        os.closerange(3, 100)
        yield from super().search(board, meter)


@says("answers 'I know better', which is no line of an answer")
class WritesToTheChannel(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        for number in range(3, 20):
            with contextlib.suppress(OSError):
                os.write(number, b"I know better\n")
        yield from super().search(board, meter)


@says("writes a line of over")
class FloodsTheChannel(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        while True:
            for number in range(3, 20):
                with contextlib.suppress(OSError):
                    os.write(number, b"x" * 10_000)
        yield from super().search(board, meter)  # type: ignore[unreachable]  # it makes this a generator


@says("shows a solution twice", COUNT_FAULTS)
class YieldsForever(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        first = next(super().search(board, meter))
        while True:
            yield first


@says("counts 'two', which is no Count", COUNT_FAULTS)
class CountsInWords(Right):
    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:  # noqa: ARG002 - the contract
        return cast("Count", "two")


@says("beyond the limit of", COUNT_FAULTS)
class CountsBeyond(Right):
    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:  # noqa: ARG002 - the contract
        return Count((limit or 2) + 1, exact=False)


@says("says 0 solutions at most, and the kernel finds 1", COUNT_FAULTS)
class CountsNone(Right):
    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:  # noqa: ARG002 - the contract
        return Count(0, exact=True)


@says("audits with <Board", AUDIT_FAULTS)
class AuditsInOneWord(Right):
    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:  # noqa: ARG002 - the contract
        return cast("TrueCandidates", board)


@says("safe, and shows no solution with it", AUDIT_FAULTS)
class FindsAllSafe(Right):
    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        truth = super().true_candidates(board, budget)
        return replace(truth, true=tuple(board.candidate_masks()), solutions=())


@says("a bomb, and the kernel finds", AUDIT_FAULTS)
class FindsAllBombs(Right):
    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        truth = super().true_candidates(board, budget)
        nothing = (0,) * board.shape.cells
        return replace(truth, true=nothing, undecided=nothing, solutions=())


@says("audits another board", AUDIT_FAULTS)
class AuditsAnother(Right):
    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        return super().true_candidates(Board.empty(board.shape), budget)


class SaysYes(Right):
    """Its verdict is asked by `solvable` alone."""

    def solvable(self, board: Board, budget: BudgetLike = None) -> Verdict:  # noqa: ARG002 - the contract
        return Verdict.YES


class SaysTheBoard(Right):
    """Its verdict is none."""

    def solvable(self, board: Board, budget: BudgetLike = None) -> Verdict:  # noqa: ARG002 - the contract
        return cast("Verdict", board)


class HangsInPython(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        while True:
            assert board
        yield from super().search(board, meter)  # type: ignore[unreachable]  # it makes this a generator


class HangsInC(Right):
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        ctypes.PyDLL(None).sleep(1000)
        yield from super().search(board, meter)


class HangsDeaf(Right):
    """Ignores what can be ignored."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while True:
            with contextlib.suppress(BaseException):
                time.sleep(1000)
        yield from super().search(board, meter)  # type: ignore[unreachable]  # it makes this a generator


HANGS += [HangsInPython, HangsInC, HangsDeaf]


class Prints(Right):
    """Prints much, on all ways, also as a solution."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        print("hello" * 100_000)  # noqa: T201 - that is what it does
        print("error" * 100_000, file=sys.stderr)  # noqa: T201 - that is what it does
        os.write(1, b"solution 1\ndone\n")
        os.system("echo hello; echo error >&2")  # noqa: S605 - that is what it does
        yield from super().search(board, meter)


class LeavesADaemon(Right):
    """Leaves a process that has another parent, session and group."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
        yield from super().search(board, meter)


class RunsOnAsItsChild(Right):
    """Forks, and lets the child run on into our code."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        os.fork()
        yield from super().search(board, meter)


class LeavesAThread(Right):
    """Leaves a thread that prints."""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        import threading

        threading.Timer(0.01, lambda: os.write(1, b"late\n")).start()
        yield from super().search(board, meter)


NOISY += [Prints, LeavesADaemon, RunsOnAsItsChild, LeavesAThread]


class ActsOutside(Right):
    """What it tries is denied by the sandbox: see the tests."""

    deed = ""

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        exec(os.environ.get("DEED", self.deed))  # noqa: S102 - that is what it does
        yield from super().search(board, meter)


class WritesHere(ActsOutside):
    deed = "open('evil', 'w')"


class KillsItsParent(ActsOutside):
    deed = "os.kill(os.getppid(), 9)"


class ReadsSecrets(ActsOutside):
    deed = "open('/etc/shadow')"


class OpensASocket(ActsOutside):
    deed = "import socket; socket.socket()"


OUTSIDE = [WritesHere, KillsItsParent, ReadsSecrets, OpensASocket]
