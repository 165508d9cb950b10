"""What the kernel answers about all boards of a chunk at a time, as formats and sums need it."""

from __future__ import annotations

import functools
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from bombe.analysis.results import BOARD, HEAD, SOURCE, TAIL
from bombe.analysis.runs import template
from bombe.analysis.runs.template import Template
from bombe.solvers import Budget, native
from bombe.solvers.native import records
from bombe.solvers.native.calls import UNFINISHED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bombe.analysis.results import Result
    from bombe.boards import Shape
    from bombe.boards.sudoku.packed import Packed
    from bombe.solvers.native.records import Part

T = TypeVar("T")
SOLVER = "native"
_WORK = 750_000
"""Cells times nodes of a board that a chunk waits for: some milliseconds."""


@dataclass(frozen=True)
class KernelAnswers:
    """The answers about the boards of a chunk.

    `kind` is the class of the results. Boards in `alone` have no answer here: they take longer than
    a chunk may, or their records fit no template; sums leave them out. `line` says what people see
    of a board, by its index. `more` is what the fields of this kind of result read.
    """

    kind: type[Result]
    packed: Packed
    seconds: float
    nodes: memoryview
    alone: tuple[int, ...]
    line: Callable[[int], str]
    negative: int = 0
    sums: Counter[str] = field(default_factory=Counter)
    verdicts: memoryview | None = None
    tally: Any = None
    more: dict[str, Any] = field(default_factory=dict)
    solver: str = SOLVER

    def __getattr__(self, name: str) -> Any:
        """Return what a field of this kind of result reads."""
        try:
            return self.__dict__["more"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def m(self) -> int:
        """The rows of a box."""
        return self.packed.shape.m

    @property
    def n(self) -> int:
        """The columns of a box."""
        return self.packed.shape.n

    @property
    def schema(self) -> str:
        """The schema of the records."""
        return self.kind.schema

    @property
    def seconds_each(self) -> float:
        """The seconds of each board."""
        return round(self.seconds / self.packed.size, 6)

    @property
    def between(self) -> list[int]:
        """How many records are before the first board in `alone`, between two, and at the end."""
        begins, ends = [0, *(at + 1 for at in self.alone)], [*self.alone, self.packed.size]
        return [end - begin for begin, end in zip(begins, ends, strict=True)]

    @functools.cached_property
    def template(self) -> Template:
        """The record of this kind of result."""
        fields = (*HEAD, *BOARD, *self.kind.fields, *TAIL, SOURCE)
        return Template({each.name: each.kernel(template, self) for each in fields if each.kernel})

    def rendered(
        self, parts: Iterable[Part], stop: Callable[[], bool] | None
    ) -> tuple[bytes, Sequence[int]] | None:
        """Return what the kernel writes of all boards but those in `alone`, and where each ends."""
        skips = bytearray(self.packed.size)
        for at in self.alone:
            skips[at] = 1
        return records.render(
            parts,
            self.packed.shape,
            self.packed.size,
            verdicts=self.verdicts,
            skips=bytes(skips),
            stop=stop,
        )


def nodes_each(shape: Shape, nodes: int | None) -> int | None:
    """Return the nodes that each board of a chunk may take in the kernel.

    None: it may take none at all, or there is no kernel, so that each has to be asked alone.
    """
    if nodes == 0 or not native.is_available():
        return None
    most = _WORK // shape.cells
    return most if nodes is None else min(most, nodes - 1)  # a question is a node, too


def ask_kernel(
    packed: Packed, question: Callable[[Budget], T], budget: Budget
) -> tuple[T, float] | None:
    """Return what the kernel answers, and after how many seconds.

    None: it cannot be asked, or the answer is not wanted any more.
    """
    nodes = nodes_each(packed.shape, budget.nodes)
    if nodes is None:
        return None
    started = time.perf_counter()
    answer = question(Budget(nodes=nodes, stop=budget.stop))
    seconds = time.perf_counter() - started
    return None if budget.stop is not None and budget.stop() else (answer, seconds)


def unfinished_boards(statuses: memoryview) -> tuple[int, ...]:
    """Return the boards without an answer."""
    found = bytes(statuses)
    if UNFINISHED not in found:
        return ()
    return tuple(at for at, status in enumerate(found) if status == UNFINISHED)


def without_alone(numbers: memoryview, alone: Sequence[int]) -> list[int]:
    """Return numbers without those of the boards that are asked alone."""
    if not alone:
        return numbers.tolist()
    left_out = {*alone}
    return [number for at, number in enumerate(numbers) if at not in left_out]
