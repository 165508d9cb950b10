"""The connection to a scheduler of Dask: opened within a time, checked, quiet, and closed.

    with connected("tcp://10.0.0.7:8786") as connection:
        connection.client.submit(...)
        connection.check()      # raises if the scheduler is gone

The package `distributed` is imported here, and where a worker needs it, when it is used.
"""

from __future__ import annotations

import contextlib
import importlib.util
import socket
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bombe.analysis.runs.cluster.address import ClusterAddress
from bombe.analysis.runs.cluster.quiet import quiet, silence
from bombe.analysis.runs.cluster.signature import Signature, signature
from bombe.boards.errors import DisturbedError, InputError, SolverMissingError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from distributed import Client, Future

CONNECT_SECONDS = 10.0
"""How long a scheduler may take to answer."""
WORKERS_SECONDS = 60.0
"""How long the first worker may take to come."""
_LOOK = 1.0
"""Seconds for which the number of workers is taken to be the same."""
_PROBE_SECONDS = 1.0


class Connection:
    """A client of a scheduler, and the name by which messages call it.

    `signature` is what its workers have to be; None where they are this very installation.
    """

    def __init__(self, client: Client, name: str, signature: Signature | None) -> None:
        self.client, self.name, self.signature = client, name, signature
        self._looked, self._threads = 0.0, 0

    @property
    def dashboard(self) -> str:
        """The address of the page that shows what the scheduler does."""
        return str(self.client.dashboard_link)

    def threads(self) -> int:
        """Return how many threads all workers have together; they come and go."""
        now = time.monotonic()
        if now - self._looked > _LOOK:
            self._looked, self._threads = now, sum(self.client.nthreads().values())
        return self._threads

    def lanes(self) -> Mapping[str, int]:
        """Return how many threads the workers on each host have together."""
        found: Counter[str] = Counter()
        for worker, threads in self.client.nthreads().items():
            found[urlsplit(worker).hostname or ""] += threads
        return found

    def check(self) -> None:
        """Raise if the scheduler is gone."""
        if self.client.status != "running":
            raise self.lost()

    def lost(self) -> DisturbedError:
        """Return the error for a scheduler that is gone."""
        return DisturbedError(
            f"{self.name}: the scheduler does not answer any more; what is done is kept: start "
            "it again and run the same command, with --resume where it takes that"
        )

    def cancel(self, futures: Iterable[Future]) -> None:
        """Take tasks back, if the scheduler still listens."""
        with contextlib.suppress(Exception):  # what remains ends with the client
            self.client.cancel(list(futures), force=True)


@contextlib.contextmanager
def connected(text: str) -> Iterator[Connection]:
    """Connect to the scheduler that `--cluster` names, or start one; its workers are ready."""
    address = ClusterAddress.parse(text)
    _require_dask()
    with quiet(), contextlib.ExitStack() as stack:
        if address.workers:
            from bombe.analysis.runs.cluster.local import local_scheduler

            # The workers begin before anything of Dask is imported here.
            address = address._replace(
                scheduler=stack.enter_context(local_scheduler(address.workers))
            )
        stack.enter_context(_settings())
        client = _client(address)
        stack.callback(_close, client)
        ours = None if address.workers else signature()
        connection = Connection(client, f"cluster {address.text}", ours)
        _await_workers(connection, address.workers or 1)
        _check_workers(connection)
        client.direct_to_workers = _is_direct(client)
        yield connection


def _require_dask() -> None:
    """Raise SolverMissingError where there is no Dask; it is not imported yet."""
    is_there = False
    with contextlib.suppress(ValueError):  # it was imported, in a strange way
        is_there = importlib.util.find_spec("distributed") is not None
    if not is_there:
        raise SolverMissingError(
            "--cluster needs 'distributed', which is missing: pip install 'bombe[cluster]'"
        )


def _settings() -> AbstractContextManager[object]:
    """Return a context in which Dask is set as Bombe needs it."""
    import dask
    import distributed  # noqa: F401 - it sets its own settings first, and the levels of its log

    silence()
    settings: AbstractContextManager[object] = dask.config.set(
        {
            "distributed.admin.large-graph-warning-threshold": "1GB",
            "distributed.comm.timeouts.connect": f"{CONNECT_SECONDS}s",
        }
    )
    return settings


def _client(address: ClusterAddress) -> Client:
    """Return a client of a scheduler; raise if nobody answers, or something else than Dask."""
    from distributed import Client

    made: list[Client] = []

    def connect() -> None:
        with contextlib.suppress(Exception):  # whatever a port that is not Dask's answers
            made.append(Client(address.scheduler, timeout=CONNECT_SECONDS, set_as_default=False))

    # A thread, because Dask waits for ever for a port that says nothing.
    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(CONNECT_SECONDS + _PROBE_SECONDS)
    if not made:
        raise InputError(
            f"--cluster {address.text}: nobody answers at {address.scheduler} within "
            f"{CONNECT_SECONDS:.0f} s; start one with `dask scheduler`, or give another address"
        )
    return made[0]


def _close(client: Client) -> None:
    with contextlib.suppress(Exception):  # it may have lost its scheduler
        client.close(timeout=2)


def _await_workers(connection: Connection, number: int) -> None:
    """Wait until workers are there; raise if none comes."""
    try:
        connection.client.wait_for_workers(number, timeout=WORKERS_SECONDS)
    except TimeoutError:
        raise InputError(
            f"{connection.name}: the scheduler has no workers; start them with "
            f"`dask worker {connection.client.scheduler.address} --nthreads 1`"
        ) from None


def _check_workers(connection: Connection) -> None:
    """Raise if a worker has another Bombe; those that come later are asked by their first task."""
    if connection.signature is None:
        return
    found: Mapping[str, Any] = connection.client.run(signature, on_error="return")
    for worker, its in found.items():
        if isinstance(its, Signature):
            why = connection.signature.refusal(its)
        else:
            host = urlsplit(worker).hostname
            why = f"the worker on {host} cannot run Bombe ({its}): install bombe there"
        if why:
            raise UsageError(f"{connection.name}: {why}")


def _is_direct(client: Client) -> bool:
    """Return whether results can come from the workers themselves, past the scheduler."""
    places = [urlsplit(worker) for worker in client.nthreads()]
    return all(_answers(place.hostname, place.port) for place in places)


def _answers(host: str | None, port: int | None) -> bool:
    try:
        with socket.create_connection((host or "", port or 0), timeout=_PROBE_SECONDS):
            return True
    except OSError:
        return False
