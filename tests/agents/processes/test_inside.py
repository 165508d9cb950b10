"""Agents inside a command of the user, such as bubblewrap."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.record import Termination
from bombe.solvers import Budget

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="tried on Linux only")
START = SudokuState.start(Board.empty(Shape(2, 2)))
LONG = Budget(seconds=30.0)
BWRAP = "bwrap --dev-bind / / --unshare-pid --unshare-net --proc /proc --die-with-parent"


def test_the_command_is_run_around_the_supervisor() -> None:
    with Worker("greedy", Settings(inside="env INSIDE=yes")) as worker:
        worker.open_game(1)
        assert worker.turn(START, LONG).ending is None
        found = [
            path.read_bytes() for path in Path("/proc").glob("[0-9]*/environ") if _is_ours(path)
        ]
        assert sum(f"TMPDIR={worker._home}".encode() in environment for environment in found) == 2


def _is_ours(path: Path) -> bool:
    try:
        return b"INSIDE=yes" in path.read_bytes()
    except OSError:
        return False


def test_a_command_that_fails_is_reported() -> None:
    with Worker("greedy", Settings(inside="sh -c 'echo no such space >&2; exit 1'")) as worker:
        worker.open_game(1)
        result = worker.turn(START, LONG)
    assert result.ending is Termination.VOID
    assert "no such space" in result.detail
    assert "cannot start its process in the command of --inside, sh -c 'echo" in result.detail


@pytest.mark.parametrize(
    ("command", "words"),
    [("no-such-command x", "no command no-such-command here"), ("'a", "No closing quotation")],
)
def test_what_is_no_command_is_refused(command: str, words: str) -> None:
    with pytest.raises(UsageError, match=f"^--inside {command}: .*{words}"):
        Settings(inside=command)


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
@pytest.mark.parametrize("start", list(StartMethod))
def test_bubblewrap_is_such_a_command(start: StartMethod) -> None:
    with Worker("greedy", Settings(start, inside=BWRAP)) as worker:
        for seed in range(2):
            worker.open_game(seed)
            result = worker.turn(START, LONG)
            assert (result.ending, result.detail) == (None, "")
