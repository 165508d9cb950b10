"""Agents in processes of their own: what they receive, what they keep, and how they end."""

from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import mock_agents
import pytest
from watching import eventually, mentions

from bombe import agents
from bombe.agents.arena.playing import play
from bombe.agents.loading import resolve
from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.agents.seats import InProcess
from bombe.boards import Board, Move, Shape, SudokuState
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.notes import MAX_NOTES
from bombe.boards.record import Termination
from bombe.solvers import Budget
from bombe.solvers.sandbox import paths, sandbox_status, tree
from bombe.solvers.sandbox.child import Child

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the mocks use POSIX")
MOCKS = Path(mock_agents.__file__)
START = SudokuState.start(Board.empty(Shape(2, 2)))
FIRST = START.moves()[0]
LONG = Budget(seconds=30.0)
STARTS = list(StartMethod)


def mock(name: str, settings: Settings | None = None) -> Worker:
    return Worker(f"{MOCKS}:{name}", settings)


def surroundings(worker: Worker) -> tuple[int, int, str, dict[str, str]]:
    """Let `PrintsSurroundings` play; return its seed, process, folder and environment."""
    result = worker.turn(START, LONG)
    assert result.ending is None, result
    seed, pid, folder, environment = result.output.strip().split(" ", 3)
    return int(seed), int(pid), folder, ast.literal_eval(environment)


@pytest.mark.parametrize("start", STARTS)
def test_workers_play_the_game_that_plays_in_process(start: StartMethod) -> None:
    budget = Budget(nodes=100)
    expected = play(START, agents.get("greedy", 1), agents.get("random", 2), budget=budget)
    with Worker("greedy", Settings(start)) as first, Worker("random", Settings(start)) as second:
        for _ in range(2):
            first.open_game(1)
            second.open_game(2)
            outcome = play(START, first, second, budget=budget)
            assert outcome.state == expected.state
            assert outcome.termination is Termination.SCORE
            assert len(outcome.overheads) == len(outcome.plies)


def test_agents_play_where_there_is_no_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bombe.agents.processes.process._HAS_FORK", False)
    with Worker("greedy") as first, mock("Crash") as second:
        for _ in range(2):
            first.open_game(1)
            second.open_game(2)
            outcome = play(START, first, second, budget=LONG)
            assert (outcome.termination, outcome.winner) == (Termination.CRASH, 1)
            assert "ZeroDivisionError" in outcome.reason


def test_a_process_is_kept_from_turn_to_turn_and_every_game_has_its_own(tmp_path: Path) -> None:
    with mock("PrintsSurroundings") as worker:
        worker.open_game(1)
        seed, pid, folder, environment = surroundings(worker)
        assert (seed, environment["HOME"]) == (1, folder)
        assert surroundings(worker)[:3] == (1, pid, folder)
        worker.open_game(2)
        assert not Path(folder).exists()
        seed, second, _, _ = surroundings(worker)
        assert (seed, second == pid) == (2, False)
        worker.open_game(3, tmp_path)
        seed, _, folder, _ = surroundings(worker)
        assert (seed, folder) == (3, str(tmp_path))
    assert tmp_path.exists()


@pytest.mark.parametrize("start", STARTS)
def test_fresh_gives_every_turn_a_process_and_a_seed_but_the_same_ones_again(
    start: StartMethod,
) -> None:
    with mock("PrintsSurroundings", Settings(start, fresh=True)) as worker:
        games = []
        for _ in range(2):
            worker.open_game(1)
            games.append([surroundings(worker)[:2] for _ in range(2)])
        pids = {pid for game in games for _, pid in game}
        assert len(pids) == 4
        first, second = ([seed for seed, _ in game] for game in games)
        assert first == second
        assert first[0] == 1 != first[1]


def test_secrets_of_the_environment_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    with mock("PrintsSurroundings") as worker:
        worker.open_game(1)
        environment = surroundings(worker)[3]
    assert "SECRET_TOKEN" not in environment
    assert environment["PATH"] == os.environ["PATH"]


