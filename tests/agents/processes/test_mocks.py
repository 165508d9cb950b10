"""Agents that misbehave: each game ends as it should, without harm to opponent or machine."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING

import mock_agents
import pytest

from bombe.agents.arena.playing import play
from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.solvers import Budget
from bombe.solvers.sandbox import child, sandbox_status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.arena.referee import Outcome

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the mocks use POSIX")
MOCKS = Path(mock_agents.__file__)
START = SudokuState.start(Board.empty(Shape(2, 2)))
BUDGET = Budget(seconds=0.25)
HARSH = Settings(memory=250 << 20, grace=0.1, ready=15.0)
PATIENT = dataclasses.replace(HARSH, grace=10.0)
DENIED = "" if sandbox_status().missing else "Operation not permitted"
"""What signals to others and to itself end with, where the sandbox holds as a whole."""
SCORE, CRASH, HANG = Termination.SCORE, Termination.CRASH, Termination.HANG
MEMORY, NO_MOVE = Termination.MEMORY, Termination.NO_MOVE


def mock(name: str, settings: Settings = HARSH) -> Worker:
    return Worker(f"{MOCKS}:{name}", settings)


@pytest.fixture(scope="module")
def greedy() -> Iterator[Worker]:
    """The opponent in all games, which must survive each of them unharmed."""
    with Worker("greedy") as worker:
        assert not worker.trial()
        yield worker


def play_both(
    worker: Worker, opponent: Worker, seed: int = 1, budget: Budget = BUDGET
) -> Outcome[SudokuState]:
    worker.open_game(seed)
    opponent.open_game(seed)
    return play(START, worker, opponent, budget=budget)


def processes_of(worker: Worker) -> set[str]:
    """Return the processes whose environment names the worker's home: all that it started."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if str(worker._home).encode() in path.read_bytes():
                found.add(path.parent.name)
        except OSError:
            continue
    return found


def play_mock(
    name: str, greedy: Worker, settings: Settings = HARSH, budget: Budget = BUDGET
) -> Outcome[SudokuState]:
    """Play the mock as player 1; then check that the opponent runs and nothing else does."""
    with mock(name, settings) as worker:
        outcome = play_both(worker, greedy, budget=budget)
        before = greedy._process
        if outcome.termination is not Termination.SCORE:
            assert outcome.winner == 2
            assert outcome.refused is not None
    assert not processes_of(worker)
    assert not worker._home.exists()
    assert greedy._process is before is not None
    return outcome


@pytest.mark.parametrize(
    ("name", "termination", "words"),
    [
        ("Crash", CRASH, "ZeroDivisionError: on purpose, in line"),
        ("CrashWithoutWords", CRASH, "Mute: <exception str() failed>"),
        ("Interrupt", CRASH, "KeyboardInterrupt"),
        ("Deep", CRASH, "RecursionError"),
        ("CrashAtConstruction", CRASH, "ValueError: no agent today"),
        ("SysExit", CRASH, "called sys.exit(3)"),
        ("OsExit", CRASH, "ended its process with exit code 3"),
        ("Dies", CRASH, "ended its process with exit code 0"),
        ("Segfault", CRASH, "died of SIGSEGV"),
        ("KillsItself", CRASH, DENIED or "died of SIGKILL"),
        ("NotIterable", CRASH, "TypeError: 'NoneType' object is not iterable"),
        ("NoSuchClass", CRASH, "has no class 'NoSuchClass'"),
        ("ClosesAll", CRASH, ""),
        ("KillsParent", CRASH, DENIED),
        ("StopsParent", CRASH if DENIED else HANG, DENIED or "had to be killed"),
        ("NoProposal", Termination.NO_PROPOSAL, "proposed no move in time"),
        ("Late", Termination.NO_PROPOSAL, "proposed no move in time"),
        ("Sleep", HANG, "ran past its deadline and had to be killed"),
        ("Loop", HANG, "had to be killed"),
        ("Regex", HANG, "had to be killed"),
        ("IgnoresSignals", HANG, "had to be killed"),
        ("FloodsOutputForever", HANG, "had to be killed"),
    ],
)
def test_a_mock_loses_for_the_right_reason(
    name: str,
    termination: Termination,
    words: str,
    greedy: Worker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "KILL_SECONDS", 1.0)
    # Mocks that end by themselves may do so late where the machine is busy.
    outcome = play_mock(name, greedy, HARSH if termination is HANG else PATIENT)
    assert (outcome.termination, outcome.winner) == (termination, 2)
    assert words in outcome.reason


@pytest.mark.parametrize("name", ["Allocates", "AllocatesForGood", "BadAlloc"])
def test_a_mock_that_exceeds_its_memory_limit_loses(name: str, greedy: Worker) -> None:
    outcome = play_mock(name, greedy, budget=Budget(seconds=10.0))
    assert (outcome.termination, outcome.winner) == (MEMORY, 2)
    assert "exceeded its memory limit" in outcome.reason


def play_forked(
    names: list[str], greedy: Worker, options: str = ""
) -> Iterator[Outcome[SudokuState]]:
    """Yield the games of one mock after another, in forks of one process."""
    settings = dataclasses.replace(HARSH, start=StartMethod.FORK)
    with mock(f"chosen:names={'+'.join(names)}{options}", settings) as worker:
        for seed in range(len(names)):
            yield play_both(worker, greedy, seed)
        worker.open_game(0)
        # The supervisor, the zygote, and an agent that is not tainted.
        assert len(processes_of(worker)) <= 3
    assert not processes_of(worker)


LEFT = {
    **dict.fromkeys(("Children", "Daemon", "Thread"), ({"left"},)),
    "RunsOn": (set(), {"left"}),
}
"""What may be noted of mocks that break no rule, if anything."""


def test_mocks_that_break_no_rule_play_to_the_end(greedy: Worker) -> None:
    names = ["Good", "FloodsOutput", "FloodsProposals", "Children", "Daemon", "RunsOn", "Thread"]
    names += ["Changes", "WritesEverywhere", "ClosesOutput"]
    for name, outcome in zip(names, play_forked(names, greedy), strict=True):
        assert (name, outcome.termination) == (name, Termination.SCORE), outcome
        noted = {str(incident.ending) for incident in outcome.incidents}
        # The child of RunsOn ends by itself, perhaps before anybody looks.
        assert noted in LEFT.get(name, (set(),)), (name, outcome.incidents)


def test_what_happens_after_a_proposal_is_an_incident(greedy: Worker) -> None:
    endings = {"Crash": CRASH, "OsExit": CRASH, "SysExit": CRASH, "Sleep": HANG, "BadAlloc": MEMORY}
    games = play_forked([*endings], greedy, ",proposes=yes")
    for (name, ending), outcome in zip(endings.items(), games, strict=True):
        (incident,) = outcome.incidents
        assert outcome.termination is Termination.SCORE
        assert (name, incident.player, incident.ending) == (name, 1, ending)


def test_rubbish_is_not_a_move_and_impossible_numbers_are_out_of_range(greedy: Worker) -> None:
    things = [*mock_agents.RUBBISH, *mock_agents.OUT_OF_RANGE]
    with mock("Rubbish") as worker:
        for seed, thing in enumerate(things):
            outcome = play_both(worker, greedy, seed)
            is_a_move = thing in mock_agents.OUT_OF_RANGE
            expected = Termination.OUT_OF_RANGE if is_a_move else Termination.NO_MOVE
            assert (thing, outcome.termination, outcome.winner) == (thing, expected, 2)
