"""What an interrupted run left is continued or discarded only where the command says so."""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from run_texts import FOUR

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

RUNS = {
    "generate": ("generate", "2x2", "--count", "3000", "-o", "out"),
    "convert": ("convert", "boards.txt", "--to", "json", "-o", "out"),
    "audit": ("audit", "boards.txt", "--columns", "board,bombs", "-o", "out.csv"),
    "check": ("check", "boards.txt", "-o", "out.jsonl"),
    "tempo": ("tempo", "boards.txt", "--columns", "board,verdict", "-o", "out.csv"),
}
LIMIT = 10_000
"""Bytes of a file, after which there is no room for more."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with many boards."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.txt").write_text("".join(f"{line}\n" for line in FOUR[:2]) * 500)
    return tmp_path


def interrupt(words: tuple[str, ...]) -> None:
    """Run a command where there is no room for its output."""
    done = subprocess.run(
        [sys.executable, "-m", "bombe", *words],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert "File too large" in done.stderr


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("name", RUNS)
def test_results_of_an_interrupted_run_are_not_discarded(
    bombe: Bombe, folder: Path, name: str
) -> None:
    words = RUNS[name]
    interrupt(words)
    before = files(folder)
    assert len(before) == 3
    for again in (words, (*words, "-j", "2"), (*words, "--shard", "1/2"), ("count", *FOUR[:3])):
        done = bombe(*again) if "-o" in again else bombe(*again, "-o", words[-1])
        assert (done.code, done.out) == (2, "")
        assert "has the results of an interrupted run, `bombe " in done.err
        assert "continue it with --resume, discard them with --again, or give another" in done.err
        assert files(folder) == before
    assert bombe(*words, "--resume").code == 0
    whole = (folder / words[-1]).read_bytes()
    assert bombe(*words, "--again").code == 0
    assert (folder / words[-1]).stat().st_size > LIMIT
    assert name == "check" or (folder / words[-1]).read_bytes() == whole, "it has no times"


def test_a_chunk_that_is_not_whole_is_kept_too(bombe: Bombe, folder: Path) -> None:
    (folder / "bad.txt").write_text(f"{FOUR[0]}\n{FOUR[1]}\n\0\n")
    words = ("count", "bad.txt", "-o", "out.csv")
    assert bombe(*words).code == 3
    before = files(folder)
    assert before["out.csv.partial"].count(b"\n") == 3
    assert bombe(*words).code == 2
    assert files(folder) == before
    (folder / "bad.txt").write_text(f"{FOUR[0]}\n{FOUR[1]}\n")
    assert bombe(*words, "--again").code == 0


def test_again_begins_anew_and_a_complete_file_is_replaced(bombe: Bombe, folder: Path) -> None:
    interrupt(RUNS["audit"])
    words = ("audit", *FOUR, "--columns", "board,bombs", "-o", "out.csv")
    assert bombe(*words).code == 2
    for more in (("--again",), (), ("--again",)):
        assert bombe(*words, *more).code == 0
        assert (folder / "out.csv").read_text().count("\n") == 1 + len(FOUR)
    done = bombe(*words, "--again", "--resume")
    assert (done.code, "give one of them" in done.err) == (2, True)
    for question in (("audit", FOUR[0]), ("audit", *FOUR), ("generate", "2x2")):
        done = bombe(*question, "--again")
        assert (done.code, done.out) == (2, "")
        assert "--again discards what is in a file: give it by -o" in done.err


def test_a_merge_is_done_again_since_the_parts_have_all_of_it(bombe: Bombe, folder: Path) -> None:
    parts = [f"{number}.jsonl" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        assert bombe("count", "boards.txt", "--shard", f"{number}/2", "-o", part).code == 0
    whole = ("merge", *parts, "-o", "all.jsonl")
    interrupt(whole)
    assert (folder / "all.jsonl.partial").stat().st_size > 0
    assert bombe(*whole).code == 0
    assert (folder / "all.jsonl").read_bytes().count(b"\n") == 1000
