"""A running process of an agent: orders go out, reports and printed output come in.

It is frozen between turns: `rest` stops it after a turn, and the next order lets it go on.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from bombe.agents.processes.endings import exit_trouble, killed_outside
from bombe.agents.processes.frozen import out_of_memory_kills
from bombe.agents.processes.reports import TurnReports, left_words, number
from bombe.agents.seats import TurnResult
from bombe.agents.turn import CUT, EXIT_GRACE_SECONDS, NO_MEMORY, Trouble
from bombe.boards.game import Termination
from bombe.solvers.sandbox.channel import PRINTED_BYTES, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from bombe.agents.processes.process import Settings
    from bombe.agents.processes.reports import Report
    from bombe.boards.game import AnyState
    from bombe.solvers import Budget
    from bombe.solvers.sandbox.child import Child
    from bombe.solvers.sandbox.direct import DirectChild

    Stop = Callable[[], bool] | None

MISTAKEN_MS = 50.0
"""How much the time of a turn may differ from what we see: messages take a moment."""


class ProcessUse(NamedTuple):
    """What a process did since it woke: its processor time, and whether others stopped it.

    `others` says whether it has children, or left processes behind; `running` counts those of them
    that have not ended. `withheld` are the seconds that other programs took from it, and `is_sure`
    says that the agent cannot have made that up: see accounts.py.
    """

    cpu_seconds: float = 0.0
    others: bool = False
    is_disturbed: bool = False
    running: int = 0
    withheld: float = 0.0
    is_sure: bool = False


class AgentProcess:
    """A running process; `is_tainted` says that it must not be used again.

    One that `has_threads` beside the first may be used in the same game only.
    """

    def __init__(self, child: Child | DirectChild, settings: Settings) -> None:
        self._child, self._settings = child, settings
        self._turn = 0
        self.is_open = self.is_tainted = self.has_threads = self._is_resting = False
        self._kills = out_of_memory_kills()
        self.ready_ms = 0.0
        self.memory = ""

    def open(
        self, spec: str, seed: int, folder: Path, needed: str, stop: Stop = None
    ) -> TurnResult | None:
        """Have the agent made; if that fails, return a turn result that says why.

        The process imports `needed`, the module of the positions to come, before any code of the
        agent.
        """
        worked, seconds = time.thread_time(), self._settings.ready
        self._send("open", spec, seed, str(folder), needed)
        report = self._report("ready", time.monotonic() + seconds, stop)
        trouble = self._trouble(report, f"was not ready to play within {seconds:g} seconds")
        rest = self.rest() if report is None else None
        trouble = _judged(trouble, rest) if rest else trouble
        if trouble and self._is_ended_by_import(trouble):
            trouble = Trouble(Termination.CRASH, "was killed or stopped by what it had imported")
        self.is_open = trouble is None
        self.is_tainted = not self.is_open
        self.ready_ms = number(report.get("ms")) if report else 0.0
        if trouble is None:
            return None
        failed = TurnResult.failed(trouble, self._printed())
        return failed._replace(**taken_by_others(rest, worked, seconds)) if rest else failed

    def turn(self, state: AnyState, budget: Budget, memory: str, spent: float = 0.0) -> TurnResult:
        """Have the agent think until it returns, or for a grace period beyond its deadline.

        Its clock runs from here, with `spent` seconds on it, whatever its process does first. It
        gets its `memory`; afterwards the attribute of that name is what it remembers. As of its
        proposals, the last one in time counts. Then the process rests.
        """
        self.memory, worked = memory, time.thread_time()
        self._is_resting = True  # in any case, the processor time counts from here
        self._turn += 1
        start, sent = time.monotonic() - spent, time.perf_counter() - spent
        self._send("turn", self._turn, state, budget.seconds, budget.nodes, memory, sent)
        self.is_tainted = True  # until its report says otherwise
        seconds = self._settings.patience if budget.seconds is None else budget.seconds
        found = TurnReports(state.game, memory)
        report = self._report("done", start + seconds, budget.stop, found.take)
        if report is None and not self._child.is_closed:
            late = start + seconds + self._settings.grace
            report = self._report("done", late, budget.stop, found.take_notes)
        took = time.monotonic() - start
        trouble = self._trouble(report, "ran past its deadline and had to be killed")
        rest = self.rest()
        ended = self._child.poll()
        if trouble is None and ended and ended.excess:  # it was over a limit when it returned
            trouble = self._exit_trouble()
        trouble = _judged(trouble, rest)
        self.memory = found.memory
        is_sound = report is not None and not report.get("tainted", True)
        self.is_tainted = not is_sound or rest.others or ended is not None
        self.has_threads = not (report or {}).get("alone", False)
        taken = taken_by_others(rest, worked, max(seconds, took))
        late_ms = 1000 * (took - seconds) - taken["withheld_ms"]
        result = TurnResult(
            tuple(found.proposals),
            _believed(report, 1000 * min(seconds, took)),
            output=self._printed(),
            notes=tuple(found.notes.items()),
            cpu_ms=round(1000 * (rest.cpu_seconds + spent), 3),
            late_ms=0.0 if budget.seconds is None else max(0.0, late_ms),
            left=left_words(rest.running, int(number((report or {}).get("threads")))),
            **taken,
        )
        return result._replace(ending=trouble.ending, detail=trouble.detail) if trouble else result

    def rest(self) -> ProcessUse:
        """Freeze the process, if it runs; return what it used since it woke."""
        self._is_resting = True
        rest, exited = ProcessUse(), self._child.poll()
        if exited is None:
            found = self._child.ask("rest", reply="rested")
            exited = self._child.poll()
            is_lost = exited is not None and exited.is_lost
            rest = ProcessUse(*found) if found else ProcessUse(is_disturbed=is_lost)
        if exited is None or not exited.used:
            return rest
        used, withheld, is_sure = exited.used
        return rest._replace(cpu_seconds=used, withheld=withheld, is_sure=is_sure)

    def _send(self, *order: object) -> None:
        if self._is_resting:
            self._child.tell("wake")
            if self._child.pid:  # sooner than the supervisor can
                with contextlib.suppress(OSError):
                    os.kill(self._child.pid, signal.SIGCONT)
            self._is_resting = False
        self._child.send(encode(*order))

    def _report(
        self, key: str, until: float, stop: Stop, take: Callable[[Report], None] | None = None
    ) -> Report | None:
        """Wait for a report with a key, or of a bad ending; pass on every report of this turn."""
        for report in self._reports(until, stop):
            if report.get("turn", self._turn) != self._turn:
                continue
            if take is not None:
                take(report)
            if key in report or "ending" in report:
                return report
        return None

    def _reports(self, until: float, stop: Stop) -> Iterator[dict[str, Any]]:
        """Yield the reports that arrive in time; other lines are the agent's own."""
        for line in self._child.lines(until, stop):
            with contextlib.suppress(ValueError, RecursionError):
                report = json.loads(line)
                if isinstance(report, dict):
                    yield report

    def _trouble(self, report: Report | None, late: str) -> Trouble | None:
        """Return the trouble that a report, or its absence, means; None for a good report."""
        if report is None and self._child.is_closed:
            return self._exit_trouble()
        if report is None:
            return Trouble(Termination.HANG, late)
        if "ending" not in report:
            return None
        if report["ending"] == NO_MEMORY.ending:
            return NO_MEMORY
        detail = str(report.get("detail"))[:PRINTED_BYTES]
        return Trouble(Termination.CRASH, detail, str(report.get("cause", "")))

    def _exit_trouble(self) -> Trouble:
        """Return how a process ended that has closed its channel."""
        exited = self._child.poll(EXIT_GRACE_SECONDS)
        if exited is None:  # it may run on, or nobody is there to say that it does not
            self.rest()
            exited = self._child.poll()
        printed, _ = self._child.printed(forget=False)
        return exit_trouble(
            exited, printed.decode(errors="replace"), self._settings.memory, self._kills
        )

    def _is_ended_by_import(self, trouble: Trouble) -> bool:
        """Return whether what seems to come from outside may come from a process's warm start.

        Its fork is made by a process in which the agent's code runs, and may do anything to it.
        """
        exited = self._child.poll()
        is_warm, is_lost = self._settings.start == "fork", bool(exited and exited.is_lost)
        return is_warm and trouble.ending is Termination.VOID and not is_lost

    def _printed(self) -> str:
        """Return and forget the end of what was printed until now; say if there was more."""
        printed, lost = self._child.printed()
        return CUT.format(f"{lost} bytes before this") * bool(lost) + printed.decode(
            errors="replace"
        )


class WithheldTime(TypedDict):
    """What other programs took from a turn, as the fields of its result."""

    withheld_ms: float
    withheld: float
    is_sure: bool


def taken_by_others(rest: ProcessUse, worked: float, took: float) -> WithheldTime:
    """Return what other programs took from a turn that took so many seconds.

    What this thread has done since it had `worked` so much is done for the agent.
    """
    withheld = max(0.0, rest.withheld - (time.thread_time() - worked))
    return {
        "withheld_ms": round(1000 * withheld, 3),
        "withheld": withheld / max(took, withheld, 1e-9),
        "is_sure": rest.is_sure,
    }


def _judged(trouble: Trouble | None, rest: ProcessUse) -> Trouble | None:
    """Return the trouble of a turn, or that something outside has spoiled it."""
    if rest.is_disturbed and (trouble is None or trouble.ending is Termination.HANG):
        return killed_outside("was stopped from outside (SIGSTOP)")
    return trouble


def _believed(report: Report | None, measured: float) -> float:
    """Return the milliseconds of a turn: what the agent says, unless it is wrong."""
    said = measured if report is None or "ms" not in report else number(report["ms"])
    return said if abs(said - measured) < MISTAKEN_MS else measured
