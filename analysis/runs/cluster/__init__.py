"""Work on many machines, by a cluster of Dask: see docs/guide/cluster.md.

    with cluster_workers("tcp://10.0.0.7:8786") as workers:
        for task, result in workers.in_order(function, tasks, stop): ...

`address` is what `--cluster` may name, `connection` a scheduler that answers, whose workers have
the same Bombe; `local` starts one here. `bundles` says what travels to a worker, and what happens
there; `flight` has those that are under way, and `workers` writes what comes back.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from bombe.analysis.runs.cluster.connection import connected
from bombe.analysis.runs.cluster.workers import ClusterWorkers

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def cluster_workers(address: str) -> Iterator[ClusterWorkers]:
    """Connect to a cluster, or start one, as `--cluster` names it."""
    with connected(address) as connection:
        yield ClusterWorkers(connection)
