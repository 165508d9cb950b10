"""Turns that lose their time to other programs are played again; nobody can pretend that."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bombe.agents.arena.turn_limits import Limits
from bombe.agents.processes import accounts, process, running
from bombe.agents.processes.process import TRIES, Settings, StartMethod, Worker
from bombe.agents.seats import Proposal, TurnResult
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.game import Excess
from bombe.boards.record import Termination
from bombe.solvers import Budget
from bombe.solvers.sandbox import child as children
from bombe.solvers.sandbox.groups import new_group

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(
    not accounts.waits_of(os.getpid()), reason="this system does not measure who waits"
)
START = SudokuState.start(Board.empty(Shape(2, 2)))
BURNER = "while True: pass"
BURNERS = 8
LIMIT, LONG = Budget(seconds=0.3), Budget(seconds=30.0)
STARVED = TurnResult((), 300.0, withheld_ms=250.0, withheld=250 / 300, is_sure=True)
SOURCE = """
import hashlib, os, signal, threading, time

def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass

def spin(until):
    while time.monotonic() < until:
        pass

def child(deed, argument):
    if os.fork() == 0:
        deed(argument)
        os._exit(0)

def children(until):
    for _ in range(30):
        child(spin, until)
    spin(until)

def hidden(until):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    child(spin, until)
    while time.monotonic() < until:
        for _ in range(8):
            child(burn, 0.01)
        burn(0.01)

def threads(until):
    def work():
        while time.monotonic() < until:
            hashlib.sha256(bytes(1 << 16))
    for _ in range(30):
        threading.Thread(target=work, daemon=True).start()
    work()

def flood(until):
    threading.Thread(target=spin, args=(until,), daemon=True).start()
    while time.monotonic() < until:
        os.write(1, bytes(1 << 16))

class Agent:
    def __init__(self, seed):
        pass

    def choose(self, state, clock):
        {body}
        yield state.moves()[0]
"""


def worker(folder: Path, body: str, start: StartMethod = StartMethod.SPAWN) -> Worker:
    path = folder / "agent.py"
    path.write_text(SOURCE.replace("{body}", body))
    return Worker(f"{path}:Agent", Settings(start, grace=0.1))


@pytest.fixture(params=["group", "polled"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How processor time is counted: in a control group, or by looking at processes."""
    if request.param == "polled":
        monkeypatch.setattr(children, "new_group", lambda: None)
    elif (group := new_group()) is None:
        pytest.skip("this user may make no control groups")
    else:
        group.remove()
    return str(request.param)