def test_daemons_that_an_agent_left_end_with_its_turn() -> None:
    with mock("Daemon:at=0") as worker:
        worker.open_game(1)
        worker.turn(START, LONG)
        assert len(mentions(str(worker._home))) == 1  # the supervisor
        worker.turn(START, LONG)
        assert len(mentions(str(worker._home))) == 2  # the supervisor and the agent


def test_an_agent_that_is_killed_between_turns_voids_the_game_and_plays_the_next() -> None:
    with mock("PrintsSurroundings") as worker:
        worker.open_game(1)
        pid = surroundings(worker)[1]
        os.kill(pid, signal.SIGKILL)
        assert eventually(lambda: not Path(f"/proc/{pid}").exists())
        spoiled = worker.turn(START, LONG)
        assert (spoiled.ending, spoiled.proposals) == (Termination.VOID, ())
        worker.open_game(2)
        assert surroundings(worker)[0] == 2
        pid = surroundings(worker)[1]
        os.kill(pid, signal.SIGKILL)
        assert eventually(lambda: not Path(f"/proc/{pid}").exists())
        worker.open_game(3)
        assert surroundings(worker)[0] == 3


@pytest.mark.parametrize("start", STARTS)
def test_a_supervisor_that_dies_is_replaced(start: StartMethod) -> None:
    with mock("PrintsSurroundings", Settings(start)) as worker:
        worker.open_game(1)
        pid = surroundings(worker)[1]
        assert isinstance(worker._child, Child)
        worker._child._supervisor.kill()
        worker.open_game(2)
        assert surroundings(worker)[1] != pid
        # The supervisor, the agent, and what a warm agent is forked from.
        expected = 2 if start is StartMethod.SPAWN else 3
        assert eventually(lambda: len(mentions(str(worker._home))) == expected)


@pytest.mark.skipif(sys.platform != "linux", reason="marks are found in /proc")
def test_processes_with_a_mark_have_ended_when_they_are_killed() -> None:
    marked_by = {paths.MARK: "of this test"}
    hog = [sys.executable, "-c", "hog = bytearray(1 << 26); import time; time.sleep(99)"]
    marked = [subprocess.Popen(hog, env=marked_by) for _ in range(4)]
    assert eventually(lambda: len(mentions("=of this test")) == 4)
    tree.kill_marked("of this test", 30.0)
    assert not mentions("=of this test")
    assert [process.wait() for process in marked] == [-signal.SIGKILL] * 4


def test_a_system_that_starts_no_process_is_not_the_agents_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with Worker("greedy") as worker:
        worker.open_game(1)
        spoiled = worker.turn(START, LONG)
    assert spoiled.ending is Termination.VOID
    assert spoiled.detail.startswith("cannot start its process: the process exited")


def test_the_last_proposal_before_a_deadline_counts() -> None:
    with mock("Late:at=0,proposes=yes") as worker:
        worker.open_game(1)
        result = worker.turn(START, Budget(seconds=0.2))
    (proposal,) = result.proposals
    assert proposal.move == FIRST
    assert proposal.ms < 200 <= result.ms
    assert result.ending is None


def test_proposals_come_with_their_times_and_only_the_last_are_kept() -> None:
    with mock("FloodsProposals:at=0") as worker:
        worker.open_game(1)
        result = worker.turn(START, Budget(seconds=0.2))
    times = [proposal.ms for proposal in result.proposals]
    assert len(times) == 100
    assert times == sorted(times)


def test_notes_come_with_proposals_and_at_the_end_of_the_turn() -> None:
    with mock("NotesAtItsEnd:at=0") as worker:
        worker.open_game(1)
        result = worker.turn(START, LONG)
        assert (result.ending, result.notes) == (None, (("depth", 2),))
        assert "clock.note: words is of type str, not a number" in result.output
        assert worker.turn(START, LONG).notes == ()


