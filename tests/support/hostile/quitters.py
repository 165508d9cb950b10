"""Hostile agents that end their own process, so that a game that they lose does not count.

Whoever ends in its own turn loses, in whatever way: only a process that was killed from outside of
its sandbox voids a game.
"""

from __future__ import annotations

import _thread
import contextlib
import ctypes
import fcntl
import mmap
import os
import resource
import signal
import struct
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NoReturn

from villain import CRASH, HANG, MEMORY, SCORE, Fate, Villain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState

KILL = signal.SIGKILL
LONG = 30.0


class KillsItself(Villain):
    """Kills its own process by every way that looks as if someone else had done it."""

    fate = Fate((CRASH, HANG, MEMORY))

    def strike(self) -> None:
        WAYS[self.way]()
        time.sleep(LONG)


def by_itself() -> None:
    """Send the signal as anyone would."""
    os.kill(os.getpid(), KILL)


def by_its_group() -> None:
    """Send it to its whole group."""
    os.kill(0, KILL)


def by_a_thread() -> None:
    """Send it from a thread to the first one."""
    threading.Thread(target=os.kill, args=(os.getpid(), KILL)).start()


def by_a_child() -> None:
    """Have a child of a session of its own send it."""
    parent = os.getpid()
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            os.setsid()
        with contextlib.suppress(OSError):
            os.kill(parent, KILL)
        os._exit(0)


def by_an_orphan() -> None:
    """Have a process send it that has no parent any more, and ends a while later."""
    first = os.getpid()
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(0.02)
            with contextlib.suppress(OSError):
                os.kill(first, KILL)
        os._exit(0)


def by_the_number_of_a_thread() -> None:
    """Send it to the number of a thread, which stands for the process, too."""
    thread = threading.Thread(target=time.sleep, args=(LONG,), daemon=True)
    thread.start()
    os.kill(thread.native_id or 0, KILL)


def by_a_small_stack() -> None:
    """Become a program that has no room for its arguments."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 16, 1 << 16))
    by_becoming_kill()


def by_pidfd() -> None:
    """Send it by a descriptor of the process."""
    signal.pidfd_send_signal(os.pidfd_open(os.getpid()), KILL)


def by_its_time() -> None:
    """Have the system send it for too much time of the processor."""
    resource.setrlimit(resource.RLIMIT_CPU, (0, 1))
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    while True:
        pass


def by_a_death() -> None:
    """Have the system send it at the end of the thread that is its parent's."""
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        ctypes.CDLL(None).prctl(1, int(KILL), 0, 0, 0)
        os.kill(parent, KILL)
        time.sleep(LONG)


def by_a_pipe() -> None:
    """Have the system send it when a pipe of its own is ready."""
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(reading, fcntl.F_SETSIG, int(KILL))
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(writing, b"x")


def by_a_timer() -> None:
    """Have the system send it when a timer of its own goes off."""
    libc = ctypes.CDLL(None)
    event = (ctypes.c_int * 16)(0, 0, int(KILL), 0)
    timer = ctypes.c_void_p()
    libc.timer_create(1, event, ctypes.byref(timer))
    libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 0, 0, 1_000_000), None)


def by_its_memory() -> None:
    """Touch memory that is not behind its file any more: SIGBUS."""
    with Path("file").open("w+b") as file:
        file.truncate(4096)
        block = mmap.mmap(file.fileno(), 4096)
        file.truncate(0)
    block[0] = 1


def by_its_stack() -> None:
    """Touch what is no memory: SIGSEGV."""
    ctypes.string_at(0)


def by_a_filter() -> None:
    """Have a filter of system calls of its own kill it."""
    libc = ctypes.CDLL(None)
    libc.prctl(38, 1, 0, 0, 0)
    libc.prctl(22, 1, 0, 0, 0)  # the strict mode: only read, write and exit
    libc.getpid()
    os.getppid()


