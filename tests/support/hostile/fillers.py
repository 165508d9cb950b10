"""Hostile agents that fill the disk and the memory where a watch hardly sees it, and what outlives.

Those that leave something for their next game have played one before: they say BREACH if a game
finds what the last one left.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import mmap
import os
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from villain import CRASH, LIBC, MEMORY, PLAYS_ON, SCORE, Fate, Villain, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState

LEISURELY = {"seconds": 5.0}
PIECE = 8 << 20
LIMIT = 48 << 20
"""What all files may take in the stage."""
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
IS_LIMITED = Fate((SCORE, CRASH, MEMORY), ("held: |of files|No space left",))


class HidesItsFiles(Villain):
    """Allocates files, maps them, takes their names away and closes them, with 200 MB in all."""

    fate = IS_LIMITED
    order = LEISURELY

    def strike(self) -> None:
        for number in range(25):
            with Path("hidden").open("w+b") as file:
                os.posix_fallocate(file.fileno(), 0, PIECE)
                LIBC.mmap(None, PIECE, 1, mmap.MAP_SHARED, file.fileno(), 0)
                Path("hidden").unlink()
            if (number + 1) * PIECE > 2 * LIMIT:
                time.sleep(0.2)
        say("BREACH: 200 MB in files without names")


class FillsTheDiskAtOnce(Villain):
    """Allocates 200 MB faster than anybody looks, and leaves them."""

    fate = IS_LIMITED
    order = LEISURELY

    def strike(self) -> None:
        taken = 0
        with contextlib.suppress(OSError):
            for number in range(25):
                with Path(f"part{number}").open("wb") as file:
                    os.posix_fallocate(file.fileno(), 0, PIECE)
                taken += PIECE
        say(f"{'BREACH' if taken > 2 * LIMIT else 'held'}: {taken >> 20} MB")


class FillsSharedMemory(Villain):
    """Fills the shared memory, and says nothing of it to the next game."""

    fate = Fate((SCORE, CRASH, MEMORY))
    order = LEISURELY

    def strike(self) -> None:
        with contextlib.suppress(OSError):
            for number in range(25):
                with Path(f"/dev/shm/part{number}").open("wb") as file:  # noqa: S108 - it is the point
                    os.posix_fallocate(file.fileno(), 0, PIECE)
                if number * PIECE > 2 * LIMIT:
                    say("BREACH: shared memory without an end")
                    return


class FillsSocketBuffers(Villain):
    """Fills the buffers of sockets in its children, which are in no address space."""

    fate = Fate((MEMORY, CRASH, SCORE), ("sockets|memory|held: ",))
    order: ClassVar = {"seconds": 10.0}

    def strike(self) -> None:
        ready, write = os.pipe()
        for _ in range(12):
            if os.fork() == 0:
                kept = fill_buffers(40 << 20)
                os.write(write, b"x" * bool(kept))
                time.sleep(20)
                os._exit(0)
        for _ in range(12):
            os.read(ready, 1)
        time.sleep(2)
        say("BREACH: 480 MB in the buffers of sockets")


def fill_buffers(most: int) -> list[socket.socket]:
    """Return sockets in whose buffers there are so many bytes, or as many as the system allows."""
    kept, taken = list[socket.socket](), 0
    with contextlib.suppress(OSError):
        while taken < most:
            for one in socket.socketpair():
                kept.append(one)
                one.setblocking(False)  # noqa: FBT003 - the name says it
                one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24)
            for one in kept[-2:]:  # each has what the other has sent
                with contextlib.suppress(BlockingIOError):
                    while True:
                        taken += one.send(bytes(1 << 16))
    return kept


class LeavesZombies(Villain):
    """Has 1,000 children that end at once, and waits for none of them."""

    fate = Fate((CRASH, SCORE), ("ended processes|held: ",))
    order: ClassVar = {"seconds": 30.0}

    def strike(self) -> None:
        for number in range(1000):
            try:
                if os.fork() == 0:
                    os._exit(0)
            except OSError as error:
                say(f"held: fork {number}: {errno.errorcode[error.errno or 0]}")
                return
        time.sleep(0.3)
        say("BREACH: 1,000 processes that have ended")


class RemembersTheLastGame(Villain):
    """Keeps what it has seen in a global variable, in a module, and in its environment."""

    fate = PLAYS_ON
    seen: ClassVar[list[int]] = []

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        if is_first_turn(clock) and (self.seen or hasattr(sys, "seen") or "SEEN" in os.environ):
            say("BREACH: the last game is remembered")
        yield from super().choose(state, clock)

    def strike(self) -> None:
        self.seen.append(self.seed)
        sys.seen = [self.seed]  # type: ignore[attr-defined] # that is the point
        os.environ["SEEN"] = str(self.seed)


def is_first_turn(clock: Clock) -> bool:
    """Return whether a game has just begun: an agent has kept nothing in it."""
    return not isinstance(clock.kept, int)


class SharesMemoryFromImport(Villain):
    """Keeps what it has seen in memory that all its processes share, made when it is imported."""

    fate = PLAYS_ON
    shared: ClassVar = mmap.mmap(-1, 4096)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        if is_first_turn(clock) and self.shared[0]:
            say("BREACH: the last game is remembered")
        yield from super().choose(state, clock)

    def strike(self) -> None:
        self.shared[0] = 1


class LeavesFilesBeside(Villain):
    """Leaves files for its next game: in its folder, beside it, and in shared memory."""

    fate = PLAYS_ON

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        found = [path for place in places() for path in place.glob("note-*")]
        if is_first_turn(clock) and found:
            say(f"BREACH: found {found[0]}")
        yield from super().choose(state, clock)

    def strike(self) -> None:
        for place in places():
            with contextlib.suppress(OSError):
                (place / f"note-{self.seed}").write_text("x")


def places() -> list[Path]:
    """Return the folders where an agent may perhaps write."""
    here = Path.cwd()
    return [here, here.parent, Path("/dev/shm"), *here.parent.glob("game-*")]  # noqa: S108 - it is the point


class PrintsWithoutEnd(Villain):
    """Prints as much in every turn as a large board in colours has, and more."""

    fate = Fate((SCORE,), ("[cut: ",))
    order: ClassVar = {"seconds": 5.0, "longer": True}

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        for _ in range(200):
            say("\x1b[31m\x1b[1m#" * 20)
        yield from super().choose(state, clock)

    def strike(self) -> None:
        """Do nothing more."""
