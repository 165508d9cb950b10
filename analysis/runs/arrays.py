"""The audits of a source in batches, for Python: masks and numbers of many boards as arrays.

    for batch in bombe.audits("puzzles.sdm"):
        batch.masks["safe"], batch.bombs, batch.places
        for audit in batch: ...            what `bombe.audit` says of each board, asked again

    bombe.audits("puzzles.sdm", output="audits.csv", jobs=2, resume=True)       -> sums

What the kernel can do together it does together; other positions, other solvers, and boards that
take long are audited one by one, and are in the same arrays.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import threading
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from bombe.analysis.results import data_frame, with_noun
from bombe.analysis.runs.formats import format_of
from bombe.analysis.runs.kernel_answers import ask_kernel, unfinished_boards
from bombe.analysis.runs.mask_files import dtype_of, unpacked
from bombe.analysis.runs.mask_layout import MOVES, MaskLayout, parts, record_of
from bombe.analysis.runs.output import check_resume
from bombe.analysis.runs.query import MOMENT, Target
from bombe.analysis.runs.questions import AuditQuery
from bombe.analysis.runs.run import Destination, RunObserver, Spread, run
from bombe.analysis.runs.run import Source as RunSource
from bombe.analysis.runs.sources import ONCE, NamedSources
from bombe.analysis.runs.spreading import workers_of
from bombe.analysis.runs.workers import DONE
from bombe.boards import SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.sudoku.chunks import SIZES, ChunkSizes
from bombe.boards.sudoku.cutting import Cutter
from bombe.boards.sudoku.packed import Packed
from bombe.boards.sudoku.reading import ReadOptions, read_all
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers.budget import as_budget, whole
from bombe.solvers.native import records
from bombe.solvers.native.batch import audit_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from bombe.analysis.audit import Audit
    from bombe.analysis.runs.query import Tally
    from bombe.boards import Shape
    from bombe.boards.errors import Place
    from bombe.boards.sudoku.chunks import Chunk
    from bombe.boards.sudoku.entries import Entry
    from bombe.boards.sudoku.reading import Source
    from bombe.boards.sudoku.shape import ShapeLike
    from bombe.solvers import Budget, Solver

    Arrays = dict[str, NDArray[Any]]

_NUMBERS = ("givens", "solutions", "safe", "bombs", "forced", "nodes")


class _AuditMethod(NamedTuple):
    """How each position is asked."""

    solver: str | Solver
    budget: Budget

    def alone(self, state: SudokuState) -> Audit:
        """Return the audit of a position."""
        from bombe.analysis.audit import audit

        return audit(state, solver=self.solver, budget=self.budget)

    @property
    def is_together(self) -> bool:
        """Whether boards may be asked together."""
        seconds = self.budget.seconds
        return self.solver in ("auto", "native") and (seconds is None or seconds >= MOMENT)


@dataclass(frozen=True, eq=False, repr=False)
class AuditedBoards:
    """The audits of neighbouring positions of one shape, as arrays with a row for each.

    `masks` are records as `bombe audit --masks` writes them. `solutions` are 0, 1, 2 for several,
    and 255 where that is not known. `safe`, `bombs` and `forced` are numbers of moves. Iteration
    asks again about each, for what the arrays do not have: moves, witnesses.
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
    _positions: PositionRun
    _how: _AuditMethod

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.places)

    def __iter__(self) -> Iterator[Audit]:
        """Yield what `bombe.audit` says of each position."""
        return (self[at] for at in range(len(self)))

    def __getitem__(self, index: int) -> Audit:
        """Return what `bombe.audit` says of a position."""
        return self._how.alone(self._positions.state(range(len(self))[index]))

    def unpacked(self, field: str) -> NDArray[np.bool_]:
        """Return the masks `safe` or `bombs` as an array by board, row, column and value - 1."""
        if field not in MOVES:
            raise UsageError(f"{field!r} is no mask: give {' or '.join(MOVES)}")
        return unpacked(self.masks[field], self.shape)

    def __repr__(self) -> str:
        """Return the number of boards, and where they are."""
        boards = with_noun(len(self), "board")
        return f"<AuditedBoards: {boards} of {self.shape}, from {self.places[0]} on>"

    def to_pandas(self) -> pd.DataFrame:
        """Return the numbers as a table with a row for each board, and its place and text."""
        numbers = [getattr(self, name).tolist() for name in _NUMBERS]
        boards = (board_line(self._positions.state(at).board) for at in range(len(self)))
        places = ((place.source, place.line) for place in self.places)
        rows = zip(places, boards, *numbers, strict=True)
        names = ("source", "line", "board", *_NUMBERS)
        return data_frame(dict(zip(names, (*at, *row), strict=True)) for at, *row in rows)


