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

from chunk_records import single, together

import bombe
from bombe.analysis.runs.questions import AuditQuery, CheckQuery, CountQuery, SolveQuery
from bombe.boards.sudoku.packed import packed
from bombe.boards.sudoku.symbols import symbols_of
from bombe.solvers.native.batch import audit_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.runs.query import BoardQuery
    from bombe.boards.sudoku.packed import Packed

BOARDS, CHUNK, ROUNDS, KINDS = 10_000, 2_000, 9, 60
TIMES = {"seconds", "seconds_build", "seconds_search"}
"""What differs between two answers that are the same."""


class Row(NamedTuple):
    """A line of the table: what is asked of a chunk, and what it should take, in microseconds."""

    name: str
    ask: Callable[[Packed], object]
    target: float | None = None


QUESTIONS: tuple[BoardQuery, ...] = (AuditQuery(), CountQuery(), CheckQuery(), SolveQuery())
FORMS = ("text", "jsonl", "csv", "sqlite")
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


def verify(query: BoardQuery, form: str, chunk: Packed) -> None:
    """Compare the records of a chunk with those of single calls, but for their times."""
    columns = columns_of(query, form, chunk)
    found = together(query, chunk, form, columns)
    assert found is not None
    wanted = [
        single(query, chunk.board(at), f"{chunk.place(at)}", form, columns).data
        for at in range(chunk.size)
    ]
    rows = [row for data in wanted for row in data] if form == "sqlite" else b"".join(wanted)  # type: ignore[arg-type] # bytes
    assert found.data == rows, f"{query.task} as {form} differs"


def columns_of(query: BoardQuery, form: str, chunk: Packed) -> Sequence[str] | None:
    """Return all columns that do not tell the time."""
    if form in ("text", "masks"):
        return None
    kind = "jsonl" if form == "jsonl" else "csv"
    found = together(query, chunk, kind)
    assert found is not None
    names = found.answers.template.fields if kind == "jsonl" else found.segments[0].columns
    return [name for name in names if name not in TIMES]


# Timing ------------------------------------------------------------------------------------------


def rows() -> list[Row]:
    """Return what is measured."""
    made = [
        Row("boards as bytes", lambda chunk: chunk),
        Row("audit_batch alone", lambda chunk: audit_batch(chunk.shape, chunk.boards)),
        Row("audit masks", asked(AuditQuery(), "masks"), 3.0),
        Row(
            "audit masks, safe alone",
            asked(AuditQuery(), "masks", ("safe",)),
        ),
    ]
    for query in QUESTIONS:
        for form in FORMS:
            name = f"{query.task} {form}"
            made.append(Row(name, asked(query, form), TARGETS.get(name)))
    return made


def asked(
    query: BoardQuery, form: str, columns: Sequence[str] | None = None
) -> Callable[[Packed], object]:
    """Return the function that asks about a chunk."""
    return lambda chunk: together(query, chunk, form, columns)


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
        verify(AuditQuery(), "masks", chunk)
        for query in QUESTIONS:
            for form in FORMS:
                verify(query, form, chunk)
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
