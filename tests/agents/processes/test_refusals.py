"""The message to an agent's author about a refused call: what, where, and the way out."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from sandboxed import inside, sandbox_for

from bombe.agents.processes.process import Settings, Worker
from bombe.agents.turn import trouble_of
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.solvers import Budget
from bombe.solvers.sandbox import Containment, sandbox_status, spaces

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(bool(sandbox_status().missing), reason="the sandbox has gaps here")
START = SudokuState.start(Board.empty(Shape(2, 2)))
AGENT = """import json, multiprocessing, os, signal, socket, subprocess
from pathlib import Path
class Agent:
    def __init__(self, seed): pass
    def choose(self, state, clock):
        {line}
        yield state.moves()[0]
"""
MANAGER = "which a Manager of multiprocessing needs"
FORKSERVER = "which the start method forkserver of multiprocessing needs"
KINDS = {
    "the library reads": ("Path({key!r}).read_text()", "the sandbox refused '{key}'"),
    "a socket": ("socket.socket()", "the sandbox refused `socket.socket()`"),
    "a signal": ("os.kill(os.getppid(), signal.SIGKILL)", "the sandbox refused `os.kill("),
    "a manager": ("multiprocessing.Manager()", MANAGER),
    "a forkserver": (
        "multiprocessing.get_context('forkserver').Process(target=print).start()",
        FORKSERVER,
    ),
    "a file": ("Path('big').write_bytes(bytes(300 << 20))", "each file of an agent to 256 MB"),
}
WAY_OUT = "; use --contain none to play an agent of your own without the sandbox"


@pytest.mark.parametrize(("line", "words"), KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("level", [Containment.USUAL, Containment.STRICT])
def test_a_refusal_names_what_and_where_and_the_way_out(
    tmp_path: Path, line: str, words: str, level: Containment
) -> None:
    key, file = tmp_path / ".key", tmp_path / "agent.py"
    key.write_text("secret")
    file.write_text(AGENT.format(line=line.format(key=str(key))))
    with Worker(f"{file}:Agent", Settings(contain=level)) as worker:
        worker.open_game(1)
        result = worker.turn(START, Budget(seconds=30.0))
    assert result.ending is Termination.CRASH
    assert f", in line 6 of {file}: the sandbox " in result.detail
    assert words.format(key=key) in result.detail
    assert result.detail.endswith(WAY_OUT)


@pytest.mark.parametrize("line", ["open('/no/such/file')", "json.loads('x')", "1 / 0"])
def test_other_errors_say_nothing_of_the_sandbox(tmp_path: Path, line: str) -> None:
    file = tmp_path / "agent.py"
    file.write_text(AGENT.format(line=line))
    with Worker(f"{file}:Agent") as worker:
        worker.open_game(1)
        result = worker.turn(START, Budget(seconds=30.0))
    assert result.ending is Termination.CRASH
    assert "sandbox" not in result.detail


def denied(tmp_path: Path) -> str:
    try:
        (tmp_path.parent / "theirs").write_text("x")
    except OSError as error:
        return trouble_of(error).detail
    return ""


def test_without_a_sandbox_nothing_is_reported_of_it(tmp_path: Path) -> None:
    assert "sandbox" in inside(sandbox_for(tmp_path), lambda: denied(tmp_path))
    assert inside(sandbox_for(tmp_path, level=Containment.NONE), lambda: denied(tmp_path)) == ""


@pytest.mark.skipif(not spaces.SHARED.is_dir(), reason="there is no shared memory")
def test_a_pool_without_name_spaces_says_what_is_missing(tmp_path: Path) -> None:
    def pool() -> str:
        import multiprocessing

        try:
            multiprocessing.get_context("fork").Pool(2)
        except OSError as error:
            return trouble_of(error).detail
        return "it works"

    assert "only there where `bombe doctor` names name spaces" in inside(
        sandbox_for(tmp_path), pool
    )


def test_multiprocessing_forks_by_default_where_python_would_not() -> None:
    program = (
        "from multiprocessing import context, get_context, get_start_method, set_start_method\n"
        "context._default_context._default_context = get_context('forkserver')\n"
        "from bombe.solvers.sandbox.supervisor import fork_by_default\n"
        "fork_by_default()\n"
        "set_start_method('spawn') if WANTED else None\n"
        "print(get_start_method())\n"
    )
    for wanted, method in (("False", "fork"), ("True", "spawn")):
        command = [sys.executable, "-c", program.replace("WANTED", wanted)]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        assert ended.stdout.strip() == method
