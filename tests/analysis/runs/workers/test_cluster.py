"""A cluster on this machine: in order, quick to stop, and nothing is lost when its workers are."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from cluster_work import Remote, content, held_up, lines_of, shouted

from bombe.analysis.runs.cluster import bundles, flight
from bombe.analysis.runs.cluster.bundles import FileStamp
from bombe.analysis.runs.cluster.connection import connected
from bombe.analysis.runs.cluster.signature import Signature
from bombe.analysis.runs.cluster.workers import ClusterWorkers
from bombe.analysis.runs.workers import DONE
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bombe.analysis.runs.cluster.connection import Connection

pytest.importorskip("distributed", reason="needs bombe[cluster]")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by signals")
WORKERS = 2


@pytest.fixture(scope="module")
def connection() -> Iterator[Connection]:
    with connected(f"local:{WORKERS}") as connection:
        yield connection


@pytest.fixture
def workers(connection: Connection) -> ClusterWorkers:
    return ClusterWorkers(connection)


def test_results_come_in_order_and_in_few_tasks(
    workers: ClusterWorkers, connection: Connection
) -> None:
    words = [f"word{number:x}" for number in range(20_000)]
    words = [word for word in words if not word.isdecimal()]
    flight = flight_of(connection)
    found = [pair for bundle in flight.bundles(iter(words)) for pair in bundle]
    assert found == [(word, word.upper()) for word in words]
    assert next(flight._tasks) < 200
    assert workers.remark.startswith("dashboard http://127.0.0.1:")


def flight_of(connection: Connection) -> flight.Flight[str, str]:
    return flight.Flight(connection, shouted, threading.Event())


def test_an_error_comes_after_the_results_before_it(workers: ClusterWorkers) -> None:
    found: list[str] = []
    with pytest.raises(ValueError, match="12 is no word"):
        found.extend(
            word for word, _ in workers.in_order(shouted, ["a", "b", "12"], threading.Event())
        )
    assert found == ["a", "b"]


def test_an_error_of_the_stream_comes_after_what_was_read_before_it(
    workers: ClusterWorkers,
) -> None:
    def broken() -> Iterator[str]:
        yield from "abc"
        raise OSError("the disk is gone")

    found: list[str] = []
    with pytest.raises(OSError, match="the disk is gone"):
        found.extend(word for word, _ in workers.in_order(shouted, broken(), threading.Event()))
    assert found == ["a", "b", "c"]


def test_results_do_not_wait_for_the_next_item_of_a_stream(workers: ClusterWorkers) -> None:
    is_answered = threading.Event()

    def slow() -> Iterator[str]:
        yield "first"
        assert is_answered.wait(10)
        yield "second"

    found = []
    for word, _ in workers.in_order(shouted, slow(), threading.Event()):
        found.append(word)
        is_answered.set()
    assert found == ["first", "second"]


def test_a_stop_ends_what_is_under_way_and_keeps_what_is_done(workers: ClusterWorkers) -> None:
    stop, found = threading.Event(), []
    began = time.monotonic()
    for seconds, _ in workers.in_order(held_up, [0.0, *[60.0] * 10], stop):
        found.append(seconds)
        stop.set()
    assert found == [0.0]
    # The workers have given up, too: they are there for others.
    list(workers.in_order(held_up, [0.0] * 4, threading.Event()))
    assert time.monotonic() - began < 20


def test_pieces_come_in_order_and_each_task_is_done(workers: ClusterWorkers) -> None:
    found = list(workers.pieces(lines_of, range(76), threading.Event()))
    assert found == pieces_of(range(76))


def pieces_of(numbers: Iterable[int]) -> list[tuple[int, tuple[int, int] | None]]:
    """Return what `lines_of` answers, in order."""
    return [
        (number, piece)
        for number in numbers
        for piece in [*((number, at) for at in range(number % 10)), DONE]
    ]


def test_what_was_known_before_an_error_comes_first(workers: ClusterWorkers) -> None:
    found: list[object] = []
    with pytest.raises(ValueError, match="77 has no answer"):
        found.extend(workers.pieces(lines_of, [2, 77, 3], threading.Event()))
    assert found == [*pieces_of([2]), *pieces_of([77])[:-1]]


def test_files_are_read_by_workers_that_have_them_and_travel_to_those_that_do_not(
    workers: ClusterWorkers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = []
    for number in range(6):
        (tmp_path / f"{number}").write_bytes(b"%d" % number)
        items.append(Remote(str(tmp_path / f"{number}")))
    expected = [b"%d" % number for number in range(6)]
    real = FileStamp.of
    for changed in ({}, {"changed": 1}):
        monkeypatch.setattr(FileStamp, "of", lambda path, its=changed: real(path)._replace(**its))
        found = [result for _, result in workers.in_order(content, items, threading.Event())]
        assert found == [(text, bool(changed)) for text in expected]


def test_workers_of_another_version_are_refused(
    workers: ClusterWorkers, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        connection, "signature", Signature("bombe 0.1.0, code 12, native kernel", "here")
    )
    with pytest.raises(UsageError, match=r"on \S+ has bombe .*, but here is bombe 0.1.0, code 12"):
        list(workers.in_order(shouted, "abc", threading.Event()))


def test_no_item_is_lost_or_doubled_when_workers_are_killed(
    workers: ClusterWorkers, connection: Connection
) -> None:
    rng = random.Random(5)
    found: list[object] = []
    with killing(connection, rng, kills=3) as killed:
        while len(killed) < 3:
            found = [*workers.pieces(lines_of, range(400, 476), threading.Event())]
    assert found == pieces_of(range(400, 476))


@contextlib.contextmanager
def killing(connection: Connection, rng: random.Random, kills: int) -> Iterator[list[int]]:
    """Kill workers at random moments; yield the processes that were killed so far."""
    killed: list[int] = []
    is_over = threading.Event()

    def run() -> None:
        while len(killed) < kills and not is_over.wait(rng.uniform(0, 0.3)):
            with contextlib.suppress(OSError, IndexError):
                process = rng.choice([*connection.client.run(os.getpid).values()])
                os.kill(process, signal.SIGKILL)
                killed.append(process)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield killed
    finally:
        is_over.set()
        thread.join()


def test_bundles_grow_until_they_take_a_second_and_are_not_too_large() -> None:
    pace, sizes = bundles.BundlePace(), []
    for _ in range(8):
        sizes.append(pace.size)
        pace.learn(pace.size, seconds=0.01 * pace.size, size=pace.size)
    assert sizes == [1, 4, 16, 64, 100, 100, 100, 100]
    pace.learn(100, seconds=1.0, size=100 * bundles.MOST_BYTES)
    assert pace.size < 5
