"""Agents that take more than a machine can spare, with children or in files: named, and ended."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.solvers import Budget
from bombe.solvers.sandbox import sandbox_status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(bool(sandbox_status().missing), reason="the sandbox has gaps here")
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


NO_SPACES = """#!/bin/sh
exec unshare --user --map-root-user sh -c '
    echo 0 > /proc/sys/user/max_mnt_namespaces && exec "$@"' sh "$@"
"""
HIDES = """
        import ctypes, mmap
        libc = ctypes.CDLL(None)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        for number in range(8):
            with open("hidden", "w+b") as file:
                os.posix_fallocate(file.fileno(), 0, 100 << 20)
                libc.mmap(None, 100 << 20, 1, mmap.MAP_SHARED, file.fileno(), 0)
            os.unlink("hidden")
            with open(f"seen{number}", "wb") as file:
                os.posix_fallocate(file.fileno(), 0, 1 << 20)
            time.sleep(0.06)
        time.sleep(60)
"""


@pytest.fixture
def no_spaces(tmp_path: Path) -> str:
    """Return a command in which no mount name space can be had."""
    script = tmp_path / "no-spaces"
    script.write_text(NO_SPACES)
    script.chmod(0o700)
    tried = [str(script), "sh", "-c", "! unshare --mount true"]
    if shutil.which("unshare") is None or subprocess.run(tried, check=False).returncode:
        pytest.skip("name spaces cannot be taken away here")
    return str(script)


@pytest.mark.parametrize("has_spaces", [True, False], ids=["in memory", "on the disk"])
def test_files_that_are_only_mapped_count_and_nothing_of_them_stays(
    tmp_path: Path, no_spaces: str, *, has_spaces: bool
) -> None:
    (tmp_path / "agent.py").write_text(CLASS + HIDES)
    settings = Settings(memory=4 << 30, inside="" if has_spaces else no_spaces)
    with Worker(f"{tmp_path}/agent.py:Agent", settings) as worker:
        worker.open_game(1)
        result = worker.turn(START, Budget(seconds=30.0))
        assert result.ending is Termination.CRASH
        assert "MB of files, of 512 MB" in result.detail or "No space left" in result.detail
        assert not [path for path in worker._home.rglob("*") if path.is_file()]
        assert worker.turn(START, Budget(seconds=30.0)).proposals


def test_a_folder_lasts_for_a_game_whatever_becomes_of_its_process(tmp_path: Path) -> None:
    body = """
        print(sorted(os.listdir(".")))
        open(f"turn{len(os.listdir('.'))}", "w").close()
"""
    (tmp_path / "agent.py").write_text(CLASS + body)
    for start in StartMethod:
        settings = Settings(start, fresh=True)
        with Worker(f"{tmp_path}/agent.py:Agent", settings) as worker:
            for game in (1, 2):
                worker.open_game(game)
                printed = [worker.turn(START, Budget(seconds=30.0)).output for _ in range(3)]
                assert printed == ["[]\n", "['turn0']\n", "['turn0', 'turn1']\n"]
