"""Starts agents' processes for the supervisor: behind a fence, each with a keeper outside of it.

With a warm start they are forked from a zygote, where the agent has been imported. Where there are
no subreapers, the supervisor itself imports it.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from bombe.agents.loading import load
from bombe.agents.processes import resting
from bombe.agents.processes.zygote import Zygote
from bombe.solvers.containment import Containment, holds, keeper, prepare
from bombe.solvers.containment.libc import die_with_parent
from bombe.solvers.containment.removal import empty
from bombe.solvers.containment.spaces import SHARED, enter_spaces, unmount
from bombe.solvers.containment.watch import MOST_THREADS, volume_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bombe.solvers.containment import Fence

    Run = Callable[[socket.socket, socket.socket, Fence, socket.socket | None], NoReturn]
    """Runs as an agent's process, with its channel, its output, its fence and its keeper."""


class Starter:
    """Starts one process after the other; `heard` is a descriptor of calls to judge, or -1."""

    def __init__(self, spec: str, run: Run, leave: Callable[[], object]) -> None:
        """Start processes that do `run`; a `spec` that is not empty is imported in advance.

        `leave` closes, in a new process, what belongs to this one.
        """
        self._spec, self._run, self._leave = spec, run, leave
        self._zygote: Zygote | None = None
        self._prepared: tuple[Fence, tuple[int, ...]] | None = None
        self._is_loaded = self._has_tried = False
        self.volumes: tuple[Path, ...] = ()
        self.heard = -1

    @property
    def spared(self) -> set[int]:
        """The processes that stay when an agent's process is killed."""
        return {self._zygote.pid} if self._zygote else set()

    @property
    def spared_seconds(self) -> float:
        """The processor time of these processes: an agent's code runs in them."""
        return sum(map(resting.seconds_of, self.spared))

    def start(self, fence: Fence, channel: socket.socket, output: socket.socket) -> int:
        """Return a new process, with a session of its own; 0 if the zygote has ended."""
        fence, folders = self._within(fence), _numbers(fence)
        if (fence, folders) != self._prepared:
            self.close()
            prepare(fence)
            self._prepared = fence, folders
        if not self._spec or sys.platform != "linux":
            self._load()
            return self._fork(fence, channel, output)
        if self._zygote is None:
            listened, far = socket.socketpair()
            leave = (listened.close, channel.close, output.close, self._leave)
            self._zygote = Zygote(self._spec, fence, self._run, far, leave)
            self._hear(listened, far)
        return self._zygote.fork(channel, output, self.heard)

    def end(self) -> None:
        """Forget the process, which has ended."""
        if self._zygote is None:
            self._close_heard()
        else:
            self._zygote.kill_children()

    def unmount(self) -> None:
        """Detach the folders that are in memory, so that those below them can be removed."""
        for folder in self.volumes:
            unmount(folder)

    @property
    def has_imported(self) -> bool:
        """Whether an agent's code runs in this process: where there are no zygotes."""
        return self._is_loaded and bool(self._spec)

    def clear(self) -> bool:
        """Remove all files from the folders that are in memory; return whether that worked."""
        return [empty(folder) for folder in self.volumes].count(False) == 0

    def answer(self, main: int) -> None:
        """Judge a call that waits: who it may not kill are the main process and the zygote."""
        if not keeper.answer(self.heard, {main} | self.spared):
            self._close_heard()

    def close(self) -> None:
        """Kill the zygote, if there is one."""
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None
        self._close_heard()

    def _fork(self, fence: Fence, channel: socket.socket, output: socket.socket) -> int:
        supervisor = os.getpid()
        listened, far = socket.socketpair()
        if (pid := os.fork()) == 0:
            os.setsid()
            if sys.platform == "linux":
                die_with_parent(supervisor)
            listened.close()
            self._leave()
            self._run(channel, output, fence, far)
        self._hear(listened, far)
        return pid

    def _hear(self, listened: socket.socket, far: socket.socket) -> None:
        """Wait until the new process is behind its fence; it sends what its keeper needs."""
        far.close()
        with listened:
            self.heard = keeper.descriptor(listened)

    def _close_heard(self) -> None:
        if self.heard >= 0:
            os.close(self.heard)
            self.heard = -1

    def _load(self) -> None:
        """Import the agent here, once, if that is wanted and there are no zygotes."""
        if self._spec and not self._is_loaded:
            self._is_loaded = True
            # What fails here fails again in the agent's process, which reports it.
            with contextlib.suppress(BaseException):
                load(self._spec)

    def _within(self, fence: Fence) -> Fence:
        """Move this process into name spaces of its own, once; return the fence in there."""
        if fence.level is Containment.NONE:
            return fence
        if not self._has_tried:
            self._has_tried = True
            if sys.version_info >= (3, 14):
                fork_by_default()
            if enter_spaces(volume_of(fence), network=not holds().filtered):
                self.volumes = fence.writes[0], SHARED
        if not self.volumes:
            return fence
        tasks = MOST_THREADS + fence.processes if os.geteuid() else None
        return fence.around(writes=(*fence.writes, SHARED), tasks=tasks)


def fork_by_default() -> None:
    """Have multiprocessing fork, unless an agent wants it otherwise.

    What it does by default from Python 3.14 on needs sockets, which are denied behind a fence.
    """
    import multiprocessing

    ours: Any = multiprocessing.context
    ours._default_context._default_context = multiprocessing.get_context("fork")  # noqa: SLF001 - to set it would forbid to set it


def _numbers(fence: Fence) -> tuple[int, ...]:
    """Return numbers of the folders of a fence: one that was made again is another folder."""
    found = []
    for folder in fence.writes:
        with contextlib.suppress(OSError):
            found.append(folder.stat().st_ino)
    return tuple(found)
