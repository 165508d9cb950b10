"""Programs as solvers: what they may answer, and what is told of answers that make no sense."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
import solver_contract as contract
from watching import eventually

import bombe
from bombe.boards.errors import SolverFaultError, UnsupportedError, UsageError
from bombe.solvers import Budget, Count, Solver, Verdict, get
from bombe.solvers.foreign.checked import CheckedSolver
from bombe.solvers.foreign.loader import MOST_KEPT
from bombe.solvers.foreign.remote import Remote

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BOARD = bombe.Board("3...2.34.3...243")
FIRST, SECOND = "3412213443211243", "3421213443121243"
ANSWERING = """\
import os, sys, time
print("ready 1 mock {offers}", flush=True)
for line in sys.stdin:
    if line == "ping\\n":
        print("done", flush=True)
        continue
    words = line.split()
    {answer}
    sys.stdout.flush()
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Solver]:
    """A function that writes a program with an answer, and returns its solver."""
    monkeypatch.chdir(tmp_path)

    def make(answer: str, offers: str = "", text: str = ANSWERING) -> Solver:
        (tmp_path / "mock.py").write_text(
            text.replace("{offers}", offers).replace("{answer}", answer)
        )
        return get(f"program:{sys.executable} mock.py {abs(hash(answer))}")

    return make


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("print('solution 1')", "shows '1', which is no 2x2 board"),
        ("print('solution', '5' * 16)", "which is no 2x2 board"),
        ("print('solution', '?' * 16)", "which is no 2x2 board"),
        ("print('solution', '1' * 16); print('limit')", "which breaks a rule"),
        (f"print('solution {FIRST}'); print('limit')", "says limit after 1 solution"),
        (f"print('solution {FIRST}\\n' * 3)", "shows more solutions than the limit of 2"),
        (f"print('solution {FIRST}'); print('done')", "says 1 solution at most, and the kernel"),
        (f"print('solution {FIRST}\\nsolution {FIRST}\\ndone')", "shows a solution twice"),
        ("print('done')", "says 0 solutions at most, and the kernel finds 1"),
        ("print('done nodes=-1')", "answers 'done nodes=-1', which is no line of an answer"),
        ("print('done nodes=x')", "which is no line of an answer"),
        ("print('done build=nan')", "which is no line of an answer"),
        ("print('hello')", "answers 'hello', which is no line of an answer"),
        ("print()", "answers '', which is no line of an answer"),
        ("print('\\u2713')", "which is no line of an answer"),
        ("print('\\x1b[2J')", r"which is no line of an answer"),
        ("print('error too hard')", "fails: too hard"),
        ("print('x' * 10**6)", "writes a line of over 65536 bytes"),
        ("print('why', file=sys.stderr); sys.exit(7)", "ended its process with exit code 7; it pr"),
        ("os.kill(os.getpid(), 6)", "died of SIGABRT"),
    ],
)
def test_an_answer_that_makes_no_sense_is_reported(
    answer: str, wanted: str, program: Callable[..., Solver]
) -> None:
    solver = program(answer)
    with pytest.raises(SolverFaultError) as caught:
        solver.count(BOARD, 2)
    assert wanted in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("print('count x'); print('done')", "counts 'x', which is no number"),
        ("print('count', '9' * 40); print('done')", "which is no number"),
        ("print('count 3'); print('limit')", "says limit, and counts 3"),
        ("print('count 1'); print('done')", "says 1 solution at most, and the kernel finds 2"),
    ],
)
def test_a_count_that_makes_no_sense_is_reported(
    answer: str, wanted: str, program: Callable[..., Solver]
) -> None:
    with pytest.raises(SolverFaultError, match=wanted):
        program(answer, "count").count(BOARD, 2)


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("print('bomb 9 9 9'); print('budget')", "calls '9 9 9' a bomb, which is no move"),
        ("print('bomb 0 0 3'); print('budget')", "calls '0 0 3' a bomb, which is no move"),
        ("print('bomb 0 1'); print('budget')", "a bomb, which is no move"),
        (f"print('solution {FIRST}'); print('done')", "a bomb, and the kernel finds"),
        (f"print('solution {FIRST[::-1]}'); print('done')", "which does not keep the givens"),
    ],
)
def test_an_audit_that_makes_no_sense_is_reported(
    answer: str, wanted: str, program: Callable[..., Solver]
) -> None:
    with pytest.raises(SolverFaultError, match=wanted):
        program(answer, "audit").true_candidates(BOARD)


def test_offers_are_used(program: Callable[..., Solver]) -> None:
    truth = bombe.audit(BOARD).truth
    both = f"print('solution {FIRST}\\nsolution {SECOND}\\ndone nodes=7')"
    assert program(both, "audit").true_candidates(BOARD).verdicts == truth.verdicts
    assert program("print('count 2\\nlimit')", "count").count(BOARD, 2) == Count(2, exact=False)
    some = program(f"print('solution {FIRST}\\nbomb 0 1 1\\nbudget')", "audit")
    verdicts = some.true_candidates(BOARD).verdicts
    assert set(verdicts.values()) == {Verdict.YES, Verdict.NO, Verdict.UNKNOWN}


