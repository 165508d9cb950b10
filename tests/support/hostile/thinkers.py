"""Hostile agents that take time: in the other's turn, beyond the deadline, beyond their nodes.

The other player takes a while for each turn, so that there is something to steal. A thief leaves a
note of each moment at which it runs; moments far from the thief's own turns are stolen.
"""

from __future__ import annotations

import _thread
import contextlib
import ctypes
import os
import signal
import struct
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from villain import CRASH, HANG, LIBC, PLAYS_ON, SCORE, Fate, Villain, say, sleep_past

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState

TICK = 0.002
WINDOW = 0.02, 0.09
"""Seconds after the end of a turn in which, for sure, the other player thinks: it takes 0.1."""
STOLEN_TICKS = 10
"""Of more than thirty moments in that window; a few are those before the process stands still."""
HELD_UP = 1.5
"""How long a process cannot be stopped: longer than its supervisor waits for it to stand still."""
ONE = struct.Struct("d")


class Thief(Villain):
    """Counts in every turn how often it ran while the other thought; subclasses run by some way."""

    fate = PLAYS_ON

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it needs no clock
        ended, ticks = times("ended"), times("ticks")
        earliest, latest = (ended[-1] + after if ended else 0.0 for after in WINDOW)
        stolen = sum(earliest < tick < latest for tick in ticks)
        say(f"{'BREACH' if stolen > STOLEN_TICKS else 'stole'}: {stolen} moments of {len(ticks)}")
        for name in ("ended", "ticks"):
            Path(name).write_bytes(b"")
        yield state.moves()[0]
        self.begin()
        Path("ended").write_bytes(ONE.pack(time.monotonic()))

    def begin(self) -> None:
        """Begin to run by some way."""
        raise NotImplementedError


def times(name: str) -> list[float]:
    """Return the times in a file; none if it is not there."""
    path = Path(name)
    return [one for (one,) in ONE.iter_unpack(path.read_bytes())] if path.exists() else []


def tick(seconds: float = 0.12) -> None:
    """Note for some seconds each moment at which this runs."""
    until = time.monotonic() + seconds
    number = os.open("ticks", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    while (now := time.monotonic()) < until:
        os.write(number, ONE.pack(now))
        time.sleep(TICK)
    os.close(number)


class ThinksInAThread(Thief):
    """Thinks on in a daemon thread."""

    fate = Fate((SCORE,), ("left a thread running, which was stopped",))

    def begin(self) -> None:
        threading.Thread(target=tick, daemon=True).start()


class ThinksInARawThread(Thief):
    """Thinks on in a thread that Python's list of threads does not hold."""

    def begin(self) -> None:
        _thread.start_new_thread(tick, ())


class ThinksInAChild(Thief):
    """Thinks on in a child."""

    fate = Fate((SCORE,), ("left 1 process running, which was killed",))

    def begin(self) -> None:
        if os.fork() == 0:
            tick()
            os._exit(0)


class ThinksInADaemon(Thief):
    """Thinks on in a process of its own session, whose parent has ended."""

    fate = Fate((SCORE,), ("left 1 process running, which was killed",))

    def begin(self) -> None:
        if child := os.fork():
            os.waitpid(child, 0)
            return
        os.setsid()
        if os.fork() == 0:
            tick()
        os._exit(0)


class ThinksInAnotherProgram(Thief):
    """Thinks on in another program that knows nothing of its environment."""

    def begin(self) -> None:
        if child := os.fork():
            os.waitpid(child, 0)
            return
        os.setsid()
        if os.fork() == 0:
            program = (
                "import os, struct, time\n"
                "number = os.open('ticks', os.O_WRONLY | os.O_APPEND)\n"
                "for _ in range(60):\n"
                f"    os.write(number, struct.pack('d', time.monotonic())); time.sleep({TICK})\n"
            )
            with contextlib.suppress(OSError):
                os.execve(sys.executable, [sys.executable, "-ISc", program], {})  # noqa: S606 - our own Python
        os._exit(0)


class HoldsUpTheFreezing(Thief):
    """Has a thread that cannot be stopped: it waits for a child that was made to be waited for."""

    def begin(self) -> None:
        if Path("held up").exists():  # once a game: its supervisor waits for a second
            return
        Path("held up").touch()
        _thread.start_new_thread(wait_for_a_child, ())
        _thread.start_new_thread(tick, ())


def wait_for_a_child() -> None:
    """Make a child that shares nothing, but has this thread wait until it ends."""
    wait, child_died = 0x4000, int(signal.SIGCHLD)
    if LIBC.syscall(56, wait | child_died, 0, 0, 0, 0) == 0:
        time.sleep(HELD_UP)
        os._exit(0)


class ThinksInAnAlarm(Thief):
    """Thinks on when a timer interrupts the waiting for the next turn."""

    def begin(self) -> None:
        signal.signal(signal.SIGALRM, tick_if_possible)
        signal.setitimer(signal.ITIMER_REAL, 0.02)


def tick_if_possible(*_: object) -> None:
    """Note the moments at which this runs, unless the folder is gone with the game."""
    with contextlib.suppress(OSError):
        tick()


class ThinksInTheReport(Thief):
    """Thinks on in Bombe's own code, which it has changed to go on after the last report."""

    def begin(self) -> None:
        from bombe.solvers.sandbox.channel import Channel

        receive = Channel.next_line
        if receive.__name__ == "next_line":

            def slow(channel: Channel) -> bytes | None:
                with contextlib.suppress(OSError):
                    tick(0.1)
                return receive(channel)

            Channel.next_line = slow  # type: ignore[method-assign,assignment] # on purpose


class ThinksInAFinaliser(Thief):
    """Thinks on when its generator is thrown away, and in the hook of the garbage collector."""

    def begin(self) -> None:
        import gc

        gc.callbacks[:] = [lambda *_: tick(0.01)]
        gc.set_threshold(300)


class WakesItself(Thief):
    """Asks a child to continue it, should it be stopped."""

    def begin(self) -> None:
        parent = os.getpid()
        if os.fork() == 0:
            with contextlib.suppress(OSError):
                os.setsid()
            for _ in range(100):
                with contextlib.suppress(OSError):
                    os.kill(parent, signal.SIGCONT)
                time.sleep(0.005)
            os._exit(0)
        threading.Thread(target=tick, daemon=True).start()


class IgnoresItsNodes(Villain):
    """Thinks for more than a second where it may visit one node, and counts none."""

    fate = Fate((SCORE,), ("of processor time for 1 nodes",))
    order: ClassVar = {"seconds": None, "nodes": 1}

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        yield state.moves()[0]
        until = time.process_time() + 1.1
        while time.process_time() < until:
            pass


class OverrunsInSilence(Villain):
    """Takes 0.08 s more than its turn has, within the time that it has to come back."""

    fate = Fate((SCORE,), ("after its limit|past its deadline",))

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        yield state.moves()[0]
        sleep_past(clock, 0.08)


class HangsForGood(Villain):
    """Never comes back, in some way that is hard to interrupt."""

    fate = Fate((HANG,), ("killed",))
    ways = ("masked", "ignored", "raw", "vfork", "handler")

    def strike(self) -> None:
        every = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}
        if self.way == "masked":
            signal.pthread_sigmask(signal.SIG_BLOCK, every)
        elif self.way == "handler":
            signal.signal(signal.SIGTERM, lambda *_: time.sleep(30))
        elif self.way == "ignored":
            for number in every:
                with contextlib.suppress(OSError, ValueError):
                    signal.signal(number, signal.SIG_IGN)
        elif self.way == "raw":
            ctypes.PyDLL(None).sleep(30)  # it holds the interpreter's lock
        elif self.way == "vfork" and ctypes.CDLL(None).fork() == 0:
            time.sleep(30)
        time.sleep(30)


