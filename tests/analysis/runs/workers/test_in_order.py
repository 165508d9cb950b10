"""Work on several processes: everything comes back, in order, whatever kind of stream it was."""

from __future__ import annotations

import functools
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from cluster_work import large, lines_of
from cut_answers import cut_answers
from negation import cut_off, negated

from bombe.analysis.runs.pool import AHEAD
from bombe.analysis.runs.spreading import workers_of
from bombe.analysis.runs.workers import DONE
from bombe.boards.errors import DisturbedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


@pytest.mark.parametrize("jobs", [1, 2])
def test_pieces_come_as_they_are_known_and_in_order(jobs: int) -> None:
    found = []
    with workers_of(jobs) as workers:
        for task, piece in workers.pieces(lines_of, [2, 0, 30, 13], threading.Event()):
            found.append((task, piece))
    assert found == [
        *((2, (2, 0)), (2, (2, 1)), (2, DONE), (0, DONE), (30, DONE)),
        *((13, (13, 0)), (13, (13, 1)), (13, (13, 2)), (13, DONE)),
    ]


def test_an_answer_that_a_stop_cut_comes_before_what_follows_it(tmp_path: Path) -> None:
    is_done, stop, told = tmp_path / "done", threading.Event(), list[tuple[int, object]]()
    answer = functools.partial(cut_answers, second_is_done=str(is_done))
    with workers_of(2) as workers:
        for task, piece in workers.pieces(answer, numbers(2), stop):
            told.append((task, piece))
            while not is_done.exists():
                time.sleep(0.005)
            stop.set()
    assert told[:3] == [(0, "begun"), (0, "cut"), (0, DONE)]


def test_large_payloads_arrive_whole() -> None:
    with workers_of(2) as workers:
        pieces = workers.pieces(large, [1, 300_000, 5], threading.Event())
        found = [piece.payload.data for _, piece in pieces if piece is not DONE]
    assert found == [b"x" * size for size in (1, 300_000, 5)]
