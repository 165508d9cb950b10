"""Hostile agents that lie to the referee: forged reports, booby-trapped moves, patched clocks."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from villain import (
    CRASH,
    HANG,
    MEMORY,
    NO_MOVE,
    NO_PROPOSAL,
    OUT_OF_RANGE,
    PLAYS_ON,
    SCORE,
    Fate,
    Villain,
    say,
    sleep_past,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState
    from bombe.solvers.sandbox.channel import Channel


def channel() -> Channel:
    """Return the agent's channel to the referee."""
    from bombe.solvers.sandbox.channel import Channel

    return next(one for one in gc.get_objects() if isinstance(one, Channel))


def send(report: object) -> None:
    """Send a report of one's own."""
    channel().say(b"\n" + json.dumps(report).encode() + b"\n")


class ForgesItsEnd(Villain):
    """Says that its game is void, that it was killed, that it has won: nobody is to believe it."""

    fate = Fate((SCORE, CRASH, NO_PROPOSAL, MEMORY))
    ways = ("void", "killed", "score", "supervisor", "memory", "nothing")

    def strike(self) -> None:
        send({"ending": self.way, "detail": "player 2 was killed from outside", "tainted": False})
        send({"exited": -9, "peak": 0, "void": True, "winner": 1, "termination": "void"})


class ForgesItsTime(Villain):
    """Says that it has not thought at all, while it thinks until its time is over."""

    fate = PLAYS_ON

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        yield state.moves()[0]
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass
        object.__setattr__(clock, "_start", time.monotonic() + 1000)
        for name in ("monotonic", "perf_counter", "process_time", "thread_time"):
            setattr(time, name, lambda: 0.0)
        send({"done": True, "ms": 0.0, "cpu_ms": 0.0, "tainted": False})


class ForgesItsMoves(Villain):
    """Sends moves that are none, after the one that is."""

    fate = Fate((NO_MOVE, OUT_OF_RANGE, NO_PROPOSAL, SCORE, CRASH))
    ways = ("nested", "huge", "nan", "text", "object")

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        del clock
        yield state.moves()[0]
        wrong: dict[str, str] = {
            "nested": "[" * 200_000,
            "huge": f'{{"move": [0, 0, 1{"0" * 5000}], "ms": 1e999}}',
            "nan": '{"move": [NaN, 0, 1], "ms": NaN, "notes": {"x": NaN}}',
            "text": json.dumps({"move": "\x1b[2J\ud800\n" * 1000, "ms": -1}),
            "object": '{"move": {"move": [[]]}, "ms": [], "keep": {}, "notes": [], "began": 1}',
        }
        channel().say(b"\n" + wrong[self.way].encode("utf-8", "surrogatepass") + b"\n")


class ForgesTheOther(Villain):
    """Speaks for the other player: its moves, its notes, what it keeps, and the end of its turn."""

    fate = PLAYS_ON

    def strike(self) -> None:
        for player in (1, 2):
            send({"player": player, "keep": '"stolen"', "notes": {"stolen": player}})
            send({"player": player, "tainted": True, "ready": True, "ms": 9e99})


class FloodsTheChannel(Villain):
    """Sends 30 MB to the referee: a line without an end, and very many short ones."""

    fate = Fate((SCORE, CRASH, HANG))
    ways = ("line", "lines", "keep", "output")

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        yield state.moves()[0]
        piece = {
            "line": b"x" * (1 << 20),
            "lines": b'{"notes": {}}\n' * 75_000,
            "keep": (json.dumps({"keep": "y" * 9_000}).encode() + b"\n") * 100,
            "output": b"[" * (1 << 20),
        }[self.way]
        with contextlib.suppress(OSError):
            for _ in range(30):
                if clock.is_over:
                    break
                channel().say(piece)
            channel().say(b"\n")


class FloodsProposalsByHand(Villain):
    """Proposes 20,000 times, each as its own report with a long text."""

    fate = Fate((SCORE, NO_MOVE))

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        with contextlib.suppress(OSError):
            for number in range(20_000):
                if clock.is_over:
                    break
                send({"move": f"text {number}" + "z" * 500, "ms": number})
        yield state.moves()[0]


class ClosesItsChannel(Villain):
    """Closes the channel to the referee and goes on."""

    fate = Fate((CRASH,), ("closed its channel|exit code",))

    def strike(self) -> None:
        os.close(channel().out)
        time.sleep(0.2)


