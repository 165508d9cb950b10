"""Misbehaving solvers in every command that takes a solver: one line, the right exit code."""

from __future__ import annotations

import contextlib
import inspect
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
from crossing import crossed
from foreign import hostile

from bombe.commands import bombe as command
from bombe.solvers.foreign import process, starting
from bombe.solvers.sandbox import sandbox_status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from running import Bombe

    from bombe.solvers import Solver

BOARD = "random-2x2"
ARGUMENTS = {
    "generate": ["2x2"],
    "bench": [BOARD, "--task", "unique", "--rounds", "1"],
    "why": [BOARD, "(0,1) -> 1"],
    "study why": ["--help"],
}
"""What commands get that are not happy with a board alone."""


def commands_with_a_solver(
    group: click.Command = command, names: tuple[str, ...] = ()
) -> Iterator[str]:
    """Yield every command of the tree that has the option --solver."""
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            found = group.get_command(context, name)
            assert found is not None
            yield from commands_with_a_solver(found, (*names, name))
    elif any("--solver" in parameter.opts for parameter in group.params):
        yield " ".join(names)


COMMANDS = sorted(commands_with_a_solver())
BAD = [hostile.Ones, hostile.Raises, hostile.Crashes, hostile.HangsInC]
every_command = pytest.mark.parametrize(("name", "solver"), crossed(COMMANDS, BAD))


def words(name: str, solver: type[Solver], *more: str) -> list[str]:
    place = f"foreign.hostile:{solver.__name__}"
    return [*name.split(), *ARGUMENTS.get(name, [BOARD]), "--solver", place, *more]


def line_of(solver: type[Solver]) -> int:
    """Return the line of a class that raises: the first one that does."""
    lines, start = inspect.getsourcelines(solver)
    return start + next((i for i, line in enumerate(lines) if "raise " in line), 0)


def test_the_commands_are_found() -> None:
    assert {"solve", "count", "check", "audit", "generate", "tempo", "endgame", "bench"} <= set(
        COMMANDS
    )


@every_command
def test_every_command_tells_of_a_bad_solver(name: str, solver: type[Solver], bombe: Bombe) -> None:
    (check_hang if solver is hostile.HangsInC else check_one_line)(bombe, name, solver)


def check_one_line(bombe: Bombe, name: str, solver: type[Solver]) -> None:
    """Assert that a command tells of a faulty solver in one line."""
    code, out, err = bombe(*words(name, solver))
    told = [line for line in err.splitlines() if line]
    wanted = hostile.FAULTS[solver].format(line=line_of(solver))
    assert code == (1 if name == "bench" else 3), out + err
    assert len(told) == 1
    assert told[0].startswith("bombe: ")
    assert wanted in told[0]
    assert "11111111" not in out.replace("....", "") or name == "bench"


def check_hang(bombe: Bombe, name: str, solver: type[Solver]) -> None:
    """Assert that a solver that hangs is stopped, and that nothing is said to be a no."""
    code, out, err = bombe(*words(name, solver, "--seconds", "0.1"))
    assert code == (0 if name == "bench" else 4), out + err
    assert "Traceback" not in err
    assert name != "bench" or re.search("hostile +0/1 +late", out)


@pytest.mark.parametrize(("name", "solver"), crossed(["count", "audit"], [*hostile.FAULTS]))
def test_every_fault_is_reported_in_one_line(name: str, solver: type[Solver], bombe: Bombe) -> None:
    check_fault(bombe, name, solver, hostile.FAULTS[solver])


@pytest.mark.parametrize("solver", hostile.COUNT_FAULTS)
def test_every_fault_of_a_count_is_reported(solver: type[Solver], bombe: Bombe) -> None:
    check_fault(bombe, "count", solver, hostile.COUNT_FAULTS[solver])


@pytest.mark.parametrize("solver", hostile.AUDIT_FAULTS)
def test_every_fault_of_an_audit_is_reported(solver: type[Solver], bombe: Bombe) -> None:
    check_fault(bombe, "audit", solver, hostile.AUDIT_FAULTS[solver])


def check_fault(bombe: Bombe, name: str, solver: type[Solver], wanted: str) -> None:
    code, out, err = bombe(*words(name, solver))
    assert (code, out) == (3, ""), err
    assert err.count("\n") == 1
    assert f"solver 'foreign.hostile:{solver.__name__}'" in err
    assert wanted.format(line=line_of(solver)) in err
    assert all(character.isprintable() for character in err.rstrip("\n"))


@pytest.mark.parametrize(("name", "solver"), crossed(["count", "audit"], hostile.HANGS))
def test_whatever_hangs_is_stopped(name: str, solver: type[Solver], bombe: Bombe) -> None:
    assert bombe(*words(name, solver, "--seconds", "0.1")).code == 4


