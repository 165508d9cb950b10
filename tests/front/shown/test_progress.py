"""Progress: shown on a terminal, never on one line with results, with a total where it is known."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bombe.analysis.bench.benchmark import header_of, make_plan, run
from bombe.analysis.bench.cases import Case
from bombe.boards.sudoku.reading import read
from bombe.commands.shared.inputs import Inputs
from bombe.solvers import Budget

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def on_terminal(command: str, folder: Path) -> str:
    """Run a command of the shell whose standard error is a terminal; return what came there."""
    import pty

    main, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(
        ["sh", "-c", command], stderr=terminal, cwd=folder, env=environment
    ) as running:
        os.close(terminal)
        shown = b""
        try:
            while piece := os.read(main, 4096):
                shown += piece
        except OSError:  # the other end is closed
            pass
    os.close(main)
    assert running.returncode == 0, shown
    return shown.decode()


def bombe_and(words: str) -> str:
    return f"{shutil.which('bombe')} {words}"


def test_results_that_go_through_a_pipe_share_no_line_with_progress(tmp_path: Path) -> None:
    # A pipe may end on the same terminal. The summary comes with the results.
    assert not on_terminal(bombe_and("audit random-2x2 hard-2x2 | cat > out"), tmp_path)
    assert "random-2x2:1" in (tmp_path / "out").read_text("utf-8")


@pytest.mark.parametrize("where", ["> out", "-o out"])
def test_results_that_go_to_a_file_leave_room_for_progress(where: str, tmp_path: Path) -> None:
    shown = on_terminal(bombe_and(f"audit random-2x2 hard-2x2 easy-2x2 {where}"), tmp_path)
    assert re.search(r"positions: \d of 3, ", shown), shown


def test_generate_and_bench_know_their_totals(tmp_path: Path) -> None:
    shown = on_terminal(bombe_and("generate 2x2 --count 7 > out"), tmp_path)
    assert "of 7, " in shown
    words = "bench hard-2x2 --task first --solver backtracking --rounds 2 -o run.jsonl"
    assert re.search(r"questions measured: \d of \d+, ", on_terminal(bombe_and(words), tmp_path))


def test_a_stream_has_no_total_and_files_have_one(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1..4....2..3....\n" * 5, encoding="utf-8")
    assert Inputs((str(path), "hard-2x2")).total() == 6
    assert Inputs((str(path), "-")).total() is None
    assert Inputs(("/dev/null",)).total() is None
    assert Inputs((str(tmp_path / "none.txt"),)).total() is None


def test_a_benchmark_has_as_many_samples_as_it_says() -> None:
    board = read("1..4....2..3....").board
    cases = [Case("a", "1", board), Case("b", "1", board.clear([0]))]
    for batch in (False, True):
        plan = make_plan(
            cases,
            ["auto", "backtracking"],
            ["first", "unique"],
            rounds=2,
            budget=Budget(seconds=5),
            batch=batch,
        )
        records = run(plan, header_of(plan, "test"))
        assert len(records.samples) == plan.questions


def test_workers_generate_the_same_boards(bombe: Bombe, tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    words = ("generate", "2x2", "--count", "20", "--seed", "3")
    assert bombe(*words, "-o", str(one)).code == 0
    assert bombe(*words, "-j", "2", "-o", str(two)).code == 0
    assert one.read_text("utf-8") == two.read_text("utf-8")
    done = bombe("generate", "3x3", "--count", "3", "--nodes", "1", "-j", "2")
    assert (done.code, done.out) == (4, "")
    assert "no board from seed 0" in done.err


def test_what_is_too_wide_for_the_terminal_continues_below(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    narrow = bombe("doctor").out
    assert all(len(line) <= 80 for line in narrow.splitlines())
    assert f"\n{24 * ' '}" in narrow
    words = ("hard-2x2", "--task", "unique", "--solver", "backtracking", "--rounds", "1")
    shown = bombe("bench", *words, "--no-progress").out
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "best. build" in shown.replace("\n", " ")
