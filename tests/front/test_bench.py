"""`bombe bench`: what it prints and writes, and how it ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from running import runner

from bombe.analysis.bench.fresh_process import START_MODES

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

PROPER = "132442..31.22..1"
QUICK = ("--rounds", "1", "--task", "first", "--no-progress")
SOLVERS = ("--solver", "algorithm_x", "--solver", "backtracking")


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str]) -> Bombe:
    return runner(capsys, "bench")


def records(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_run_prints_a_table_for_each_set_and_task(bench: Bombe) -> None:
    done = bench("hard-2x2", "hard-2x3", *QUICK, *SOLVERS, "--task", "unique")
    assert done.code == 0
    assert "1 round, 1 s a board, seed 0" in done.out
    titles = [line for line in done.out.splitlines() if line.endswith("boards, 1 board")]
    assert titles == [
        "first solution: 2x2 boards, 1 board",
        "first solution: 2x3 boards, 1 board",
        "uniqueness (counting to 2): 2x2 boards, 1 board",
        "uniqueness (counting to 2): 2x3 boards, 1 board",
    ]
    assert done.out.count("algorithm_x") == 4


def test_without_a_board_it_takes_small_bundled_ones(bench: Bombe) -> None:
    done = bench(*QUICK, "--solver", "backtracking", "--limit-boards", "1", "--json")
    sets = json.loads(done.out)["sets"]
    assert done.code == 0
    assert {"2x2 boards", "2x3 boards", "3x3 boards"} <= set(sets)
    assert set(sets.values()) == {1}


def test_json_is_one_document_with_the_figures_and_where_they_come_from(bench: Bombe) -> None:
    done = bench("hard-2x2", *QUICK, *SOLVERS, "--nodes", "1000", "--json")
    document = json.loads(done.out)
    assert (document["schema"], document["complete"]) == ("bombe.bench/1", True)
    assert document["command"].startswith("bombe bench hard-2x2 --rounds 1")
    assert (document["seconds"], document["nodes"]) == (1.0, 1000)
    assert {"bombe", "python", "processor", "cores", "kernel", "commit"} <= set(document["machine"])
    assert [line["contestant"] for line in document["results"]] == ["algorithm_x", "backtracking"]
    assert all(line["finished"] == 1 and line["nodes"] for line in document["results"])


def test_measurements_are_written_and_can_be_shown_and_compared_later(
    bench: Bombe, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    first = bench("hard-2x2", *QUICK, *SOLVERS, "-o", str(path))
    kinds = [record["kind"] for record in records(path)]
    assert kinds == ["header", *["sample"] * 4, "end"]
    spared = bench("hard-2x3", *QUICK, *SOLVERS, "-o", str(path))
    assert (spared.code, "holds a run: give --resume" in spared.err) == (2, True)
    again = bench("--read", str(path), "--against", str(path), "--exit-code")
    assert again.code == 0
    assert again.out.startswith(first.out.strip())
    assert "nodes: the same on every board" in again.out
    header, *others = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(header + "".join(others).replace('"nodes": ', '"nodes": 1'))
    changed = bench("hard-2x2", *QUICK, *SOLVERS, "--against", str(path), "--exit-code")
    assert changed.code == 1
    assert (
        "nodes: algorithm_x (first, 2x2 boards): a different number on 1 of 1 board" in changed.out
    )
    assert bench("hard-2x2", *QUICK, *SOLVERS, "--against", str(path)).code == 0


def test_a_wrong_solver_is_reported_with_the_board_and_ends_in_1(bench: Bombe) -> None:
    done = bench(PROPER, *QUICK, "--solver", "planted:Denier")
    reason = "denier is wrong (first, <board>:1): says there is no solution; auto found"
    assert done.code == 1
    assert reason in done.out
    assert reason in done.err
    assert f": {PROPER}\n" in done.out


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_wrong_solver_is_reported_once_on_a_terminal(
    bench: Bombe, monkeypatch: pytest.MonkeyPatch, *, is_terminal: bool
) -> None:
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    done = bench("hard-2x2", *QUICK, "--solver", "planted:Denier,auto", "--no-progress")
    assert "denier is wrong" in done.out
    assert ("denier is wrong" in done.err) != is_terminal


def test_a_custom_solver_is_found_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from bombe.solvers.backends.algorithm_x import AlgorithmX\n"
        "class Mine(AlgorithmX):\n    name = 'mine'\n"
    )
    for words in (["bench", *QUICK, "--task", "import"], ["solve", "--json"]):
        command = [sys.executable, "-c", "import sys; from bombe.commands import main; "]
        command[-1] += "sys.path.remove(''); sys.exit(main())"
        command += [*words, PROPER, "--solver", "mine:Mine"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "mine" in done.stdout


def test_batches_are_asked_beside_single_boards(bench: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{PROPER}\n{'.' * 16}\n")
    words = (str(path), "--rounds", "1", "--batch", "--solver", "backtracking", "--no-progress")
    done = bench(*words, "--task", "unique", "--json")
    lines = json.loads(done.out)["results"]
    assert [(line["contestant"], line["is_batch"]) for line in lines] == [
        ("backtracking batch", True),
        ("backtracking", False),
    ]
    refused = bench(*words, "--task", "audit")
    assert refused.code == 2
    assert "a batch asks for counts: give the task unique or count" in refused.err


def test_an_interrupted_run_continues_where_it_stopped(bench: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    words = ("hard-2x2", "hard-2x3", *QUICK, *SOLVERS, "-o", str(path))
    bench(*words)
    whole = path.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = next(line for line in whole if '"round": 1' in line)
    path.write_text("".join(whole[:6]))
    done = bench(*words, "--resume")
    assert done.code == 0
    assert path.read_text(encoding="utf-8").splitlines(keepends=True).count(kept) == 1
    assert len(records(path)) == len(whole)
    refused = bench(*words, "--resume", "--seed", "2")
    assert refused.code == 2
    assert f"cannot resume {path}: its seed was 0 and is 2 now" in refused.err


def test_ctrl_c_prints_what_is_known_and_keeps_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    words = ["hard-2x2", "--task", "first", *SOLVERS, "--rounds", "1000000", "-o", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "bombe", "bench", *words],
        cwd="/",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    partial = tmp_path / "run.jsonl.partial"
    until = time.monotonic() + 60
    while not (partial.exists() and partial.read_text().count("\n") > 10):
        assert time.monotonic() < until, "it never began"
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "first solution: 2x2 boards, 1 board" in out
    assert "The run was interrupted" in out
    assert "partial results are above" in err
    written = records(path)
    assert len(written) > 10
    assert written[-1] == {"kind": "end", "complete": False}


def test_pictures_are_drawn_into_a_folder(bench: Bombe, tmp_path: Path) -> None:
    done = bench("hard-2x2", *QUICK, *SOLVERS, "--pictures", str(tmp_path / "plots"))
    assert done.code == 0
    assert "4 pictures in" in done.err
    assert len(list((tmp_path / "plots").iterdir())) == 4


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--task", "nonsense"), 2, "unknown task 'nonsense': known are audit, count"),
        (("--solver", "nobody"), 2, "unknown solver 'nobody'"),
        (("--solver", "nowhere:Solver"), 2, "there is no module 'nowhere'"),
        (("--read", "no-such-file"), 3, "no-such-file: No such file or directory; give a file"),
        (("--against", "no-such-file"), 3, "no-such-file: No such file"),
        (("hard-2x2", "--resume"), 2, "give -o FILE"),
        (("no-such-board",), 3, "no-such-board: there is no such file"),
    ],
)
def test_what_cannot_be_done_says_why(
    bench: Bombe, words: tuple[str, ...], code: int, message: str
) -> None:
    done = bench(*words)
    assert done.code == code
    assert message in done.err


def test_the_help_says_what_it_does_and_ends_with_examples(bench: Bombe) -> None:
    done = bench("--help")
    assert done.code == 0
    assert "Compare how fast solvers answer" in done.out.splitlines()[2]
    assert "bombe bench --read run.jsonl --pictures plots" in done.out


def test_processes_of_bombe_are_measured_over_the_interpreter(
    bench: Bombe, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [*START_MODES][1:]:
        monkeypatch.delitem(START_MODES, name)
    told = bench("--processes", "--rounds", "1", "--json", "--no-progress")
    (way,) = json.loads(told.out)["processes"]
    assert (told.code, way["name"]) == (0, "import bombe")
    assert set(way) == {"name", "cpu", "wall"}
    assert bench("hard-2x2", "--processes").code == 2