@pytest.mark.parametrize("kind", ["class", "program"])
@pytest.mark.parametrize("name", ["count", "generate"])
def test_a_start_that_hangs_ends_with_the_time(
    name: str, kind: str, bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(starting, "OURS", 0.5)
    (tmp_path / "loop.py").write_text("while True: pass\n")
    place, wanted = {
        "class": ("loop.py:Own", "'loop.py:Own' was not imported within 0.6 seconds: give more"),
        "program": ("program:sleep 99", "does not say 'ready 1 NAME' within 0.6 seconds: give"),
    }[kind]
    words = [name, *ARGUMENTS.get(name, [BOARD]), "--solver", place]
    done = bombe(*words, "--seconds", "0.1")
    assert done.code == 4, done.out + done.err
    assert wanted in done.err
    assert done.err.count("\n") == 1
    monkeypatch.setattr(starting, "MOST_SECONDS", 0.2)
    monkeypatch.setattr(process, "MOST_SECONDS", 0.2)
    done = bombe(*words)
    assert done.code == 3, done.out + done.err
    assert "within 0.2 seconds\n" in done.err


def test_a_start_that_hangs_ends_with_the_time_in_worker_processes_too(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop.py").write_text("while True: pass\n")
    done = bombe("count", BOARD, BOARD, "-j", "2", "--seconds", "0", "--solver", "loop.py:Own")
    assert done.code == 4
    assert "not imported within 2 seconds: give more" in done.err


@pytest.mark.parametrize(("name", "solver"), crossed(["count", "solve", "audit"], hostile.NOISY))
def test_noise_spoils_nothing(name: str, solver: type[Solver], bombe: Bombe) -> None:
    noisy, quiet = (bombe(*words(name, each)) for each in (solver, hostile.Right))
    assert noisy.code == quiet.code == 0
    assert re.sub(r"answered by .*", "", noisy.out) == re.sub(r"answered by .*", "", quiet.out)
    assert noisy.err == quiet.err


@pytest.mark.skipif(bool(sandbox_status().missing), reason="the sandbox does not hold here")
@pytest.mark.parametrize("solver", hostile.OUTSIDE)
def test_deeds_outside_are_denied_and_told_with_their_place(
    solver: type[Solver], bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = bombe(*words("count", solver))
    assert (code, out) == (3, "")
    assert "PermissionError" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("lines", "code", "wanted"),
    [
        ("import nowhere_at_all", 5, "needs 'nowhere_at_all', which is missing: install it"),
        ("raise ValueError('at import')", 3, "cannot be imported: own.py:1: ValueError: at imp"),
        ("class Own(", 3, "own.py:1: SyntaxError"),
        ("import sys; sys.exit(0)", 3, "own.py:1: it calls sys.exit(0)"),
        ("import os; os._exit(0)", 3, "ended its process with exit code 0"),
        ("Own = 1", 2, "is not a solver class"),
        ("", 2, "the module has no 'Own'"),
    ],
)
@pytest.mark.parametrize("place", ["own.py:Own", "own:Own"])
def test_a_module_that_fails_is_reported(
    place: str,
    lines: str,
    code: int,
    wanted: str,
    bombe: Bombe,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(lines)
    done = bombe("count", BOARD, "--solver", place)
    assert (done.code, done.out) == (code, ""), done.err
    assert wanted in done.err
    assert done.err.count("\n") == 1


def test_a_class_in_a_file_has_options_and_may_change(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (
        "from bombe.solvers.backends.algorithm_x import AlgorithmX\n"
        "class Own(AlgorithmX):\n"
        "    name = 'own'\n"
        "    def __init__(self, *, depth: int = 1):\n"
        "        super().__init__()\n"
        "        self.name = f'own-{depth}'\n"
    )
    (tmp_path / "own.py").write_text(text)
    assert "own-1" in bombe("audit", BOARD, "--solver", "own.py:Own").out
    assert "own-7" in bombe("audit", BOARD, "--solver", "own.py:Own:depth=7").out
    refused = bombe("solve", BOARD, "--solver", "own.py:Own:dept=7")
    assert refused.code == 2
    assert "did you mean 'depth'" in refused.err
    (tmp_path / "own.py").write_text(text.replace("own-", "new-"))
    assert "new-1" in bombe("audit", BOARD, "--solver", "own.py:Own").out


def test_a_class_without_a_name_has_its_own(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (
        "from bombe.solvers import Solver\n"
        "from bombe.solvers.backends.algorithm_x import AlgorithmX\n"
        "class Own(Solver):\n"
        "    def search(self, board, meter):\n"
        "        return AlgorithmX().search(board, meter)\n"
        "class Heir(Own): pass\n"
        "class Known(AlgorithmX): pass\n"
    )
    (tmp_path / "own.py").write_text(text)
    for name, shown in {"Own": "Own", "Heir": "Heir", "Known": "algorithm_x"}.items():
        done = bombe("audit", BOARD, "--solver", f"own.py:{name}")
        assert f"answered by {shown}" in done.out, done.err


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("none.py:Own", "none.py does not exist: give FILE.py:Class"),
        ("own.py:", "write it as package.module:Class"),
        ("program:", "give the program, such as program:./solver"),
        ("program:./none", "./none is no program that can be run; give its path"),
        ("program:'./none", "No closing quotation"),
    ],
)
def test_what_names_no_solver_is_refused(
    place: str, wanted: str, bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").touch()
    done: Any = bombe("count", BOARD, "--solver", place)
    assert done.code == 2
    assert wanted in done.err


@pytest.mark.usefixtures("in_own_folder")
def test_the_solver_of_an_agent_is_checked_in_the_agents_process(bombe: Bombe) -> None:
    agent = "minimax-even:solver=foreign.hostile:{},depth=2"
    words = ["--games", "2", "--nodes", "50", "--board", BOARD, "--no-progress"]
    right = bombe("match", agent.format("Right"), "greedy", *words)
    assert right.code == 0
    assert "solver" not in right.err.replace("_solver=", "")
    wrong = bombe("match", agent.format("Ones"), "greedy", *words)
    assert "solver 'foreign.hostile:Ones' shows 1111111111111111" in wrong.out + wrong.err


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="there is no /proc here")
def test_ctrl_c_ends_a_solver_that_hangs() -> None:
    program = "bombe.solvers.foreign.child:run"
    command = [sys.executable, "-m", "bombe", *words("count", hostile.HangsInC)]
    support = Path(hostile.__file__).parent.parent
    process = subprocess.Popen(
        command, cwd=support, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while not having(program, but=process.pid) and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert not having(program, but=process.pid)


def having(mark: str, but: int) -> list[Path]:
    """Return the processes below one that have a text among their arguments."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            is_child = f" {but} " in (path / "stat").read_text().rpartition(")")[2][:20]
            if is_child and mark in (path / "cmdline").read_text():
                found.append(path)
    return found


UNSOLVABLE = "...........................721....9.9.....712...................................."
"""The kernel needs more nodes to refute it than a claim gets."""
EMPTY = """
from bombe.solvers import Solver

class Empty(Solver):
    def search(self, board, meter):
        return iter(())

class Blank(Empty):
    name = "blank"
"""


@pytest.mark.parametrize("style", ["", "--json", "--csv"])
@pytest.mark.parametrize("name", ["solve", "count", "check", "audit"])
def test_a_claim_that_nobody_confirmed_names_its_solver(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, style: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(EMPTY)
    asked = [name, UNSOLVABLE, "--solver", "own.py:Empty", *style.split()]
    assert "according to Empty" in bombe(*asked).out
    confirmed = bombe(*asked, "--check")
    assert confirmed.out
    assert "according to" not in confirmed.out
    assert bombe(*asked, "--check", "--seconds", "0").code == 4


def test_claims_about_many_boards_name_the_solver_too(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(EMPTY)
    Path("two.txt").write_text(f"{UNSOLVABLE}\n{UNSOLVABLE}\n")
    claimed = bombe("count", "two.txt", "--solver", "own.py:Empty").out
    assert claimed == "two.txt:1: 0, according to Empty\ntwo.txt:2: 0, according to Empty\n"
    confirmed = bombe("count", "two.txt", "--solver", "own.py:Empty", "--check", "-j", "2").out
    assert confirmed == "two.txt:1: 0\ntwo.txt:2: 0\n"


def test_check_finds_what_a_solver_hides_and_leaves_ours_alone(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(EMPTY)
    hidden = bombe("count", BOARD, "--solver", "own.py:Empty", "--check")
    assert (hidden.code, "the kernel finds 1" in hidden.err) == (3, True)
    assert bombe("count", BOARD, "--solver", "sat", "--check").out == "2\n"
    assert bombe("count", BOARD, "--solver", "confirmed:native").out == "2\n"


def test_bench_does_not_believe_solvers_that_agree_with_each_other(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(EMPTY)
    solvers = "own.py:Empty,own.py:Blank"
    done = bombe("bench", BOARD, "--task", "unique", "--rounds", "1", "--solver", solvers)
    assert done.code == 1
    assert "auto found" in done.err
