"""Warm starts: what an agent's module does when it is imported, is done in the sandbox."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.solvers import Budget
from bombe.solvers.sandbox import child, sandbox_status

if TYPE_CHECKING:
    from pathlib import Path

    from bombe.agents.seats import TurnResult

pytestmark = pytest.mark.skipif(bool(sandbox_status().missing), reason="the sandbox has gaps here")
START = SudokuState.start(Board.empty(Shape(2, 2)))
CLASS = """
class Agent:
    def __init__(self, seed): pass
    def choose(self, state, clock):
        print(told)
        yield state.moves()[0]
"""


def played(tmp_path: Path, code: str, ready: float = 20.0, turns: int = 1) -> TurnResult:
    """Return the last turn of an agent whose module begins with some code."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "agent.py").write_text(f"import os, signal, subprocess\ntold = ''\n{code}\n{CLASS}")
    settings = Settings(StartMethod.FORK, ready=ready)
    with Worker(f"{folder / 'agent.py'}:Agent", settings) as worker:
        worker.open_game(1)
        return [worker.turn(START, Budget(seconds=30.0)) for _ in range(turns)][-1]


def test_an_import_reaches_nothing_outside(tmp_path: Path) -> None:
    place = tmp_path / "outside"
    code = f"""
try:
    open({str(place)!r}, "w")
except OSError as error:
    told += type(error).__name__ + " "
try:
    os.kill(os.getppid(), 0)
except OSError as error:
    told += type(error).__name__
"""
    result = played(tmp_path, code)
    assert result.output == "PermissionError PermissionError\n"
    assert not place.exists()


def test_an_import_may_kill_what_it_has_started(tmp_path: Path) -> None:
    code = "child = subprocess.Popen(['sleep', '60'])\nchild.kill()\ntold = child.wait()"
    assert played(tmp_path, code).output == "-9\n"


@pytest.mark.parametrize("code", ["os._exit(3)", "os.kill(os.getpid(), signal.SIGTERM)"])
def test_an_import_that_ends_the_process_is_the_agents_fault(tmp_path: Path, code: str) -> None:
    assert played(tmp_path, code).ending is Termination.CRASH


def test_a_crash_of_an_import_is_reported_as_without_a_warm_start(tmp_path: Path) -> None:
    result = played(tmp_path, "1 / 0")
    assert result.ending is Termination.CRASH
    assert "ZeroDivisionError" in result.detail


UNCONFINED = "from bombe.solvers.sandbox import supervisor\nsupervisor.enter = lambda *_: None\n"
"""Forks of the import enter no second sandbox: the first one has to hold them."""
FROM_A_CHILD = """
    if not os.fork():
        os.setpgid(0, 0)
        if not os.fork():
            os.setpgid(0, me)
            os.kill(me, signal.SIGTSTP)
        time.sleep(60)
    time.sleep(0.2)
"""


@pytest.mark.parametrize(
    "deed",
    [
        "    os.kill(me, signal.SIGKILL)",
        "    ctypes.CDLL(None).tgkill(me, me, signal.SIGKILL)",
        "    ctypes.CDLL(None).tgkill(me, me, signal.SIGSTOP)",
        FROM_A_CHILD,
    ],
    ids=["kill", "a thread", "stop", "groups of a session"],
)
def test_no_fork_of_an_import_ends_as_if_from_outside(tmp_path: Path, deed: str) -> None:
    code = f"{UNCONFINED}import contextlib, ctypes, time\ndef do():\n    me = os.getpid()\n{deed}\n"
    print_it = "class Told:\n    def __str__(self):\n        with contextlib.suppress(OSError):"
    result = played(tmp_path, f"{code}{print_it} do()\n        return ''\ntold = Told()")
    assert result.ending is None
    assert result.proposals


def test_no_fork_of_an_import_wakes_what_has_imported_it(tmp_path: Path) -> None:
    code = f"""{UNCONFINED}zygote = os.getpid()
class Told:
    def __str__(self):
        try:
            os.kill(zygote, signal.SIGCONT)
        except PermissionError:
            return "held"
        return "woken"
told = Told()"""
    assert played(tmp_path, code).output == "held\n"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_an_import_that_ends_its_fork_is_the_agents_fault(
    tmp_path: Path, number: signal.Signals
) -> None:
    code = f"""
real, number = os.fdopen, {int(number)}
class Told:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *_): self.file.close()
    def read(self, size):
        pid = self.file.read(size)
        os.kill(int(pid), number)
        return pid
os.fdopen = lambda *given: Told(real(*given))"""
    result = played(tmp_path, code, ready=1.0)
    assert result.ending is Termination.CRASH
    assert "what it had imported" in result.detail


@pytest.mark.parametrize("way", ["group", "polled"])
def test_what_an_import_thinks_before_it_forks_counts_in_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "polled":
        monkeypatch.setattr(child, "new_group", lambda: None)
    code = """
import time
real, place = os.fork, os.path.join(os.environ["HOME"], "known")
def slow():
    while os.path.exists(place) and time.process_time() < used + 0.3:
        pass
    return real()
os.fork = slow
class Told:
    def __str__(self):
        open(place, "w").close()
        if not real():
            time.sleep(60)
        return ""
told, used = Told(), time.process_time()"""
    turn = played(tmp_path, code, turns=2)
    assert turn.cpu_ms >= 250
    assert turn.made_ms >= 250
