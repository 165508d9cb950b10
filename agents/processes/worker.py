"""The program of an agent's process: takes orders from the referee, runs the agent, reports.

An order is a length and a pickle, which only the referee can send. Reports are lines of JSON, so
that nothing that the referee reads from here can run code there:

    open spec seed folder needed
                                {"ready": true, "ms": 30.1}
    turn number state seconds nodes kept sent
                                {"move": [r, c, v] or "text", "ms": 1.5} for every proposal,
                                {"keep": "a text"} for every value that is kept,
                                {"done": true, "ms": 42.0, "tainted": false, "threads": 0,
                                "alone": true};
                                any of these may have "notes": {"depth": 4}, all of the turn;
                                all have "turn": 3, the number of the last order of a turn
    either, on failure          {"ending": "crash", "detail": "ValueError: ..., in line 7 of x.py",
                                "cause": "", "tainted": true}

A turn taints the process if it failed or if a child is still running. A tainted process is not used
again; others are frozen until their next turn, with all their threads: see resting.py. `threads`
are those at work: idle ones of libraries wait for something to do, and are no reproach. A process
with any thread but the first, which is not `alone`, is not used for another game. The clock
of a turn runs since it was `sent`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pickle
import struct
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from bombe.agents.contract import Clock
from bombe.agents.kept import Kept
from bombe.agents.loading import load
from bombe.agents.processes.turn import (
    NO_MEMORY,
    Contained,
    flush,
    plain_proposal,
    think,
    trouble_of,
)
from bombe.solvers.containment import enter

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from types import FrameType

    from bombe.agents.contract import AnyAgent
    from bombe.agents.processes.turn import Trouble
    from bombe.boards.game import AnyState
    from bombe.boards.notes import Notes
    from bombe.solvers.containment import Fence

HEADER = struct.Struct(">I")
"""The length of an order."""


_WAITING = {
    ("threading", "wait"),
    ("threading", "join"),
    ("threading", "_wait_for_tstate_lock"),
    ("concurrent.futures.thread", "_worker"),
    ("selectors", "select"),
}
"""Where idle threads are: of pools, of event loops, of tqdm and others that look now and then."""


def _line(report: dict[str, Any]) -> bytes:
    # The first newline ends what an agent may have written to the channel before.
    return b"\n" + json.dumps(report).encode() + b"\n"


# Made in advance: when memory has run out, it could not be made.
_NO_MEMORY_LINE = _line(NO_MEMORY._asdict())


class AgentServer:
    """Carries out the referee's orders: holds the channel, and the agent of the current game."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._agent: AnyAgent | None = None
        self._process, self._number = os.getpid(), 0

    def serve(self) -> None:
        """Carry out orders until the referee closes the channel."""
        for name, *arguments in self._orders():
            try:
                trouble = getattr(self, f"_{name}")(*arguments)
            except BaseException as error:  # noqa: BLE001 - agents may raise even KeyboardInterrupt
                trouble = trouble_of(error)
            if trouble is NO_MEMORY:
                self._channel.sendall(_NO_MEMORY_LINE)
            elif trouble is not None:
                flush()
                self._report(**trouble._asdict(), tainted=not isinstance(trouble, Contained))

    def _orders(self) -> Iterator[Any]:
        while (header := self._receive(HEADER.size)) is not None:
            order = self._receive(*HEADER.unpack(header))
            if order is None:
                return
            yield pickle.loads(order)  # noqa: S301 - only the referee writes to this channel

    def _receive(self, size: int) -> bytes | None:
        data = b""
        while len(data) < size:
            piece = self._channel.recv(size - len(data))
            if not piece:
                return None
            data += piece
        return data

    def _report(self, **report: Any) -> None:
        if os.getpid() != self._process:
            os._exit(0)  # a forked child that ran on into our code must not report
        self._channel.sendall(_line({"turn": self._number, **report}))

    def _open(self, spec: str, seed: int, folder: str, needed: str) -> Trouble | None:
        self._agent = None
        if needed:
            importlib.import_module(needed)
        with contextlib.suppress(OSError):  # that somebody removed it is not the agent's fault
            Path(folder).mkdir(parents=True, exist_ok=True)
            os.chdir(folder)
        os.environ.update(dict.fromkeys(("HOME", "TMPDIR", "USERPROFILE", "TEMP"), folder))
        tempfile.tempdir = folder
        clock = Clock()
        try:
            self._agent = load(spec)(seed)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the agent's code, it may raise anything
            return trouble_of(error)
        self._report(ready=True, ms=round(1000 * clock.seconds, 3))
        return None

    def _turn(
        self,
        number: int,
        state: AnyState,
        seconds: float | None,
        nodes: int | None,
        kept: str,
        sent: float,
    ) -> Trouble | None:
        self._number = number
        noted = _NewNotes()
        keeping = Kept(kept, lambda text: self._report(keep=text))
        clock = Clock(seconds, nodes, kept=keeping, since=sent)

        def report(proposal: object) -> None:
            ms = round(1000 * clock.seconds, 3)
            self._report(move=plain_proposal(state.game, proposal), ms=ms, **noted.on(clock))

        if self._agent is None:
            raise RuntimeError("turn ordered before open: there is no agent")
        trouble = think(self._agent, state, clock, report)
        if trouble is None:
            ms = round(1000 * clock.seconds, 3)
            flush()
            threads = {"threads": _threads_at_work(), "alone": threading.active_count() == 1}
            left = {"tainted": _is_tainted(), **threads}
            self._report(done=True, ms=ms, **left, **noted.on(clock))
        elif trouble is not NO_MEMORY and (notes := noted.on(clock)):
            self._report(**notes)
        return trouble


class _NewNotes:
    """The notes of a turn as part of a report, if they changed since the last one."""

    def __init__(self) -> None:
        self._reported: Notes = ()

    def on(self, clock: Clock) -> dict[str, Any]:
        """Return what the next report says of the notes."""
        notes = clock.notes
        if notes == self._reported:
            return {}
        self._reported = notes
        return {"notes": dict(notes)}


def _is_tainted() -> bool:
    """Return whether the agent has left a child running, or a thread where none can be frozen."""
    if not hasattr(os, "waitid"):
        return threading.active_count() > 1
    with contextlib.suppress(ChildProcessError):
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return True
    return False


def _threads_at_work() -> int:
    """Return how many threads of Python do not just wait in a library for something to do.

    Threads that run no Python, such as those of numpy, are not seen: they may spin when idle.
    """
    frames = sys._current_frames()  # noqa: SLF001 - threading does not know all threads
    frames.pop(threading.get_ident(), None)
    return sum(not _is_waiting(frame) for frame in frames.values())


def _is_waiting(frame: FrameType) -> bool:
    module, name = str(frame.f_globals.get("__name__")), frame.f_code.co_name
    return (module, name) in _WAITING or module.startswith("multiprocessing.")


def _stream(number: int) -> TextIO:
    """Reopen an output stream with line buffering: complete lines survive a kill."""
    return open(number, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)


def run(
    channel: socket.socket, fence: Fence | None = None, keeper: socket.socket | None = None
) -> None:
    """Run as an agent's process, behind a fence, until the referee closes the channel.

    `keeper` leads to who judges signals.
    """
    if fence is not None:
        enter(fence, keeper)
    if keeper is not None:
        keeper.close()
    sys.stdout, sys.stderr = _stream(1), _stream(2)
    AgentServer(channel).serve()
