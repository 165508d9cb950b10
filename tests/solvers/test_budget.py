"""Budgets, meters, verdicts and counts, with a clock that the tests set."""

from __future__ import annotations

from typing import Any

import pytest

from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers import Budget, Count, Effort, Meter, Verdict
from bombe.solvers.budget import as_budget, as_meter


class FakeClock:
    """Seconds that pass by assignment."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_without_a_budget_nothing_ends() -> None:
    clock = FakeClock()
    meter = Meter(clock=clock)
    clock.now += 1e9
    meter.spend(10**9)
    meter.check()
    assert meter.seconds_left is None
    assert meter.nodes_left is None
    assert not meter.is_over


def test_a_meter_starts_when_the_question_is_asked() -> None:
    clock = FakeClock()
    meter = Meter(Budget(seconds=2), clock)
    assert meter.seconds == 0
    assert meter.seconds_left == 2
    clock.now += 1.5
    assert meter.seconds == 1.5
    assert meter.seconds_left == 0.5
    meter.spend()


@pytest.mark.parametrize("passed", [2, 2.5])
def test_when_the_seconds_are_used_up_every_step_raises(passed: float) -> None:
    clock = FakeClock()
    meter = Meter(Budget(seconds=2), clock)
    clock.now += passed
    assert meter.seconds_left == 0
    assert meter.is_over
    for step in (meter.check, meter.spend):
        with pytest.raises(OutOfBudgetError, match="the budget of 2 seconds is used up"):
            step()


def test_a_budget_of_no_seconds_is_over_at_once() -> None:
    with pytest.raises(OutOfBudgetError):
        Meter(Budget(seconds=0), FakeClock()).check()


def test_a_node_budget_is_spent_to_the_last_node_and_not_exceeded() -> None:
    meter = Meter(Budget(nodes=3))
    meter.spend()
    meter.spend(2)
    assert meter.nodes_left == 0
    with pytest.raises(OutOfBudgetError, match="the budget of 3 nodes is used up"):
        meter.spend()
    assert meter.nodes == 3


def test_more_nodes_than_are_left_are_refused_as_a_whole() -> None:
    meter = Meter(Budget(nodes=3))
    with pytest.raises(OutOfBudgetError):
        meter.spend(4)
    assert meter.nodes_left == 3


def test_a_budget_of_no_nodes_is_no_stop_signal() -> None:
    meter = Meter(Budget(nodes=0))
    meter.check()
    assert not meter.stop_signal()
    with pytest.raises(OutOfBudgetError):
        meter.spend()


def test_a_meter_is_over_when_its_nodes_are_used_up() -> None:
    meter = Meter(Budget(nodes=2))
    told = []
    for _ in range(2):
        told.append(meter.is_over)
        meter.spend()
    assert [*told, meter.is_over] == [False, False, True]
    assert not meter.stop_signal()


@pytest.mark.parametrize("budget", [Budget(seconds=2), Budget(stop=lambda: True)])
def test_a_meter_is_over_when_its_time_is_or_a_stop_was_requested(budget: Budget) -> None:
    clock = FakeClock()
    meter = Meter(budget, clock)
    clock.now += 2
    assert meter.is_over
    assert meter.stop_signal()


def test_a_node_that_is_refused_is_not_counted() -> None:
    clock = FakeClock()
    meter = Meter(Budget(seconds=2), clock)
    meter.spend()
    clock.now += 2
    with pytest.raises(OutOfBudgetError):
        meter.spend()
    assert meter.nodes == 1


def test_many_nodes_are_taken_as_far_as_the_budget_goes() -> None:
    meter = Meter(Budget(nodes=10))
    assert [meter.take(6), meter.take(6), meter.take(6)] == [6, 4, 0]
    assert meter.nodes == 10
    assert Meter().take(5) == 5


def test_no_nodes_are_taken_after_the_time() -> None:
    clock = FakeClock()
    meter = Meter(Budget(seconds=2), clock)
    assert meter.take(3) == 3
    clock.now += 2
    assert meter.take(3) == 0


def test_the_rest_is_a_budget_of_its_own() -> None:
    def stop() -> bool:
        return False

    clock = FakeClock()
    meter = Meter(Budget(seconds=2, nodes=5, stop=stop), clock)
    clock.now += 0.5
    meter.spend(3)
    assert meter.rest() == Budget(seconds=1.5, nodes=2)
    assert meter.rest().stop is stop
    meter.nodes = 7  # a kernel may overdraw the account
    clock.now += 9
    assert meter.rest() == Budget(seconds=0, nodes=0)
    assert Meter().rest() == Budget()


def test_a_stop_is_heard_at_every_node() -> None:
    stops = [True, False, False]
    meter = Meter(Budget(stop=stops.pop))
    meter.spend()
    meter.spend()
    with pytest.raises(OutOfBudgetError, match="a stop was requested"):
        meter.spend()
    assert stops == []


def test_building_is_timed_apart_and_counts() -> None:
    clock = FakeClock()
    meter = Meter(Budget(seconds=10), clock)
    clock.now += 1
    for _ in range(2):
        with meter.building():
            clock.now += 3
    meter.spend(5)
    assert meter.effort() == Effort(nodes=5, build=6, search=1)


def test_building_beyond_the_time_ends_the_question() -> None:
    clock = FakeClock()
    meter = Meter(Budget(seconds=2), clock)
    with pytest.raises(OutOfBudgetError), meter.building():
        clock.now += 3
    assert meter.effort() == Effort(nodes=0, build=3, search=0)


def test_an_error_while_building_is_passed_on() -> None:
    clock = FakeClock()
    meter = Meter(Budget(seconds=2), clock)

    def build() -> None:
        clock.now += 3
        raise KeyError

    with pytest.raises(KeyError), meter.building():
        build()
    assert meter.effort().build == 3


def test_nothing_is_built_when_the_time_is_over() -> None:
    built = []
    with pytest.raises(OutOfBudgetError), Meter(Budget(seconds=0)).building():
        built.append(1)
    assert built == []


@pytest.mark.parametrize("seconds", [-1, -0.001, float("nan")])
def test_negative_seconds_are_refused(seconds: float) -> None:
    with pytest.raises(UsageError, match="give 0 or more, or None"):
        Budget(seconds=seconds)


def test_negative_nodes_are_refused() -> None:
    with pytest.raises(UsageError, match="a budget of -1 nodes: give a whole number from 0"):
        Budget(nodes=-1)


def test_budgets_are_plain_values() -> None:
    assert Budget(1.5, 10) == Budget(seconds=1.5, nodes=10)
    assert Budget(nodes=1) != Budget(nodes=2)
    assert hash(Budget(nodes=1)) == hash(Budget(nodes=1))


def test_a_question_starts_a_meter_or_shares_a_running_one() -> None:
    running = Meter(Budget(nodes=7))
    assert as_meter(running) is running
    assert as_meter(Budget(nodes=7)).nodes_left == 7
    assert as_meter(None).budget == Budget()


@pytest.mark.parametrize("seconds", [0, 2, 2.5])
def test_a_bare_number_is_seconds(seconds: float) -> None:
    assert as_meter(seconds).budget == Budget(seconds=seconds)
    assert Meter(seconds).budget == Budget(seconds=seconds)


@pytest.mark.parametrize("wrong", ["2", True, [1], object()])
def test_what_is_no_budget_is_refused(wrong: Any) -> None:
    for start in (as_budget, as_meter, Meter):
        with pytest.raises(UsageError, match="give seconds, a Budget, or None for no limit"):
            start(wrong)
    with pytest.raises(UsageError, match="seconds: give 0 or more, or None"):
        Budget(seconds=wrong)


def test_a_budget_is_made_of_numbers_and_a_function() -> None:
    wrong: Any = 2.5
    with pytest.raises(UsageError, match=r"a budget of 2\.5 nodes: give a whole number from 0"):
        Budget(nodes=wrong)
    with pytest.raises(UsageError, match=r"a stop signal of 2\.5: give a function, or None"):
        Budget(stop=wrong)


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_is_neither_true_nor_false(verdict: Verdict) -> None:
    with pytest.raises(TypeError, match="compare it"):
        bool(verdict)


def test_there_are_three_verdicts() -> None:
    assert [verdict.value for verdict in Verdict] == ["yes", "no", "unknown"]


def test_a_count_says_whether_it_is_exact() -> None:
    assert str(Count(2, exact=True)) == "2"
    assert str(Count(2, exact=False)) == "at least 2"
    assert Count(2, exact=True).to_json() == {"value": 2, "kind": "exact"}
    assert Count(2, exact=False).to_json() == {"value": 2, "kind": "at_least"}
    assert Count(2, exact=True) != Count(2, exact=False)