def test_refusals_and_budgets_are_passed_on(program: Callable[..., Solver]) -> None:
    with pytest.raises(UnsupportedError, match="no boards of this shape"):
        program("print('unsupported no boards of this shape')").count(BOARD)
    late = program("print('budget nodes=5')")
    assert late.count(BOARD) == Count(0, exact=False)
    assert late.solvable(BOARD) is Verdict.UNKNOWN


def test_a_program_that_hangs_is_stopped_and_started_again(program: Callable[..., Solver]) -> None:
    solver = program("time.sleep(1000 if words[1] == '2x2' else 0); print('solution 1\\ndone')")
    assert solver.solvable(BOARD, Budget(seconds=0.05)) is Verdict.UNKNOWN
    assert solver.count(bombe.Board("1x1", b"\0")) == Count(1, exact=True)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("print('hello')", "begins with 'hello' instead of 'ready 1 NAME'"),
        ("print('ready 2 mock')", "begins with 'ready 2 mock' instead of 'ready 1 NAME'"),
        ("", "ended its process with exit code 0"),
        ("1 / 0", "ended its process with exit code 1; it printed: ZeroDivisionError"),
        ("print('x' * 10**6)", "writes a line of over 65536 bytes"),
    ],
)
def test_a_program_that_does_not_begin_well_is_reported(
    text: str, wanted: str, program: Callable[..., Solver]
) -> None:
    with pytest.raises(SolverFaultError) as caught:
        program(text, text=text)
    assert wanted in str(caught.value)


def test_a_program_has_to_be_executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text("#!/bin/sh\necho ready 1 shell\n")
    with pytest.raises(UsageError, match=r"make it executable: chmod \+x \./mine"):
        get("program:./mine")
    (tmp_path / "mine").chmod(0o755)
    assert get("program:./mine").name == "shell"


def test_nothing_is_left_of_a_solver_that_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    solver = get("foreign.hostile:LeavesADaemon")
    assert solver.count(BOARD) == Count(2, exact=False)
    assert isinstance(solver, CheckedSolver)
    assert isinstance(solver.inner, Remote)
    mark = str(tmp_path).encode()
    assert eventually(lambda: len(having(mark)) > 2)  # the supervisor, the solver, the daemon
    solver.inner.close()
    assert not having(mark)
    assert not list(tmp_path.iterdir())
    assert solver.count(BOARD) == Count(2, exact=False)


def test_few_solvers_keep_a_process_that_waits() -> None:
    names = ("Right", "Ones", "Raises", "Prints", "Exits", "SaysYes")
    solvers = [get(f"foreign.hostile:{name}") for name in names]
    waiting = [s.inner._idle for s in solvers if isinstance(s, CheckedSolver) and s.inner._idle]  # type: ignore[attr-defined]  # they are remote
    assert len(waiting) == MOST_KEPT
    assert solvers[0].count(BOARD) == Count(2, exact=False)


def test_a_fork_leaves_the_processes_alone() -> None:
    solver = get("foreign.hostile:Right")
    assert isinstance(solver, CheckedSolver)
    assert isinstance(solver.inner, Remote)
    assert solver.count(BOARD) == Count(2, exact=False)
    (process,) = solver.inner._idle
    child = os.fork()
    if child == 0:
        process.close()
        os._exit(0)
    os.waitpid(child, 0)
    assert solver.count(BOARD) == Count(2, exact=False)
    assert solver.inner._idle == [process]


def having(mark: bytes) -> list[int]:
    """Return the processes that have a text among their arguments."""
    from pathlib import Path

    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


class Shell(CheckedSolver):
    """The example of docs/guide/own-solver.md would do; this one is searched by our own code."""

    def __init__(self) -> None:
        solver = get(f"program:{sys.executable} -m foreign.program")
        assert isinstance(solver, CheckedSolver)
        super().__init__(solver.inner, solver.label)


OF_CLASSES = {
    contract.gives_up_at_once_without_a_budget: "it counts no nodes",
    contract.accounts_for_its_work: "it counts no nodes",
    contract.shares_an_account: "it counts no nodes",
    contract.keeps_to_its_nodes: "it counts no nodes",
}
"""The checks that do not hold for a program that counts no nodes."""


@pytest.mark.parametrize("check", contract.BOARD_CHECKS, ids=lambda check: check.__name__)
def test_a_program_keeps_the_contract_on_boards(
    check: Callable[[Solver, contract.Case], None],
) -> None:
    if check not in OF_CLASSES:
        contract.check_boards(check, Shell(), contract.share_of("program")[:30])


@pytest.mark.parametrize("check", contract.SOLVER_CHECKS, ids=lambda check: check.__name__)
def test_a_program_keeps_the_contract_whatever_the_board(check: Callable[[Solver], None]) -> None:
    if check not in OF_CLASSES:
        check(Shell())
