"""Import and first answer in a fresh process, minus the time of a bare interpreter.

Each run is paired with a run of an interpreter that does nothing, right before it, and the
difference counts: the load of the machine and the start of Python cancel out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards import Board

if TYPE_CHECKING:
    from collections.abc import Callable

_PROGRAM = """\
import sys
from bombe.boards import Board, Shape
from bombe.solvers import get
m, n, values = sys.argv[2:]
board = Board(Shape(int(m), int(n)), bytes.fromhex(values))
found = next(get(sys.argv[1]).solutions(board), None)
print(found.values.hex() if found else "none")
"""


class Fresh(NamedTuple):
    """The first solution, or None; seconds over the bare interpreter, on the wall and of CPU."""

    found: Board | None
    is_late: bool
    wall: float
    cpu: float | None


class _Run(NamedTuple):
    output: str | None
    wall: float
    cpu: float | None


def ask(place: str, board: Board, seconds: float | None, wall: Callable[[], float]) -> Fresh:
    """Return what a new process finds that makes the solver and solves the board in that time."""
    bare = _run(["pass"], None, wall)
    shape = board.shape
    words = [_PROGRAM, place, str(shape.m), str(shape.n), board.values.hex()]
    run = _run(words, seconds, wall)
    cpu = None if run.cpu is None or bare.cpu is None else run.cpu - bare.cpu
    text = (run.output or "none").strip()
    found = None if text == "none" else Board(shape, bytes.fromhex(text))
    return Fresh(found, run.output is None, run.wall - bare.wall, cpu)


def _run(words: list[str], seconds: float | None, wall: Callable[[], float]) -> _Run:
    """Run Python with a program; there is no output if it exceeded its time and was killed."""
    # Compiling the modules every time is not to be measured: the first run keeps the result.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start, cpu = wall(), _cpu_of_children()
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and program
            [sys.executable, "-c", *words],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
            env=environment,
            # Ctrl-C is for this process; the child answers, or the time-out kills it.
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        return _Run(None, wall() - start, None)
    after = _cpu_of_children()
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise RuntimeError(f"a fresh process ended with code {done.returncode}: {reason[0]}")
    used = None if cpu is None or after is None else after - cpu
    return _Run(done.stdout, wall() - start, used)


def _cpu_of_children() -> float | None:
    """Return the processor seconds of the processes that have ended; None on Windows."""
    if sys.platform == "win32":
        return None
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
