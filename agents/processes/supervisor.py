"""The supervisor of an agent's process: it also freezes it, counts its time, and starts it warm.

    order, beside those of every supervisor             report
    wake: lets it go on; its time counts from here
    rest: freezes it                                    {"rested": what Rest has}
    clear forget: empties the folders; with `forget`,   {"cleared": whether nothing is left}
        kills what has imported the agent

For a warm start, the process is forked from a zygote, where the agent has been imported. Where
there are no subreapers, the supervisor itself imports it.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from typing import TYPE_CHECKING

from bombe.agents.loading import load
from bombe.agents.processes import frozen
from bombe.agents.processes.accounts import Account
from bombe.agents.processes.zygote import Zygote
from bombe.solvers.sandbox import tree
from bombe.solvers.sandbox.removal import empty
from bombe.solvers.sandbox.supervisor import Supervisor, children, kill_descendants, main

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.solvers.sandbox.policy import Sandbox


class AgentSupervisor(Supervisor):
    """A supervisor for agents; a `spec` that is not empty is imported in advance."""

    def __init__(self, control: socket.socket, program: str, group: str, spec: str) -> None:
        self._account = Account(group)
        self._spec = spec
        self._zygote: Zygote | None = None
        self._is_loaded = False
        super().__init__(control, program)

    def leave(self) -> None:
        """Close, in a new process, what belongs to this one."""
        super().leave()
        self._account.leave()

    def launch(self, sandbox: Sandbox, arguments: Sequence[object], streams: Sequence[int]) -> int:
        """Return a new process, warm if that is wanted; end if the zygote fails to make one."""
        self._account.begin()
        if not self._spec or sys.platform != "linux":
            self._load()
            return super().launch(sandbox, arguments, streams)
        before = sum(map(frozen.seconds_of, self.spared))
        if self._zygote is None:
            listened, far = socket.socketpair()
            leave = (listened.close, *(lambda n=n: os.close(n) for n in streams), self.leave)
            self._zygote = Zygote(self._spec, sandbox, self.program, far, leave)
            self.spared = {self._zygote.pid}
            self.listen_to(listened, far)
        pid = self._zygote.fork(streams, self.heard)
        self._account.include(frozen.seconds_of(self._zygote.pid) - before)
        if pid not in children() - self.spared:
            # The zygote has ended, or tells of a process that is not ours: the referee starts anew.
            self.end_spared()
            kill_descendants()
            os._exit(1)
        return pid

    def ended(self) -> None:
        """Forget the process, which has ended; signals of the next fork are judged alike."""
        if self._zygote is None:
            super().ended()
        else:
            self._zygote.kill_children()

    def end_spared(self) -> None:
        """Kill the zygote, if there is one."""
        if self._zygote is not None:
            self._zygote.close()
            self._zygote, self.spared = None, set()
        self.listen(-1)

    def used(self, seconds: float) -> tuple[object, ...]:
        """Return what a process that has ended has used in its last turn."""
        return self._account.end(self.pid, self.left(), seconds)

    def look(self) -> None:
        """See which processes there are, and kill everything if they use more than they may."""
        if self.pid:
            self._account.look(self.pid, self.left())
        super().look()

    def on_wake(self) -> None:
        """Let the process go on."""
        if not self.pid:
            return
        if self.is_resting:
            frozen.thaw(self.pid)
            self._account.wake()
        else:
            self._account.begin(self.pid)
        self.is_resting = False

    def on_rest(self) -> None:
        """Freeze the process, and tell what it has used."""
        self.report(rested=self._rest())

    def _rest(self) -> tuple[float, bool, bool, int, float, bool]:
        """Freeze the process; return what Rest has."""
        is_still, is_disturbed = self.is_resting or not self.pid, False
        if not is_still:
            is_disturbed = frozen.is_disturbed(self.pid)
            frozen.freeze(self.pid)
            # One with children is killed next. It gets no time by what keeps it from stopping.
            is_still = not frozen.has_children(self.pid) and frozen.is_frozen(self.pid)
            self.is_resting = True
        if self.pid:
            self.check()
        self.look_if_due()
        if not self.pid:
            return 0.0, False, False, 0, 0.0, False
        left = self.left()
        used, withheld, is_sure = self._account.end(self.pid, left)
        others = frozen.has_children(self.pid) or bool(left)
        running = self._running(left) if others else 0
        return used, not is_still or others, is_disturbed, running, withheld, is_sure

    def _running(self, left: Sequence[int]) -> int:
        """Return how many processes there are beside the agent's that have not ended."""
        found = (one for root in (self.pid, *left) for one in tree.tree(root))
        return sum(one.pid != self.pid and one.state not in "ZX" for one in found)

    def on_clear(self, forget: bool) -> None:  # noqa: FBT001 - it comes from an order
        """Remove all files of the agent, and `forget` what has imported it; tell if that worked."""
        if forget:
            self.end_spared()
            kill_descendants(but={self.pid})
        is_empty = [empty(folder) for folder in self.volumes].count(False) == 0
        self.report(cleared=is_empty and not (forget and self._is_loaded))

    def _load(self) -> None:
        """Import the agent here, once, if that is wanted and there are no zygotes."""
        if self._spec and not self._is_loaded:
            self._is_loaded = True
            # What fails here fails again in the agent's process, which reports it.
            with contextlib.suppress(BaseException):
                load(self._spec)


def run(program: str, home: str, group: str, spec: str) -> None:
    """Run as the supervisor of an agent."""
    main(lambda control: AgentSupervisor(control, program, group, spec), home, group)


if __name__ == "__main__":
    run(*sys.argv[1:])
