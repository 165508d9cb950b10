"""The program of an agent's process: takes orders from the referee, runs the agent, reports.

Orders come from the referee alone. Reports are lines of JSON, so that nothing that the referee
reads from here can run code there:

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
again; others are frozen until their next turn, with all their threads: see frozen.py. `threads`
are those at work: idle ones of libraries wait for something to do, and are no reproach. A process
with any thread but the first, which is not `alone`, is not used for another game. The clock
of a turn runs since it was `sent`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.agents.contract import Clock
from bombe.agents.loading import load
from bombe.agents.memory import AgentMemory
from bombe.agents.turn import (
    NO_MEMORY,
    ContainedTrouble,
    flush,
    plain_proposal,
    think,
    trouble_of,
)
from bombe.solvers.sandbox.channel import decode
from bombe.solvers.sandbox.paths import homes

if TYPE_CHECKING:
    from types import FrameType

    from bombe.agents.contract import AnyAgent
    from bombe.agents.turn import Trouble
    from bombe.boards.game import AnyState
    from bombe.boards.notes import Notes
    from bombe.solvers.sandbox.channel import Channel

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
    """Carries out the referee's orders; has the channel, and the agent of the current game."""

    def __init__(self, channel: Channel) -> None:
        self._channel, self._number = channel, 0
        self._agent: AnyAgent | None = None

    def serve(self) -> None:
        """Carry out orders until the referee closes the channel."""
        for name, *arguments in map(decode, self._channel):
            try:
                trouble = getattr(self, f"_{name}")(*arguments)
            except BaseException as error:  # noqa: BLE001 - agents may raise even KeyboardInterrupt
                trouble = trouble_of(error)
            if trouble is NO_MEMORY:
                self._channel.say(_NO_MEMORY_LINE)
            elif trouble is not None:
                flush()
                self._report(**trouble._asdict(), tainted=not isinstance(trouble, ContainedTrouble))

    def _report(self, **report: Any) -> None:
        self._channel.say(_line({"turn": self._number, **report}))

    def _open(self, spec: str, seed: int, folder: str, needed: str) -> Trouble | None:
        self._agent = None
        if needed:
            importlib.import_module(needed)
        with contextlib.suppress(OSError):  # that somebody removed it is not the agent's fault
            Path(folder).mkdir(parents=True, exist_ok=True)
            os.chdir(folder)
        os.environ.update(homes(folder))
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
        keeping = AgentMemory(kept, lambda text: self._report(keep=text))
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


def run(channel: Channel) -> None:
    """Run as an agent's process until the referee closes the channel."""
    AgentServer(channel).serve()
