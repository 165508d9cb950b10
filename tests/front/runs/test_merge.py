"""`bombe merge` of runs over boards; logs and studies are in tests/agents/arena/sharing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from random_boards import dig, full_grid, rng_of

from bombe.boards import Shape

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

COLUMNS = ("--columns", "board,bombs,final,source")
"""All that does not depend on the time."""


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of 90 boards of 4x4, in the current folder."""
    monkeypatch.chdir(tmp_path)
    rng, shape, lines = rng_of(20), Shape(2, 2), list[str]()
    for _ in range(90):
        values = full_grid(shape, rng)
        dig(shape, values, rng)
        lines.append("".join(str(value or ".") for value in values))
    (tmp_path / "boards.txt").write_text("\n".join(lines) + "\n")
    return "boards.txt"


def run(bombe: Bombe, boards: str, out: str, *words: str) -> None:
    done = bombe("audit", boards, "-o", out, "--no-progress", *words)
    assert done.code == 0, done.err


def whole(path: Path) -> object:
    if path.suffix != ".sqlite":
        return path.read_bytes()
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT rowid, * FROM audits").fetchall()


@pytest.mark.parametrize("suffix", ["jsonl", "json", "csv", "sqlite", "npy", "masks", "txt"])
def test_the_outputs_of_shards_join_to_that_of_the_run(
    bombe: Bombe, boards: str, tmp_path: Path, suffix: str
) -> None:
    words = COLUMNS if suffix in ("jsonl", "json", "csv", "sqlite") else ()
    run(bombe, boards, f"whole.{suffix}", *words)
    for number in (1, 2, 3):
        run(bombe, boards, f"part-{number}.{suffix}", *words, "--shard", f"{number}/3")
    parts = [f"part-{number}.{suffix}" for number in (3, 1, 2)]
    done = bombe("merge", "-o", f"all.{suffix}", *parts)
    assert done.code == 0, done.err
    assert f"all.{suffix}: 90 positions of 3 files" in done.err
    assert whole(tmp_path / f"all.{suffix}") == whole(tmp_path / f"whole.{suffix}")
    done = bombe("audit", boards, "-o", f"all.{suffix}", "--no-progress", *words, "--resume")
    assert f"all.{suffix} is complete" in done.err


def test_what_does_not_belong_together_is_exit_code_3_and_leaves_nothing(
    bombe: Bombe, boards: str, tmp_path: Path
) -> None:
    for number in (1, 2):
        run(bombe, boards, f"{number}.csv", "--shard", f"{number}/3")
    run(bombe, boards, "3.csv", "--shard", "3/3", "--nodes", "999")
    for parts, said in (
        (("1.csv", "2.csv"), "shard 3/3 is missing: run the same command with --shard 3/3"),
        (("1.csv", "2.csv", "3.csv"), "not of one run: --nodes is none here, 999 there"),
        (("1.csv", "boards.txt"), "boards.txt has no journal boards.txt.made.jsonl"),
        (("1.csv", "9.csv"), "there is no file 9.csv"),
    ):
        done = bombe("merge", "-o", "all.csv", *parts)
        assert done.code == 3
        assert said in done.err
        assert done.err.count("\n") == 1
    run(bombe, boards, "3.csv", "--shard", "3/3")
    done = bombe("merge", "-o", "all.jsonl", "1.csv", "2.csv", "3.csv")
    assert done.code == 2
    assert "-o all.jsonl says jsonl, but 1.csv is csv: give -o a name that ends in .csv" in done.err
    assert not any((tmp_path / f"all.{suffix}").exists() for suffix in ("csv", "jsonl"))


def test_an_output_that_cannot_be_written_is_one_line(
    bombe: Bombe, boards: str, tmp_path: Path
) -> None:
    run(bombe, boards, "1.csv", "--shard", "1/1")
    (tmp_path / "folder").mkdir()
    for out, code, said in (
        ("/dev/full", 3, "cannot write /dev/full: No space left on device; free space"),
        ("/no/such/folder/all.csv", 2, "cannot write /no/such/folder/all.csv"),
        ("folder", 2, "cannot write folder"),
        ("1.csv", 2, "is one of the files to be joined"),
    ):
        done = bombe("merge", "-o", out, "1.csv")
        assert (done.code, done.err.count("\n")) == (code, 1), done.err
        assert said in done.err
