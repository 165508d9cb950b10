"""Import and first answer in a fresh process, minus the time of a bare interpreter.

Each run is paired with a run of an interpreter that does nothing, right before it, and the
difference counts: the load of the machine and the start of Python cancel out.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from typing import IO, TYPE_CHECKING, NamedTuple

from bombe.boards import Board
from bombe.boards.errors import SolverFaultError
from bombe.solvers.owned_folders import owned

if TYPE_CHECKING:
    from collections.abc import Callable

_PROGRAM = """\
import sys
from bombe.boards import Board, Shape
{get}
m, n, values = sys.argv[2:5]
board = Board(Shape(int(m), int(n)), bytes.fromhex(values))
found = next(get(sys.argv[1]).solutions(board), None)
answer = found.values.hex() if found else "none"
{say}
"""
_OURS = {"get": "from bombe.solvers import get", "say": "print(answer)"}
_FOREIGN = {
    "get": """\
import os
from bombe.solvers.foreign.getting import get_bare
answers = os.dup(1)
os.dup2(2, 1)
get = lambda text: get_bare(text, sys.argv[5])""",
    "say": """os.write(answers, answer.encode())""",
}
"""A solver of the user's own runs behind its fence, and what it prints is no answer."""


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
    trouble: str = ""


def ask(
    place: str,
    board: Board,
    seconds: float | None,
    wall: Callable[[], float],
    *,
    is_foreign: bool = False,
) -> Fresh:
    """Return what a new process finds that makes the solver and solves the board in that time."""
    bare = _run(["pass"], None, wall)
    shape = board.shape
    program = _PROGRAM.format(**(_FOREIGN if is_foreign else _OURS))
    with tempfile.TemporaryDirectory(prefix=owned("solver")) as home:
        words = [program, place, str(shape.m), str(shape.n), board.values.hex(), home]
        run = _run(words, seconds, wall)
    if run.trouble:
        if is_foreign:
            raise SolverFaultError(place, f"{run.trouble} in a fresh process")
        raise RuntimeError(f"a fresh process {run.trouble}")
    cpu = None if run.cpu is None or bare.cpu is None else run.cpu - bare.cpu
    text = (run.output or "none").strip()
    found = None if text == "none" else Board(shape, bytes.fromhex(text))
    return Fresh(found, run.output is None, run.wall - bare.wall, cpu)


def _run(words: list[str], seconds: float | None, wall: Callable[[], float]) -> _Run:
    """Run Python with a program; there is no output if it exceeded its time and was killed."""
    # Compiling the modules every time is not to be measured: the first run keeps the result.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    # Files, not pipes: what a solver has started may hold a pipe open after the end.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start, cpu = wall(), _cpu_of_children()
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and program
            [sys.executable, "-c", *words],
            stdout=out,
            stderr=err,
            stdin=subprocess.DEVNULL,
            env=environment,
            # Ctrl-C is for this process; the child answers, or the time-out kills it.
            start_new_session=True,
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            return _Run(None, wall() - start, None)
        finally:
            _kill(process)
        took, after = wall() - start, _cpu_of_children()
        used = None if cpu is None or after is None else after - cpu
        out.seek(0)
        return _Run(out.read().decode(errors="replace"), took, used, _trouble(code, err))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that runs, and what it has left in its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
    process.wait()


def _trouble(code: int, err: IO[bytes]) -> str:
    """Return how a process ended that did not end well; "" if it did."""
    if not code:
        return ""
    err.seek(max(0, err.seek(0, os.SEEK_END) - 1000))
    last = err.read().decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
    return f"ended with code {code}: {last[0]}"


def _cpu_of_children() -> float | None:
    """Return the processor seconds of the processes that have ended; None on Windows."""
    if sys.platform == "win32":
        return None
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
