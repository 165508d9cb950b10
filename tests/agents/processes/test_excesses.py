"""Agents that take more than a machine can spare, with children or in files: named, and ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bombe.agents.processes.process import Settings, Worker
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.solvers import Budget
from bombe.solvers.containment import holds

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(bool(holds().missing), reason="the fence has gaps here")
START = SudokuState.start(Board.empty(Shape(2, 2)))
CLASS = """import os, time
class Agent:
    def __init__(self, seed): pass
    def choose(self, state, clock):
        yield state.moves()[0]
"""
BODIES = {
    "memory": (
        """
        for _ in range(4):
            if not os.fork():
                taken = bytearray(b"x") * (200 << 20)
                time.sleep(60)
        time.sleep(60)
""",
        Termination.MEMORY,
        "of memory with its children, of 700 MB",
    ),
    "processes": (
        """
        for _ in range(200):
            if not os.fork():
                time.sleep(60)
        time.sleep(60)
""",
        Termination.CRASH,
        "processes at once, of 64",
    ),
    "files": (
        """
        for number in range(5):
            with open(str(number), "wb") as file:
                for _ in range(200):
                    file.write(bytes(1 << 20))
        time.sleep(60)
""",
        Termination.CRASH,
        "MB of files, of 512 MB",
    ),
    "files without names": (
        """
        kept = []
        for number in range(5):
            kept.append(open(str(number), "wb"))
            os.unlink(str(number))
            for _ in range(200):
                kept[-1].write(bytes(1 << 20))
        time.sleep(60)
""",
        Termination.CRASH,
        "MB of files, of 512 MB",
    ),
}


@pytest.fixture
def worker(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Worker]:
    file = tmp_path / "agent.py"
    file.write_text(CLASS + request.param)
    with Worker(f"{file}:Agent", Settings(memory=700 << 20)) as made:
        made.open_game(1)
        yield made


@pytest.mark.parametrize(
    ("worker", "ending", "words"), BODIES.values(), ids=BODIES, indirect=["worker"]
)
def test_it_is_ended_by_name(worker: Worker, ending: Termination, words: str) -> None:
    result = worker.turn(START, Budget(seconds=30.0))
    assert result.ending is ending
    assert words in result.detail


SHARED = """
        self.table = bytearray(b"x") * (300 << 20)
        children = []
        for _ in range(3):
            if not (child := os.fork()):
                time.sleep(0.3)
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
"""


@pytest.mark.parametrize("worker", [SHARED], indirect=True)
def test_what_forks_share_counts_once(worker: Worker) -> None:
    result = worker.turn(START, Budget(seconds=30.0))
    assert (result.ending, result.detail) == (None, "")
