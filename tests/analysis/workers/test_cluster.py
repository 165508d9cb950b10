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

from bombe.analysis.outputs.forms import FORMS
from bombe.analysis.outputs.places import SinkPlace
from bombe.analysis.workers.cluster import bundles, flight
from bombe.analysis.workers.cluster.bundles import Stamp
from bombe.analysis.workers.cluster.connection import connected
from bombe.analysis.workers.cluster.seal import Seal
from bombe.analysis.workers.cluster.workers import ClusterWorkers
from bombe.analysis.workers.local import LocalWorkers
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bombe.analysis.workers.cluster.connection import Connection

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


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_workers_here_write_what_one_process_writes(
    workers: ClusterWorkers, form: str, tmp_path: Path
) -> None:
    for name, those in (("cluster", workers), ("alone", LocalWorkers(1))):
        place = SinkPlace(FORMS[form], str(tmp_path / name))
        wrote = list(those.write_in_order(lines_of, range(76), place, threading.Event()))
        assert [one.task for one in wrote if one.is_whole] == list(range(76))
    written = [(tmp_path / name).read_bytes() for name in ("cluster", "alone")]
    assert written[0] == written[1]
    assert wrote[-1].written.size == len(written[0])


@pytest.mark.parametrize("is_here", [True, False])
def test_what_was_known_before_an_error_is_written(
    workers: ClusterWorkers, tmp_path: Path, *, is_here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_here:
        monkeypatch.setattr(type(workers._connection), "is_here", False)
    place = SinkPlace(FORMS["text"], str(tmp_path / "out"))
    wrote: list[object] = []
    with pytest.raises(ValueError, match="77 has no answer"):
        wrote.extend(
            one.is_whole
            for one in workers.write_in_order(lines_of, [2, 77, 3], place, threading.Event())
        )
    assert wrote == [True, False]
    lines = (tmp_path / "out").read_text(encoding="utf-8").splitlines()
    assert lines == ["2 0", "2 1", *(f"77 {piece}" for piece in range(7))]


def test_files_are_read_by_workers_that_have_them_and_travel_to_those_that_do_not(
    workers: ClusterWorkers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = []
    for number in range(6):
        (tmp_path / f"{number}").write_bytes(b"%d" % number)
        items.append(Remote(str(tmp_path / f"{number}")))
    expected = [b"%d" % number for number in range(6)]
    real = Stamp.of
    for changed in ({}, {"changed": 1}):
        monkeypatch.setattr(Stamp, "of", lambda path, its=changed: real(path)._replace(**its))
        found = [result for _, result in workers.in_order(content, items, threading.Event())]
        assert found == [(text, bool(changed)) for text in expected]


def test_workers_of_another_version_are_refused(
    workers: ClusterWorkers, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "seal", Seal("bombe 0.1.0, code 12, native kernel", "here"))
    with pytest.raises(UsageError, match=r"on \S+ has bombe .*, but here is bombe 0.1.0, code 12"):
        list(workers.in_order(shouted, "abc", threading.Event()))


def test_no_item_is_lost_or_doubled_when_workers_are_killed(
    workers: ClusterWorkers, connection: Connection, tmp_path: Path
) -> None:
    rng = random.Random(5)
    place = SinkPlace(FORMS["text"], str(tmp_path / "out"))
    wrote: list[object] = []
    with killing(connection, rng, kills=3) as killed:
        while len(killed) < 3:
            found = workers.write_in_order(lines_of, range(400, 476), place, threading.Event())
            wrote = [one.task for one in found]
    assert wrote == list(range(400, 476))
    expected = [f"{number} {piece}" for number in range(400, 476) for piece in range(number % 10)]
    assert (tmp_path / "out").read_text(encoding="utf-8").splitlines() == expected


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
    pace, sizes = bundles.Pace(), []
    for _ in range(8):
        sizes.append(pace.size)
        pace.learn(pace.size, seconds=0.01 * pace.size, size=pace.size)
    assert sizes == [1, 4, 16, 64, 100, 100, 100, 100]
    pace.learn(100, seconds=1.0, size=100 * bundles.MOST_BYTES)
    assert pace.size < 5
