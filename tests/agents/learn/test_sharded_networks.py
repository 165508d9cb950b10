"""Studies of networks in shards: positions and runs are those of the whole study once joined."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from running import Bombe

pytestmark = pytest.mark.usefixtures("in_own_folder")
NET = (
    *("study", "perceptron", "--boxes", "2x2", "--hidden", "4", "--positions", "11"),
    *("--held-out", "4", "--epochs", "1", "--no-progress"),
)
NEAT = (
    *("study", "neat", "--generations", "1", "--population", "10"),
    *("--games", "2", "--no-progress"),
)


def in_shards(bombe: Bombe, of: int, *words: str) -> list[str]:
    names = [f"part-{number}" for number in range(1, of + 1)]
    for number, name in enumerate(names, 1):
        done = bombe(*words, "--shard", f"{number}/{of}", "-o", name)
        assert (done.code, f"joins the folders of all {of}" in done.err) == (0, True)
    return names


def test_positions_of_shards_are_those_of_the_whole_study_and_networks_learn_from_them(
    bombe: Bombe,
) -> None:
    parts = in_shards(bombe, 3, *NET)
    assert not list(Path().glob("part-*/*.npz"))
    done = bombe("merge", "-o", "merged", *reversed(parts))
    assert (done.code, done.err) == (0, "bombe: merged: 15 positions of 3 folders\n")
    whole, merged = (bombe(*NET, "-o", name) for name in ("whole", "merged"))
    assert whole.out == merged.out
    for name in ("training.jsonl", "held-out.jsonl"):
        assert Path("merged", name).read_bytes() == Path("whole", name).read_bytes()


def test_a_shard_of_positions_continues_and_is_no_other(bombe: Bombe) -> None:
    one, two = in_shards(bombe, 2, *NET)
    path = Path(two, "training.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    lacking = bombe("merge", "-o", "merged", one, two)
    assert lacking.code == 3
    assert f"{path}: shard 2/2 is not complete" in lacking.err
    assert bombe(*NET, "--shard", "2/2", "-o", two).code == 0
    assert path.read_bytes() == whole
    for words in (("--shard", "1/2"), ()):
        other = bombe(*NET, *words, "-o", two)
        assert (other.code, "its shard was 2/2; use the same --shard" in other.err) == (2, True)
    assert "give -o" in bombe(*NET, "--shard", "1/2").err
    bombe(*NET, "--seed", "3", "--shard", "2/2", "-o", "seed")
    bombe(*NET, "-o", "whole")
    for files, message in (
        ((one,), "shard 2/2 is missing: run the same command with --shard 2/2"),
        ((one, two, one), "it is shard 1/2, and so is part-1/held-out.jsonl: give each once"),
        ((one, "seed"), "seed/held-out.jsonl: its seed is 3, and 0 in part-1/held-out.jsonl"),
        (("whole",), "whole/held-out.jsonl:1: the line is the plan of a whole study"),
    ):
        done = bombe("merge", "-o", "merged", *files)
        assert (done.code, message in done.err) == (3, True), done.err
        assert not Path("merged").exists()


def test_runs_of_shards_are_those_of_the_whole_study(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("neat")
    monkeypatch.setattr("bombe.commands.studies.neat.write_results", lambda *_: [])
    one, two = in_shards(bombe, 2, *NEAT, "--seeds", "3")
    assert sorted(path.name for path in Path(one).iterdir()) == ["seed-1.jsonl", "seed-3.jsonl"]
    assert bombe("merge", "-o", "merged", one, two).code == 0
    before = [Path("merged", f"seed-{number}.jsonl").read_bytes() for number in (1, 2, 3)]
    assert bombe(*NEAT, "--seeds", "3", "-o", "merged").code == 0
    assert [Path("merged", f"seed-{n}.jsonl").read_bytes() for n in (1, 2, 3)] == before
    assert bombe(*NEAT, "--seed", "2", "-o", "alone").code == 0
    assert timeless(Path("alone", "seed-2.jsonl")) == timeless(Path("merged", "seed-2.jsonl"))
    shutil.copytree(one, "again")
    for folders, message in (
        ((one,), "no folder has the run of seed 2: give that of its shard, too"),
        ((one, two, "again"), "again/seed-1.jsonl: its seed is that of part-1/seed-1.jsonl, too"),
    ):
        done = bombe("merge", "-o", "other", *folders)
        assert (done.code, message in done.err) == (3, True)


def timeless(path: Path) -> list[dict[str, object]]:
    """Return the lines of a run without the seconds that it took."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{**line, "seconds": None} for line in lines]
