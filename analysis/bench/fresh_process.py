"""Import and first answer in a fresh process, minus the time of a bare interpreter.

Each run is paired with a run of an interpreter that does nothing, right before it, and the
difference counts: the load of the machine and the start of Python cancel out. `ask` is about a
solver, `measure_start_modes` about the ways into Bombe: its commands, and a call in Python.
"""

from __future__ import annotations

import contextlib
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from bombe.analysis.bench.table import duration
from bombe.analysis.columns import columns
from bombe.analysis.results import with_noun
from bombe.boards import Board
from bombe.boards.errors import SolverFaultError
from bombe.solvers.sandbox.owned_folders import folder_prefix

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
from bombe.solvers.foreign.loader import get_bare
answers = os.dup(1)
os.dup2(2, 1)
get = lambda text: get_bare(text, sys.argv[5])""",
    "say": """os.write(answers, answer.encode())""",
}
"""A solver of the user's own runs in its sandbox, and what it prints is no answer."""


BARE = ("-c", "pass")
"""An interpreter that does nothing."""
BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
START_MODES = {
    "import bombe": ("-c", "import bombe"),
    "native.quick": (
        "-c",
        "from bombe.solvers.native.quick import quick_counter; quick_counter(3, 3)(bytes(81))",
    ),
    "bombe.count(...)": ("-c", f"import bombe; bombe.count({BOARD!r})"),
    "bombe.audit(...)": ("-c", f"import bombe; bombe.audit({BOARD!r})"),
    "bombe.count of a name": ("-c", "import bombe; bombe.count('hard-3x3')"),
    "bombe --version": ("bombe", "--version"),
    "bombe --help": ("bombe", "--help"),
    "bombe check BOARD": ("bombe", "check", BOARD),
    "bombe audit BOARD": ("bombe", "audit", BOARD),
    "solve_sudoku FILE": ("solve_sudoku", "FILE"),
}
"""The ways into Bombe: what the interpreter is given, or a command and its words."""
_FRAMEWORK_TEXT = "3 3\n" + " ".join(BOARD.replace(".", "0"))
_COMMANDS = {"bombe": "bombe.commands", "solve_sudoku": "bombe.oracle.program"}
"""The commands that the installation makes, and the modules of their `main`."""


class FreshAnswer(NamedTuple):
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
) -> FreshAnswer:
    """Return what a new process finds that makes the solver and solves the board in that time."""
    shape = board.shape
    program = _PROGRAM.format(**(_FOREIGN if is_foreign else _OURS))
    with tempfile.TemporaryDirectory(prefix=folder_prefix("solver")) as home:
        words = ["-c", program, place, str(shape.m), str(shape.n), board.values.hex(), home]
        run = _over_bare(words, wall, seconds)
    if run.trouble and is_foreign:
        raise SolverFaultError(place, f"{run.trouble} in a fresh process")
    text = (_sound(run).output or "none").strip()
    found = None if text == "none" else Board(shape, bytes.fromhex(text))
    return FreshAnswer(found, run.output is None, run.wall, run.cpu)


class StartMode(NamedTuple):
    """What a way into Bombe takes over the bare interpreter: medians of seconds, CPU and wall."""

    name: str
    cpu: float | None
    wall: float


def measure_start_modes(
    rounds: int,
    wall: Callable[[], float],
    names: Sequence[str] | None = None,
    advance: Callable[[], object] = lambda: None,
) -> list[StartMode]:
    """Return what each way takes, one after another in each round; a round before all is not kept.

    `names` are those of the ways, all of them by default; `advance` is called after each run.
    """
    names = [*START_MODES] if names is None else names
    runs: dict[str, list[_Run]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory(prefix=folder_prefix("solver")) as home:
        file = Path(home, "board.txt")
        file.write_text(_FRAMEWORK_TEXT, encoding="utf-8")
        for _ in range(rounds + 1):
            for name in names:
                runs[name].append(_sound(_over_bare(_words_of(START_MODES[name], file), wall)))
                advance()
    return [StartMode(name, *_medians(runs[name][1:])) for name in names]


def draw_start_modes(found: Sequence[StartMode], rounds: int) -> str:
    """Return what the ways take as a table."""
    cells = ((w.name, "-" if w.cpu is None else duration(w.cpu), duration(w.wall)) for w in found)
    rows = [("fresh process", "cpu", "wall"), *cells]
    below = f"Over the bare interpreter; the median of {with_noun(rounds, 'round')}."
    return f"{columns(rows, (0,))}\n\n{below}"


def _words_of(way: Sequence[str], file: Path) -> list[str]:
    """Return what the interpreter is given for a way."""
    first, *words = way
    if first not in _COMMANDS:
        return [*way]
    script = Path(sys.executable).with_name(first)
    program = f"import sys; from {_COMMANDS[first]} import main; sys.exit(main())"
    start = [str(script)] if script.is_file() else ["-c", program]
    return [*start, *(str(file) if word == "FILE" else word for word in words)]


def _over_bare(
    words: Sequence[str], wall: Callable[[], float], seconds: float | None = None
) -> _Run:
    """Run Python without and with a program, and return the difference."""
    bare, run = _run(BARE, None, wall), _run(words, seconds, wall)
    cpu = None if run.cpu is None or bare.cpu is None else run.cpu - bare.cpu
    return run._replace(wall=run.wall - bare.wall, cpu=cpu)


def _sound(run: _Run) -> _Run:
    """Return a run; raise if its process ended badly."""
    if run.trouble:
        raise RuntimeError(f"a fresh process {run.trouble}")
    return run


def _medians(runs: Sequence[_Run]) -> tuple[float | None, float]:
    """Return the medians of the CPU time, None where it is not known, and of the wall time."""
    cpu = [run.cpu for run in runs if run.cpu is not None]
    return statistics.median(cpu) if cpu else None, statistics.median(run.wall for run in runs)


def _run(words: Sequence[str], seconds: float | None, wall: Callable[[], float]) -> _Run:
    """Run Python with a program; there is no output if it exceeded its time and was killed."""
    # Compiling the modules every time is not to be measured: the first run keeps the result.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    # Files, not pipes: what a solver has started may hold a pipe open after the end.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start, cpu = wall(), _cpu_of_children()
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and program
            [sys.executable, *words],
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
