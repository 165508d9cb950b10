"""Measure batches against their targets: `python tests/support/batch_figures.py`.

Each row reads 10,000 proper 9x9 boards as text, answers and writes records, but into no file: CPU
time on one core, the median of some rounds, which take turns so that the load of the machine is the
same for all rows. Before anything is timed, every record of every form is compared with what a
single call says.
"""

from __future__ import annotations

import functools
import os
import random
import statistics
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import bombe
from bombe.analysis import questions
from bombe.analysis.audit import audit
from bombe.analysis.batches.audits import audit_chunk
from bombe.analysis.batches.lines import checked_line, counted_line, solved_line
from bombe.analysis.batches.masks import record_of
from bombe.analysis.batches.questions import check_chunk, count_chunk, solve_chunk
from bombe.analysis.batches.single import payload_of
from bombe.boards.sudoku.packed import packed
from bombe.boards.sudoku.symbols import symbols_of
from bombe.solvers.native.batch import audit_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.batches.batch import BatchFind
    from bombe.boards.sudoku.packed import Packed

BOARDS, CHUNK, ROUNDS, KINDS = 10_000, 2_000, 9, 60
TIMES = {"seconds", "seconds_build", "seconds_search"}
"""What differs between two answers that are the same."""


class Row(NamedTuple):
    """A line of the table: what is asked of a chunk, and what it should take, in microseconds."""

    name: str
    ask: Callable[[Packed], object]
    target: float | None = None


class Kind(NamedTuple):
    """A question, asked of a chunk and of a board."""

    name: str
    chunk: BatchFind
    single: Callable[..., questions.Solutions | questions.Counted | bombe.analysis.audit.Audit]
    line: Callable[..., str]
    forms: tuple[str, ...] = ("text", "jsonl", "csv", "sqlite")


QUESTIONS = (
    Kind("audit", audit_chunk, audit, lambda result: result.summary()),
    Kind(
        "count",
        functools.partial(count_chunk, limit=1000),
        functools.partial(questions.count, limit=1000),
        counted_line,
    ),
    Kind("check", check_chunk, functools.partial(questions.solve, limit=2), checked_line),
    Kind(
        "solve",
        functools.partial(solve_chunk, limit=1),
        functools.partial(questions.solve, limit=1),
        solved_line,
    ),
)
TARGETS = {"audit csv": 5.0, "audit jsonl": 20.0, "count csv": 3.0}


def boards_text() -> bytes:
    """Return lines of irreducible boards whose digits were renamed at random."""
    rng = random.Random(20)
    kinds = [bombe.generate("3x3", "irreducible", seed).values for seed in range(KINDS)]
    lines = []
    for _ in range(BOARDS):
        names = bytes([0, *rng.sample(range(1, 10), 9)]).ljust(256)
        lines.append(symbols_of(rng.choice(kinds).translate(names)) + b"\n")
    return b"".join(lines)


def chunks_of(text: bytes) -> list[Callable[[], Packed]]:
    """Return functions that read a chunk each."""
    width = text.index(b"\n") + 1
    starts = range(0, BOARDS, CHUNK)
    pieces = [text[width * at : width * (at + CHUNK)] for at in starts]
    return [
        functools.partial(read, piece, at + 1) for piece, at in zip(pieces, starts, strict=True)
    ]


def read(text: bytes, line: int) -> Packed:
    found = packed(text, source="boards.sdm", line=line)
    assert found is not None
    return found


# Verification ------------------------------------------------------------------------------------


def verify(kind: Kind, form: str, chunk: Packed) -> None:
    """Compare the records of a chunk with those of single calls, but for their times."""
    columns = columns_of(kind, form, chunk)
    batch = kind.chunk(chunk, form=form, columns=columns)
    assert batch is not None
    assert not batch.unfinished
    results = [kind.single(chunk.board(at)) for at in range(chunk.size)]
    wanted = [
        payload_of(result, kind.line(result), f"{chunk.place(at)}", form, columns).data
        for at, result in enumerate(results)
    ]
    rows = [row for data in wanted for row in data] if form == "sqlite" else b"".join(wanted)  # type: ignore[arg-type] # bytes
    assert batch.payload.data == rows, f"{kind.name} as {form} differs"


def columns_of(kind: Kind, form: str, chunk: Packed) -> Sequence[str] | None:
    """Return all columns that do not tell the time."""
    if form == "text":
        return None
    result = kind.single(chunk.board(0))
    record = {**result.to_dict(), "source": ""}
    if form == "jsonl":
        return [name for name in record if name not in TIMES]
    batch = kind.chunk(chunk, form="csv")
    assert batch is not None
    return [name for name in batch.payload.columns if name not in TIMES]


def verify_masks(chunk: Packed) -> None:
    batch = audit_chunk(chunk, form="masks")
    assert batch is not None
    records = (record_of(audit(chunk.board(at))) for at in range(chunk.size))
    assert batch.payload.data == b"".join(records)


# Timing ------------------------------------------------------------------------------------------


def rows() -> list[Row]:
    """Return what is measured."""
    made = [
        Row("boards as bytes", lambda chunk: chunk),
        Row("audit_batch alone", lambda chunk: audit_batch(chunk.shape, chunk.boards)),
        Row("audit masks", functools.partial(audit_chunk, form="masks"), 3.0),
        Row(
            "audit masks, safe alone",
            functools.partial(audit_chunk, form="masks", columns=["safe"]),
        ),
    ]
    for kind in QUESTIONS:
        for form in kind.forms:
            name = f"{kind.name} {form}"
            made.append(Row(name, functools.partial(kind.chunk, form=form), TARGETS.get(name)))
    return made


def microseconds(row: Row, chunks: Sequence[Callable[[], Packed]]) -> float:
    """Return the CPU time of a round for each board."""
    started = time.process_time()
    for chunk in chunks:
        row.ask(chunk())
    return (time.process_time() - started) / BOARDS * 1e6


def show(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)  # noqa: T201 - the table that was asked for


def main() -> int:
    """Verify, measure, and print the table; return 1 if a target is missed."""
    chunks = chunks_of(boards_text())
    for make in chunks:
        chunk = make()
        verify_masks(chunk)
        for kind in QUESTIONS:
            for form in kind.forms:
                verify(kind, form, chunk)
    measured = rows()
    rounds = [[microseconds(row, chunks) for row in measured] for _ in range(ROUNDS)]
    missed = 0
    show(f"{'us a board':28} {'measured':>8} {'target':>8}")
    for row, times in zip(measured, zip(*rounds, strict=True), strict=True):
        median = statistics.median(times)
        missed += row.target is not None and median > row.target
        show(f"{row.name:28} {median:8.2f} {row.target or '':>8}")
    show(f"{BOARDS} boards, all answers verified; load {os.getloadavg()[0]:.1f}")
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
