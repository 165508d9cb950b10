"""The processor time of an agent's processes in a turn, and the time that others took from them.

The supervisor keeps the account. Where it is in a control group, that counts all that the agent has
started, also what has ended. Elsewhere the processes are counted while they live, and the time of
those that ended is what their parents have, or what was last seen of them.

A turn has lost time to others where some process of the agent was ready to run and did not, and
the agent's processes together had less than one processor. So no agent can pretend it: threads and
children that wait for each other use a whole processor meanwhile, and what the supervisor and the
referee do for the agent does not count as work of others.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.processes import frozen
from bombe.solvers.sandbox import tree
from bombe.solvers.sandbox.groups import ControlGroup, Times

if TYPE_CHECKING:
    from collections.abc import Iterable

_TICKS = 0.02
"""What the time of ended children may differ from what was seen of them: it comes in ticks."""


class TurnUse(NamedTuple):
    """Seconds of processor time of a turn, and seconds that other programs took from it.

    `is_sure` says that no trick can have made the second number larger.
    """

    used: float = 0.0
    withheld: float = 0.0
    is_sure: bool = False


class Account:
    """Counts from `begin` or the last `end` to the next `end`; `look` is called now and then."""

    def __init__(self, folder: str = "") -> None:
        """Count in the control group of a folder, if this process is in it by the first `begin`."""
        self._folder = folder
        self.group: ControlGroup | None = None
        self._polled = _Polled()
        self._times = Times(0.0, 0.0)
        self._began = self._own = 0.0

    def begin(self, pid: int = 0) -> None:
        """Count from here what a process uses with all below it; 0 is for one that will be."""
        if self._folder:
            group, self._folder = ControlGroup(Path(self._folder)), ""
            self.group = group if group.has(os.getpid()) else None
        self.wake()
        self._own = time.process_time()
        if self.group:
            self._times = self.group.times()
        else:
            self._polled.begin(pid)

    def include(self, seconds: float) -> None:
        """Count what another process used to start the agent's; a control group has it anyway."""
        self._polled.include(max(0.0, seconds))

    def leave(self) -> None:
        """Close, in a new process, the files of this one."""
        if self.group:
            self.group.close()

    def wake(self) -> None:
        """Take note that the processes, which stood still, go on."""
        self._began = time.monotonic()

    def look(self, pid: int, left: Iterable[int]) -> None:
        """See which processes there are: the main one, and those that it has `left`."""
        if not self.group:
            self._polled.look(pid, left)

    def end(self, pid: int, left: Iterable[int], ended: float | None = None) -> TurnUse:
        """Return what was used; if the main process has `ended`, all that it used in its life."""
        wall, before = time.monotonic() - self._began, self._own
        self._own = time.process_time()
        own = self._own - before
        if self.group:
            (used, waited), self._times = self._times, self.group.times()
            used, waited = self._times.used - used - own, self._times.waited - waited
            is_sure = True
        else:
            used, waited, is_sure = self._polled.end(pid, left, ended)
        withheld = max(0.0, min(waited, wall - used - own))
        return TurnUse(max(0.0, used), withheld, is_sure)


class _Polled:
    """Counts processes while they live."""

    def __init__(self) -> None:
        self._before = self._own = self._beside = 0.0
        self._base: dict[str, float] = {}
        self._waits: dict[str, float] = {}
        self._seen: dict[int, float] = {}

    def begin(self, pid: int) -> None:
        """Count from here."""
        self._before = frozen.seconds_of(pid) if pid else 0.0
        self._own = tree.own_seconds(pid) if pid else 0.0
        self._base = waits_of(pid) if pid else {}
        self._beside = 0.0
        self._seen, self._waits = {}, {}

    def include(self, seconds: float) -> None:
        """Count what a process has used that is none of these."""
        self._beside += seconds

    def look(self, pid: int, left: Iterable[int]) -> None:
        """See which processes there are, and what they use by now."""
        self._waits |= waits_of(pid)
        for one in (one for root in (pid, *left) for one in tree.tree(root) if one.pid != pid):
            self._seen[one.pid] = max(self._seen.get(one.pid, 0.0), tree.own_seconds(one.pid))
            self._waits |= waits_of(one.pid)

    def end(self, pid: int, left: Iterable[int], ended: float | None) -> tuple[float, float, bool]:
        """Return what was used and waited, and if that is sure; count anew from here."""
        left = list(left)
        self.look(pid, left)
        whole = frozen.seconds_of(pid) if ended is None else ended
        of_left = sum(one.cpu_seconds for root in left for one in tree.tree(root))
        counted, self._before = whole - self._before + of_left, whole
        own, before = tree.own_seconds(pid) if ended is None else 0.0, self._own
        seen = max(0.0, own - before) + sum(self._seen.values())
        waits = (now - self._base.get(task, 0.0) for task, now in self._waits.items())
        # Children that nobody has waited for used more than is known: it may be all of the time.
        waited = max(waits, default=0.0) if seen <= counted + _TICKS else 0.0
        is_sure = not self._seen
        self._own, self._base = own, {**self._base, **self._waits}
        beside, self._beside = self._beside, 0.0
        self._seen, self._waits = {}, {}
        return max(counted, seen) + beside, waited, is_sure


def waits_of(pid: int) -> dict[str, float]:
    """Return how many seconds each thread of a process was ready to run and did not, by number."""
    found = {}
    with contextlib.suppress(OSError):
        folder = f"/proc/{pid}/task"
        for thread in os.listdir(folder):  # noqa: PTH208 - a Path is slow
            with contextlib.suppress(OSError, ValueError, IndexError):
                words = frozen.read(f"{folder}/{thread}/schedstat").split()
                found[thread] = int(words[1]) / 1e9
    return found
