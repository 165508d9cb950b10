"""What a chunk of boards becomes: its records, and what a run adds up.

batch = audit_chunk(packed, form="jsonl", stop=stop)
asked = {index: record(...) for index in batch.unfinished}    see single.py
payload = joined(batch, asked)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from bombe.analysis.outputs.payload import Payload
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bombe.boards.sudoku.packed import Packed

Record = bytes | tuple[object, ...]
"""A record of one board: bytes as they stand in the file, or a row of a database."""


class Batch(NamedTuple):
    """The answers about a chunk of boards.

    `unfinished` are the indices of the boards that take longer than a chunk may: `payload` has no
    records of them, and `noes` and `counts` leave them out. `parts` holds a record for each board
    if there are such, empty where it is missing.
    """

    payload: Payload
    positions: int
    unfinished: tuple[int, ...]
    noes: int
    seconds: float
    counts: Mapping[str, int]
    parts: Sequence[Record] = ()


class BatchFind(Protocol):
    """A question about all boards of a chunk; None where it has to be asked board by board.

    `form` is the name of a form of output; `columns` what is wanted of each record, None for all.
    `nodes` is the budget of each board. None is returned, too, when `stop` ends the work.
    """

    def __call__(
        self,
        packed: Packed,
        /,
        *,
        form: str,
        columns: Sequence[str] | None = None,
        nodes: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Batch | None:
        """Answer for all boards of a chunk."""


def joined(batch: Batch, asked: Mapping[int, Record]) -> Payload:
    """Return the records of a batch with those of the boards that were asked alone in place."""
    missing = set(batch.unfinished) - set(asked)
    if missing:
        raise UsageError(f"board {min(missing)} of the chunk has no record: ask it alone")
    if not batch.unfinished:
        return batch.payload
    records = [asked.get(index, part) for index, part in enumerate(batch.parts)]
    return batch.payload._replace(data=together(records), records=len(records))


def together(records: Sequence[Record]) -> bytes | list[tuple[object, ...]]:
    """Return records as the data of a payload."""
    if all(isinstance(record, bytes) for record in records):
        return b"".join(cast("Sequence[bytes]", records))
    return list(cast("Sequence[tuple[object, ...]]", records))
