"""What an agent keeps is there in its next turn, whatever became of its object and its process."""

from __future__ import annotations

import json
import os
from pathlib import Path

import keeping_agents
import pytest

from bombe.agents import Clock, get
from bombe.agents.memory import MAX_MEMORY_CHARS, AgentMemory, memory_text
from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.agents.seats import InProcess, TurnResult
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.record import Termination
from bombe.solvers import Budget

AGENTS = Path(keeping_agents.__file__)
START = SudokuState.start(Board.empty(Shape(2, 2)))
SMALL = SudokuState.start(Board([[1, 2, 0, 0], [3, 0, 1, 0], [0, 1, 4, 3], [0, 3, 0, 1]]))
LONG = Budget(seconds=30.0)
STARTS = list(StartMethod)
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def supervisor(name: str, settings: Settings | None = None) -> Worker:
    return Worker(f"{AGENTS}:{name}", settings or Settings(fresh=True))


def kept_in(result: TurnResult) -> object:
    """Return what the agent found at the beginning of its turn."""
    return json.loads(result.output.splitlines()[0])


# The clock ----------------------------------------------------------------------------------------


def test_a_clock_returns_what_was_kept_last() -> None:
    told: list[str] = []
    clock = Clock(kept=AgentMemory(tell=told.append))
    found = [clock.kept]
    for value in (1, 1, [1.5, {"a": None}]):
        clock.keep(value)
        found.append(clock.kept)
    assert found == [None, 1, 1, [1.5, {"a": None}]]
    assert told == ["1", '[1.5, {"a": null}]']
    assert Clock(kept=AgentMemory(told[-1])).kept == clock.kept


def test_only_plain_and_small_values_are_kept() -> None:
    clock = Clock()
    clock.keep("x" * (MAX_MEMORY_CHARS - 2))
    for value, message in [
        ("x" * MAX_MEMORY_CHARS, "takes 10002 characters of JSON; keep at most 10000"),
        (b"bytes", "Object of type bytes is not JSON serializable; keep numbers, texts"),
        ({(1, 2): 3}, "keep numbers, texts, lists and dictionaries"),
    ]:
        with pytest.raises(UsageError, match=r"^clock\.keep: ") as caught:
            clock.keep(value)
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)
    assert clock.kept == "x" * (MAX_MEMORY_CHARS - 2)


def test_reports_that_cannot_be_kept_are_recognised() -> None:
    assert memory_text("[1]") == "[1]"
    assert [memory_text(one) for one in (None, 7, ["a"], "x" * (MAX_MEMORY_CHARS + 1))] == [""] * 4
    assert Clock(kept=AgentMemory("torn [")).kept is None


# Seats --------------------------------------------------------------------------------------------


def test_an_agent_in_this_process_keeps_a_value_for_its_game() -> None:
    class Counting:
        def __init__(self, seed: int) -> None:
            del seed

        def choose(self, state: SudokuState, clock: Clock) -> object:
            seen.append(clock.kept)
            clock.keep((clock.kept or 0) + 1)
            return iter(state.moves()[:1])

    seen: list[object] = []
    seat = InProcess(Counting)  # type: ignore[arg-type] # it returns an iterator of moves
    for _ in range(2):
        seat.open_game(1)
        for _ in range(3):
            assert seat.turn(START, LONG).ending is None
    assert seen == [None, 1, 2] * 2


@needs_fork
@pytest.mark.parametrize("fresh", [True, False])
@pytest.mark.parametrize("start", STARTS)
def test_a_value_lasts_for_a_game(start: StartMethod, *, fresh: bool) -> None:
    with supervisor("Counts", Settings(start, fresh=fresh)) as worker:
        for _ in range(2):
            worker.open_game(1)
            assert [kept_in(worker.turn(START, LONG)) for _ in range(3)] == [None, 1, 2]


@needs_fork
@pytest.mark.parametrize("start", STARTS)
def test_the_last_value_in_time_counts_if_the_agent_is_killed(start: StartMethod) -> None:
    with supervisor("CountsUntilKilled", Settings(start, grace=1.0)) as worker:
        worker.open_game(1)
        first = worker.turn(START, Budget(seconds=0.4))
        assert (first.ending, kept_in(first)) == (Termination.HANG, None)
        kept = kept_in(worker.turn(START, Budget(seconds=0.1)))
        assert isinstance(kept, float)
        # Not what it kept between its deadline and its end, one second later.
        assert 0 < kept < 1.0


@needs_fork
def test_plain_values_come_back_as_they_were() -> None:
    with supervisor("KeepsPlainValues") as worker:
        worker.open_game(1)
        worker.turn(START, LONG)
        assert kept_in(worker.turn(START, LONG)) == {"depth": 3, "seen": [1, None, "é"]}


@needs_fork
@pytest.mark.parametrize(
    ("name", "line", "kept"),
    [
        ("KeepsTooMuch", "the value takes 3000002 characters of JSON", "small"),
        ("KeepsAnObject", "Object of type KeepsAnObject is not JSON serializable", None),
    ],
)
def test_what_cannot_be_kept_ends_the_turn_with_one_line(
    name: str, line: str, kept: object
) -> None:
    with supervisor(name) as worker:
        worker.open_game(1)
        result = worker.turn(START, LONG)
        assert result.ending is Termination.CRASH
        assert line in result.detail
        assert "clock.keep" in result.detail
        assert "\n" not in result.detail
        assert [proposal.move for proposal in result.proposals] == [START.moves()[0]]
        assert kept_in(worker.turn(START, LONG)) == kept


@needs_fork
@pytest.mark.parametrize(("name", "kept"), [("Floods", 29_999), ("Forges", "mine")])
def test_floods_and_forged_reports_do_no_harm(name: str, kept: object) -> None:
    with supervisor(name) as worker:
        worker.open_game(1)
        assert worker.turn(START, LONG).ending is None
        assert kept_in(worker.turn(START, LONG)) == kept


@needs_fork
def test_a_forged_text_that_is_no_value_is_the_agents_own_loss() -> None:
    with supervisor("ForgesNonsense") as worker:
        worker.open_game(1)
        worker.turn(START, LONG)
        assert kept_in(worker.turn(START, LONG)) is None


# The agents that use it ---------------------------------------------------------------------------


@needs_fork
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("agent", ["minimax:discover=yes", "mcts-cells:discover=yes"])
def test_fresh_agents_discover_what_one_agent_discovers(agent: str, start: StartMethod) -> None:
    budget = Budget(nodes=200)
    alone = InProcess(lambda seed: get(agent, seed))
    alone.open_game(1)
    alone.turn(SMALL, budget)
    with Worker(agent, Settings(start, fresh=True)) as worker:
        worker.open_game(1)
        worker.turn(SMALL, budget)
        ours, theirs = alone._kept.load(), AgentMemory(worker._memory).load()
        assert ours
        assert theirs
        if agent.startswith("minimax"):
            assert ours == theirs
        worker.turn(SMALL, budget)
        assert AgentMemory(worker._memory).load()
