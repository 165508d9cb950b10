"""Runs whose processes end in other ways: killed, interrupted, without a reader, slowly fed."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from run_texts import NINE, mixed, read_lines

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
SLOW = ("count", "--limit", "0", "--solver", "backtracking", "--nodes", "1500")


def started(*words: str, **streams: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bombe", *words]
    return subprocess.Popen(
        command, cwd="/", stderr=subprocess.PIPE, text=True, encoding="utf-8", **streams
    )


def until(condition: object, seconds: float = 60) -> None:
    assert callable(condition)
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.01)


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """Return the processes that a run has started to answer for it."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    commands = {int(pid): Path(f"/proc/{pid}/cmdline").read_bytes() for pid in found}
    return [pid for pid, command in commands.items() if b"spawn_main" in command]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_results_come_line_by_line_from_a_stream(jobs: str) -> None:
    words = ("check", "-", "-j", jobs)
    running = started(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(f"{NINE[0]}\n{NINE[1]}\n")
    running.stdin.flush()
    assert running.stdout.readline() == "<stdin>:1: proper: exactly one solution\n"
    assert running.stdout.readline().startswith("<stdin>:2: ")
    running.stdin.write(f"{NINE[2]}\n")
    running.stdin.flush()
    assert running.stdout.readline().startswith("<stdin>:3: ")
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, "bombe: 3 boards: 3 proper\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("".join(f"{line}\n" for line in NINE * 24))
    running = started("audit", str(path), "--jsonl", "-j", jobs, stdout=subprocess.PIPE)
    assert running.stdout is not None
    assert json.loads(running.stdout.readline())["source"] == f"{path}:1"
    running.stdout.close()
    assert running.stderr is not None
    assert (running.wait(60), running.stderr.read()) == (0, "")
    running.stderr.close()


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_a_shell_may_give_a_pipe_that_only_the_command_has_open(tmp_path: Path, form: str) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("".join(f"{line}\n" for line in NINE * 3))
    reading, writing = os.pipe()
    words = ("count", str(path), f"--{form}", "-j", "2", "-o", f"/dev/fd/{writing}")
    running = started(*words, pass_fds=(writing,))
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    assert "boards" in running.communicate(timeout=60)[1]
    assert running.returncode == 0
    records = text.splitlines() if form == "jsonl" else json.loads(text)
    assert len(records) == len(NINE) * 3


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_shell_opened_is_read_and_written_where_it_is(tmp_path: Path, jobs: str) -> None:
    path, out = tmp_path / "boards.txt", tmp_path / "out.txt"
    path.write_text("".join(f"{line}\n" for line in NINE * 3))
    out.write_text("what was there before\n")
    words = ("check", "/dev/fd/0", "-j", jobs, "-o", "/dev/fd/1")
    with path.open() as boards, out.open("a") as end:
        running = started(*words, stdin=boards, stdout=end)
        count = len(NINE) * 3
        assert running.communicate(timeout=60)[1] == f"bombe: {count} boards: {count} proper\n"
    lines = out.read_text().splitlines()
    assert lines[0] == "what was there before"
    assert [line.partition(": ")[0] for line in lines[1:]] == [
        f"/dev/fd/0:{number}" for number in range(1, count + 1)
    ]


def test_a_killed_worker_is_one_line_and_the_run_continues_later(tmp_path: Path) -> None:
    path, out, whole = (tmp_path / name for name in ("boards.txt", "out.jsonl", "whole.jsonl"))
    path.write_text(f"{'.' * 81}\n" * 24)
    words = (*SLOW, str(path), "-j", "2")
    partial = Path(f"{out}.partial")
    running = started(*words, "-o", str(out))
    until(lambda: partial.exists() and partial.stat().st_size and len(workers_of(running)) == 2)
    os.kill(workers_of(running)[1], signal.SIGKILL)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 4
    lines = err.splitlines()
    assert re.fullmatch(
        r"bombe: a worker process was ended by SIGKILL( at the positions from \S+:\d+ on)?: .*",
        lines[-1],
    )
    assert "Traceback" not in err
    assert not out.exists()
    again = started(*words, "-o", str(out), "--resume")
    again.communicate(timeout=60)
    started(*SLOW, str(path), "-j", "2", "-o", str(whole)).communicate(timeout=60)
    assert read_lines(out) == read_lines(whole)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_known_and_resume_continues_there(tmp_path: Path, jobs: str) -> None:
    path, out, whole = (tmp_path / name for name in ("boards.txt", "out.jsonl", "whole.jsonl"))
    path.write_text(f"{'.' * 81}\n" * 24)
    words = (*SLOW, str(path), "-j", jobs, "-o", str(out))
    partial = Path(f"{out}.partial")
    running = started(*words)
    until(lambda: partial.exists() and partial.read_text().count("\n") >= 3)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert f"partial results are in {partial}" in err
    known = partial.read_text().splitlines()
    assert [json.loads(line)["source"] for line in known] == [
        f"{path}:{number}" for number in range(1, len(known) + 1)
    ]
    started(*words, "--resume").communicate(timeout=60)
    started(*SLOW, str(path), "-j", "2", "-o", str(whole)).communicate(timeout=60)
    assert read_lines(out) == read_lines(whole)


@pytest.mark.parametrize("seconds", [0, 0.03, 0.1])
def test_ctrl_c_while_processes_start_is_no_error(tmp_path: Path, seconds: float) -> None:
    path, out = tmp_path / "boards.txt", tmp_path / "out.jsonl"
    path.write_text(f"{'.' * 81}\n" * 48)
    words = (*SLOW, str(path), "-j", "2", "-o", str(out))
    running = started(*words, start_new_session=True)
    until(lambda: workers_of(running))
    time.sleep(seconds)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
    _, err = running.communicate(timeout=60)
    assert "Traceback" not in err
    assert running.returncode == 130, err


def killed_and_resumed(folder: Path, seed: int) -> None:
    """Kill a run again and again at random moments; what is there at the end is all of it, once."""
    draw = random.Random(seed)
    path, whole = folder / "boards.txt", folder / "whole.jsonl"
    out = folder / draw.choice(("out.jsonl", "out.csv", "out.sqlite", "out.json"))
    path.write_text(mixed(seed, 400))
    words = ("audit", str(path), "--columns", "source,board,bombs,nodes", "--no-progress")
    expected = whole.with_suffix(out.suffix)
    started(*words, "-o", str(expected)).communicate(timeout=60)
    for _ in range(3):
        running = started(*words, "-o", str(out), "-j", draw.choice("12"), "--resume")
        time.sleep(draw.uniform(0.1, 0.9))
        running.kill()
        running.communicate(timeout=60)
    done = started(*words, "-o", str(out), "--resume")
    _, err = done.communicate(timeout=60)
    assert done.returncode == 0, err
    assert content(out) == content(expected)


def content(path: Path) -> object:
    """Return all records of a file."""
    if path.suffix != ".sqlite":
        return path.read_bytes()
    import sqlite3

    with sqlite3.connect(path) as database:
        return database.execute("SELECT * FROM audits ORDER BY rowid").fetchall()


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_run_continues_where_it_was(tmp_path: Path, seed: int) -> None:
    killed_and_resumed(tmp_path, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 36))
def test_many_killed_runs_continue_where_they_were(tmp_path: Path, seed: int) -> None:
    killed_and_resumed(tmp_path, seed)
