"""Hostile agents that take more than their share: processes, memory, files, disk, output."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import mmap
import os
import resource
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from villain import CRASH, HANG, LIBC, MEMORY, PLAYS_ON, SCORE, Fate, Villain, call, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState

MOST_FORKS = 200
LEISURELY = {"seconds": 5.0}
PIECE = 40 << 20
"""How many bytes are taken at once; the limit of the stage is five times as much."""


class Daemonises(Villain):
    """Leaves a process with a session of its own, an empty environment and another program."""

    fate = PLAYS_ON

    def strike(self) -> None:
        daemonise(self.scene)


def daemonise(scene: Path) -> None:
    """Start a process that is a child of nobody, and wait until it runs."""
    ready, write = os.pipe()
    if child := os.fork():
        os.waitpid(child, 0)
        os.close(write)
        os.read(ready, 1)
        os.close(ready)
        return
    os.setsid()
    if os.fork() == 0:
        os.write(write, b"x")
        with contextlib.suppress(OSError):
            # Its command line names the stage, so that it is found there.
            program = "import time; time.sleep(60)"
            os.execve(sys.executable, [sys.executable, "-ISc", program, str(scene)], {})  # noqa: S606 - our own Python
    os._exit(0)


class DaemonisesAtImport(Villain):
    """Leaves such a process whenever an agent is made, and again when it is thrown away."""

    fate = PLAYS_ON

    def born(self) -> None:
        daemonise(self.scene)

    def __del__(self) -> None:
        daemonise(self.scene)


class DaemonisesAndDies(Villain):
    """Leaves such a process, which holds all channels open, and ends."""

    fate = Fate((CRASH,), ("exit code 7|closed its channel",))

    def strike(self) -> None:
        for number in range(3, 30):
            with contextlib.suppress(OSError):
                os.set_inheritable(number, True)  # noqa: FBT003 - the name says it
        daemonise(self.scene)
        os._exit(7)


class Forks(Villain):
    """Forks until it may not, for longer than the watch needs between two looks."""

    fate = Fate((SCORE, CRASH, MEMORY), ("held: |processes",))
    order = LEISURELY

    def strike(self) -> None:
        for number in range(5 * MOST_FORKS):
            try:
                if os.fork() == 0:
                    time.sleep(20)
                    os._exit(0)
            except OSError as error:
                say(f"held: fork {number}: {error.strerror}")
                return
        say(f"BREACH: {5 * MOST_FORKS} forks")


class ForksInAChain(Villain):
    """Runs away from who counts: each process starts the next one and ends."""

    fate = Fate((SCORE, CRASH, HANG))

    def strike(self) -> None:
        if os.fork():
            return
        os.setsid()
        for _ in range(MOST_FORKS):
            if os.fork():
                os._exit(0)
            time.sleep(0.002)
        time.sleep(20)
        os._exit(0)


class SpreadsItsMemory(Villain):
    """Takes memory in its children, each of which stays below the limit."""

    fate = Fate((MEMORY, CRASH, SCORE), ("memory|held: ",))
    order: ClassVar = {"seconds": 25.0}

    def strike(self) -> None:
        pids = []
        for _ in range(12):
            pid = os.fork()
            if not pid:
                block = mmap.mmap(-1, 2 * PIECE)
                block.write(bytes(2 * PIECE))
                time.sleep(20)
                os._exit(0)
            pids.append(pid)
            time.sleep(0.03)
        time.sleep(15)  # who counts may need a moment, on a busy machine
        alive = [pid for pid in pids if os.waitpid(pid, os.WNOHANG) == (0, 0)]
        # Ended by whoever counts, they are not there any more.
        say(f"{'BREACH' if len(alive) > 4 else 'held'}: {len(alive)} children with memory")


class HidesItsMemory(Villain):
    """Takes memory that is in no address space: files of memory and pipes."""

    fate = Fate((MEMORY, CRASH, SCORE), ("memory|held: ",))
    order = LEISURELY

    def strike(self) -> None:
        self.kept = []
        try:
            for number in range(10):
                file = os.memfd_create(f"m{number}")
                self.kept.append(file)
                for _ in range(PIECE >> 20):
                    os.write(file, bytes(1 << 20))
        except OSError as error:
            say(f"held: memory in files: {error.strerror}")
            return
        time.sleep(0.3)
        say("BREACH: 400 MiB in files of memory")


class LeavesSharedMemory(Villain):
    """Leaves shared memory, a queue and semaphores of the old kind, which outlive all processes."""

    fate = Fate((SCORE, CRASH))
    order = LEISURELY

    def strike(self) -> None:
        for name, arguments in (
            ("shmget", (0x0B0B0B01, 1 << 20, 0o1600)),
            ("msgget", (0x0B0B0B01, 0o1600)),
            ("semget", (0x0B0B0B01, 1, 0o1600)),
        ):
            with contextlib.suppress(OSError):
                say(f"made {name} {call(name, *arguments)}")


class WritesABigFile(Villain):
    """Writes 90 MB into one file, in a stage that allows 32."""

    fate = Fate((SCORE, CRASH), ("held: |SIGXFSZ|File too large|disk",))
    order = LEISURELY

    def strike(self) -> None:
        try:
            with Path("big").open("wb") as file:
                file.writelines(bytes(1 << 20) for _ in range(90))
        except OSError as error:
            say(f"held: {errno.errorcode[error.errno or 0]}")
            return
        say("BREACH: 90 MB on disk")


class WritesManyBigFiles(Villain):
    """Writes 90 MB into files, each of which is below the limit."""

    fate = Fate((SCORE, CRASH, MEMORY), ("held: |of files",))
    order = LEISURELY

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        yield state.moves()[0]
        for number in range(9):
            try:
                Path(f"big{number}").write_bytes(bytes(10 << 20))
            except OSError as error:
                say(f"held: {errno.errorcode[error.errno or 0]}")
                return
        with contextlib.suppress(OSError):
            del clock
            time.sleep(0.3)
        say("BREACH: 90 MB on disk")


class OpensEverything(Villain):
    """Opens files until it may not, and plays on without a descriptor left."""

    fate = PLAYS_ON
    order = LEISURELY

    def strike(self) -> None:
        self.files: list[int] = []
        try:
            while len(self.files) < 20_000:
                self.files.append(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            say(f"held: {len(self.files)}: {error.strerror}")


class PassesDescriptors(Villain):
    """Sends descriptors to the referee, so that it runs out of them."""

    fate = PLAYS_ON
    order = LEISURELY

    def strike(self) -> None:
        files = [os.open(os.devnull, os.O_RDONLY) for _ in range(100)]
        for number in range(20):  # pipes take none; whatever else is a socket may
            with contextlib.suppress(OSError), socket.socket(fileno=os.dup(number)) as one:
                socket.send_fds(one, [b"\n"], files)
        for file in files:
            os.close(file)


class StartsThreads(Villain):
    """Starts many threads, which stay."""

    fate = Fate((SCORE, CRASH))
    order = LEISURELY

    def strike(self) -> None:
        try:
            for _ in range(MOST_FORKS):
                threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        except RuntimeError as error:
            say(f"held: {error}")


class RaisesItsLimits(Villain):
    """Raises its own limits, then takes more memory than it was given."""

    fate = Fate((MEMORY, SCORE), ("memory|held: ",))
    order = LEISURELY

    def strike(self) -> None:
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        for kind in (resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE):
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(kind, unlimited)
        self.kept = [bytes(PIECE) for _ in range(1)]
        self.kept += [b"x" * PIECE for _ in range(9)]
        time.sleep(0.3)
        say("BREACH: 400 MiB under a limit of 200")


class DumpsItsCore(Villain):
    """Asks for a dump of its core and aborts."""

    fate = Fate((CRASH,), ("SIGABRT",))

    def strike(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, resource.RLIM_INFINITY))
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
        os.kill(os.getpid(), signal.SIGABRT)


class FloodsItsOutput(Villain):
    """Prints 30 MB, in lines and without any."""

    fate = PLAYS_ON

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        yield state.moves()[0]
        for number in range(30):
            if clock.is_over:
                return
            os.write(1, (b"x" if number % 2 else b"\n") * (1 << 20))


class TakesTheProcessor(Villain):
    """Spins in children that outlive its turn, for more than its share of the machine."""

    fate = PLAYS_ON

    def strike(self) -> None:
        for _ in range(4):
            if os.fork() == 0:
                os.setsid()
                until = time.monotonic() + 10
                while time.monotonic() < until:
                    pass
                os._exit(0)


class FillsTheTableOfSignals(Villain):
    """Queues signals to itself, of which a user may have only so many."""

    fate = PLAYS_ON
    order = LEISURELY

    def strike(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN + 3})
        for _ in range(2000):
            if LIBC.sigqueue(os.getpid(), int(signal.SIGRTMIN) + 3, ctypes.c_void_p(0)) != 0:
                break
