"""The program between Bombe and a foreign solver: it starts the solver, and leaves nothing of it.

Whatever the solver leaves running becomes a child of this process, which is a sub-reaper on Linux.
When Bombe closes the control channel or ends, for whatever reason, and when the solver ends, all of
it is killed. No code of the solver runs here.

    pid 123        the solver's process has started
    over WORDS     it was ended, with all it had started, because it used too much together
    exited -11     it has ended, with an exit code or by a signal
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.solvers.containment.watch import Breach

POLL_SECONDS = 0.05
"""How often it is looked what the solver uses, with all that it has started."""


def main(words: str) -> NoReturn:
    """Start the solver that an order in JSON describes, and end with it."""
    order: dict[str, Any] = json.loads(words)
    control = socket.socket(fileno=order["control"])
    _prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
    keeper = os.getpid()
    volumes = _enter_spaces(order)
    order["spaces"] = bool(volumes)
    solver = os.fork()
    if solver == 0:
        control.close()
        os.setsid()
        _prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() == keeper:
            _become(order)
        os._exit(1)
    _leave_streams()
    _say(control, f"pid {solver}")
    status = _await(control, solver, _watch(order, volumes))
    _kill_all(solver)
    _remove(order["home"], volumes)  # Bombe does it, too, unless it has ended
    _say(control, f"exited {status}")
    os._exit(0)


def _enter_spaces(order: dict[str, Any]) -> tuple[Path, ...]:
    """Move into name spaces of our own, which the solver shares; return the folders in memory."""
    from bombe.solvers.containment.spaces import SHARED, enter_spaces
    from bombe.solvers.containment.watch import volume_of
    from bombe.solvers.foreign.fencing import limits_of

    fence = limits_of(order["home"], order["level"])
    return (*fence.writes, SHARED) if fence and enter_spaces(volume_of(fence)) else ()


def _become(order: dict[str, Any]) -> None:
    from bombe.solvers.foreign import child

    child.run(order)


def _leave_streams() -> None:
    """Close what the solver has, so that its end is seen at the other side."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)


def _watch(
    order: dict[str, Any], volumes: Sequence[Path]
) -> Callable[[Sequence[int]], Breach | None]:
    """Return what looks whether processes use too much together."""
    from bombe.solvers.containment.watch import Watch
    from bombe.solvers.foreign.fencing import limits_of

    fence = limits_of(order["home"], order["level"])
    return Watch(fence, volumes).look if fence else lambda _: None


def _await(
    control: socket.socket, solver: int, look: Callable[[Sequence[int]], Breach | None]
) -> int:
    """Wait until the solver ends or Bombe lets go of it; return how it ended."""
    watched: list[Any] = [control]
    with contextlib.suppress(AttributeError, OSError):  # Linux only
        watched.append(os.pidfd_open(solver))
    while control not in select.select(watched, [], [], POLL_SECONDS)[0]:
        pid, status = os.waitpid(solver, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if breach := look([solver, *_children()]):
            _say(control, f"over {breach.words}")
            break
    os.kill(solver, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(solver, 0)[1])


def _kill_all(group: int) -> None:
    """Kill what is left below us: the children of killed processes become ours."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    while children := _children():
        for child in children:
            os.kill(child, signal.SIGKILL)
        for child in children:
            os.waitpid(child, 0)


def _children() -> list[int]:
    """Return our children, also ended ones; none where they cannot be listed."""
    with contextlib.suppress(OSError):
        text = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
        return list(map(int, text.split()))
    return []


def _remove(home: str, volumes: Sequence[Path]) -> None:
    from bombe.solvers.containment.removal import remove_tree
    from bombe.solvers.containment.spaces import unmount

    for volume in volumes:
        unmount(volume)
    remove_tree(Path(home))


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _say(control: socket.socket, words: str) -> None:
    with contextlib.suppress(OSError):  # Bombe may have ended
        control.sendall(f"{words}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1])
