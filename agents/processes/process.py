"""Agents in processes of their own, seen from the referee's process; worker.py is the other side.

No agent's code runs here, and nothing that comes from an agent is unpickled here.
"""

from __future__ import annotations

import collections
import contextlib
import enum
import json
import os
import pickle
import selectors
import shutil
import tempfile
import time
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from bombe.agents.arena.seats import Proposal, TurnResult, keep_proposal
from bombe.agents.kept import kept_text
from bombe.agents.loading import resolve
from bombe.agents.processes.fencing import fence_of
from bombe.agents.processes.launch import Launcher, ProcessExit, SupervisedLauncher
from bombe.agents.processes.reports import keep_notes, number, proposal
from bombe.agents.processes.turn import (
    EXIT_GRACE_SECONDS,
    NO_MEMORY,
    Trouble,
    signal_name,
)
from bombe.agents.processes.windows import DirectLauncher
from bombe.agents.processes.worker import HEADER
from bombe.agents.seeds import seed_of
from bombe.boards.errors import BombeError, UsageError
from bombe.boards.game import Termination
from bombe.solvers.containment import Containment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards.game import AnyState
    from bombe.solvers import Budget
    from bombe.solvers.containment import Fence

CHUNK_BYTES = 1 << 18
"""The most bytes that are read at once, and the longest line that is taken for a report."""
OUTPUT_TAIL_BYTES = 2000
"""How many bytes of a turn's printed output are kept: the last ones."""
STOP_POLL_SECONDS = 0.25
"""How often it is checked whether a turn is still wanted."""
OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "Cannot allocate memory", "out of memory")


class StartMethod(enum.StrEnum):
    """How a process starts: as a new interpreter, or as a fork of one that has done its imports."""

    SPAWN = "spawn"
    FORK = "fork"


@dataclass(frozen=True)
class Settings:
    """The limits of an agent's process.

    `memory` limits the address space in bytes (None: no limit); `contain` says how much of the
    fence around it is demanded. `fresh` gives every turn a new
    process, as the course framework does; otherwise a process is kept as long as it is not tainted.
    After the deadline an agent has `grace` seconds to return before it is killed. Imports and
    construction may take `ready` seconds, a turn without a time limit `patience` seconds.
    """

    start: StartMethod = StartMethod.SPAWN
    memory: int | None = 1 << 30
    contain: Containment = Containment.USUAL
    fresh: bool = False
    grace: float = 0.5
    ready: float = 10.0
    patience: float = 120.0