def test_the_last_notes_that_were_reported_count_if_an_agent_is_killed() -> None:
    with mock("Notes:at=0", Settings(grace=0.1)) as worker:
        worker.open_game(1)
        result = worker.turn(START, Budget(seconds=1.0))
    assert result.ending is Termination.HANG
    assert result.notes == (("depth", 3), ("n0", 0.5), ("n1", 0.5), ("n2", 0.5), ("n3", 0.5))


def test_notes_of_a_turn_that_crashed_are_kept() -> None:
    with mock("NotesAndCrashes:at=0") as worker:
        worker.open_game(1)
        result = worker.turn(START, LONG)
    assert (result.ending, result.notes) == (Termination.CRASH, (("depth", 7),))


def test_a_flood_of_notes_does_no_harm() -> None:
    with mock("FloodsNotes:at=0") as worker:
        worker.open_game(1)
        result = worker.turn(START, LONG)
        assert len(result.proposals) == 1
        assert len(result.notes) == MAX_NOTES
        assert all(name.startswith("n") for name, _ in result.notes)
        assert result.output.count("clock.note") == 1
        assert worker.turn(START, LONG).ending is None


def test_the_tail_of_what_was_printed_is_kept() -> None:
    with mock("FloodsOutput:at=0") as worker:
        worker.open_game(1)
        result = worker.turn(START, Budget(seconds=0.2))
        assert result.output.endswith("yythe end")
        mark, kept = result.output.split("\n", 1)
        assert re.fullmatch(r"\[cut: \d+ bytes before this\]", mark)
        assert len(kept) == 2000
        assert worker.turn(START, LONG).output == ""


def test_a_turn_without_a_time_limit_is_limited_by_patience() -> None:
    with mock("Sleep:at=0", Settings(patience=0.2, grace=0.1)) as worker:
        worker.open_game(1)
        assert worker.turn(START, Budget(nodes=1)).ending is Termination.HANG


def test_a_hang_in_construction_is_reported_by_the_first_turn() -> None:
    with mock("HangAtConstruction", Settings(ready=0.5)) as worker:
        worker.open_game(1)
        result = worker.turn(START, LONG)
    assert result.ending is Termination.HANG
    assert result.detail == "was not ready to play within 0.5 seconds"


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    ("code", "ending", "words"),
    [
        ("1 / 0", Termination.CRASH, "ZeroDivisionError"),
        ("a b", Termination.CRASH, "SyntaxError"),
        ("import sys; sys.exit(4)", Termination.CRASH, "called sys.exit(4)"),
        ("import os; os._exit(4)", Termination.CRASH, ""),
        ("while True: pass", Termination.HANG, ""),
    ],
)
def test_an_import_that_fails_is_reported_by_the_first_turn(
    code: str, ending: Termination, words: str, start: StartMethod, tmp_path: Path
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(code)
    with Worker(f"{path}:Agent", Settings(start, ready=1.0)) as worker:
        worker.open_game(1)
        result = worker.turn(START, LONG)
    assert (result.ending, result.proposals) == (ending, ())
    assert words in result.detail
    assert not mentions(str(worker._home))


def test_an_agent_may_be_a_class_in_a_module_or_in_a_file_with_helpers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "helper_of_mine.py").write_text("VALUE = 3\n")
    (tmp_path / "mine.py").write_text(
        "from bombe.boards import Move\n"
        "from helper_of_mine import VALUE\n"
        "class Mine:\n"
        "    def __init__(self, seed, *, row=0): self.row = row\n"
        "    def choose(self, state, clock): yield Move(self.row, 0, VALUE)\n"
    )
    monkeypatch.chdir(tmp_path)
    for spec, row in (("mine.py:Mine", 0), ("./mine.py:Mine:row=2", 2), ("mine:Mine:row=1", 1)):
        with Worker(spec) as worker:
            assert worker.name == spec
            worker.open_game(1)
            result = worker.turn(START, LONG)
        assert [proposal.move for proposal in result.proposals] == [Move(row, 0, 3)], result