MEASURED = running.taken_by_others
"""What the other tests do without: see tests/conftest.py."""


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what other programs take from agents count here."""
    monkeypatch.setattr(running, "taken_by_others", MEASURED)


@pytest.fixture
def one_core() -> Iterator[int]:
    """Keep this process, and what it starts, to one core."""
    before = os.sched_getaffinity(0)
    core = max(before)
    os.sched_setaffinity(0, {core})
    yield core
    os.sched_setaffinity(0, before)


@contextlib.contextmanager
def busy() -> Iterator[None]:
    """Run programs that want the core all the time.

    Each has a session of its own: Linux may share the processor between sessions, not processes.
    """
    command = [sys.executable, "-ISc", BURNER]
    burners = [subprocess.Popen(command, start_new_session=True) for _ in range(BURNERS)]
    try:
        yield
    finally:
        for one in burners:
            one.kill()
            one.wait()


NEEDS_MOST = "burn(0.2)"


@pytest.mark.parametrize("start", list(StartMethod))
def test_a_turn_that_loses_most_of_its_time_each_time_spoils_the_game_if_that_is_sure(
    tmp_path: Path, one_core: int, way: str, start: StartMethod
) -> None:
    del one_core
    with worker(tmp_path, NEEDS_MOST, start) as seat:
        seat.open_game(1)
        assert seat.prepare() is None
        with busy():
            turn = seat.turn(START, LIMIT)
    assert turn.tries == TRIES, turn
    assert turn.ending is Termination.VOID
    assert "ms to other programs on this machine, in 3 tries" in turn.detail
    assert way


def test_a_turn_that_has_its_time_when_it_is_played_again_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, played = [STARVED], Worker._try

    def calm(seat: Worker, state: SudokuState, budget: Budget) -> TurnResult:
        return tries.pop() if tries else played(seat, state, budget)

    monkeypatch.setattr(Worker, "_try", calm)
    with worker(tmp_path, "pass") as seat:
        seat.open_game(1)
        turn = seat.turn(START, LONG)
    assert (turn.ending, len(turn.proposals), turn.tries) == (None, 1, 2)
    noted = dict(Limits(LONG.seconds, None).problems_of(turn))
    assert [*noted] == [Excess.STARVED]
    assert "and was played 2 times" in noted[Excess.STARVED]


@pytest.mark.parametrize(
    "last",
    [
        {"is_sure": False},
        {"withheld": 0.4},
        {"ending": Termination.CRASH},
        {"proposals": (Proposal(START.moves()[0], 1.0),)},
    ],
    ids=str,
)
def test_a_game_is_spoiled_only_if_each_try_surely_lost_most_of_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: dict[str, Any]
) -> None:
    tries = [STARVED._replace(**last), STARVED, STARVED]
    monkeypatch.setattr(Worker, "_try", lambda *_: tries.pop())
    with worker(tmp_path, "pass") as seat:
        seat.open_game(1)
        assert seat.turn(START, LIMIT).ending is not Termination.VOID


def test_the_time_of_children_is_missed_too_where_there_is_a_group(
    tmp_path: Path, one_core: int
) -> None:
    del one_core
    if (group := new_group()) is None:
        pytest.skip("this user may make no control groups")
    group.remove()
    body = "child(burn, 0.2); os.wait()"
    with worker(tmp_path, body) as seat:
        seat.open_game(1)
        with busy():
            turn = seat.turn(START, LIMIT)
    assert (turn.tries, turn.ending) == (TRIES, Termination.VOID)


@pytest.mark.parametrize("start", list(StartMethod))
@pytest.mark.parametrize("deed", ["children", "hidden", "threads", "flood"])
def test_who_keeps_the_processor_busy_itself_loses_no_time_to_others(
    tmp_path: Path,
    one_core: int,
    way: str,
    monkeypatch: pytest.MonkeyPatch,
    deed: str,
    start: StartMethod,
) -> None:
    monkeypatch.setattr(process, "TRIES", 1)
    with worker(tmp_path, f"{deed}(time.monotonic() + 0.9)", start) as seat:
        seat.open_game(1)
        assert seat.prepare() is None
        before = busy_ms(one_core)
        turn = seat.turn(START, Budget(seconds=0.6))
        of_others = busy_ms(one_core) - before - turn.cpu_ms
    assert not turn.proposals
    # The tests share the machine: what others really took may be missed.
    assert turn.withheld_ms <= of_others + 100 or not turn.is_sure, (way, turn)


def busy_ms(core: int) -> float:
    """Return the milliseconds in which other processes than this one have used a core."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *ticks = line.split()
        if name == f"cpu{core}":
            used = sum(map(int, ticks[:8])) - sum(map(int, ticks[3:5]))
            return 1000 * (used / os.sysconf("SC_CLK_TCK") - time.process_time())
    raise AssertionError(f"no core {core}")


def test_a_turn_that_waits_by_itself_does_not_starve(tmp_path: Path, way: str) -> None:
    del way
    with worker(tmp_path, "time.sleep(2.5)") as seat:
        seat.open_game(1)
        turn = seat.turn(START, Budget(seconds=2.0))
    assert (turn.tries, turn.proposals) == (1, ())


def test_lateness_for_which_others_are_to_blame_is_no_overrun() -> None:
    assert [kind for kind, _ in Limits(0.3, None).problems_of(STARVED)] == [Excess.STARVED]
