"""Work on several processes: everything comes back, in order, whatever kind of stream it was."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from cut_answers import CutAnswer
from negation import cut_off, negated

from bombe.analysis.outputs.forms import FORMS
from bombe.analysis.outputs.places import SinkPlace
from bombe.analysis.workers import workers_of
from bombe.analysis.workers.contract import Wrote
from bombe.analysis.workers.crew import AHEAD
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


def test_nothing_is_written_after_an_answer_that_a_stop_cut(tmp_path: Path) -> None:
    out, is_done, stop = tmp_path / "out.txt", tmp_path / "done", threading.Event()
    out.touch()
    place, answer, told = SinkPlace(FORMS["text"], str(out)), CutAnswer(str(is_done)), list[Wrote]()
    with workers_of(2) as workers:
        for wrote in workers.write_in_order(answer, numbers(2), place, stop):
            told.append(wrote)
            while not is_done.exists():
                time.sleep(0.005)
            stop.set()
    assert [(wrote.task, [note.is_cut for note in wrote.notes]) for wrote in told] == [
        (0, [False]),
        (0, [True]),
    ]
    assert out.read_text() == "0\n"
