"""The plain questions about a chunk of boards, as records of any form: count, check, solve."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.batches.batch import Batch
    from bombe.boards.sudoku.packed import Packed

FORMS = ("text", "jsonl", "csv", "sqlite")


def count_chunk(
    packed: Packed,
    *,
    limit: int | None,
    form: str,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Batch | None:
    """Count the solutions of all boards of a chunk, each up to `limit`; see `BatchFind`."""
    raise NotImplementedError


def check_chunk(
    packed: Packed,
    *,
    form: str,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Batch | None:
    """Find up to two solutions of all boards of a chunk; see `BatchFind`."""
    raise NotImplementedError


def solve_chunk(
    packed: Packed,
    *,
    limit: int,
    form: str,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Batch | None:
    """Find the first `limit` solutions of all boards of a chunk; see `BatchFind`."""
    raise NotImplementedError