@overload
def audits(
    source: Source,
    *,
    solver: str | Solver = "auto",
    budget: Budget | float | None = None,
    chunk: int = 2000,
    format: str | None = None,
    shape: ShapeLike | None = None,
    symbols: str | None = None,
    jobs: int = 1,
    shard: str | Shard = WHOLE,
    cluster: str | None = None,
) -> Iterator[AuditedBoards]: ...


@overload
def audits(
    source: Source,
    *,
    solver: str = "auto",
    budget: Budget | float | None = None,
    format: str | None = None,
    shape: ShapeLike | None = None,
    symbols: str | None = None,
    jobs: int = 1,
    output: str | os.PathLike[str],
    columns: Sequence[str] | None = None,
    resume: bool = False,
    again: bool = False,
    shard: str | Shard = WHOLE,
    cluster: str | None = None,
) -> Tally: ...


def audits(
    source: Source,
    *,
    solver: str | Solver = "auto",
    budget: Budget | float | None = None,
    chunk: int = 2000,
    format: str | None = None,  # noqa: A002 - the users' word
    shape: ShapeLike | None = None,
    symbols: str | None = None,
    jobs: int = 1,
    output: str | os.PathLike[str] | None = None,
    columns: Sequence[str] | None = None,
    resume: bool = False,
    again: bool = False,
    shard: str | Shard = WHOLE,
    cluster: str | None = None,
) -> Iterator[AuditedBoards] | Tally:
    """Audit every position of a source, up to `chunk` neighbours of one shape at a time.

    The source and how it is read are as for `read_all`. The budget is that of each position. With
    `output`, all are written to a file, as `bombe audit -o` does, and the sums are returned;
    `columns`, `resume` and `again` are for that. `jobs` processes share the work, or a `cluster`
    does; `shard`, such as "2/8", takes a part of it.
    """
    size = whole(chunk, 1, "a chunk of {} positions")
    reading = ReadOptions.of(format, shape, symbols)
    how = _AuditMethod(solver, as_budget(budget))
    part = shard if isinstance(shard, Shard) else Shard.parse(shard)
    spread = Spread(whole(jobs, 1, "{} jobs"), cluster, part, resume, again)
    if output is not None:
        return _written(source, reading, how, os.fspath(output), columns, spread)
    check_resume(None, resume=resume, again=again)
    words, sizes = _words(source, reading), ChunkSizes(size, size, size, first=size)
    chunks = words.chunks(sizes) if words else Cutter(sizes).entries(_read(source, reading))
    return _audited(how, (each for each in chunks if part.has(each.number)), spread)


def _words(source: Source, reading: ReadOptions) -> NamedSources | None:
    """Return the words that a source is of; None for positions, lines and texts."""
    if isinstance(source, (str, os.PathLike)) and os.fspath(source):
        return NamedSources((os.fspath(source),), reading)
    return None


def _read(source: Source, reading: ReadOptions) -> Iterator[Entry]:
    return read_all(source, **reading._asdict())


def _written(
    source: Source,
    reading: ReadOptions,
    how: _AuditMethod,
    output: str,
    columns: Sequence[str] | None,
    spread: Spread,
) -> Tally:
    """Write the audits to a file."""
    if not isinstance(how.solver, str):
        raise UsageError("audits that are written to a file need the name of a solver")
    target = Target(format_of(None, output), tuple(columns) if columns else None)
    query = AuditQuery(how.solver, how.budget.seconds, how.budget.nodes)
    sizes, words = SIZES[query.sizes(target.form)], _words(source, reading)
    if words is None:
        found = RunSource(Cutter(sizes).entries(_read(source, reading)), sizes, (ONCE,))
    else:
        chunks = words.chunks(sizes, is_patient=spread.is_given)
        found = RunSource(chunks, sizes, words.boards, words.settings())
    observer = RunObserver(warnings.warn, "bombe.audits(...)")
    return run(query, found, Destination(target, output), spread, observer)[0]


# Batches -----------------------------------------------------------------------------------------