class Worker:
    """A seat whose agent runs in a process that is ready before the clock starts and can be killed.

    While `is_stopped` returns True, turns are abandoned. Reuse a worker from game to game: the
    agent is made anew, but the process is kept unless it is tainted, which it is if a turn failed
    or left a thread or a child running. Only one thread at a time may use a worker.
    """

    def __init__(self, spec: str, settings: Settings | None = None) -> None:
        """Make a worker for a `spec`: a name with options, or what else bombe.agents.loading reads.

        A spec that names no agent raises UsageError here; no code of the agent runs yet.
        """
        self._name, self._spec = spec, resolve(spec)
        self.is_stopped: Callable[[], bool] = bool
        self._settings = settings or Settings()
        if self._settings.start == StartMethod.FORK and not hasattr(os, "fork"):
            raise UsageError("start fork: this system has no fork, use spawn")
        self._home = self._folder = Path(tempfile.mkdtemp(prefix="bombe-"))
        # Runs even if close() is never called.
        self._remove_home = weakref.finalize(self, shutil.rmtree, self._home, ignore_errors=True)
        self._fence = fence_of(
            self._spec, self._home, self._settings.memory, self._settings.contain
        )
        self._launcher: Launcher | None = None
        self._process: _Process | None = None
        self._seed = self._turns = 0
        self._kept = ""

    @property
    def name(self) -> str:
        """The spec as it was given."""
        return self._name

    @property
    def ready_ms(self) -> float:
        """The milliseconds that importing and making the agent last took."""
        return self._process.ready_ms if self._process else 0.0

    def open_game(self, seed: int, folder: Path | None = None) -> None:
        """Begin a game; the agent is made in its first turn, before the clock starts."""
        self._remove_folder()
        if folder:  # the process that there is may not write there
            self._drop()
            self._fence = self._fence.around(writes=(self._home, folder))
        self._folder = folder or Path(tempfile.mkdtemp(prefix="game-", dir=self._home))
        self._seed, self._turns, self._kept = seed, 0, ""
        if self._process and self._launcher:
            self._launcher.sweep()
            self._process.is_open = False

    def trial(self) -> Trouble | None:
        """Make the agent as for a game; return why that fails, or None if it succeeds."""
        self.open_game(0)
        failed = self.prepare()
        if failed is None or failed.ending is None:
            return None
        return Trouble(failed.ending, failed.detail, failed.cause)

    def prepare(self) -> TurnResult | None:
        """Make the agent before its first turn; if it fails, return what the turn would."""
        ready = self._prepare()
        return ready if isinstance(ready, TurnResult) else None

    def turn(self, state: AnyState, budget: Budget) -> TurnResult:
        """Let the agent think; kill it if it does not stop."""
        ready = self._prepare()
        turn = ready if isinstance(ready, TurnResult) else ready.turn(state, budget, self._kept)
        self._kept = self._kept if isinstance(ready, TurnResult) else ready.kept
        self._turns += 1
        if self._settings.fresh or self._process is None or self._process.is_tainted:
            self._drop()
        return turn

    def close(self) -> None:
        """Kill the process and everything it started."""
        self._drop()
        if self._launcher:
            self._launcher.close()
            self._launcher = None
        self._remove_home()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _prepare(self) -> _Process | TurnResult:
        """Return a process with the agent ready, or a turn result that says why there is none."""
        if self._launcher and self._process and self._launcher.poll():
            self._drop()
        try:
            self._process = self._process or self._start()
        except OSError as error:
            hung = isinstance(error, TimeoutError)
            detail = f"its process cannot start: {error}"
            # Without a warm start no code of the agent has run: it is not to blame.
            if self._settings.start == StartMethod.SPAWN:
                raise BombeError(f"agent {self._name!r}: {detail}") from error
            return TurnResult((), 0.0, Termination.HANG if hung else Termination.CRASH, detail)
        if self._process.is_open:
            return self._process
        # An agent that is made again within a game must not repeat its random choices.
        seed = seed_of("turn", self._seed, self._turns) if self._turns else self._seed
        return self._process.open(self._spec, seed, self._folder) or self._process

    def _start(self) -> _Process:
        if self._launcher is None or not self._launcher.is_sound:
            warm = self._spec if self._settings.start == StartMethod.FORK else ""
            is_posix = hasattr(os, "fork")
            self._launcher = (
                SupervisedLauncher(self._home, warm) if is_posix else DirectLauncher(self._home)
            )
        return _Process(
            self._launcher,
            self._settings,
            self._fence,
            lambda: self.is_stopped(),  # noqa: PLW0108 - it may be replaced later
        )

    def _drop(self) -> None:
        """Kill the process; the next turn gets another."""
        if self._process:
            self._process.close()
            self._process = None
        if self._launcher:
            self._launcher.kill()
            if self._settings.start == StartMethod.SPAWN or not self._launcher.is_sound:
                self._launcher.close()
                self._launcher = None

    def _remove_folder(self) -> None:
        """Remove the last game's folder if it was made by this worker."""
        if self._folder.parent == self._home:
            shutil.rmtree(self._folder, ignore_errors=True)


