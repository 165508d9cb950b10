"""Hostile agents that spoil what the referee needs of them, or what it measures.

Their own folder, the start of their process, the account of their processor time: what they break
is their loss, and no game is void for it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from villain import CRASH, HANG, NO_PROPOSAL, SCORE, Fate, Villain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState


def burn(seconds: float) -> None:
    """Use processor time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def leave_a_child() -> None:
    """Leave a process running, so that the next turn needs a new one."""
    if os.fork() == 0:
        time.sleep(30)
        os._exit(0)


class SpoilsItsFolder(Villain):
    """Puts something else in the place of its folder, and needs a new process afterwards."""

    fate = Fate((SCORE,), ("left 1 process running",))
    ways = ("file", "link", "loose", "pipe", "nothing", "deep", "next", "home")

    def strike(self) -> None:
        own, home = Path.cwd(), Path.cwd().parent
        os.chdir(home)
        if self.way == "deep":
            os.chdir(own)
            for _ in range(5):
                Path("x" * 200).mkdir()
                os.chdir("x" * 200)
        elif self.way == "next":
            for number in range(1, 9):
                with contextlib.suppress(OSError):
                    (home / f"game-{number}").write_text("")
        elif self.way == "home":
            with contextlib.suppress(OSError):
                home.rename(home.with_name("elsewhere"))
            shutil.rmtree(home, ignore_errors=True)
        else:
            shutil.rmtree(own)
            if self.way == "file":
                own.write_text("")
            elif self.way == "link":
                own.symlink_to(self.scene / "home")
            elif self.way == "loose":
                own.symlink_to(own)
            elif self.way == "pipe":
                os.mkfifo(own)
        leave_a_child()


class SpoilsItsFolderToVoid(SpoilsItsFolder):
    """Spoils its folder, and leaves a thread that waits: the start after that was once void."""

    fate = Fate((SCORE,))

    def strike(self) -> None:
        import threading

        threading.Thread(target=threading.Event().wait, daemon=True).start()
        self.way = "file"
        with contextlib.suppress(OSError):
            super().strike()


class UsesUpItsMeans(Villain):
    """Takes all descriptors, processes or memory that it may have, and needs a new process."""

    fate = Fate((SCORE, CRASH, HANG))
    ways = ("descriptors", "children", "ended")

    def strike(self) -> None:
        with contextlib.suppress(OSError, MemoryError):
            if self.way == "descriptors":
                while True:
                    os.dup(0)
            for _ in range(30):
                if os.fork() == 0:
                    time.sleep(0 if self.way == "ended" else 30)
                    os._exit(0)


class BeginsLate(Villain):
    """Thinks before its turn begins in its process: itself, or in a child, or in a sleep."""

    fate = Fate((HANG, NO_PROPOSAL), ("no move in time|past its deadline",))
    ways = ("itself", "child", "asleep", "asleep for long")
    order: ClassVar = {"settings": {"fresh": False}}

    def strike(self) -> None:
        from bombe.agents.processes import worker

        turn = worker.AgentServer._turn

        def late(server: worker.AgentServer, *order: Any) -> object:
            if self.way.startswith("asleep"):
                time.sleep(9.5 if self.way == "asleep for long" else 0.4)
            elif self.way == "itself":
                burn(0.4)
            elif child := os.fork():
                os.waitpid(child, 0)
            else:
                burn(0.4)
                os._exit(0)
            return turn(server, *order)

        worker.AgentServer._turn = late  # type: ignore[method-assign,assignment] # on purpose


class ThinksWhenMadeAgain(Villain):
    """Leaves a child, so that it is made again, and thinks then, before its clock runs."""

    fate = Fate((NO_PROPOSAL, HANG), ("no move in time|past its deadline|not ready",))

    def born(self) -> None:
        if Path("played").exists():
            burn(0.6)

    def strike(self) -> None:
        Path("played").touch()
        leave_a_child()


class ThinksInANewProcess(Villain):
    """Leaves a thread that waits, and thinks when it is made again: its process is kept."""

    fate = Fate((SCORE, NO_PROPOSAL, HANG))

    def born(self) -> None:
        import threading

        threading.Thread(target=threading.Event().wait, daemon=True).start()
        if Path("played").exists():
            burn(0.6)

    def strike(self) -> None:
        Path("played").touch()


class HidesItsChildren(Villain):
    """Thinks in children that end without a trace: nobody waits for them."""

    fate = Fate((SCORE,), ("of processor time for 1 nodes",))
    ways = ("ignored", "not waited for", "orphans", "short")
    order: ClassVar = {"seconds": None, "nodes": 1}

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        yield state.moves()[0]
        if self.way == "not waited for":
            wait_for_no_child()
        else:
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        count = 12 if self.way == "short" else 1
        for _ in range(count):
            self.think(1.2 / count)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)

    def think(self, seconds: float) -> None:
        """Think in a child, until that has ended."""
        reading, writing = os.pipe()
        if os.fork() == 0:
            if self.way == "orphans" and os.fork():
                os._exit(0)
            burn(seconds)
            os._exit(0)
        os.close(writing)
        os.read(reading, 1)
        os.close(reading)


def wait_for_no_child() -> None:
    """Have children vanish when they end, while SIGCHLD is not ignored."""
    action = (ctypes.c_ulong * 20)()
    action[17] = 2  # SA_NOCLDWAIT, after the handler and 128 bytes of a mask
    ctypes.CDLL(None).sigaction(int(signal.SIGCHLD), action, None)


class PlantsPackages(Villain):
    """Leaves packages of the user in its home, which run when an interpreter starts there."""

    fate = Fate((SCORE,))

    def strike(self) -> None:
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        target = str(self.scene / "home" / "planted")
        for home in (Path.cwd(), Path.cwd().parent):
            place = home / ".local" / "lib" / version / "site-packages"
            with contextlib.suppress(OSError):
                place.mkdir(parents=True)
                (place / "evil.pth").write_text(
                    f"import pathlib; pathlib.Path({target!r}).touch()\n"
                )
                (place / "usercustomize.py").write_text(f"open({target!r}, 'w')\n")
        leave_a_child()
