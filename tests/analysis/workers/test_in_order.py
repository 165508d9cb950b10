"""Work on several processes: everything comes back, in order, whatever kind of stream it was."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import pytest
from negation import cut_off, negated

from bombe.analysis.workers import workers_of
from bombe.analysis.workers.crew import AHEAD
from bombe.boards.errors import DisturbedError

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = 2 * AHEAD * 20 + 5
"""More than what two processes have in flight at a time."""


def numbers(count: int) -> Iterator[int]:
    yield from range(count)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_generator_is_read_to_its_end(jobs: int) -> None:
    with workers_of(jobs) as workers:
        found = list(workers.in_order(negated, numbers(MANY), threading.Event()))
    assert found == [(number, -number) for number in range(MANY)]


def test_an_error_of_the_stream_comes_after_what_was_read_before_it() -> None:
    def broken() -> Iterator[int]:
        yield from range(19)
        raise OSError("the disk is gone")

    found: list[int] = []
    with workers_of(2) as workers, pytest.raises(OSError, match="the disk is gone"):
        found.extend(item for item, _ in workers.in_order(negated, broken(), threading.Event()))
    assert found == list(range(19))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_process_that_is_killed_while_it_sends_is_one_line() -> None:
    found: list[int] = []
    with workers_of(2) as workers, pytest.raises(DisturbedError, match="was ended by SIGKILL: "):
        found.extend(n for n, _ in workers.in_order(cut_off, numbers(20), threading.Event()))
    assert found == [*range(len(found))]