class _Process:
    """A running process: orders go out, reports and printed output come in."""

    def __init__(
        self,
        launcher: Launcher,
        settings: Settings,
        fence: Fence,
        is_stopped: Callable[[], bool],
    ) -> None:
        self._launcher, self._settings, self._is_stopped = launcher, settings, is_stopped
        self._channel, self._output = launcher.start(fence, settings.ready)
        # For sending only: the selector announces what can be received.
        self._channel.settimeout(settings.ready)
        self._selector = selectors.DefaultSelector()
        for source in (self._channel, self._output):
            self._selector.register(source, selectors.EVENT_READ)
        self._is_channel_closed = False
        self._reports: collections.deque[dict[str, Any]] = collections.deque()
        self._line = self._printed = b""
        self.is_open = self.is_tainted = False
        self.ready_ms = 0.0
        self.kept = ""

    def open(self, spec: str, seed: int, folder: Path) -> TurnResult | None:
        """Have the agent made; if that fails, return a turn result that says why."""
        self._send("open", spec, seed, str(folder))
        seconds = self._settings.ready
        report = self._report("ready", time.monotonic() + seconds)
        trouble = self._trouble(report, f"was not ready to play within {seconds:g} seconds")
        self.is_open = trouble is None
        self.is_tainted = not self.is_open
        self.ready_ms = number(report.get("ms")) if report else 0.0
        return TurnResult.failed(trouble, self._take_printed()) if trouble else None

    def turn(self, state: AnyState, budget: Budget, kept: str) -> TurnResult:
        """Have the agent think until it returns, or for a grace period beyond its deadline.

        `kept` is what it has kept until now; afterwards the attribute of that name says what it
        keeps. As of its proposals, the last one in time counts.
        """
        self.kept = kept
        self._send("turn", state, budget.seconds, budget.nodes, kept)
        self.is_tainted = True  # until its report says otherwise
        report = self._report("began", time.monotonic() + self._settings.ready)
        if trouble := self._trouble(report, "did not begin its turn"):
            return TurnResult.failed(trouble, self._take_printed())
        start = time.monotonic()
        seconds = self._settings.patience if budget.seconds is None else budget.seconds
        proposals: collections.deque[Proposal] = collections.deque()
        notes: dict[str, int | float] = {}

        def take(report: dict[str, Any]) -> None:
            keep_notes(notes, report.get("notes"))
            if "keep" in report:
                self.kept = kept_text(report["keep"], self.kept)
            if "move" in report:
                move = proposal(state.game, report["move"])
                keep_proposal(proposals, Proposal(move, number(report.get("ms"))))

        report = self._report("done", start + seconds, take)
        if report is None and not self._is_channel_closed:
            late = start + seconds + self._settings.grace
            report = self._report("done", late, lambda it: keep_notes(notes, it.get("notes")))
        ms = 1000 * min(seconds, time.monotonic() - start)
        ending, detail = None, ""
        if trouble := self._trouble(report, "ran past its deadline and had to be killed"):
            ending, detail = trouble.ending, trouble.detail
        elif report:
            ms = number(report.get("ms"))
        self.is_tainted = report is None or bool(report.get("tainted", True))
        printed, noted = self._take_printed(), tuple(notes.items())
        return TurnResult(tuple(proposals), ms, ending, detail, printed, noted)

    def close(self) -> None:
        """Close the channels to the process."""
        self._selector.close()
        self._channel.close()
        self._output.close()

    def _send(self, *parts: object) -> None:
        order = pickle.dumps(parts, pickle.HIGHEST_PROTOCOL)
        with contextlib.suppress(OSError):  # reading will show that the process has ended
            self._channel.sendall(HEADER.pack(len(order)) + order)

    def _report(
        self, key: str, until: float, take: Callable[[dict[str, Any]], None] | None = None
    ) -> dict[str, Any] | None:
        """Wait for a report with a key, or of a bad ending; pass on every report that comes."""
        for report in self._listen(until):
            if take is not None:
                take(report)
            if key in report or "ending" in report:
                return report
        return None

    def _listen(self, until: float) -> Iterator[dict[str, Any]]:
        """Yield the reports that arrive in time, and no others, no matter how many there are."""
        is_late = False
        while not is_late:
            left = until - time.monotonic()
            is_late = left <= 0 or self._is_channel_closed or self._is_stopped()
            if not self._reports:
                self._read(0.0 if is_late else min(left, STOP_POLL_SECONDS))
            while self._reports:
                yield self._reports.popleft()

    def _read(self, seconds: float) -> None:
        """Wait for input and read it."""
        for key, _ in self._selector.select(seconds):
            piece = self._receive(key.fileobj)
            if not piece:
                self._selector.unregister(key.fileobj)
            if key.fileobj is self._output:
                self._printed = (self._printed + piece)[-OUTPUT_TAIL_BYTES:]
            elif piece:
                self._parse(piece)
            else:
                self._is_channel_closed = True

    def _receive(self, source: Any) -> bytes:
        with contextlib.suppress(OSError):
            data: bytes = source.recv(CHUNK_BYTES)
            return data
        return b""

    def _parse(self, piece: bytes) -> None:
        """Split the input into lines and keep the reports; other lines are the agent's own."""
        *lines, self._line = (self._line + piece).split(b"\n")
        self._line = self._line[-CHUNK_BYTES:]
        for line in filter(None, lines):
            with contextlib.suppress(ValueError, RecursionError):
                report = json.loads(line)
                if isinstance(report, dict):
                    self._reports.append(report)

    def _trouble(self, report: dict[str, Any] | None, late: str) -> Trouble | None:
        """Return the trouble that a report, or its absence, means; None for a good report."""
        if report is None and self._is_channel_closed:
            return self._exit_trouble()
        if report is None:
            return Trouble(Termination.HANG, late)
        if "ending" not in report:
            return None
        if report["ending"] == NO_MEMORY.ending:
            return NO_MEMORY
        detail = str(report.get("detail"))[:OUTPUT_TAIL_BYTES]
        return Trouble(Termination.CRASH, detail, str(report.get("cause", "")))

    def _exit_trouble(self) -> Trouble:
        """Return how a process ended that has closed its channel."""
        exited = self._launcher.poll(EXIT_GRACE_SECONDS)
        if exited is None:
            return Trouble(Termination.CRASH, "closed its channel to the referee")
        if exited.excess:
            ending = Termination.MEMORY if exited.is_memory else Termination.CRASH
            return Trouble(ending, exited.excess)
        if exited.code >= 0:
            return Trouble(Termination.CRASH, f"ended its process with exit code {exited.code}")
        name = signal_name(-exited.code)
        if self._ran_out_of_memory(exited):
            return Trouble(Termination.MEMORY, f"{NO_MEMORY.detail} and died of {name}")
        return Trouble(Termination.CRASH, f"its process died of {name}")

    def _ran_out_of_memory(self, exited: ProcessExit) -> bool:
        """Return whether a signal killed the process, as far as we can tell, for lack of memory."""
        self._read(0.0)
        printed = self._printed.decode(errors="replace")
        if any(words in printed for words in OUT_OF_MEMORY):
            return True
        most = self._settings.memory
        return most is not None and exited.peak > most // 2

    def _take_printed(self) -> str:
        """Return and clear the tail of what was printed until now."""
        self._read(0.0)
        printed, self._printed = self._printed, b""
        return printed.decode(errors="replace")
