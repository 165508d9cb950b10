"""Processes that share the work of a run: on this machine, and on a cluster.

contract   what all workers are
local      processes of this machine, and this process where one is enough
process    what such a process does
cluster    the same on machines that share a scheduler

    with workers_of(jobs, cluster) as workers:
        for task, result in workers.in_order(function, tasks, stop): ...
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from bombe.analysis.workers.contract import AnyWorkers


def workers_of(jobs: int, cluster: str | None = None) -> AbstractContextManager[AnyWorkers]:
    """Return as many processes of this machine, or the workers of the cluster at an address."""
    if cluster is not None:
        from bombe.analysis.workers.cluster import cluster_workers

        return cluster_workers(cluster)
    from bombe.analysis.workers.local import LocalWorkers

    return contextlib.nullcontext(LocalWorkers(jobs))
