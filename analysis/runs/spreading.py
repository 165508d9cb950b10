"""Who does the work of a run: this process, processes of this machine, or a cluster."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from bombe.analysis.runs.workers import ThisProcess

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from bombe.analysis.runs.workers import AnyWorkers


def workers_of(jobs: int, cluster: str | None = None) -> AbstractContextManager[AnyWorkers]:
    """Return as many processes of this machine, or the workers of the cluster at an address."""
    if cluster is not None:
        from bombe.analysis.runs.cluster import cluster_workers

        return cluster_workers(cluster)
    if jobs > 1:
        # Imported here: most questions are of one board, and this takes 20 ms.
        from bombe.analysis.runs.pool import Pool

        return contextlib.nullcontext(Pool(jobs))
    return contextlib.nullcontext(ThisProcess())
