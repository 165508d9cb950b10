"""Agents that keep something from turn to turn, or try to keep more than they may."""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from bombe.solvers.sandbox.channel import Channel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents import Clock
    from bombe.boards import Move, SudokuState


class Counts:
    """Prints what it kept, and keeps one more; subclasses override what happens then."""

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        sys.stdout.write(f"{json.dumps(clock.kept)}\n")
        yield state.moves()[0]
        self.keep(clock)

    def keep(self, clock: Clock) -> None:
        clock.keep((clock.kept or 0) + 1)


class CountsUntilKilled(Counts):
    """Keeps its elapsed time again and again, and never looks whether its turn is over."""

    def keep(self, clock: Clock) -> None:
        while True:
            clock.keep(clock.seconds)
            time.sleep(0.005)


class KeepsPlainValues(Counts):
    def keep(self, clock: Clock) -> None:
        clock.keep({"depth": 3, "seen": [1, None, "é"]})


class KeepsTooMuch(Counts):
    def keep(self, clock: Clock) -> None:
        clock.keep("small")
        clock.keep("x" * 3_000_000)


class KeepsAnObject(Counts):
    def keep(self, clock: Clock) -> None:
        clock.keep(self)


class Floods(Counts):
    def keep(self, clock: Clock) -> None:
        for number in range(30_000):
            clock.keep(number)


class Forges(Counts):
    """Writes reports to the referee's channel itself."""

    def keep(self, clock: Clock) -> None:
        clock.keep("mine")
        for report in ({"keep": "y" * 2_000_000}, {"keep": "z" * 20_000}, {"keep": [1]}):
            channel_of_the_referee().say(b"\n" + json.dumps(report).encode() + b"\n")


class ForgesNonsense(Counts):
    def keep(self, clock: Clock) -> None:
        clock.keep("mine")
        report = json.dumps({"keep": "[" * 9_000}).encode()
        channel_of_the_referee().say(b"\n" + report + b"\n")


def channel_of_the_referee() -> Any:
    return next(one for one in gc.get_objects() if isinstance(one, Channel))