class EatsItsOrders(Villain):
    """Reads the orders of the referee before they are meant for it, and throws them away."""

    fate = Fate((SCORE, HANG, CRASH), ("did not begin|",))

    def strike(self) -> None:
        own = channel().into
        os.set_blocking(own, False)
        with contextlib.suppress(OSError):
            say(f"ate {len(os.read(own, 1 << 16))} bytes")
        os.set_blocking(own, True)


class BoobyTrappedMove(Villain):
    """Proposes things whose classes lie, exit, sleep or raise when they are looked at."""

    fate = Fate((NO_MOVE, OUT_OF_RANGE, CRASH, SCORE, HANG))
    ways = ("equal", "index", "exit", "sleep", "class", "tuple", "iter")

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Any]:
        del clock
        yield state.moves()[0]
        row, column, value = state.moves()[0]
        yield {
            "equal": (AlwaysEqual(row), AlwaysEqual(column), AlwaysEqual(value)),
            "index": (Changing(row), Changing(column), Changing(value)),
            "exit": (row, column, Exiting(value)),
            "sleep": (row, column, Sleeping(value)),
            "class": Liar(),
            "tuple": FalseTuple((row, column, value)),
            "iter": iter((row, column, value)),
        }[self.way]


class AlwaysEqual(int):
    """A number that is equal to every other, and less than each."""

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Changing(int):
    """A number that is another one whenever it is asked."""

    asked = 0

    def __index__(self) -> int:
        Changing.asked += 1
        return Changing.asked % 7 - 2

    __int__ = __index__


class Exiting(int):
    """A number that ends the process that looks at it."""

    def __index__(self) -> int:
        raise SystemExit("looked at")

    def __repr__(self) -> str:
        raise KeyboardInterrupt

    __str__ = __repr__


class Sleeping(int):
    """A number that takes its time."""

    def __index__(self) -> int:
        time.sleep(30)
        return 1

    def __repr__(self) -> str:
        time.sleep(30)
        return "1"


class Liar:
    """An object that says it is a tuple."""

    def __getattribute__(self, name: str) -> Any:
        return tuple if name == "__class__" else super().__getattribute__(name)

    def __reduce__(self) -> Any:
        return os._exit, (9,)


class FalseTuple(tuple[int, ...]):
    """A tuple that is longer than it says, and bites when it is unpickled."""

    __slots__ = ()

    def __len__(self) -> int:
        return 3

    def __iter__(self) -> Iterator[int]:
        return iter(range(10**9))

    def __reduce__(self) -> Any:
        return os._exit, (9,)


class PatchesBombe(Villain):
    """Replaces Bombe's own functions in its process: rules, oracle, clock, reports."""

    fate = Fate((SCORE, CRASH, NO_PROPOSAL, NO_MOVE))

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        move = state.moves()[0]
        for name, module in list(sys.modules.items()):
            if name.startswith("bombe.agents.arena") or name == "bombe.boards.game":
                for key in dir(module):
                    if callable(getattr(module, key)) and not key.startswith("_"):
                        with contextlib.suppress(Exception):
                            setattr(module, key, lambda *_, **__: 1)
        object.__setattr__(state, "scores", (999, 999))
        type(clock).is_over = property(lambda _: False)  # type: ignore[assignment,method-assign] # on purpose
        yield move


class SpeaksInEscapes(Villain):
    """Prints, notes and raises words that move the cursor and clear the screen."""

    fate = Fate((CRASH,), ("Escape",))

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        words = "\x1b]0;owned\x07\x1b[2J\x1b[31m\r\b\n\u202e\x9b2J\x00"
        sys.stdout.write(words)
        with contextlib.suppress(Exception):
            clock.note(**{words: 1})
        if self.at > 99:
            yield state.moves()[0]
        raise Escape(words)


class Escape(Exception):  # noqa: N818 - it is its point
    """An error whose words are escapes."""


class SpoilsItsStreams(Villain):
    """Replaces and closes its streams, and takes the descriptors of others for them."""

    fate = Fate((SCORE, CRASH))

    def strike(self) -> None:
        class Broken:
            """A stream that raises at everything."""

            def __getattr__(self, name: str) -> Any:
                raise SystemExit(name)

        sys.stdout = sys.stderr = Broken()
        os.close(1)
        Path("one").write_bytes(b"")


class LateMover(Villain):
    """Sends the best move after its time, from within the time that it has to come back."""

    fate = Fate((SCORE, NO_PROPOSAL, HANG))

    def deed(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        first, *_, last = state.moves()
        yield first
        sleep_past(clock, 0.03)
        send({"move": list(last), "ms": 0.1})
        send({"late": True})
