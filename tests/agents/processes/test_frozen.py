"""Between its turns an agent stands still; what it used is measured; what spoils it is no fault."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from watching import eventually, mentions

from bombe.agents.arena.turn_limits import Limits
from bombe.agents.processes import endings, frozen, process
from bombe.agents.processes.endings import exit_trouble
from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.solvers import Budget
from bombe.solvers.sandbox import Containment, child, sandbox_status
from bombe.solvers.sandbox.child import Child, ProcessExit
from bombe.solvers.sandbox.paths import environment

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.agents.seats import TurnResult

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="measured on Linux")
START = SudokuState.start(Board.empty(Shape(2, 2)))
LONG = Budget(seconds=30.0)
STARTS = list(StartMethod)
AGENT = """
import _thread, os, subprocess, sys, time
from pathlib import Path

def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass

def wait(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        time.sleep(0.01)

def forever():
    while True:
        pass

class Agent:
    def __init__(self, seed):
        self.turns = 0

    def choose(self, state, clock):
        self.turns += 1
        print(os.getpid(), flush=True)
        yield state.moves()[0]
        {body}
"""


def agent(folder: Path, body: str, settings: Settings | None = None) -> Worker:
    path = folder / "agent.py"
    path.write_text(AGENT.format(body=body))
    return Worker(f"{path}:Agent", settings)


def pid_of(result: TurnResult) -> int:
    assert result.ending is None, result
    return int(result.output.split()[0])


@pytest.mark.parametrize("start", STARTS)
def test_a_process_that_is_kept_uses_no_time_between_turns(
    tmp_path: Path, start: StartMethod
) -> None:
    thread = "self.turns == 1 and _thread.start_new_thread(forever, ())"
    with agent(tmp_path, thread, Settings(start)) as worker:
        worker.open_game(1)
        pid = pid_of(worker.turn(START, LONG))
        spent = frozen.seconds_of(pid)
        time.sleep(0.2)
        assert frozen.seconds_of(pid) == spent > 0
        assert pid_of(worker.turn(START, LONG)) == pid
        assert frozen.seconds_of(pid) > spent


def test_an_agent_that_is_prepared_waits_for_its_turn_and_its_clock_does_not_run(
    tmp_path: Path,
) -> None:
    with agent(tmp_path, "") as worker:
        worker.open_game(1)
        assert worker.prepare() is None
        result = worker.turn(START, LONG)
    assert (result.ending, len(result.proposals)) == (None, 1)


@pytest.mark.parametrize(
    "body",
    [
        "subprocess.Popen(SLEEP)",
        "subprocess.Popen(SLEEP, env={}, start_new_session=True)",
        "os.fork() or (os.setsid(), os.fork() and os._exit(0), os.execve(*SLEEP[:1], SLEEP, {}))",
    ],
)
@pytest.mark.parametrize("level", [Containment.USUAL, Containment.NONE])
def test_what_a_turn_leaves_running_is_gone_after_it(
    tmp_path: Path, body: str, level: Containment
) -> None:
    seconds = f"60.{os.getpid()}{time.monotonic_ns()}"
    body = f"SLEEP = ['/bin/sleep', '{seconds}']; {body}; time.sleep(0.1)"
    with agent(tmp_path, body, Settings(contain=level)) as worker:
        worker.open_game(1)
        pid = pid_of(worker.turn(START, LONG))
        assert not mentions(seconds, "cmdline")
        assert pid_of(worker.turn(START, LONG)) != pid


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "threading.Thread(target=forever, daemon=True).start()",
            "left a thread running, which was",
        ),
        (
            "[_thread.start_new_thread(wait, (60,)) for _ in 'ab']; time.sleep(0.1)",
            "left 2 threads",
        ),
        ("subprocess.Popen(['sleep', '60'])", "left 1 process running, which was killed"),
        ("os.fork() or (os.fork(), time.sleep(60))", "processes running, which were killed"),
        ("subprocess.Popen(['true']); time.sleep(0.5)", ""),
        ("futures.ThreadPoolExecutor(2).submit(int).result(); time.sleep(0.1)", ""),
        ("threading.Timer(60, int).start(); time.sleep(0.1)", ""),
    ],
)
def test_what_a_turn_leaves_running_is_reported_and_idle_threads_are_not(
    tmp_path: Path, body: str, words: str
) -> None:
    body = f"import threading; from concurrent import futures; {body}; time.sleep(0.1)"
    with agent(tmp_path, body) as worker:
        worker.open_game(1)
        result = worker.turn(START, LONG)
    assert result.ending is None
    assert words in result.left
    assert bool(words) == bool(result.left)
    told = [("left", result.left)] if words else []
    assert list(Limits(30.0, None).problems_of(result)) == told


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    "body",
    [
        "burn(0.3)",
        "subprocess.run([sys.executable, '-c', 'sum(range(20_000_000))']) and burn(0.1)",
        "_thread.start_new_thread(forever, ()) and wait(0.3)",
        "burn(0.3); os._exit(3)",
    ],
)
def test_processor_time_is_measured_from_outside(
    tmp_path: Path, body: str, start: StartMethod
) -> None:
    with agent(tmp_path, body, Settings(start)) as worker:
        worker.open_game(1)
        used = worker.turn(START, LONG).cpu_ms
    assert 90 < used < 20_000


def test_the_time_of_imports_and_of_other_turns_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\nwhile time.process_time() < 1: pass\n"
        "class Agent:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, state, clock): yield state.moves()[0]\n"
    )
    with Worker(f"{tmp_path / 'slow.py'}:Agent") as worker:
        worker.open_game(1)
        used = [worker.turn(START, LONG).cpu_ms for _ in range(3)]
    assert all(0 < ms < 500 for ms in used)


def test_a_turn_that_returns_late_says_by_how_much_and_false_times_are_not_believed(
    tmp_path: Path,
) -> None:
    forged = "clock._clock = lambda: clock._start; time.sleep(0.4)"
    with agent(tmp_path, forged) as worker:
        worker.open_game(1)
        result = worker.turn(START, Budget(seconds=0.2))
        assert worker.turn(START, LONG).late_ms == 0.0
    assert result.late_ms > 150
    assert result.ms > 150


@pytest.mark.parametrize("first", ["burn(0.4)", "subprocess.run(['sleep', '0.4'])"])
def test_the_clock_runs_from_when_the_position_is_sent_whatever_the_process_does_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    monkeypatch.setattr("bombe.agents.processes.process.TRIES", 1)  # on a busy machine
    patch = (
        "from bombe.agents.processes.worker import AgentServer as S; turn = S._turn; "
        f"S._turn = lambda *order: ({first}, turn(*order))[1]"
    )
    with agent(tmp_path, f"if self.turns == 1: exec({patch!r}, globals())") as worker:
        worker.open_game(1)
        pid_of(worker.turn(START, LONG))
        result = worker.turn(START, Budget(seconds=0.3))
    assert result.proposals == ()
    assert result.ms >= 300


def test_a_process_that_ends_itself_after_its_turn_voids_no_game(tmp_path: Path) -> None:
    ends = "_thread.start_new_thread(lambda: (time.sleep(0.0003), os._exit(0)), ())"
    with agent(tmp_path, ends) as worker:
        worker.open_game(1)
        for _ in range(12):
            assert worker.turn(START, LONG).ending in (None, Termination.CRASH)


@pytest.mark.skipif(bool(sandbox_status().missing), reason="the sandbox has gaps here")
def test_what_is_over_a_limit_when_a_turn_ends_is_reported_and_voids_no_game(
    tmp_path: Path,
) -> None:
    writes = (
        "[Path(str(n)).write_bytes(bytes(200 << 20)) for n in range(3) if self.turns == 1]; "
        "time.sleep(0.06)"
    )
    with agent(tmp_path, writes) as worker:
        worker.open_game(1)
        turns = [worker.turn(START, LONG) for _ in range(2)]
    assert turns[0].ending is Termination.CRASH
    assert "of files, of" in turns[0].detail
    assert turns[1].ending is not Termination.VOID


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("start", STARTS)
def test_a_signal_from_outside_voids_the_game(
    tmp_path: Path, number: int, start: StartMethod
) -> None:
    place = tmp_path / "pid"
    result = _disturbed(
        tmp_path,
        Settings(start, contain=Containment.NONE, grace=0.1),
        f"Path({str(place)!r}).write_text(str(os.getpid())); forever()",
        lambda _: os.kill(int(place.read_text()), number),
    )
    assert result.ending is Termination.VOID
    assert f"from outside ({signal.Signals(number).name})" in result.detail


def test_a_supervisor_that_is_killed_or_stopped_in_a_turn_voids_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bombe.solvers.sandbox.child.KILL_SECONDS", 0.5)
    for number in (signal.SIGKILL, signal.SIGSTOP):
        place = tmp_path / "pid"
        place.unlink(missing_ok=True)

        def strike(worker: Worker, number: int = number) -> None:
            assert isinstance(worker._child, Child)
            worker._child._supervisor.send_signal(number)

        result = _disturbed(
            tmp_path,
            Settings(contain=Containment.NONE, grace=0.1),
            f"Path({str(place)!r}).write_text(str(os.getpid())); forever()",
            strike,
        )
        assert result.ending is Termination.VOID, result


def test_a_supervisor_that_the_agent_keeps_from_working_is_no_cause_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "KILL_SECONDS", 0.5)
    for what, words in (("time.sleep(60)", "hang"), ("raise OSError", "fail")):
        # Simulates work that only an agent gives it, such as a process that does not end.
        program = "from bombe.agents.processes import supervisor\n"
        program += "import sys, time\n"
        program += f"def slow(*_): {what}\n"
        program += "supervisor.AgentSupervisor._rest = slow; supervisor.run(*sys.argv[1:])"
        (tmp_path / "slow_supervisor.py").write_text(program)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(process, "SUPERVISOR", "slow_supervisor")
        with agent(tmp_path, "") as worker:
            worker.open_game(1)
            result = worker.turn(START, LONG)
        assert result.ending is Termination.CRASH, result
        assert result.detail == f"made the process that watches over it {words}"


def test_packages_that_an_agent_leaves_in_its_home_do_not_run(tmp_path: Path) -> None:
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    place = tmp_path / ".local" / "lib" / version / "site-packages"
    place.mkdir(parents=True)
    (place / "planted.pth").write_text("import sys; sys.exit(3)\n")
    outside = getattr(sys, "_base_executable", sys.executable)  # a virtual environment has none
    command, here = [outside, "-P", "-c", ""], environment(tmp_path)
    assert subprocess.run(command, env=here, check=False).returncode == 0
    del here["PYTHONNOUSERSITE"]
    assert subprocess.run(command, env=here, check=False, stderr=-1).returncode


def _disturbed(
    folder: Path, settings: Settings, body: str, strike: Callable[[Worker], None]
) -> TurnResult:
    """Return a turn in the middle of which something strikes; then nothing is left behind."""
    results = []
    with agent(folder, body, settings) as worker:
        worker.open_game(1)
        turn = threading.Thread(target=lambda: results.append(worker.turn(START, Budget(2.0))))
        turn.start()
        place = folder / "pid"
        assert eventually(lambda: place.exists() and bool(place.read_text()))
        strike(worker)
        turn.join()
        home = worker._home
    assert eventually(lambda: not mentions(str(home)))
    assert not home.exists()
    return results[0]


@pytest.mark.parametrize("level", [Containment.USUAL, Containment.NONE])
def test_folders_that_vanish_are_made_again(tmp_path: Path, level: Containment) -> None:
    writes = "Path('note').write_text('x')"
    with agent(tmp_path, writes, Settings(contain=level)) as worker:
        worker.open_game(1)
        pid_of(worker.turn(START, LONG))
        shutil.rmtree(worker._home)
        pid_of(worker.turn(START, LONG))
        shutil.rmtree(worker._home)
        worker.open_game(2)
        pid_of(worker.turn(START, LONG))


def test_how_a_process_ended_decides_who_is_to_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "out_of_memory_kills", lambda: 3)
    limit = 1 << 30
    for exited, kills, ending in [
        (ProcessExit(-signal.SIGKILL), 3, Termination.VOID),
        (ProcessExit(-signal.SIGKILL, peak=limit), 3, Termination.VOID),
        (ProcessExit(-signal.SIGKILL), 2, Termination.MEMORY),
        (ProcessExit(-signal.SIGKILL, peak=limit), None, Termination.MEMORY),
        (ProcessExit(-signal.SIGKILL), None, Termination.VOID),
        (ProcessExit(-signal.SIGKILL, excess="took", is_memory=True), 3, Termination.MEMORY),
        (ProcessExit(-signal.SIGKILL, is_lost=True), 3, Termination.VOID),
        (ProcessExit(-signal.SIGSEGV), 3, Termination.CRASH),
        (ProcessExit(-signal.SIGSEGV, peak=limit), 3, Termination.MEMORY),
        (ProcessExit(4), 3, Termination.CRASH),
        (None, 3, Termination.CRASH),
    ]:
        assert exit_trouble(exited, "", limit, kills).ending is ending, exited
