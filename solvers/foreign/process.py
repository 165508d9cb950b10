"""The process of a foreign solver, seen from ours: questions go out, replies come in.

Nothing that comes from it is trusted: lines are short and well-formed, or it is at fault.
"""

from __future__ import annotations

import contextlib
import math
import os
import tempfile
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.boards.errors import (
    BombeError,
    OutOfBudgetError,
    SolverFaultError,
    SolverMissingError,
    UsageError,
)
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers.foreign import wire
from bombe.solvers.foreign.error_lines import cut
from bombe.solvers.foreign.sandboxing import sandbox_of
from bombe.solvers.foreign.starting import MOST_SECONDS, seconds_to_start
from bombe.solvers.foreign.wire import WireReply
from bombe.solvers.sandbox.channel import LONGEST
from bombe.solvers.sandbox.child import Child
from bombe.solvers.sandbox.owned_folders import folder_prefix
from bombe.solvers.sandbox.paths import environment
from bombe.solvers.sandbox.removal import remove_tree
from bombe.solvers.sandbox.tree import own_seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from bombe.solvers.foreign.places import SolverPlace
    from bombe.solvers.foreign.wire import WireQuestion

PROGRAM = "bombe.solvers.foreign.child:run"
GRACE_SECONDS = 0.25
"""How long after the end of its time it may say so, before it is stopped."""
STOP_SECONDS = 0.5
"""How long it may take to leave a search that is not wanted any more."""
END_SECONDS = 2.0
"""How long its end may take to be known, after it has closed its channel."""


class LateError(Exception):
    """The process did not answer in its time; it has been killed."""


class SolverProcess:
    """A process with a solver that waits for questions; `is_idle` while it does."""

    def __init__(self, place: SolverPlace, level: str) -> None:
        self._place, self.is_idle = place, False
        home = Path(tempfile.mkdtemp(prefix=folder_prefix("solver")))
        here = os.getcwd()  # noqa: PTH109 - a text is wanted
        self._child = Child(PROGRAM, home, environment(home, here))
        # Also when nobody closes it: at the end of the program, or when it is forgotten.
        self.close = weakref.finalize(self, _close, os.getpid(), self._child, home)
        try:
            self.name, self.offers = self._begin(home, level)
        finally:
            if not self.is_idle:
                self.close()

    def ask(
        self,
        question: WireQuestion | str,
        seconds: float | None,
        is_stopped: Callable[[], bool] | None = None,
    ) -> Generator[WireReply]:
        """Yield the lines of its answer; after the last one it is idle again.

        Raise LateError if they take longer, SolverFaultError if they are none; the process is
        closed then, and also if the answer is left before its end and it does not stop.
        """
        self.is_idle = False
        line = question if isinstance(question, str) else question.line()
        board = "" if isinstance(question, str) else board_line(question.board)
        until = math.inf if seconds is None else time.monotonic() + seconds + GRACE_SECONDS
        try:
            for reply in self._replies(line, until, board, is_stopped):
                self.is_idle = reply.word in wire.ENDS
                if not self.is_idle and reply.word not in wire.PARTS:
                    raise self._no_answer(" ".join([reply.word, *reply.words]), board)
                yield reply
                if self.is_idle:
                    return
        except GeneratorExit:
            if not self.is_idle:
                self._stop(board)
            raise
        finally:
            if not self.is_idle:
                self.close()

    def cpu_seconds(self) -> float | None:
        """Return the processor time of the process, measured from outside; None if unknown."""
        return own_seconds(self._child.pid) or None

    def _begin(self, home: Path, level: str) -> tuple[str, frozenset[str]]:
        """Start it, and wait for its first line; return its name and what it offers."""
        seconds = seconds_to_start()
        until = time.monotonic() + seconds
        try:
            sandbox = sandbox_of(self._place, home, level)
            self._child.start(sandbox, self._place, seconds=seconds, patience=seconds)
            for reply in self._replies("", until, ""):
                if reply.word == wire.READY and reply.words[:1] == (wire.VERSION,):
                    self.is_idle = True
                    return cut(" ".join(reply.words[1:2])), frozenset(reply.words[2:])
                self._refuse(reply)
        except (LateError, TimeoutError):
            raise self._too_slow(seconds) from None
        except OSError as error:
            raise self._fault(f"cannot be started: {error}", "") from error
        raise AssertionError("unreachable: the loop ends by an error")

    def _too_slow(self, seconds: float) -> BombeError:
        """Return the error of a start that has taken so long: more seconds might have helped."""
        ready = f"does not say 'ready {wire.VERSION} NAME'"
        did_not = ready if self._place.program else "was not imported"
        problem = f"{did_not} within {seconds:g} seconds"
        if seconds >= MOST_SECONDS:
            return SolverFaultError(self._place.text, problem)
        return OutOfBudgetError(f"solver {self._place.text!r} {problem}: give more seconds")

    def _refuse(self, reply: WireReply) -> None:
        """Raise what its first line says is wrong."""
        if reply.word == wire.USAGE:
            raise UsageError(reply.text)
        if reply.word == wire.MISSING:
            raise SolverMissingError(reply.text)
        if reply.word in (wire.WRONG, wire.ERROR):
            raise SolverFaultError(self._place.text, reply.text)
        said = cut(" ".join([reply.word, *reply.words]))
        problem = f"begins with {said!r} instead of 'ready {wire.VERSION} NAME'"
        raise SolverFaultError(self._place.text, problem)

    def _stop(self, board: str) -> None:
        """Have it leave a search; close it if it does not offer that, or takes its time."""
        if wire.STOP not in self.offers:
            return
        with contextlib.suppress(LateError, SolverFaultError):
            for reply in self._replies(wire.STOP, time.monotonic() + STOP_SECONDS, board):
                if reply.word == wire.STOPPED:
                    self.is_idle = True
                    return

    def _replies(
        self, line: str, until: float, board: str, is_stopped: Callable[[], bool] | None = None
    ) -> Iterator[WireReply]:
        """Send a line, if there is one, and yield what comes back; raise if the last is late."""
        sent = f"{line}\n".encode("ascii") if line else b""
        for said in self._child.call(sent, until, is_stopped):
            if len(said) > LONGEST:
                raise self._fault(f"writes a line of over {LONGEST} bytes", board)
            try:
                reply = WireReply.read(said.decode("ascii"))
            except ValueError:
                raise self._no_answer(said.decode("ascii", "backslashreplace"), board) from None
            yield reply
        if self._child.is_closed and not (is_stopped and is_stopped()):
            raise self._fault(self._how_it_ended(), board)
        raise LateError

    def _no_answer(self, line: str, board: str) -> SolverFaultError:
        return self._fault(f"answers {cut(line)!r}, which is no line of an answer", board)

    def _how_it_ended(self) -> str:
        """Return how the process ended, and the last line that it printed."""
        exited = self._child.poll(END_SECONDS)
        if exited is None:
            return "has closed its channel"
        if exited.excess:
            return f"was ended: it {exited.excess}"
        printed = self._child.printed()[0].decode(errors="replace").strip().splitlines()[-1:]
        words = f"; it printed: {cut(printed[0])}" if printed else ""
        if exited.code >= 0:
            return f"ended its process with exit code {exited.code}{words}"
        return f"died of {exited.signal_name}{words}"

    def _fault(self, problem: str, board: str) -> SolverFaultError:
        return SolverFaultError(self._place.text, problem, board)


def _close(owner: int, child: Child, home: Path) -> None:
    """Have the process killed, with all that it has started."""
    if owner == os.getpid():  # a fork of Bombe has not started it
        child.close()
        remove_tree(home)
