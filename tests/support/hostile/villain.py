"""What all hostile agents have in common; they are run only on the stage of staging.py.

All play the first legal move, and do their deed before the move of their turn `at`, counted from 0.
A deed that gets through says BREACH in the agent's output; one that is refused says "held". Deeds
are bounded and aim at decoys of the stage alone, so that they do no harm where the sandbox is open.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bombe.boards.game import Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState

REFUSED = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOENT, errno.ESRCH)
"""How the system says that a deed is not for this process, or that its victim is out of sight."""
SCORE, CRASH, HANG = Termination.SCORE, Termination.CRASH, Termination.HANG
MEMORY, NO_PROPOSAL = Termination.MEMORY, Termination.NO_PROPOSAL
NO_MOVE, OUT_OF_RANGE = Termination.NO_MOVE, Termination.OUT_OF_RANGE


class Fate(NamedTuple):
    """What is to become of a hostile agent: how its games may end, and what is to be read of it.

    `words` stand in the reason, in an incident or in what it printed: each is a choice, `a|b`.
    """

    endings: tuple[Termination, ...]
    words: tuple[str, ...] = ()


PLAYS_ON = Fate((SCORE,))
"""It comes to nothing, and the game is played to its end."""
IS_HELD = Fate((SCORE,), ("held: ",))
"""The system refuses the deed, and the game is played to its end."""


class Villain:
    """Plays every turn; subclasses override the deed.

    `pids` are the processes of the victim, the referee and the other player, `ports` those of
    listeners on the loopback, `scene` is the folder of the stage: see staging.py.
    """

    fate: ClassVar[Fate] = IS_HELD
    ways: ClassVar[tuple[str, ...]] = ("",)
    """The ways to do the deed; `way` names one, or two for the two seats: `one+other`."""
    order: ClassVar[dict[str, Any]] = {}
    """What is special to its match: a deed that ends by itself may have more time than it needs."""

    def __init__(
        self,
        seed: int,
        *,
        at: int = 1,
        way: str = "",
        scene: str = "",
        pids: str = "",
        ports: str = "",
    ) -> None:
        self.seed, self.at, self.way = seed, at, way
        # Not written as a path: files that an option names may be read.
        self.scene = Path(scene.replace("|", "/") or os.devnull)
        self.pids = [int(pid) for pid in pids.split("+") if pid.isdigit()]
        self.ports = [int(port) for port in filter(None, ports.split("+"))]
        self.born()

    def born(self) -> None:
        """Do what is to be done when the agent is made."""

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        number = clock.kept if isinstance(clock.kept, int) else 0
        self.way = self.way.split("+")[-1 if state.to_move == 2 else 0]
        clock.keep(number + 1)
        if number == self.at:
            yield from self.deed(state, clock) or ()
        yield state.moves()[0]

    def deed(self, state: SudokuState, clock: Clock) -> Iterable[Move] | None:
        del state, clock
        self.strike()
        return None

    def strike(self) -> None:
        """Do the deed; most deeds need nothing of the game."""


def attempt(
    what: str, deed: Callable[..., object], *arguments: object, also: tuple[int, ...] = ()
) -> None:
    """Try a deed and say what became of it; errors of REFUSED and `also` mean that it is held."""
    try:
        found = deed(*arguments)
    except OSError as error:
        is_held = error.errno in (*REFUSED, *also)
        verdict = "held" if is_held else "BREACH"
        say(f"{verdict}: {what}: {errno.errorcode.get(error.errno or 0)}")
    else:
        say(f"BREACH: {what}: {found!r:.60}")


def say(words: str) -> None:
    """Print a line at once."""
    with contextlib.suppress(Exception):
        sys.stdout.write(f"{words}\n")
        sys.stdout.flush()


def sleep_past(clock: Clock, more: float) -> None:
    """Sleep until some seconds after the deadline of a turn."""
    time.sleep((clock.seconds_left or 0.0) + more)


NUMBERS = {
    "x86_64": {
        "ptrace": 101, "prlimit64": 302, "process_vm_readv": 310, "pidfd_open": 434,
        "pidfd_send_signal": 424, "pidfd_getfd": 438, "tgkill": 234, "rt_sigqueueinfo": 129,
        "ioprio_set": 251, "sched_setattr": 314, "sched_setscheduler": 144, "clock_settime": 227,
        "settimeofday": 164, "adjtimex": 159, "unshare": 272, "setns": 308, "mount": 165,
        "chroot": 161, "pivot_root": 155, "keyctl": 250, "bpf": 321, "perf_event_open": 298,
        "userfaultfd": 323, "io_uring_setup": 425, "init_module": 175, "kexec_load": 246,
        "reboot": 169, "sethostname": 170, "swapoff": 168, "quotactl": 179, "acct": 163,
        "open_by_handle_at": 304, "fanotify_init": 300, "inotify_add_watch": 254,
        "memfd_create": 319, "shmget": 29, "msgget": 68, "semget": 64, "mq_open": 240,
        "migrate_pages": 256, "move_pages": 279, "kcmp": 312, "process_madvise": 440,
        "seccomp": 317, "setxattr": 188, "prctl": 157,
    },
    "aarch64": {
        "ptrace": 117, "prlimit64": 261, "process_vm_readv": 270, "pidfd_open": 434,
        "pidfd_send_signal": 424, "pidfd_getfd": 438, "tgkill": 131, "rt_sigqueueinfo": 138,
        "ioprio_set": 30, "sched_setattr": 274, "sched_setscheduler": 119, "clock_settime": 112,
        "settimeofday": 170, "adjtimex": 171, "unshare": 97, "setns": 268, "mount": 40,
        "chroot": 51, "pivot_root": 41, "keyctl": 219, "bpf": 280, "perf_event_open": 241,
        "userfaultfd": 282, "io_uring_setup": 425, "init_module": 105, "kexec_load": 104,
        "reboot": 142, "sethostname": 161, "swapoff": 225, "quotactl": 60, "acct": 89,
        "open_by_handle_at": 265, "fanotify_init": 262, "inotify_add_watch": 27,
        "memfd_create": 279, "shmget": 194, "msgget": 186, "semget": 190, "mq_open": 180,
        "migrate_pages": 238, "move_pages": 239, "kcmp": 272, "process_madvise": 440,
        "seccomp": 277, "setxattr": 5, "prctl": 167,
    },
}  # fmt: skip
"""The numbers of system calls for which Python has no function."""
LIBC: Any = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Any) -> int:
    """Make a system call by its number; raise OSError if it fails."""
    numbers = NUMBERS.get(platform.machine(), {})
    if name not in numbers:
        raise OSError(errno.ENOSYS, "its number is not known here")
    result: int = LIBC.syscall(ctypes.c_long(numbers[name]), *map(_word, arguments))
    if result == -1:
        raise OSError(ctypes.get_errno(), name)
    return result


def _word(argument: Any) -> Any:
    """Return a whole number as a word of the machine, and all else as it is."""
    return ctypes.c_long(argument) if isinstance(argument, int) else argument