class HangsAtImport(Villain):
    """Hangs when it is made."""

    fate = Fate((HANG,), ("was not ready",))
    order: ClassVar = {"settings": {"ready": 0.4}}

    def born(self) -> None:
        time.sleep(30)


class HangsAtItsEnd(Villain):
    """Hangs when it is thrown away, and when its process ends."""

    fate = Fate((SCORE, HANG))
    order: ClassVar = {"settings": {"ready": 0.8}}

    def strike(self) -> None:
        import atexit

        atexit.register(time.sleep, 30)

    def __del__(self) -> None:
        time.sleep(30)


class StopsItself(Villain):
    """Stops its own process, as a debugger would."""

    # In the sandbox that is refused; elsewhere it never comes back.
    fate = Fate((HANG, CRASH), ("killed|not permitted",))

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        os.kill(os.getpid(), signal.SIGSTOP)
        yield state.moves()[0]


class StopsItselfAfterwards(Villain):
    """Has a child stop its process after its turn."""

    fate = Fate((SCORE, HANG))

    def strike(self) -> None:
        parent = os.getpid()
        if os.fork() == 0:
            time.sleep(0.03)
            with contextlib.suppress(OSError):
                os.kill(parent, signal.SIGSTOP)
            os._exit(0)


class ForetellsTheOther(Villain):
    """Foretells the moves of `random` from its own seed: from the next one, and others near it."""

    fate = PLAYS_ON
    order: ClassVar = {"other": "random", "longer": True, "settings": {"fresh": False}}

    def born(self) -> None:
        from bombe import agents

        offsets = (-2, -1, 0, 1, 2)
        self.twins = {offset: agents.get("random", self.seed + offset) for offset in offsets}
        self.foretold: dict[int, Move] = {}
        self.before: SudokuState | None = None
        self.hits, self.asked = dict.fromkeys(self.twins, 0), 0

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        played = self._played(state)
        for offset, move in self.foretold.items():
            self.hits[offset] += move == played
        mine = safe_move(state)
        self._foretell(state, mine)
        has_foretold = self.asked > 9 and 2 * max(self.hits.values()) > self.asked
        say(f"{'BREACH' if has_foretold else 'foretold'}: {self.hits} of {self.asked}")
        del clock
        yield mine

    def _played(self, state: SudokuState) -> Move | None:
        """Return the move that the other has made since the last turn."""
        if self.before is None:
            return None
        cell = state.board.shape.cell
        values, taboo = state.board.values, state.taboo
        return next(
            (
                move
                for move in self.before.moves()
                if values[cell(move.row, move.column)] == move.value or move in taboo
            ),
            None,
        )

    def _foretell(self, state: SudokuState, mine: Move) -> None:
        """Ask the twins of the other player what it will play after our move."""
        from bombe.agents import Clock as Unlimited

        self.before = state.play(mine)
        if self.before.is_over:
            return
        self.asked += 1
        for offset, twin in self.twins.items():
            *_, self.foretold[offset] = twin.choose(self.before, Unlimited())


def safe_move(state: SudokuState) -> Move:
    """Return a move that is no bomb, so that it is known what the other player will see."""
    from bombe.solvers import Verdict, as_solver

    oracle = as_solver("auto")
    safe = (
        move for move in state.moves() if oracle.solvable(state.play(move).board) is Verdict.YES
    )
    return next(safe, state.moves()[0])
