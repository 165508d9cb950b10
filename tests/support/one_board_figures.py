"""Measure questions about one board: `python tests/support/one_board_figures.py [BOARDS]`.

The boards are proper 9x9 boards, bundled ones with their values renamed, 10,000 by default. Answers
are compared with those of a batch and of plain Python before their time counts. A time is of the
processor, for one board, and the least of some rounds: all questions take turns, in short pieces,
so that what else runs on the machine disturbs all of them alike.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import bombe
from bombe.boards import Board, Move, Shape, SudokuState
from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import get
from bombe.solvers.codes import IS_NO, IS_YES
from bombe.solvers.native.batch import audit_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.audit import Audit

BOARDS, PIECE, ROUNDS = 10_000, 500, 5
SHAPE = Shape(3, 3)
SOURCES = ("set-irreducible-3x3", "set-few-3x3", "set-easy-3x3")
KERNEL = get("native")


class Figure(NamedTuple):
    """A question, what it is asked about (made of a board, outside the clock), and its target."""

    what: str
    ask: Callable[[Any], object]
    about: Callable[[Board], object] = lambda board: board
    target: float | None = None

    def measured(self, boards: Sequence[Board]) -> float:
        """Return the microseconds of the processor for one board."""
        things = [*map(self.about, boards)]
        start = time.process_time()
        for thing in things:
            self.ask(thing)
        return (time.process_time() - start) / len(boards) * 1e6


FIGURES = (
    Figure("Solver.true_candidates", KERNEL.true_candidates),
    Figure("bombe.audit, of a Board", bombe.audit, target=25),
    Figure("bombe.audit, of a SudokuState", bombe.audit, SudokuState, 25),
    Figure("bombe.audit, of a line", bombe.audit, board_line),
    Figure("its to_json, first", lambda audit: audit.to_json(), bombe.audit, 15),
    Figure("its safe and bombs, first", lambda audit: (audit.safe, audit.bombs), bombe.audit),
    Figure("bombe.count, of a Board", bombe.count),
    Figure("bombe.solve, of a Board", bombe.solve),
    Figure("bombe.read, of a line", bombe.read, board_line),
)


def some_boards(number: int) -> list[Board]:
    """Return proper boards: bundled ones in turn, with new names for their values."""
    rng = random.Random(20)
    known = [entry.state.board for source in SOURCES for entry in bombe.read_all(source)]
    names = [bytes([0, *rng.sample(range(1, 10), 9)]) for _ in range(number)]
    tables = (bytes.maketrans(bytes(range(10)), renamed) for renamed in names)
    return [Board(SHAPE, known[i % len(known)].values.translate(t)) for i, t in enumerate(tables)]


def check(boards: Sequence[Board]) -> None:
    """Compare audits and their JSON with the verdicts of a batch, and some with plain Python."""
    verdicts = bytes(audit_batch(SHAPE, b"".join(board.values for board in boards)).verdicts)
    for number, board in enumerate(boards):
        found, codes = bombe.audit(board), verdicts[729 * number : 729 * (number + 1)]
        assert found.safe == moves_of_flags(codes.translate(IS_YES)) == found.forced
        assert found.bombs == moves_of_flags(codes.translate(IS_NO))
        assert found.to_json() == json.dumps(found.to_dict())
        assert bombe.audit(board_line(board)) == bombe.audit(SudokuState(board)) == found
        assert bombe.count(board) == 1
        if number % 500 == 0:
            assert_equal_in_plain_python(board, found)


def assert_equal_in_plain_python(board: Board, found: Audit) -> None:
    """Compare an audit and a solution with what search in Python finds."""
    plain = bombe.audit(board, solver="backtracking")
    assert (found.safe, found.bombs, found.forced) == (plain.safe, plain.bombs, plain.forced)
    assert bombe.solve(board).found == bombe.solve(board, solver="backtracking").found


def moves_of_flags(flags: bytes) -> tuple[Move, ...]:
    """Return the moves whose flag is 1."""
    return tuple(Move(i // 81, i // 9 % 9, i % 9 + 1) for i, flag in enumerate(flags) if flag)


def batched(boards: Sequence[Board]) -> float:
    """Return the microseconds of the kernel alone for one board."""
    values = b"".join(board.values for board in boards)
    start = time.process_time()
    audit_batch(SHAPE, values)
    return (time.process_time() - start) / len(boards) * 1e6


def measure(boards: Sequence[Board]) -> tuple[float, list[float]]:
    """Return the microseconds for one board, of the kernel and of each figure."""
    least, times = float("inf"), [float("inf")] * len(FIGURES)
    for start in [*range(0, len(boards), PIECE)] * ROUNDS:
        piece = boards[start : start + PIECE]
        least = min(least, batched(piece))
        times = [min(t, f.measured(piece)) for t, f in zip(times, FIGURES, strict=True)]
    return least, times


def main() -> None:
    """Print the table."""
    boards = some_boards(int(sys.argv[1]) if sys.argv[1:] else BOARDS)
    check(boards)
    kernel, times = measure(boards)
    print(f"| question | us | target |\n|---|---:|---:|\n| audit_batch | {kernel:.1f} | |")  # noqa: T201 - the table that was asked for
    for figure, taken in zip(FIGURES, times, strict=True):
        print(f"| {figure.what} | {taken:.1f} | {figure.target or ''} |")  # noqa: T201 - the same
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    print(f"\n{len(boards)} boards, CPU of one core, {os.cpu_count()} cores, load {load}")  # noqa: T201 - the same


if __name__ == "__main__":
    main()
