"""Agents that misbehave, each in one way; they are run only in processes of their own.

All play the first legal move, but misbehave in their turn `at`, counted from 0. One that is made
again within a game, which its seed reveals, does not misbehave again.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState

LONG = 1000.0


class Good:
    """Plays every turn; subclasses override what happens in the turn `at`."""

    def __init__(self, seed: int, *, at: int = 1, proposes: bool = False) -> None:
        self.seed, self.at, self.proposes = seed, at, proposes
        self.turns = 0 if seed < 100 else 100
        self.state: SudokuState | None = None

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        self.turns += 1
        self.state = state
        if self.turns - 1 == self.at:
            if self.proposes:
                yield state.moves()[0]
            yield from self.misbehave(state, clock) or ()
        else:
            yield state.moves()[0]

    def misbehave(self, state: SudokuState, clock: Clock) -> Any:
        del clock
        return [state.moves()[0]]


class Notes(Good):
    """Notes its turn, and proposes again and again until it is killed."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Any:
        for number in range(4):
            clock.note(depth=number, **{f"n{number}": 0.5})
            yield state.moves()[0]
        clock.note(depth=99)
        while True:
            pass


class NotesAndCrashes(Good):
    def misbehave(self, _state: SudokuState, clock: Clock) -> None:
        clock.note(depth=7)
        raise ZeroDivisionError("on purpose")


class NotesAtItsEnd(Good):
    def misbehave(self, state: SudokuState, clock: Clock) -> Any:
        clock.note(depth=1)
        yield state.moves()[0]
        clock.note(depth=2, words="none")  # type: ignore[arg-type] # on purpose


class FloodsNotes(Good):
    """Notes too much by the clock, and forges notes on the referee's channel."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Any:
        for number in range(20_000):
            clock.note(**{f"n{number}": number})
        yield state.moves()[0]
        forged = b'{"notes": {"x": NaN, "y": "1", "": 1, "n0": 7}}\n{"notes": [1]}\n{"notes": 1}\n'
        forged += b'{"notes": {%s}}\n' % b", ".join(b'"f%d": 1' % at for at in range(1000))
        for number in range(3, 20):
            with contextlib.suppress(OSError):
                os.write(number, b"\n" + forged)


class Crash(Good):
    def misbehave(self, *_: object) -> NoReturn:
        raise ZeroDivisionError("on purpose")


class CrashWithoutWords(Good):
    def misbehave(self, *_: object) -> NoReturn:
        class Mute(Exception):  # noqa: N818 - it is on purpose
            def __str__(self) -> str:
                raise ValueError("no words")

        raise Mute


class Interrupt(Good):
    def misbehave(self, *_: object) -> NoReturn:
        raise KeyboardInterrupt


class Deep(Good):
    def misbehave(self, *_: object) -> NoReturn:
        self.misbehave()
        raise AssertionError


class CrashAtConstruction(Good):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        raise ValueError("no agent today")


class SysExit(Good):
    def misbehave(self, *_: object) -> NoReturn:
        sys.exit(3)


class OsExit(Good):
    def misbehave(self, *_: object) -> NoReturn:
        os._exit(3)


class Segfault(Good):
    def misbehave(self, *_: object) -> None:
        ctypes.string_at(0)


class NoProposal(Good):
    def misbehave(self, *_: object) -> None:
        return


class NotIterable(Good):
    def choose(self, *_: object) -> Any:
        return None


class Sleep(Good):
    def misbehave(self, *_: object) -> None:
        time.sleep(LONG)


class Loop(Good):
    def misbehave(self, *_: object) -> NoReturn:
        while True:
            pass


class Regex(Good):
    """Hangs in C code, with the interpreter's lock held."""

    def misbehave(self, *_: object) -> None:
        re.match(r"(a*)*b", "a" * 60)


class IgnoresSignals(Good):
    def misbehave(self, *_: object) -> NoReturn:
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            with contextlib.suppress(BaseException):
                time.sleep(LONG)


class HangAtConstruction(Good):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        time.sleep(LONG)


class IgnoresClose(Good):
    """Continues when its generator is closed."""

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        while not clock.is_over:
            yield state.moves()[0]
        with contextlib.suppress(GeneratorExit):
            yield state.moves()[0]
        yield state.moves()[0]


class Late(Good):
    """Proposes only when its time is over."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        while not clock.is_over:
            time.sleep(0.01)
        yield state.moves()[-1]


class FloodsOutput(Good):
    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        yield state.moves()[0]
        while not clock.is_over:
            sys.stdout.write("x" * 9999 + "\n")
            sys.stderr.write("y" * 9999)
        sys.stdout.write("the end")


class FloodsOutputForever(Good):
    def misbehave(self, *_: object) -> NoReturn:
        while True:
            os.write(1, b"x" * 99999)


class FloodsProposals(Good):
    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        first, second, *_ = state.moves()
        while True:
            yield second
            yield first


class Children(Good):
    """Leaves children, in this session and in others."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        for new in (False, True):
            subprocess.Popen(
                [sys.executable, "-c", "import time; time.sleep(99)"], start_new_session=new
            )
        yield state.moves()[0]


