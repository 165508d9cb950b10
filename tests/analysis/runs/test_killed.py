"""A process that writes is killed at random moments: nothing is lost, nothing is there twice."""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from written_outputs import FORMS, chunks_of, content, payload, write

SUPPORT = Path(__file__).parents[2] / "support"
SCRIPT = """
import sys, random
from pathlib import Path
from written_outputs import payload, write
path, form, seed, chunks = Path(sys.argv[1]), *sys.argv[2:]
rng = random.Random(seed)
made = [payload(form, rng, rng.choice([0, 1, 3])) for _ in range(int(chunks))]
write(path, form, made, resume=True)
"""
CHUNKS, KILLS = 1500, 3
LINE = 80
"""Bytes of a line of the journal, about."""


def size_of(path: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_size
    return 0


def run_until_killed(path: Path, form: str, seed: str, chunks: float) -> bool:
    """Let a process write, and kill it after about so many chunks; return whether it ended."""
    journal = Path(f"{path}.partial.made.jsonl")
    before = size_of(journal)
    words = [sys.executable, "-c", SCRIPT, str(path), form, seed, str(CHUNKS)]
    with subprocess.Popen(words, cwd=SUPPORT) as process:
        while process.poll() is None:
            if size_of(journal) - before > chunks * LINE:
                process.kill()
            time.sleep(0.0002)
    return process.returncode == 0


def killed_often(path: Path, form: str, seed: str) -> int:
    """Kill the process again and again, then let it end; return how often it was killed."""
    rng, kills = random.Random(f"kill {seed}"), 0
    for _ in range(KILLS):
        kills += not run_until_killed(path, form, seed, rng.uniform(0, CHUNKS / KILLS / 2))
    assert run_until_killed(path, form, seed, CHUNKS * 9), "it did not come to its end"
    return kills


def check(tmp_path: Path, form: str, seed: str) -> int:
    """Return how often a run was killed that left the file of one that was not."""
    path, whole = tmp_path / f"killed.{form}", tmp_path / f"whole.{form}"
    rng = random.Random(seed)
    chunks = [payload(form, rng, rng.choice([0, 1, 3])) for _ in range(CHUNKS)]
    write(whole, form, chunks)
    kills = killed_often(path, form, seed)
    assert content(path) == content(whole)
    assert chunks_of(path) == chunks_of(whole)
    return kills


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
@pytest.mark.parametrize("form", ["json", "sqlite"])
def test_nothing_is_lost_or_doubled_when_the_writer_is_killed(form: str, tmp_path: Path) -> None:
    assert check(tmp_path, form, "one") > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("form", [*FORMS])
def test_nothing_is_lost_or_doubled_however_often(form: str, seed: int, tmp_path: Path) -> None:
    assert check(tmp_path, form, f"long {seed}") > 0
