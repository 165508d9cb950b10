"""The process of a foreign solver, seen from ours: questions go out, replies come in.

Nothing that comes from it is trusted: lines are short and well-formed, or it is at fault.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from bombe.boards.errors import (
    BombeError,
    OutOfBudgetError,
    SolverFaultError,
    SolverMissingError,
    UsageError,
)
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers.containment.removal import remove_tree
from bombe.solvers.foreign import wire
from bombe.solvers.foreign.blame import cut
from bombe.solvers.foreign.starting import MOST_SECONDS, seconds_to_start
from bombe.solvers.foreign.wire import WireReply
from bombe.solvers.owned_folders import owned

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from bombe.solvers.foreign.places import SolverPlace
    from bombe.solvers.foreign.wire import WireQuestion

GRACE_SECONDS = 0.25
"""How long after the end of its time it may say so, before it is stopped."""
STOP_SECONDS = 0.5
"""How long it may take to leave a search that is not wanted any more."""
END_SECONDS = 2.0
"""How long the keeper may take to kill everything before it is killed itself."""
POLL_SECONDS = 0.05
"""How often it is looked whether an answer is still wanted."""
LONGEST = 1 << 16
"""The longest line, in bytes."""
PRINTED = 2000
"""How many bytes of what it prints are kept: the last ones."""
PASSED_ON = (
    *("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("BOMBE_KERNEL", "BOMBE_REQUIRE_NATIVE", "VIRTUAL_ENV"),
)
"""The environment variables that it inherits: none of them holds secrets."""


class LateError(Exception):
    """The process did not answer in its time; it has been killed."""


class SolverProcess:
    """A process with a solver that waits for questions; `is_idle` while it does."""

    def __init__(self, place: SolverPlace, level: str) -> None:
        self._place, self.pid, self.is_idle = place, 0, False
        self._read = self._said = self._printed = b""
        self._exit: int | None = None
        self._over = ""
        self._home = tempfile.mkdtemp(prefix=owned("solver"))
        self._control, far = socket.socketpair()
        order = {"place": place.as_json(), "home": self._home, "level": level}
        command = [sys.executable, "-P", "-m", "bombe.solvers.foreign.keeper"]
        with far:
            self._keeper = subprocess.Popen(  # noqa: S603 - our own module
                [*command, json.dumps({**order, "control": far.fileno()})],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[far.fileno()],
                env=_environment(self._home),
                start_new_session=True,
            )
        self._in, self._out, self._err = (
            cast("IO[bytes]", stream)
            for stream in (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr)
        )
        self._selector = selectors.DefaultSelector()
        for source in (self._out, self._err, self._control):
            self._selector.register(source, selectors.EVENT_READ)
        self._is_over = False
        # Also when nobody closes it: at the end of the program, or when it is forgotten.
        resources = (self._selector, self._in, self._out, self._err, self._control)
        self.close = weakref.finalize(
            self, _close, os.getpid(), self._keeper, self._home, *resources
        )
        self.name, self.offers = self._begin()

    def ask(
        self, question: WireQuestion | str, seconds: float | None, is_stopped: Callable[[], bool]
    ) -> Generator[WireReply]:
        """Yield the lines of its answer; after the last one it is idle again.

        Raise LateError if they take longer, SolverFaultError if they are none; the process is
        closed then, and also if the answer is left before its end and it does not stop.
        """
        self.is_idle = False
        line = question if isinstance(question, str) else question.line()
        board = "" if isinstance(question, str) else board_line(question.board)
        until = None if seconds is None else time.monotonic() + seconds + GRACE_SECONDS
        try:
            self._send(line)
            for reply in self._replies(until, is_stopped, board):
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
        if sys.platform != "linux" or not self.pid:
            return None
        with contextlib.suppress(OSError):
            return time.clock_gettime((~self.pid << 3) | 2)  # the clock of a process, as in libc
        return None

    def _begin(self) -> tuple[str, frozenset[str]]:
        """Wait for its first line; return its name and what it offers."""
        seconds = seconds_to_start()
        try:
            for reply in self._replies(time.monotonic() + seconds, bool, ""):
                if reply.word == wire.READY and reply.words[:1] == (wire.VERSION,):
                    self.is_idle = True
                    return cut(" ".join(reply.words[1:2])), frozenset(reply.words[2:])
                self._refuse(reply)
        except LateError:
            raise self._too_slow(seconds) from None
        finally:
            if not self.is_idle:
                self.close()
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
            self._send(wire.STOP)
            for reply in self._replies(time.monotonic() + STOP_SECONDS, bool, board):
                if reply.word == wire.STOPPED:
                    self.is_idle = True
                    return

    def _send(self, line: str) -> None:
        with contextlib.suppress(OSError):  # reading will show that the process has ended
            self._in.write(f"{line}\n".encode("ascii"))

    def _replies(
        self, until: float | None, is_stopped: Callable[[], bool], board: str
    ) -> Iterator[WireReply]:
        """Yield the lines that arrive; raise if none does in time, or the process has ended."""
        while True:
            while b"\n" in self._read:
                line, self._read = self._read.split(b"\n", 1)
                yield self._reply(line, board)
            if len(self._read) > LONGEST:
                raise self._fault(f"writes a line of over {LONGEST} bytes", board)
            left = POLL_SECONDS if until is None else until - time.monotonic()
            if left <= 0 or is_stopped():
                raise LateError
            if self._is_over:
                raise self._fault(self._how_it_ended(), board)
            self._receive(min(left, POLL_SECONDS))

    def _reply(self, line: bytes, board: str) -> WireReply:
        try:
            return WireReply.read(line.decode("ascii"))
        except ValueError:
            raise self._no_answer(line.decode("ascii", "backslashreplace"), board) from None

    def _no_answer(self, line: str, board: str) -> SolverFaultError:
        return self._fault(f"answers {cut(line)!r}, which is no line of an answer", board)

    def _receive(self, seconds: float) -> None:
        """Read what has arrived: replies, what was printed, and what the keeper says."""
        for key, _ in self._selector.select(seconds):
            piece = b""
            with contextlib.suppress(OSError):
                piece = os.read(key.fd, LONGEST)
            if key.fileobj is self._out:
                self._read += piece
            elif key.fileobj is self._err:
                self._printed = (self._printed + piece)[-PRINTED:]
            else:
                self._hear(piece)
            if not piece:
                self._selector.unregister(key.fileobj)
                self._is_over = self._is_over or key.fileobj is self._out

    def _hear(self, piece: bytes) -> None:
        self._said += piece
        *lines, self._said = self._said.split(b"\n")
        for line in lines:
            word, _, text = line.decode("ascii", "replace").partition(" ")
            if word == "pid":
                self.pid = int(text)
            elif word == "over":
                self._over = text
            else:
                self._exit = int(text)
        self._is_over = self._is_over or self._exit is not None or not piece

    def _how_it_ended(self) -> str:
        """Return how the process ended, and the last line that it printed."""
        until = time.monotonic() + END_SECONDS
        while self._exit is None and self._selector.get_map() and time.monotonic() < until:
            self._receive(POLL_SECONDS)
        if self._over:
            return f"was ended: it {self._over}"
        if self._exit is None:
            return "has closed its channel"
        self._receive(0)
        printed = self._printed.decode(errors="replace").strip().splitlines()[-1:]
        words = f"; it printed: {cut(printed[0])}" if printed else ""
        if self._exit >= 0:
            return f"ended its process with exit code {self._exit}{words}"
        return f"died of {_signal_name(-self._exit)}{words}"

    def _fault(self, problem: str, board: str) -> SolverFaultError:
        return SolverFaultError(self._place.text, problem, board)


def _environment(home: str) -> dict[str, str]:
    here = os.getcwd()  # noqa: PTH109 - a text is wanted
    path = os.pathsep.join(dict.fromkeys([*filter(None, sys.path), here]))
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return {**kept, "PYTHONPATH": path, **dict.fromkeys(("HOME", "TMPDIR"), home)}


def _close(owner: int, keeper: subprocess.Popen[bytes], home: str, *resources: Any) -> None:
    """Let go of the process: the keeper kills it, with all that it has started."""
    if owner != os.getpid():
        return  # a fork of Bombe has not started it
    for one in resources:
        with contextlib.suppress(OSError):
            one.close()
    try:
        keeper.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(keeper.pid, signal.SIGKILL)
        keeper.wait()
    remove_tree(Path(home))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # real-time signals have no names
        return f"signal {number}"
