"""`bombe.audits` with an output is the run that `bombe audit -o` is."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import pytest
from run_texts import FOUR, NINE

import bombe
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

COLUMNS = ("source", "board", "bombs", "nodes")


@pytest.fixture(name="command")
def the_command(request: pytest.FixtureRequest) -> Bombe:
    """The command, by a name that is not that of the package."""
    found: Bombe = request.getfixturevalue("bombe")
    return found


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of boards of two shapes, in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards.txt").write_text("".join(f"{line}\n" for line in [*FOUR[:4], *NINE] * 5))
    return "boards.txt"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_is_that_of_the_command(
    command: Bombe, boards: str, tmp_path: Path, jobs: int
) -> None:
    done = bombe.audits(boards, output="python.csv", columns=COLUMNS, jobs=jobs)
    assert command("audit", boards, "--columns", ",".join(COLUMNS), "-o", "command.csv").code == 0
    assert (tmp_path / "python.csv").read_bytes() == (tmp_path / "command.csv").read_bytes()
    assert done.positions == len((tmp_path / boards).read_text().splitlines())
    again = command("audit", boards, "--columns", ",".join(COLUMNS), "-o", "python.csv", "--resume")
    assert "python.csv is complete" in again.err


def test_shards_and_resume(boards: str, tmp_path: Path) -> None:
    for number in (1, 2):
        audits_of = bombe.audits(boards, output=f"{number}.jsonl", shard=f"{number}/2")
        assert audits_of.positions > 0
    with pytest.warns(UserWarning, match="1.jsonl is complete: there is nothing left to do"):
        bombe.audits(boards, output="1.jsonl", shard="1/2", resume=True)
    assert (tmp_path / "1.jsonl.made.jsonl").exists()


def test_arrays_take_jobs_and_shards(boards: str) -> None:
    one = [batch.bombs.tolist() for batch in bombe.audits(boards, chunk=7)]
    two = [batch.bombs.tolist() for batch in bombe.audits(boards, chunk=7, jobs=2)]
    assert one == two
    parts = [
        [batch.bombs.tolist() for batch in bombe.audits(boards, chunk=7, shard=f"{number}/2")]
        for number in (1, 2)
    ]
    assert sorted(map(str, parts[0] + parts[1])) == sorted(map(str, one))


def test_what_has_no_file_is_not_resumed(boards: str) -> None:
    assert boards
    with pytest.raises(UsageError, match="--resume continues what is in a file"):
        bombe.audits(boards, resume=True)  # type: ignore[call-overload] # which is tested
    with pytest.raises(UsageError, match="can be read only once"):
        bombe.audits(FOUR[:2], output="a.csv", resume=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert bombe.audits(FOUR[:2], output="a.csv").positions == 2
