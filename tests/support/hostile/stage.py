"""The stage: a referee in a process of its own, which plays the matches that it is asked for.

    python stage.py SCENE

Each line that comes in is a match: {"agent": spec, "other": spec, "settings": {...}, "seconds": ,
"nodes": , "games": 2}; the words PIDS in a spec become the processes that a hostile agent may want
to harm. Each line that goes out is what came of it: {"games": [records], "remarks": [...], "open":
descriptors, "threads": , "memory": bytes}, or {"error": a traceback}.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from bombe.agents.arena.contest import Contest
from bombe.agents.arena.log import Log
from bombe.agents.arena.match import Match
from bombe.agents.arena.schedule import pairings
from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.boards import Board, Shape, SudokuState
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.agents.seats import Seat

START = SudokuState.start(Board([[1, 2, 0, 0], [3, 0, 1, 0], [0, 1, 4, 3], [0, 3, 0, 1]]))
LONGER = SudokuState.start(Board.empty(Shape(2, 3)))


NARROW = {"processes": 40, "file_bytes": 32 << 20, "disk_bytes": 48 << 20}
"""Limits that are reached soon, so that the tests need little of the machine."""


class KeptWorker(Worker):
    """The other player: it is there before the match, and outlives it."""

    def close(self) -> None:
        """Do nothing; the stage ends it."""


@dataclasses.dataclass(frozen=True)
class StagedMatch(Match):
    """A match in which the other player is one that is there already."""

    other: Any = None

    def seat(self, name: str) -> Seat:
        """Return a seat; that of the other player is always the same."""
        if name == self.other.name:
            return cast("Seat", self.other)
        seat = cast("Worker", super().seat(name))
        seat._sandbox = seat._sandbox.but(**NARROW)
        return seat


class Stage:
    """Plays matches, one after the other, and keeps the other players."""

    def __init__(self, scene: Path, victim: str) -> None:
        self._scene, self._victim = scene, victim
        self._others: dict[str, KeptWorker] = {}

    def play(self, order: dict[str, Any]) -> dict[str, Any]:
        """Play a match and return what came of it."""
        other = self._other(order["other"])
        pids = "+".join([self._victim, str(os.getpid()), *descendants(os.getpid())])
        agent = order["agent"].replace("PIDS", pids)
        match = StagedMatch(
            pairings=tuple(pairings([agent, order["other"]])),
            openings=SudokuOpenings((LONGER if order.get("longer") else START,)),
            seed=order.get("seed", 1),
            budget=Budget(order.get("seconds"), order.get("nodes")),
            settings=settings_of(order.get("settings", {})),
            other=other,
        )
        return {"games": self._games(match, order.get("games", 2)), **resources()}

    def _games(self, match: Match, games: int) -> list[dict[str, Any]]:
        path = self._scene / "match.jsonl"
        with Log(path, match.fingerprint) as log:
            contest = Contest(match, log, games=games)
            played = [record.to_json() for record in contest.run(1, threading.Event())]
        logged = path.read_text(encoding="utf-8").splitlines()
        path.unlink()
        if len(logged) != len(played):
            raise AssertionError(f"{len(played)} games, but {len(logged)} in the log")
        return [json.loads(line) for line in logged]

    def _other(self, spec: str) -> KeptWorker:
        """Return the other player, ready to play."""
        if spec not in self._others:
            self._others[spec] = KeptWorker(spec, Settings(memory=200 << 20, ready=20.0))
        other = self._others[spec]
        if trouble := other.trial():
            raise AssertionError(f"the other player cannot play: {trouble}")
        return other

    def close(self) -> None:
        """End the other players."""
        for worker in self._others.values():
            Worker.close(worker)


def settings_of(given: dict[str, Any]) -> Settings:
    """Return the settings of a match."""
    start = StartMethod(given.pop("start", "spawn"))
    return dataclasses.replace(
        Settings(memory=200 << 20, grace=0.12, ready=15.0), start=start, **given
    )


def descendants(pid: int) -> list[str]:
    """Return the children of a process and theirs, of which all are ours."""
    try:
        tasks = [*Path(f"/proc/{pid}/task").iterdir()]
        found = [one for task in tasks for one in (task / "children").read_text().split()]
    except OSError:
        return []
    return [pid for one in found for pid in (one, *descendants(int(one)))]


def resources() -> dict[str, int]:
    """Return what this process uses."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {
        "open": len(os.listdir("/proc/self/fd")),  # noqa: PTH208 - a number is wanted
        "threads": threading.active_count(),
        "memory": 1024 * int(status["VmRSS"].split()[0]),
    }


def main(scene: str, victim: str) -> None:
    """Play what is asked for until the input ends."""
    stage = Stage(Path(scene), victim)
    try:
        for line in sys.stdin:
            try:
                answer = stage.play(json.loads(line))
            except Exception:  # noqa: BLE001 - whatever it is, the test shows it
                answer = {"error": traceback.format_exc()}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
    finally:
        stage.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
