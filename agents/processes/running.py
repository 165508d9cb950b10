"""A running process of an agent: orders go out, reports and printed output come in.

It is frozen between turns: `rest` stops it after a turn, and the next order lets it go on.
"""

from __future__ import annotations

import collections
import contextlib
import json
import pickle
import selectors
import time
from typing import TYPE_CHECKING, Any, TypedDict

from bombe.agents.arena.seats import Proposal, TurnResult, keep_proposal
from bombe.agents.kept import kept_text
from bombe.agents.processes.endings import exit_trouble, killed_outside
from bombe.agents.processes.reports import keep_notes, number, proposal
from bombe.agents.processes.resting import left_words, out_of_memory_kills
from bombe.agents.processes.turn import CUT, EXIT_GRACE_SECONDS, NO_MEMORY, Trouble
from bombe.agents.processes.worker import HEADER
from bombe.boards.game import Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from bombe.agents.processes.launch import Launcher, Rest
    from bombe.agents.processes.process import Settings
    from bombe.boards.game import AnyGame, AnyState
    from bombe.solvers import Budget
    from bombe.solvers.containment import Fence

CHUNK_BYTES = 1 << 18
"""The most bytes that are read at once, and the longest line that is taken for a report."""
OUTPUT_TAIL_BYTES = 2000
"""How many bytes of a turn's printed output are kept: the last ones."""
MISTAKEN_MS = 50.0
"""How much the time of a turn may differ from what we see: messages take a moment."""
STOP_POLL_SECONDS = 0.25
"""How often it is checked whether a turn is still wanted."""


class Running:
    """A running process; `is_tainted` says that it must not be used again.

    One that `has_threads` beside the first may be used in the same game only.
    """

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
        self._lost_bytes = 0
        self._turn = 0
        self.is_open = self.is_tainted = self.has_threads = self._is_resting = False
        self._kills = out_of_memory_kills()
        self.ready_ms = 0.0
        self.kept = ""

    def open(self, spec: str, seed: int, folder: Path, needed: str) -> TurnResult | None:
        """Have the agent made; if that fails, return a turn result that says why.

        The process imports `needed`, the module of the positions to come, before any code of the
        agent.
        """
        worked, seconds = time.thread_time(), self._settings.ready
        self._send("open", spec, seed, str(folder), needed)
        report = self._report("ready", time.monotonic() + seconds)
        trouble = self._trouble(report, f"was not ready to play within {seconds:g} seconds")
        rest = self.rest() if report is None else None
        trouble = self._judged(trouble, rest) if rest else trouble
        if trouble and self._is_ended_by_import(trouble):
            trouble = Trouble(Termination.CRASH, "was killed or stopped by what it had imported")
        self.is_open = trouble is None
        self.is_tainted = not self.is_open
        self.ready_ms = number(report.get("ms")) if report else 0.0
        if trouble is None:
            return None
        failed = TurnResult.failed(trouble, self._take_printed())
        return failed._replace(**taken_by_others(rest, worked, seconds)) if rest else failed

    def turn(self, state: AnyState, budget: Budget, kept: str, spent: float = 0.0) -> TurnResult:
        """Have the agent think until it returns, or for a grace period beyond its deadline.

        Its clock runs from here, with `spent` seconds on it, whatever its process does first.
        `kept` is what it has kept until now; afterwards the attribute of that name says what it
        keeps. As of its proposals, the last one in time counts. Then the process rests.
        """
        self.kept, worked = kept, time.thread_time()
        self._is_resting = True  # in any case, the processor time counts from here
        self._turn += 1
        start, sent = time.monotonic() - spent, time.perf_counter() - spent
        self._send("turn", self._turn, state, budget.seconds, budget.nodes, kept, sent)
        self.is_tainted = True  # until its report says otherwise
        seconds = self._settings.patience if budget.seconds is None else budget.seconds
        thought = _Thought(state.game, kept)
        report = self._report("done", start + seconds, thought.take)
        if report is None and not self._is_channel_closed:
            late = start + seconds + self._settings.grace
            report = self._report("done", late, thought.take_notes)
        took = time.monotonic() - start
        trouble = self._trouble(report, "ran past its deadline and had to be killed")
        rest = self.rest()
        ended = self._launcher.poll()
        if trouble is None and ended and ended.excess:  # it was over a limit when it returned
            trouble = self._exit_trouble()
        trouble = self._judged(trouble, rest)
        self.kept = thought.kept
        is_sound = report is not None and not report.get("tainted", True)
        self.is_tainted = not is_sound or rest.others or ended is not None
        self.has_threads = not (report or {}).get("alone", False)
        taken = taken_by_others(rest, worked, max(seconds, took))
        late_ms = 1000 * (took - seconds) - taken["withheld_ms"]
        result = TurnResult(
            tuple(thought.proposals),
            _believed(report, 1000 * min(seconds, took)),
            output=self._take_printed(),
            notes=tuple(thought.notes.items()),
            cpu_ms=round(1000 * (rest.cpu_seconds + spent), 3),
            late_ms=0.0 if budget.seconds is None else max(0.0, late_ms),
            left=left_words(rest.running, int(number((report or {}).get("threads")))),
            **taken,
        )
        return result._replace(ending=trouble.ending, detail=trouble.detail) if trouble else result

    def rest(self) -> Rest:
        """Freeze the process, if it runs; return what it used since it woke."""
        self._is_resting = True
        rest = self._launcher.rest()
        exited = self._launcher.poll()
        if exited is None:
            return rest
        *_, used, withheld, is_sure = exited
        return rest._replace(cpu_seconds=used, withheld=withheld, is_sure=is_sure)

    def close(self) -> None:
        """Close the channels to the process."""
        self._selector.close()
        self._channel.close()
        self._output.close()

    def _send(self, *parts: object) -> None:
        if self._is_resting:
            self._launcher.wake()
            self._is_resting = False
        order = pickle.dumps(parts, pickle.HIGHEST_PROTOCOL)
        with contextlib.suppress(OSError):  # reading will show that the process has ended
            self._channel.sendall(HEADER.pack(len(order)) + order)

    def _report(
        self, key: str, until: float, take: Callable[[dict[str, Any]], None] | None = None
    ) -> dict[str, Any] | None:
        """Wait for a report with a key, or of a bad ending; pass on every report of this turn."""
        for report in self._listen(until):
            if report.get("turn", self._turn) != self._turn:
                continue
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
                self._printed += piece
                self._lost_bytes += max(0, len(self._printed) - OUTPUT_TAIL_BYTES)
                self._printed = self._printed[-OUTPUT_TAIL_BYTES:]
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
        if exited is None:  # it may run on, or nobody is there to say that it does not
            self.rest()
            exited = self._launcher.poll()
        self._read(0.0)
        printed = self._printed.decode(errors="replace")
        return exit_trouble(exited, printed, self._settings.memory, self._kills)

    def _judged(self, trouble: Trouble | None, rest: Rest) -> Trouble | None:
        """Return the trouble of a turn, or that something outside has spoiled it."""
        if rest.is_disturbed and (trouble is None or trouble.ending is Termination.HANG):
            return killed_outside("was stopped from outside (SIGSTOP)")
        return trouble

    def _is_ended_by_import(self, trouble: Trouble) -> bool:
        """Return whether what seems to come from outside may come from a process's warm start.

        Its fork is made by a process in which the agent's code runs, and may do anything to it.
        """
        exited = self._launcher.poll()
        is_warm, is_lost = self._settings.start == "fork", bool(exited and exited.is_lost)
        return is_warm and trouble.ending is Termination.VOID and not is_lost

    def _take_printed(self) -> str:
        """Return and clear the tail of what was printed until now; say if there was more."""
        self._read(0.0)
        printed, self._printed = self._printed, b""
        lost, self._lost_bytes = self._lost_bytes, 0
        return CUT.format(f"{lost} bytes before this") * bool(lost) + printed.decode(
            errors="replace"
        )


