"""Parquet: a format of its own file, with all that a run can do."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from run_texts import FOUR

if TYPE_CHECKING:
    from running import Bombe

COLUMNS = ("--columns", "source,board,final,bombs,solutions_kind,solutions_value")


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of many boards, in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.txt").write_text("".join(f"{line}\n" for line in FOUR[:4]) * 12)
    return "boards.txt"


def rows(path: str) -> list[dict[str, Any]]:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs bombe[parquet]")
    found: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return found


def test_columns_are_typed_and_rows_are_those_of_csv(bombe: Bombe, boards: str) -> None:
    assert bombe("audit", boards, *COLUMNS, "-o", "a.parquet", "-j", "2").code == 0
    assert bombe("audit", boards, *COLUMNS, "-o", "a.csv").code == 0
    found = rows("a.parquet")
    kinds = {name: type(value) for name, value in found[0].items()}
    assert kinds == {
        "source": str,
        "board": str,
        "final": int,
        "bombs": int,
        "solutions_kind": str,
        "solutions_value": int,
    }
    said = [line.split(",") for line in Path("a.csv").read_text().splitlines()[1:]]
    assert [[each["source"], str(each["bombs"])] for each in found] == [
        [line[0], line[3]] for line in said
    ]


def test_shards_join_and_what_is_complete_is_known(
    bombe: Bombe, boards: str, tmp_path: Path
) -> None:
    for number in (1, 2):
        words = ("--shard", f"{number}/2", "-o", f"{number}.parquet")
        assert bombe("audit", boards, *COLUMNS, *words).code == 0
    assert bombe("audit", boards, *COLUMNS, "-o", "whole.parquet").code == 0
    assert bombe("merge", "-o", "all.parquet", "2.parquet", "1.parquet").code == 0
    assert rows("all.parquet") == rows("whole.parquet")
    done = bombe("audit", boards, *COLUMNS, "-o", "whole.parquet", "--resume")
    assert "whole.parquet is complete" in done.err
    assert not [*tmp_path.glob("*.partial*")]


def test_an_interrupted_run_continues(bombe: Bombe, boards: str, tmp_path: Path) -> None:
    bad = (tmp_path / boards).read_text()
    (tmp_path / boards).write_text(bad + "\0\n")
    words = ("count", boards, "--columns", "source,count_value", "-o", "a.parquet")
    assert bombe(*words).code == 3
    assert (tmp_path / "a.parquet.partial").exists()
    (tmp_path / boards).write_text(bad)
    assert bombe(*words, "--again").code == 0
    assert len(rows("a.parquet")) == 48


def test_without_pyarrow_the_error_says_how_to_get_it(
    bombe: Bombe, boards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    done = bombe("audit", boards, "-o", "a.parquet")
    assert (done.code, done.out) == (5, "")
    assert "-o a.parquet needs pyarrow, which is missing: pip install 'bombe[parquet]'" in done.err