@pytest.mark.skipif(bool(sandbox_status().missing), reason="the sandbox has gaps here")
def test_the_files_of_other_players_beside_an_agent_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("class Other: pass\n")
    (tmp_path / "mine.py").write_text(
        "class Mine:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, state, clock):\n"
        f"        print(len(open({str(tmp_path / 'other.py')!r}).read()))\n"
        "        yield state.moves()[0]\n"
    )
    mine, other = f"{tmp_path / 'mine.py'}:Mine", f"{tmp_path / 'other.py'}:Other"
    for others, ending in (((), None), ((other, "no-such-agent"), Termination.CRASH)):
        with Worker(mine, others=others) as worker:
            worker.open_game(1)
            assert worker.turn(START, LONG).ending is ending


def test_a_spec_that_names_no_agent_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'greedy'"):
        resolve("gredy")
    with pytest.raises(UsageError, match="agent random has no options"):
        resolve("random:c=1")
    with pytest.raises(UsageError, match=r"none\.py does not exist"):
        resolve(f"{tmp_path}/none.py:Agent")
    with pytest.raises(UsageError, match="MODULE:Class or FILE"):
        resolve("package.module")


def test_workers_in_several_threads_do_not_disturb_each_other() -> None:
    scores = []

    def lane() -> None:
        with Worker("greedy") as first, Worker("random") as second:
            first.open_game(1)
            second.open_game(2)
            scores.append(play(START, first, second, budget=LONG).state.scores)

    threads = [threading.Thread(target=lane) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(scores) == 2
    assert scores[0] == scores[1]


@pytest.mark.parametrize("is_stopped", [False, True])
def test_no_process_survives_a_referee_that_is_killed(tmp_path: Path, *, is_stopped: bool) -> None:
    code = (
        "import bombe, test_worker as t\n"
        "with t.mock('Sleep:at=0') as worker:\n"
        "    worker.open_game(1)\n"
        "    print(flush=True)\n"
        "    worker.turn(t.START, t.LONG)\n"
    )
    path = os.pathsep.join(map(str, (MOCKS.parent, Path(__file__).parent)))
    environment = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": path}
    referee = subprocess.Popen([sys.executable, "-c", code], stdout=-1, env=environment)
    assert referee.stdout is not None
    referee.stdout.readline()
    (home,) = tmp_path.iterdir()
    assert eventually(lambda: len(mentions(f"HOME={home}")) == 2)
    if is_stopped:  # the supervisor, which should clean up
        os.kill(min(map(int, mentions(f"HOME={home}"))), signal.SIGSTOP)
    referee.kill()
    referee.communicate()
    assert eventually(lambda: not mentions(f"HOME={home}"))
    assert eventually(lambda: not list(tmp_path.iterdir()))


def test_a_seat_in_this_process_returns_what_a_worker_returns() -> None:
    for make, ending in (
        (mock_agents.Good, None),
        (mock_agents.Crash, Termination.CRASH),
        (mock_agents.SysExit, Termination.CRASH),
        (mock_agents.NotesAndCrashes, Termination.CRASH),
        (mock_agents.CrashAtConstruction, Termination.CRASH),
    ):
        seat = InProcess(make)
        seat.open_game(1)
        results = [seat.turn(START, LONG) for _ in range(2)]
        assert results[1].ending is ending
        is_noted = make is mock_agents.NotesAndCrashes
        assert results[1].notes == ((("depth", 7),) if is_noted else ())
        seat.close()


def test_a_turn_is_abandoned_when_it_is_no_longer_wanted() -> None:
    with Worker(f"{MOCKS}:Loop:at=0", Settings(patience=600.0)) as worker:
        worker.open_game(1)
        looks = iter([False] * 8)
        result = worker.turn(START, Budget(stop=lambda: next(looks, True)))
    assert result.ending is Termination.HANG