class _Thought:
    """What came of a turn so far: proposals, notes, and what the agent keeps."""

    def __init__(self, game: AnyGame, kept: str) -> None:
        self._game = game
        self.kept = kept
        self.proposals: collections.deque[Proposal] = collections.deque()
        self.notes: dict[str, int | float] = {}

    def take(self, report: dict[str, Any]) -> None:
        """Take what a report says that came in time."""
        self.take_notes(report)
        if "keep" in report:
            self.kept = kept_text(report["keep"], self.kept)
        if "move" in report:
            move = proposal(self._game, report["move"])
            keep_proposal(self.proposals, Proposal(move, number(report.get("ms"))))

    def take_notes(self, report: dict[str, Any]) -> None:
        """Take the notes only."""
        keep_notes(self.notes, report.get("notes"))


class Taken(TypedDict):
    """What other programs took from a turn, as the fields of its result."""

    withheld_ms: float
    withheld: float
    is_sure: bool


def taken_by_others(rest: Rest, worked: float, took: float) -> Taken:
    """Return what other programs took from a turn that took so many seconds.

    What this thread has done since it had `worked` so much is done for the agent.
    """
    withheld = max(0.0, rest.withheld - (time.thread_time() - worked))
    return {
        "withheld_ms": round(1000 * withheld, 3),
        "withheld": withheld / max(took, withheld, 1e-9),
        "is_sure": rest.is_sure,
    }


def _believed(report: dict[str, Any] | None, measured: float) -> float:
    """Return the milliseconds of a turn: what the agent says, unless it is wrong."""
    said = measured if report is None or "ms" not in report else number(report["ms"])
    return said if abs(said - measured) < MISTAKEN_MS else measured