class PositionRun(NamedTuple):
    """Positions of one shape: boards that were read as bytes, or positions one by one."""

    found: Packed | list[Entry]

    @property
    def shape(self) -> Shape:
        """The shape of the boards."""
        if isinstance(self.found, Packed):
            return self.found.shape
        return self.found[0].state.board.shape

    @property
    def places(self) -> Sequence[Place]:
        """Where the positions are."""
        if isinstance(self.found, Packed):
            return [*map(self.found.place, range(self.found.size))]
        return [entry.place for entry in self.found]

    def state(self, at: int) -> SudokuState:
        """Return a position."""
        if isinstance(self.found, Packed):
            return SudokuState(self.found.board(at))
        return self.found[at].state

    @property
    def packed(self) -> Packed:
        """The boards as bytes."""
        if isinstance(self.found, Packed):
            return self.found
        boards = b"".join(entry.state.board.values for entry in self.found)  # noqa: PD011 - of a board
        return Packed(self.shape, boards, "", 1)

    @property
    def others(self) -> list[int]:
        """The positions that are not boards alone: players may not play everywhere."""
        if isinstance(self.found, Packed):
            return []
        states = (entry.state for entry in self.found)
        return [at for at, state in enumerate(states) if state.taboo or state.allowed is not None]


def _audited(how: _AuditMethod, chunks: Iterator[Chunk], spread: Spread) -> Iterator[AuditedBoards]:
    """Yield the audits of the chunks, which workers may find."""
    ask, stop = _Arrays(how), threading.Event()
    with workers_of(spread.jobs, spread.cluster) as workers:
        pieces = workers.pieces(ask, chunks, stop)
        with contextlib.closing(pieces):
            for _, piece in pieces:
                if piece is not DONE:
                    yield _batch(how, *piece)


def _batch(how: _AuditMethod, positions: PositionRun, arrays: Arrays) -> AuditedBoards:
    return AuditedBoards(
        positions.shape, positions.places, **arrays, _positions=positions, _how=how
    )


@dataclass(frozen=True)
class _Arrays:
    """Answers a chunk with the positions of each run in it, and their arrays."""

    how: _AuditMethod

    def __call__(self, chunk: Chunk, _: Callable[[], bool]) -> Iterator[tuple[PositionRun, Arrays]]:
        """Yield neighbours of one shape together."""
        for kind, alike in itertools.groupby(chunk.runs(), _kind):
            found: Any = alike if kind is None else iter((alike,))  # noqa: B031 - taken once
            for each in found:
                neighbours = PositionRun(each if kind is None else [*each])
                yield neighbours, _arrays(neighbours, self.how)


def _kind(found: Packed | Entry) -> Shape | None:
    """Return the shape of a position that was read alone."""
    return None if isinstance(found, Packed) else found.state.board.shape


def _arrays(positions: PositionRun, how: _AuditMethod) -> Arrays:
    """Audit a run: together what the kernel can, and the rest one by one."""
    import numpy as np

    size = positions.packed.size
    found: Arrays = {name: np.zeros(size, np.int64) for name in _NUMBERS}
    found["masks"] = np.zeros(size, dtype_of(MaskLayout.of(positions.shape, None)))
    left = _together(positions, how, found) if how.is_together else None
    for at in range(size) if left is None else left:
        _enter(how.alone(positions.state(at)), at, found)
    return found


def _together(positions: PositionRun, how: _AuditMethod, found: Arrays) -> list[int] | None:
    """Enter what the kernel says of the boards; return which have to be asked alone, None: all."""
    import numpy as np

    packed = positions.packed
    answered = ask_kernel(
        packed, lambda each: audit_batch(positions.shape, packed.boards, budget=each), how.budget
    )
    if answered is None:
        return None
    answer, _ = answered
    tally = records.tally_of(positions.shape, packed.boards, answer.verdicts)
    data, _ = records.render(
        parts(MaskLayout.of(positions.shape, None), tally.solutions),
        positions.shape,
        packed.size,
        verdicts=answer.verdicts,
    ) or (b"", ())
    found["masks"][:] = np.frombuffer(data, found["masks"].dtype)
    for name in _NUMBERS:
        found[name][:] = answer.nodes if name == "nodes" else getattr(tally, name)
    found["nodes"] += 1  # a question is a node, too
    return sorted({*unfinished_boards(answer.statuses), *positions.others})


def _enter(result: Audit, at: int, found: Arrays) -> None:
    """Enter the audit of one position."""
    import numpy as np

    masks = found["masks"]
    masks[at] = np.frombuffer(record_of(result), masks.dtype)[0]
    said = {
        "givens": result.board.givens,
        "solutions": int(masks["solutions"][at]),
        "safe": len(result.safe),
        "bombs": len(result.bombs),
        "forced": len(result.forced),
        "nodes": result.effort.nodes,
    }
    for name, number in said.items():
        found[name][at] = number
