"""The way into the fence, and what a machine has of it."""

from __future__ import annotations

import functools
import os
import sys
from typing import TYPE_CHECKING

from bombe.boards.errors import UnsupportedError
from bombe.solvers.containment import filter as calls_filter
from bombe.solvers.containment import landlock, spaces
from bombe.solvers.containment.fence import Containment, Fence, Held
from bombe.solvers.containment.limits import bound_privileges, give_up_privileges, limit

if TYPE_CHECKING:
    import socket


_entered: list[Fence] = []


def fence_around() -> Fence | None:
    """Return the fence that this process is behind; None if there is none."""
    return _entered[-1] if _entered else None


@functools.cache
def holds() -> Held:
    """Return what this machine offers; nothing is entered."""
    if sys.platform != "linux":
        return Held(sys.platform, limited=sys.platform not in ("win32", "darwin"))
    return Held(
        " ".join(os.uname()[::2][:2]),
        landlock=landlock.version(),
        filtered=calls_filter.is_available(),
        limited=True,
        reaped=True,
    )


def offers() -> Held:
    """Return what `holds` does, and whether there are name spaces, which takes a process to try."""
    return holds()._replace(spaces=spaces.are_available())


def prepare(fence: Fence) -> None:
    """Do here what entering takes, for processes that will be forked from this one to enter.

    This process gives up nothing by it but what programs that it runs may do.
    """
    offered = holds()
    if fence.level is Containment.NONE or sys.platform != "linux":
        return
    bound_privileges()
    if offered.landlock:
        landlock.prepare(fence, offered.landlock)
    if offered.filtered:
        calls_filter.prepare(offered.landlock)


def require(level: Containment) -> None:
    """Raise UnsupportedError if `strict` is demanded and something does not hold here."""
    missing = holds().missing
    if level is Containment.STRICT and missing:
        raise UnsupportedError(
            f"--contain strict: on this machine {', '.join(missing)}; use --contain usual, or a "
            "Linux of at least 6.12"
        )


def enter(fence: Fence, keeper: socket.socket | None = None) -> Held:
    """Put this process, and all that it will start, behind a fence; return what holds.

    It must have one thread only, and cannot be undone. A process behind a fence may enter another,
    which can only be narrower. At the other end of `keeper` is who judges signals; see keeper.py.
    """
    require(fence.level)
    limit(fence)
    offered = holds()
    if fence.level is Containment.NONE or sys.platform != "linux":
        return offered
    _entered.append(fence)
    give_up_privileges(os.uname().machine)
    if offered.landlock:
        landlock.restrict(fence, offered.landlock)
    if offered.filtered:
        calls_filter.install(offered.landlock, sessions=fence.sessions, keeper=keeper)
    return offered