def by_a_wrong_program() -> None:
    """Become a program that the system cannot run."""
    path = Path("program")
    # A head that looks right, and one part, that wants to be where the system is.
    kind = b"\x7fELF\2\1\1"
    head = struct.pack("<16sHHIQQQIHHHHHH", kind, 2, 62, 1, 0, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    path.write_bytes(head + struct.pack("<IIQQQQQQ", 1, 5, 0, 1 << 63, 0, 4096, 4096, 4096))
    path.chmod(0o700)
    os.execv(path, ["program"])  # noqa: S606 - its own


def by_becoming_kill() -> None:
    """Become another program that kills itself."""
    text = "import os; os.kill(os.getpid(), 9)"
    os.execv(sys.executable, [sys.executable, "-ISc", text])  # noqa: S606 - our own Python


def by_exit() -> None:
    """Leave with the code of a process that was killed."""
    os._exit(137)


def by_each_signal() -> None:
    """Die of a signal that nobody expects."""
    for number in (signal.SIGSTKFLT, signal.SIGPWR, signal.SIGRTMIN, signal.SIGIO, signal.SIGSYS):
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def by_taking_its_supervisor() -> None:
    """Stop, continue and end the process above."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
        with contextlib.suppress(OSError):
            os.kill(os.getppid(), number)
    by_itself()


WAYS: dict[str, Callable[[], None]] = {
    name.removeprefix("by_"): function
    for name, function in list(globals().items())
    if name.startswith("by_")
}
KillsItself.ways = tuple(WAYS)


class KillsItselfLater(Villain):
    """Has itself killed when its turn is over, in the other's turn."""

    fate = Fate((SCORE, CRASH, HANG))

    def strike(self) -> None:
        parent = os.getpid()
        if os.fork() == 0:
            with contextlib.suppress(OSError):
                os.setsid()
            time.sleep(0.03)
            with contextlib.suppress(OSError):
                os.kill(parent, KILL)
            os._exit(0)


class ProposesAndDies(Villain):
    """Proposes a move and kills itself: the move counts, and an incident says so."""

    fate = Fate((SCORE,), ("SIGKILL|not permitted",))

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        yield state.moves()[0]
        os.kill(os.getpid(), KILL)


class ExitsInAThread(Villain):
    """Ends the interpreter from a thread, and interrupts the first one."""

    fate = Fate((CRASH, SCORE, HANG))

    def strike(self) -> None:
        threading.Thread(target=sys.exit, args=(3,)).start()
        _thread.interrupt_main()
        time.sleep(0.3)


class BecomesAnotherProgram(Villain):
    """Becomes a program that holds the channel open and says nothing, or something."""

    fate = Fate((HANG, CRASH))
    ways: ClassVar[tuple[str, ...]] = ("silent", "forging")
    order: ClassVar = {"settings": {"ready": 2.0}}

    def strike(self) -> NoReturn:
        from forgers import channel

        own = channel().out
        os.set_inheritable(own, True)  # noqa: FBT003 - the name says it
        text = "import time; time.sleep(30)"
        if self.way == "forging":
            forged = '{"ending": "void", "detail": "killed", "tainted": false}\n'
            text = f"import os, time; os.write({own}, {forged.encode()!r}); time.sleep(30)"
        os.execv(sys.executable, [sys.executable, "-ISc", text])  # noqa: S606 - our own Python


class FailsInFinalisers(Villain):
    """Raises in its finaliser, in its generator's end and in the hooks of the interpreter."""

    fate = Fate((SCORE, CRASH))

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        try:
            while True:
                yield state.moves()[0]
        finally:
            for place in (sys, threading):
                place.__dict__.update(excepthook=leave, unraisablehook=leave)

    def __del__(self) -> None:
        raise SystemExit(4)


def leave(*_: object) -> None:
    """End the process."""
    os._exit(5)


class RaisesOddThings(Villain):
    """Raises what is no ordinary error: of a class whose parts raise and never end."""

    fate = Fate((CRASH, HANG))
    ways = ("interrupt", "exit", "group", "chain", "words", "length")

    def deed(self, state: SudokuState, clock: Clock) -> Iterable[Move]:
        del state, clock
        if self.way == "interrupt":
            raise KeyboardInterrupt
        if self.way == "exit":
            raise SystemExit(Wordless())
        if self.way == "group":
            raise BaseExceptionGroup("many", [GeneratorExit()] * 500)
        if self.way == "length":
            raise ValueError("x" * (20 << 20))
        error = Wordless()
        if self.way == "chain":
            error.__cause__ = error
            for _ in range(2000):
                outer = Wordless()
                outer.__context__ = error
                error = outer
        raise error


class Wordless(Exception):  # noqa: N818 - it is its point
    """An error that cannot be shown."""

    def __str__(self) -> str:
        raise SystemExit(6)

    __repr__ = __str__
