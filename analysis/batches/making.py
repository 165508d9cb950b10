"""Makes the records of a chunk in the form that is wanted, and the batch that they are part of."""

from __future__ import annotations

import functools
import itertools
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bombe.analysis.batches import masks, template
from bombe.analysis.batches.batch import Batch, Data, Gapped
from bombe.analysis.outputs.payload import Payload
from bombe.boards.text.visible import visible
from bombe.solvers import Budget, native
from bombe.solvers.native import records
from bombe.solvers.native.calls import UNFINISHED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bombe.analysis.batches.template import Template
    from bombe.boards import Shape
    from bombe.boards.sudoku.packed import Packed

T = TypeVar("T")
SOLVER = "native"
_SOLVERS = ("auto", SOLVER)
"""The solvers whose answers are those of the kernel."""
_MOMENT = 0.1
"""With fewer seconds for a board it is asked alone: a batch looks at its clock less often."""
_WORK = 750_000
"""Cells times nodes of a board that a chunk waits for: some milliseconds."""
JSON_ENDS = {"jsonl": b"\n", "json": b",\n"}
"""The forms of JSON, and what follows a record."""


def are_together(solver: object, seconds: float | None) -> bool:
    """Return whether boards may be asked together: of this solver, within so many seconds each."""
    return solver in _SOLVERS and (seconds is None or seconds >= _MOMENT)


def nodes_each(shape: Shape, nodes: int | None) -> int | None:
    """Return the nodes that each board of a chunk may take in the kernel.

    None: it may take none at all, or there is no kernel, so that each has to be asked alone.
    """
    if nodes == 0 or not native.is_available():
        return None
    most = _WORK // shape.cells
    return most if nodes is None else min(most, nodes - 1)  # a question is a node, too


class Ask(NamedTuple):
    """What is asked of a chunk; see `BatchFind`."""

    packed: Packed
    form: str
    columns: Sequence[str] | None
    nodes: int | None
    stop: Callable[[], bool] | None

    @property
    def is_stopped(self) -> bool:
        """Whether the answers are not wanted any more."""
        return self.stop is not None and self.stop()

    def budget(self) -> Budget | None:
        """Return what the kernel may use; None if it cannot be asked."""
        nodes = nodes_each(self.packed.shape, self.nodes)
        return None if nodes is None else Budget(nodes=nodes, stop=self.stop)

    def answered(self, question: Callable[[Budget], T]) -> tuple[T, float] | None:
        """Return what the kernel answers, and after how many seconds.

        None: it cannot be asked, or the answer is not wanted any more.
        """
        budget = self.budget()
        if budget is None:
            return None
        started = time.perf_counter()
        answer = question(budget)
        seconds = time.perf_counter() - started
        return None if self.is_stopped else (answer, seconds)

    def alone(self) -> Budget:
        """Return the budget of a board that is asked alone."""
        return Budget(nodes=self.nodes, stop=self.stop)

    def common(self, seconds: float) -> tuple[Template, Template]:
        """Return the fields of every record: before those of the question, and after them."""
        packed, shape = self.packed, self.packed.shape
        board = template.SymbolsField(packed.text, shape.cells)
        each = round(seconds / packed.size, 6)
        return (
            {"final": True, "board": board, "m": shape.m, "n": shape.n},
            {
                "seconds": {"build": 0.0, "search": each},
                "source": template.PlaceField(packed.source, packed.line),
            },
        )


@dataclass
class ChunkAnswers:
    """The answers about a chunk, as its records need them.

    `template` holds the fields, and `line` says what people see of a board, by its index. Boards
    that do not fit the template are `odd`: these are their records.
    """

    template: Template
    statuses: memoryview
    line: Callable[[int], str]
    odd: Mapping[int, Data] = field(default_factory=dict)
    verdicts: memoryview | None = None
    solutions: memoryview | None = None

    @functools.cached_property
    def unfinished(self) -> tuple[int, ...]:
        """The boards without an answer."""
        statuses = bytes(self.statuses)
        if UNFINISHED not in statuses:
            return ()
        return tuple(at for at, status in enumerate(statuses) if status == UNFINISHED)


def batch_of(
    ask: Ask, found: ChunkAnswers, *, seconds: float, noes: int, counts: Mapping[str, int]
) -> Batch | None:
    """Return the records of what was found; None if the work is stopped."""
    unfinished = found.unfinished
    gaps = sorted({*unfinished, *found.odd})
    made = _records(ask, found, gaps)
    if made is None:
        return None
    gapped = Gapped.of(*made, gaps, ask.form).filled([found.odd.get(gap) for gap in gaps])
    size = ask.packed.size
    payload = _payload(ask, found, gapped.data, size - len(unfinished))
    return Batch(payload, size, unfinished, noes, seconds, counts, gapped.cuts)


def _payload(ask: Ask, found: ChunkAnswers, data: Data, count: int) -> Payload:
    """Return the records, with the names of their columns, or what a file of masks begins with."""
    if ask.form in masks.FORMS:
        header = masks.header_of(ask.form, ask.packed.shape, ask.columns)
        return Payload(data, count, header=header, place=f"{ask.packed.place(0)}")
    is_table = ask.form in ("csv", "sqlite")
    columns = template.names(found.template, ask.columns) if is_table else ()
    return Payload(data, count, columns)


def _records(
    ask: Ask, found: ChunkAnswers, gaps: Sequence[int]
) -> tuple[Data, Sequence[int]] | None:
    """Return the records, but for the gaps, and where each ends."""
    if ask.form == "text":
        return _lines(ask, found, set(gaps))
    if ask.form == "sqlite":
        return _rows(ask, found, set(gaps))
    skips = bytearray(ask.packed.size)
    for gap in gaps:
        skips[gap] = 1
    return records.render(
        _parts(ask, found),
        ask.packed.shape,
        ask.packed.size,
        verdicts=found.verdicts,
        skips=bytes(skips),
        stop=ask.stop,
    )


def _parts(ask: Ask, found: ChunkAnswers) -> list[records.Part]:
    if found.solutions is not None and ask.form in masks.FORMS:
        layout = masks.MaskLayout.of(ask.packed.shape, ask.columns)
        return masks.parts(layout, found.solutions)
    if ask.form == "csv":
        return template.csv_parts(found.template, ask.columns)
    return template.json_parts(found.template, ask.columns, JSON_ENDS[ask.form])


def _lines(ask: Ask, found: ChunkAnswers, gaps: set[int]) -> tuple[bytes, Sequence[int]]:
    """Return lines for people."""
    packed = ask.packed
    source = visible(packed.source)
    lines = [
        b"" if at in gaps else f"{source}:{packed.line + at}: {found.line(at)}\n".encode()
        for at in range(packed.size)
    ]
    return b"".join(lines), [*itertools.accumulate(map(len, lines))] if gaps else ()


def _rows(ask: Ask, found: ChunkAnswers, gaps: set[int]) -> tuple[Data, Sequence[int]]:
    """Return rows of a database."""
    rows = template.rows(found.template, ask.columns, ask.packed.size)
    if not gaps:
        return rows, ()
    ends = itertools.accumulate(at not in gaps for at in range(len(rows)))
    return [row for at, row in enumerate(rows) if at not in gaps], [*ends]
