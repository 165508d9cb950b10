"""What goes wrong with a cluster is one line that says what to do: no scheduler, no Dask."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from cluster_work import deadly, shouted
from killed_runs import await_that

from bombe.analysis.runs.cluster import cluster_workers, connection, local, signature
from bombe.analysis.runs.cluster.address import ClusterAddress
from bombe.analysis.runs.cluster.bundles import run_bundle
from bombe.analysis.runs.cluster.connection import Connection
from bombe.analysis.runs.cluster.flight import ATTEMPTS, Flight
from bombe.analysis.runs.cluster.signature import Signature
from bombe.boards.errors import (
    DisturbedError,
    InputError,
    SolverMissingError,
    UsageError,
)
from bombe.commands.shared.exit_codes import Exit, exit_code_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.mark.parametrize(
    "text",
    ["", "here", "local", "local:0", "local:9999", "local:two", "http://host:80", "tcp://host"],
)
def test_what_is_no_address_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(UsageError, match=rf"--cluster '?{text}'?.* give .*local:"):
        ClusterAddress.parse(text)


def test_an_address_is_a_scheduler_its_file_or_processes_here(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text('{"address": "tcp://10.0.0.7:8786"}', encoding="utf-8")
    for text in ("tcp://10.0.0.7:8786", str(file)):
        assert ClusterAddress.parse(text).scheduler == "tcp://10.0.0.7:8786"
    assert ClusterAddress.parse("local:3").workers == 3
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match="the file has no scheduler's address: give tcp://"):
        ClusterAddress.parse(str(file))


def test_without_dask_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(SolverMissingError, match=r"pip install 'bombe\[cluster\]'") as raised,
        cluster_workers("local:1"),
    ):
        pass
    assert exit_code_of(raised.value) is Exit.SOLVER_MISSING


def test_a_scheduler_that_does_not_answer_is_named_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("distributed", reason="needs bombe[cluster]")
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with (
            pytest.raises(InputError, match=f"nobody answers at {address} within") as raised,
            cluster_workers(address),
        ):
            pass
    assert exit_code_of(raised.value) is Exit.BAD_INPUT


def test_a_signature_says_which_versions_differ_and_where() -> None:
    ours, theirs = Signature("bombe 2, code b", "here"), Signature("bombe 1, code a", "node7")
    assert ours.refusal(Signature("bombe 2, code b", "node7")) == ""
    why = "the worker on node7 has bombe 1, code a, but here is bombe 2, code b: install"
    assert ours.refusal(theirs).startswith(why)
    assert signature.signature().text.startswith("bombe ")


def test_a_worker_that_ends_before_it_has_a_scheduler_is_replaced(tmp_path: Path) -> None:
    member = local._Member(str(tmp_path))
    first = member._process
    try:
        first.kill()
        first.wait()
        member.begin("tcp://127.0.0.1:1")
        await_that(lambda: member._process is not first)
        assert member._process.poll() is None
    finally:
        member.dismiss()
        member.join()


def test_the_log_of_dask_is_silent_whenever_it_was_imported() -> None:
    pytest.importorskip("distributed", reason="needs bombe[cluster]")
    code = (
        "import logging\n"
        "from bombe.analysis.runs.cluster import cluster_workers\n"
        "with cluster_workers('local:1'):\n"
        "    print(logging.getLogger('distributed.batched').isEnabledFor(logging.CRITICAL))\n"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


class FakeFuture:
    """A task that is done at once, in this process."""

    def __init__(self, result: Callable[[], Any]) -> None:
        self._result = result

    def add_done_callback(self, tell: Callable[[Any], None]) -> None:
        tell(self)

    def result(self, timeout: float) -> Any:
        assert timeout > 0
        return self._result()


class FakeClient:
    """A client whose workers end with the number 3; if `is_lost`, its scheduler has ended."""

    status = "running"

    def __init__(self) -> None:
        self.is_lost, self.sent = False, list[list[Any]]()

    def nthreads(self) -> dict[str, int]:
        return {"tcp://node7:1": 1}

    def submit(self, run: Any, function: Any, items: list[Any], *rest: Any, **_: Any) -> FakeFuture:
        self.sent.append(items)
        return FakeFuture(lambda: self._done(run, function, items, *rest))

    def cancel(self, futures: list[FakeFuture], **_: Any) -> None:
        """Do nothing: tasks are done at once."""

    def _done(self, run: Any, function: Any, items: list[Any], *rest: Any) -> Any:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        if self.is_lost and items[0] != "a":
            raise FutureCancelledError("task", "scheduler-connection-lost")
        if function is deadly and 3 in items:
            raise KilledWorker("task", None, 3)
        return run(function, items, *rest)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeClient:
    pytest.importorskip("distributed", reason="needs bombe[cluster]")
    cancelled = type("Never", (), {"was_said": False, "__call__": lambda _: False})
    monkeypatch.setitem(run_bundle.__globals__, "_Cancelled", cancelled)
    return FakeClient()


def flight_of(client: Any, function: Callable[..., Any]) -> Flight[Any, Any]:
    connection = Connection(client, "cluster tcp://node7:8786", None)
    return Flight(connection, function, threading.Event())


def test_an_item_that_ends_every_worker_is_found_and_named(fake: FakeClient) -> None:
    flight, found = flight_of(fake, deadly), list[int]()
    flight._pace._size = 6
    with pytest.raises(DisturbedError, match="every worker ended that had 3; what is done is kept"):
        found.extend(result for bundle in flight.bundles(range(6)) for _, result in bundle)
    assert found == [0, 1, 2]
    assert [items for items in fake.sent if 3 in items][1:] == [[3]] * ATTEMPTS


def test_a_scheduler_that_is_lost_ends_the_run_and_what_is_done_is_kept(fake: FakeClient) -> None:
    def words() -> Iterator[str]:
        yield from "abcdefgh"
        fake.is_lost = True

    found: list[str] = []
    bundles = flight_of(fake, shouted).bundles(words())
    with pytest.raises(DisturbedError, match=r"does not answer any more.*--resume") as raised:
        found.extend(result for bundle in bundles for _, result in bundle)
    assert found == list("ABCDEFGH")[: len(found)]
    assert exit_code_of(raised.value) is Exit.OUT_OF_BUDGET
