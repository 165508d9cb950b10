"""The audits of a chunk of boards, as records of any form."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.batches.batch import Batch
    from bombe.boards.sudoku.packed import Packed

FORMS = ("text", "jsonl", "csv", "sqlite", "masks", "npy")


def audit_chunk(
    packed: Packed,
    *,
    form: str,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Batch | None:
    """Audit all boards of a chunk, as `bombe.audit` audits each; see `BatchFind`."""
    raise NotImplementedError
