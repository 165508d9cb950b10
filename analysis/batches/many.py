"""The audits of a source in batches, for Python: masks and numbers of many boards as arrays.

    for batch in bombe.audits("puzzles.sdm"):
        batch.masks["safe"], batch.bombs, batch.places
        for audit in batch: ...            what `bombe.audit` says of each board, asked again

What the kernel can do together it does together; other positions, other solvers, and boards that
take long are audited one by one, and stand in the same arrays.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from bombe.analysis.audit import audit
from bombe.analysis.batches import masks
from bombe.analysis.batches.making import are_together, nodes_each
from bombe.analysis.batches.mask_files import dtype_of, unpacked
from bombe.analysis.results import counted, data_frame
from bombe.boards import SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.chunks import ChunkSizes
from bombe.boards.sudoku.cutting import Cutter
from bombe.boards.sudoku.packed import Packed
from bombe.boards.sudoku.reading import ReadOptions, read_all
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Budget
from bombe.solvers.budget import as_budget, whole
from bombe.solvers.native import records
from bombe.solvers.native.batch import audit_batch
from bombe.solvers.native.calls import UNFINISHED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from bombe.analysis.audit import Audit
    from bombe.boards import Shape
    from bombe.boards.errors import Place
    from bombe.boards.sudoku.formats import Entry
    from bombe.boards.sudoku.reading import Source
    from bombe.boards.sudoku.shape import ShapeLike
    from bombe.solvers import Solver

    _Numbers = dict[str, NDArray[np.int64]]

T = TypeVar("T")

_NUMBERS = ("givens", "solutions", "safe", "bombs", "forced", "nodes")


class _How(NamedTuple):
    """How each position is asked."""

    solver: str | Solver
    budget: Budget

    def alone(self, state: SudokuState) -> Audit:
        """Return the audit of a position."""
        return audit(state, solver=self.solver, budget=self.budget)

    def nodes_each(self, shape: Shape) -> int | None:
        """Return what boards may take that the kernel audits together; None: it cannot."""
        if not are_together(self.solver, self.budget.seconds):
            return None
        return nodes_each(shape, self.budget.nodes)


@dataclass(frozen=True, eq=False, repr=False)
class AuditedBoards:
    """The audits of neighbouring positions of one shape, as arrays with a row for each.

    `masks` are records as `bombe audit --masks` writes them. `solutions` are 0, 1, 2 for several,
    and 255 where that is not known. `safe`, `bombs` and `forced` are numbers of moves. Iteration
    asks again about each, for what the arrays do not hold: moves, witnesses.
    """

    shape: Shape
    places: Sequence[Place]
    masks: NDArray[np.void]
    givens: NDArray[np.int64]
    solutions: NDArray[np.int64]
    safe: NDArray[np.int64]
    bombs: NDArray[np.int64]
    forced: NDArray[np.int64]
    nodes: NDArray[np.int64]
    _states: Sequence[SudokuState]
    _how: _How

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.places)

    def __iter__(self) -> Iterator[Audit]:
        """Yield what `bombe.audit` says of each position."""
        return map(self._how.alone, self._states)

    def __getitem__(self, index: int) -> Audit:
        """Return what `bombe.audit` says of a position."""
        return self._how.alone(self._states[index])

    def unpacked(self, field: str) -> NDArray[np.bool_]:
        """Return the masks `safe` or `bombs` as an array by board, row, column and value - 1."""
        if field not in masks.MOVES:
            raise UsageError(f"{field!r} is no mask: give {' or '.join(masks.MOVES)}")
        return unpacked(self.masks[field], self.shape)

    def __repr__(self) -> str:
        """Return the number of boards, and where they stand."""
        boards = counted(len(self), "board")
        return f"<AuditedBoards: {boards} of {self.shape}, from {self.places[0]} on>"

    def to_pandas(self) -> pd.DataFrame:
        """Return the numbers as a table with a row for each board, and its place and text."""
        numbers = [getattr(self, name).tolist() for name in _NUMBERS]
        boards = (board_line(state.board) for state in self._states)
        places = ((place.source, place.line) for place in self.places)
        rows = zip(places, boards, *numbers, strict=True)
        names = ("source", "line", "board", *_NUMBERS)
        return data_frame(dict(zip(names, (*at, *row), strict=True)) for at, *row in rows)


def audits(
    source: Source,
    *,
    solver: str | Solver = "auto",
    budget: Budget | float | None = None,
    chunk: int = 2000,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: ShapeLike | None = None,
    symbols: str | None = None,
) -> Iterator[AuditedBoards]:
    """Audit every position of a source, up to `chunk` neighbours of one shape at a time.

    The source and how it is read are as for `read_all`. The budget is that of each position.
    """
    size = whole(chunk, 1, "a chunk of {} positions")
    how = _How(solver, as_budget(budget))
    reading = ReadOptions.of(format, shape, symbols)
    return (_audited(run, how) for run in _runs(source, reading, size))


# Runs of positions -------------------------------------------------------------------------------


class _Lazy(Sequence[T]):
    """A sequence whose items are made when they are asked for."""

    def __init__(self, size: int, make: Callable[[int], T]) -> None:
        self._items, self._make = range(size), make

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        """Make an item, or a list of them."""
        found = self._items[index]
        return self._make(found) if isinstance(found, int) else [*map(self._make, found)]


class PositionRun(NamedTuple):
    """Positions of one shape, where they stand, and their boards as bytes.

    Those in `others` are not boards alone: players may not play everywhere.
    """

    shape: Shape
    places: Sequence[Place]
    states: Sequence[SudokuState]
    boards: bytes
    others: frozenset[int] = frozenset()

    @classmethod
    def of_packed(cls, packed: Packed) -> PositionRun:
        """Return boards that were read as bytes."""
        states = _Lazy(packed.size, lambda index: SudokuState(packed.board(index)))
        return cls(packed.shape, _Lazy(packed.size, packed.place), states, packed.boards)

    @classmethod
    def of_entries(cls, entries: Sequence[Entry]) -> PositionRun:
        """Return positions that were read one by one."""
        states = [entry.state for entry in entries]
        boards = b"".join(state.board.values for state in states)  # noqa: PD011 - of a board
        limited = (at for at, state in enumerate(states) if state.taboo or state.allowed)
        places = [entry.place for entry in entries]
        return cls(states[0].board.shape, places, states, boards, frozenset(limited))


def _runs(source: Source, reading: ReadOptions, size: int) -> Iterator[PositionRun]:
    """Yield all positions of a source: neighbours of one shape together."""
    cutter = Cutter(ChunkSizes(size, size, size, first=size))
    lines = None
    if isinstance(source, (str, os.PathLike)) and os.path.isfile(source):  # noqa: PTH113 - any text
        lines = cutter.file(os.fspath(source), reading)
    chunks = lines or cutter.entries(read_all(source, **reading._asdict()))
    for chunk in chunks:
        for kind, alike in itertools.groupby(chunk.runs(), _kind):
            if kind is None:
                yield from map(PositionRun.of_packed, cast("Iterator[Packed]", alike))
            else:
                yield PositionRun.of_entries([*cast("Iterator[Entry]", alike)])


def _kind(found: Packed | Entry) -> Shape | None:
    """Return the shape of a position that was read alone."""
    return None if isinstance(found, Packed) else found.state.board.shape


# Their audits ------------------------------------------------------------------------------------


def _audited(run: PositionRun, how: _How) -> AuditedBoards:
    """Audit a run: together what the kernel can, and the rest one by one."""
    import numpy as np

    size = len(run.places)
    found = np.zeros(size, dtype_of(masks.MaskLayout.of(run.shape, None)))
    numbers = {name: np.zeros(size, np.int64) for name in _NUMBERS}
    nodes = how.nodes_each(run.shape)
    left = range(size) if nodes is None else _together(run, how, nodes, found, numbers)
    for at in left:
        _enter(how.alone(run.states[at]), at, found, numbers)
    return AuditedBoards(run.shape, run.places, found, **numbers, _states=run.states, _how=how)


def _together(
    run: PositionRun, how: _How, nodes: int, found: NDArray[np.void], numbers: _Numbers
) -> list[int]:
    """Enter what the kernel says of the boards; return which have to be asked alone."""
    import numpy as np

    budget = Budget(nodes=nodes, stop=how.budget.stop)
    answer = audit_batch(run.shape, run.boards, budget=budget)
    tally = records.tally_of(run.shape, run.boards, answer.verdicts)
    data, _ = records.render(
        masks.parts(masks.MaskLayout.of(run.shape, None), tally.solutions),
        run.shape,
        len(found),
        verdicts=answer.verdicts,
    ) or (b"", ())
    found[:] = np.frombuffer(data, found.dtype)
    for name, numbers_of in numbers.items():
        numbers_of[:] = answer.nodes if name == "nodes" else getattr(tally, name)
    numbers["nodes"] += 1  # a question is a node, too
    return [
        at for at, status in enumerate(answer.statuses) if status == UNFINISHED or at in run.others
    ]


def _enter(result: Audit, at: int, found: NDArray[np.void], numbers: _Numbers) -> None:
    """Enter the audit of one position."""
    import numpy as np

    found[at] = np.frombuffer(masks.record_of(result), found.dtype)[0]
    said = {
        "givens": result.board.givens,
        "solutions": int(found["solutions"][at]),
        "safe": len(result.safe),
        "bombs": len(result.bombs),
        "forced": len(result.forced),
        "nodes": result.effort.nodes,
    }
    for name, number in said.items():
        numbers[name][at] = number
