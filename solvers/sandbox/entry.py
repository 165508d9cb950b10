"""The way into the sandbox, and what a machine has of it."""

from __future__ import annotations

import functools
import os
import sys
from typing import TYPE_CHECKING

from bombe.boards.errors import UnsupportedError
from bombe.solvers.sandbox import filter as calls_filter
from bombe.solvers.sandbox import landlock, spaces
from bombe.solvers.sandbox.limits import bound_privileges, give_up_privileges, limit
from bombe.solvers.sandbox.policy import Containment, Sandbox, SandboxStatus

if TYPE_CHECKING:
    import socket


_entered: list[Sandbox] = []


def sandbox_around() -> Sandbox | None:
    """Return the sandbox that this process is behind; None if there is none."""
    return _entered[-1] if _entered else None


@functools.cache
def sandbox_status() -> SandboxStatus:
    """Return what this machine offers; nothing is entered."""
    if sys.platform != "linux":
        return SandboxStatus(sys.platform, limited=sys.platform not in ("win32", "darwin"))
    return SandboxStatus(
        " ".join(os.uname()[::2][:2]),
        landlock=landlock.version(),
        filtered=calls_filter.is_available(),
        limited=True,
        reaped=True,
    )


def full_status() -> SandboxStatus:
    """Return what `sandbox_status` does, and try in a process whether there are name spaces."""
    return sandbox_status()._replace(spaces=spaces.are_available())


def prepare(sandbox: Sandbox) -> None:
    """Do here what entering takes, for processes that will be forked from this one to enter.

    This process gives up nothing by it but what programs that it runs may do.
    """
    offered = sandbox_status()
    if sandbox.level is Containment.NONE or sys.platform != "linux":
        return
    bound_privileges()
    if offered.landlock:
        landlock.prepare(sandbox, offered.landlock)
    if offered.filtered:
        calls_filter.prepare(offered.landlock)


def require(level: Containment) -> None:
    """Raise UnsupportedError if `strict` is demanded and something does not hold here."""
    missing = sandbox_status().missing
    if level is Containment.STRICT and missing:
        raise UnsupportedError(
            f"--contain strict: on this machine {', '.join(missing)}; use --contain usual, or a "
            "Linux of at least 6.12"
        )


def enter(sandbox: Sandbox, judge: socket.socket | None = None) -> SandboxStatus:
    """Put this process, and all that it will start, in a sandbox; return what works here.

    It must have one thread only, and cannot be undone. A process in a sandbox may enter another,
    which can only be narrower. At the other end of `judge` is who judges signals; see signals.py.
    """
    require(sandbox.level)
    limit(sandbox)
    offered = sandbox_status()
    if sandbox.level is Containment.NONE or sys.platform != "linux":
        return offered
    _entered.append(sandbox)
    give_up_privileges(os.uname().machine)
    if offered.landlock:
        landlock.restrict(sandbox, offered.landlock)
    if offered.filtered:
        calls_filter.install(offered.landlock, sessions=sandbox.sessions, judge=judge)
    return offered