class Daemon(Good):
    """Leaves a grandchild whose parent has ended."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        if child := os.fork():
            os.waitpid(child, 0)
        else:
            os.setsid()
            if os.fork() == 0:
                time.sleep(LONG)
            os._exit(0)
        yield state.moves()[0]


class RunsOn(Good):
    """Forks, and the child continues as if it were the agent."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        os.fork()
        yield state.moves()[0]


class Dies(Daemon):
    """Leaves a daemon, which keeps all files open, and exits."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        list(super().misbehave(state, clock))
        os._exit(0)


class Thread(Good):
    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        threading.Thread(target=time.sleep, args=(LONG,), daemon=True).start()
        yield state.moves()[0]


class Allocates(Good):
    def misbehave(self, *_: object) -> NoReturn:
        hog = []
        while True:
            hog.append(bytearray(1 << 20))


class AllocatesForGood(Good):
    """Keeps all memory, so that none is left for reporting it."""

    def misbehave(self, *_: object) -> NoReturn:
        self.hog: Any = None
        size = 1 << 24
        while True:
            try:
                self.hog = (self.hog, bytearray(size))
            except MemoryError:
                if size == 1:
                    raise
                size //= 2


class BadAlloc(Good):
    """Aborts as a C++ library does when it is out of memory."""

    def misbehave(self, *_: object) -> None:
        os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
        os.abort()


class Changes(Good):
    """Manipulates the scores of its copy of the state, and the classes themselves."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        move = state.moves()[0]
        object.__setattr__(state, "scores", (99, 99))
        type(state).reasons = lambda *_: ()  # type: ignore[method-assign] # on purpose
        yield move


class WritesEverywhere(Good):
    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        for number in range(100):
            with contextlib.suppress(OSError):
                os.write(number, b'rubbish {"move": 7} \xff\n[1]\n{"done"')
        yield state.moves()[0]


class ClosesAll(Good):
    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        os.closerange(0, 100)
        yield state.moves()[0]


class ClosesOutput(Good):
    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        sys.stdout.close()
        sys.stderr = None
        yield state.moves()[0]


class KillsItself(Good):
    def misbehave(self, *_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class KillsParent(Good):
    """Kills the process that could kill it."""

    def misbehave(self, *_: object) -> None:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(LONG)


class StopsParent(Good):
    def misbehave(self, *_: object) -> None:
        os.kill(os.getppid(), signal.SIGSTOP)
        time.sleep(LONG)


class PrintsSurroundings(Good):
    """Prints its seed, process, folder and environment."""

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        sys.stdout.write(f"{self.seed} {os.getpid()} {Path.cwd()} {dict(os.environ)}\n")
        return super().choose(state, clock)


class Hostile:
    def __repr__(self) -> str:
        raise ValueError("no text")

    def __index__(self) -> int:
        raise ValueError("no number")


class Lengthy:
    def __repr__(self) -> str:
        return "x" * 10**6


RUBBISH: dict[str, Any] = {
    "none": None,
    "text": "abc",
    "bytes": b"abc",
    "number": 7,
    "short": (0, 1),
    "long": (0, 0, 1, 1),
    "floats": (0.0, 0.0, 1.0),
    "nan": (0, 0, float("nan")),
    "texts": ("0", "0", "1"),
    "nested": ((0, 0), (0,), 1),
    "set": {0, 1, 2},
    "dict": {0: 0, 1: 1, 2: 2},
    "hostile": Hostile(),
    "hostile-numbers": (0, 0, Hostile()),
    "lengthy": Lengthy(),
    "class": Good,
}
OUT_OF_RANGE: dict[str, Any] = {
    "huge": (0, 0, 10**5000),
    "negative": (-1, 0, 1),
    "low": (0, 0, 0),
    "row": (4, 0, 1),
}


class Rubbish(Good):
    """Proposes a legal move, then the object of the tables whose number is the seed."""

    def misbehave(self, state: SudokuState, clock: Clock) -> Iterator[Any]:
        del clock
        yield state.moves()[0]
        yield [*RUBBISH.values(), *OUT_OF_RANGE.values()][self.seed]


def chosen(seed: int, *, names: str = "", proposes: bool = False) -> Good:
    """Return the mock of a list, `Crash+Sleep+...`, whose number is the seed."""
    kinds = [globals()[name] for name in names.split("+")]
    kind: type[Good] = kinds[seed] if seed < len(kinds) else Good
    return kind(100 if kind is Good else 1, proposes=proposes)
