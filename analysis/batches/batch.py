"""What a chunk of boards becomes: its records, and what a run adds up.

batch = audit_chunk(packed, form="jsonl", stop=stop)
batch.payload, batch.unfinished
segments(batch, "jsonl")         the records around the boards that have to be asked alone
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bombe.analysis.outputs.payload import Payload
    from bombe.boards.sudoku.packed import Packed

Data = bytes | list[tuple[object, ...]]
"""Records as a payload has them."""
_BETWEEN = {"json": b",\n"}
"""What stands between two records, where it is not part of them."""


class Batch(NamedTuple):
    """The answers about a chunk of boards.

    `unfinished` are the indices of the boards that take longer than a chunk may: `payload` has no
    records of them, and `noes` and `counts` leave them out. `cuts` says for each of them where in
    the data of the payload its record belongs.
    """

    payload: Payload
    positions: int
    unfinished: tuple[int, ...]
    noes: int
    seconds: float
    counts: Mapping[str, int]
    cuts: tuple[int, ...] = ()


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


class Gapped(NamedTuple):
    """Records with gaps: a segment before the first gap, between two gaps, and after the last."""

    segments: list[Data]
    form: str

    @classmethod
    def of(cls, data: Data, ends: Sequence[int], gaps: Sequence[int], form: str) -> Gapped:
        """Return records that end there, with a gap at the place of each of these boards."""
        return _cut(data, [ends[gap] for gap in gaps], form)

    @property
    def data(self) -> Data:
        """The records without the gaps."""
        return self._together(self.segments)

    @property
    def cuts(self) -> tuple[int, ...]:
        """Where in the data each gap is."""
        between, cuts, length = len(_BETWEEN.get(self.form, b"")), [], 0
        for segment in self.segments[:-1]:
            length += len(segment) + (between if length and segment else 0)
            cuts.append(length)
        return tuple(cuts)

    def filled(self, pieces: Sequence[Data | None]) -> Gapped:
        """Return the records with pieces in the gaps; where there is None, a gap stays."""
        groups: list[list[Data]] = [[self.segments[0]]]
        for piece, after in zip(pieces, self.segments[1:], strict=True):
            if piece is None:
                groups.append([after])
            else:
                groups[-1] += [piece, after]
        return self._replace(segments=[self._together(group) for group in groups])

    def _together(self, segments: Sequence[Data]) -> Data:
        pieces = [segment for segment in segments if isinstance(segment, bytes)]
        if len(pieces) < len(segments):
            return [row for segment in segments if isinstance(segment, list) for row in segment]
        return _BETWEEN.get(self.form, b"").join(filter(None, pieces))


def _cut(data: Data, cuts: Sequence[int], form: str) -> Gapped:
    """Cut data into segments."""
    begins, ends = [0, *cuts], [*cuts, len(data)]
    between = _BETWEEN.get(form, b"")
    segments: list[Data] = []
    for begin, end in zip(begins, ends, strict=True):
        segment = data[begin:end]
        if isinstance(segment, bytes):
            segment = segment.removeprefix(between).removesuffix(between)
        segments.append(segment)
    return Gapped(segments, form)


def segments(batch: Batch, form: str) -> list[Payload]:
    """Return the records before the first unfinished board, between two, and after the last."""
    begins = [0, *(index + 1 for index in batch.unfinished)]
    ends = [*batch.unfinished, batch.positions]
    counts = [end - begin for begin, end in zip(begins, ends, strict=True)]
    found = _cut(batch.payload.data, batch.cuts, form).segments
    pairs = zip(found, counts, strict=True)
    return [batch.payload._replace(data=data, records=count) for data, count in pairs]
