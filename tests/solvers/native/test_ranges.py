"""Arguments that are out of range: our own errors, with what to do, and no work begun."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from bombe.analysis.tempo.kernel import TempoSearch
from bombe.analysis.territory.kernel import TerritorySearch
from bombe.analysis.why.core_kernel import CoreMemory
from bombe.boards import Shape
from bombe.boards.errors import UsageError
from bombe.solvers import native
from bombe.solvers.native.batch import audit_batch, count_batch

pytestmark = pytest.mark.skipif(not native.is_available(), reason="no kernel")

NINE = Shape(3, 3)


@pytest.mark.parametrize("threads", [10**6, 10**30, 0, -1, 2.5, "2", None])
@pytest.mark.parametrize("batch", [count_batch, audit_batch])
def test_a_batch_starts_no_more_threads_than_make_sense(batch: Any, threads: Any) -> None:
    before = threading.active_count()
    with pytest.raises(UsageError, match=r"give a whole number from 1 to 1,024"):
        batch(NINE, bytes(81), threads=threads)
    assert threading.active_count() == before


@pytest.mark.parametrize("make", [TempoSearch, TerritorySearch, CoreMemory])
@pytest.mark.parametrize("memory", [2**62, 10**17, 10**30, -(2**40), 0, 0.5, "1"])
def test_memory_that_cannot_be_had_is_refused(make: Any, memory: Any) -> None:
    with pytest.raises(UsageError, match=r"allow less|give a whole number"):
        make(NINE, memory)
