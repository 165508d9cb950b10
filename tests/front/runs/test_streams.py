"""What becomes of the streams and the files of a command that is interrupted or has none."""

from __future__ import annotations

import dataclasses
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

import bombe
from bombe.commands.shared.runner import with_footer
from bombe.solvers import Effort

if TYPE_CHECKING:
    from pathlib import Path

QUICK, ENDLESS = "132442..31.22..1", "empty-4x4"


def interrupt(path: Path, lines: int, *words: str) -> str:
    """Run a command that writes to the file; end it after so many lines, return its messages."""
    command = [sys.executable, "-m", "bombe", *words, "-o", str(path)]
    running = subprocess.Popen(command, cwd="/", stderr=subprocess.PIPE, text=True)
    partial = path.with_name(path.name + ".partial")
    until = time.monotonic() + 60
    while not (partial.exists() and partial.read_text().count("\n") >= lines):
        assert time.monotonic() < until, "it never began"
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    return err


COUNT = ("count", "--limit", "0", "--solver", "backtracking", "--jsonl")


def test_ctrl_c_spares_the_file_and_says_where_partial_results_are(tmp_path: Path) -> None:
    path, partial = tmp_path / "ex.jsonl", tmp_path / "ex.jsonl.partial"
    path.write_text("precious\n")
    err = interrupt(path, 1, *COUNT, QUICK, ENDLESS)
    assert path.read_text() == "precious\n"
    assert partial.read_text().count("\n") == 1
    assert f"{path} is unchanged; partial results are in {partial}" in err
    assert "above" not in err


def test_ctrl_c_before_the_first_result_leaves_no_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "ex.jsonl"
    path.write_text("precious\n")
    err = interrupt(path, 0, *COUNT, ENDLESS, ENDLESS)
    assert [each.name for each in tmp_path.iterdir()] == ["ex.jsonl"]
    assert path.read_text() == "precious\n"
    assert f"{path} is unchanged\n" in err
    assert "there is no result yet" in err


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
@pytest.mark.parametrize(
    ("words", "code"), [("audit hard-2x2", 0), ("--version", 0), ("audit no-such-board", 3)]
)
def test_closed_streams_are_no_error(closed: str, words: str, code: int) -> None:
    command = f"{sys.executable} -m bombe {words} {closed}"
    done = subprocess.run(
        ["bash", "-c", command], cwd="/", capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.0123, "12.3 ms"), (1.5, "1.5 s"), (110.0347, "110 s")]
)
def test_long_times_are_in_seconds(seconds: float, words: str) -> None:
    found = dataclasses.replace(bombe.audit("hard-2x2"), effort=Effort(0, 0.0, seconds))
    assert f"in {words}" in with_footer(found)
