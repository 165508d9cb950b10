"""Studies of Dots and Boxes in shards: their documents are joined into that of the whole study."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from running import Bombe

GAMES = ("dots-games", "--boxes", "1x1,1x2", "--games", "20")
STUDIES = [
    GAMES,
    ("dots-orders", "--boxes", "1x1,1x2"),
    ("dots-time", "exact", "first-moves", "--boxes", "1x1,1x2"),
    ("dots-first-move", "--boxes", "1x1,1x2", "--playouts", "5,10", "--runs", "2"),
]


pytestmark = pytest.mark.usefixtures("in_own_folder")


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing, which takes most of the time of studies that are so small."""
    monkeypatch.setattr("bombe.commands.dots.experiment.draw", lambda *_: ())


def document(bombe: Bombe, name: str, *words: str) -> str:
    """Write what an experiment prints with --json; return the name of the file."""
    done = bombe("experiment", *words, "--json")
    assert done.code == 0, done.err
    Path(name).write_text(done.out, encoding="utf-8")
    return name


def timeless(name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(Path(name).read_text(encoding="utf-8"))
    points = found["points"]
    assert isinstance(points, list)
    return {**found, "points": [{**point, "seconds": 0} for point in points]}


@pytest.mark.parametrize("words", STUDIES, ids=lambda words: words[0])
def test_documents_of_shards_are_merged_into_that_of_the_whole(
    bombe: Bombe, words: tuple[str, ...]
) -> None:
    whole = document(bombe, "whole", *words)
    parts = [document(bombe, f"part-{n}", *words, "--shard", f"{n}/2") for n in (2, 1)]
    assert bombe("merge", "-o", "merged", *parts).code == 0
    assert timeless("merged") == timeless(whole)


def test_what_cannot_be_joined_is_named(bombe: Bombe) -> None:
    one, two = (document(bombe, f"part-{n}", *GAMES, "--shard", f"{n}/2") for n in (1, 2))
    document(bombe, "seed", *GAMES, "--shard", "2/2", "--seed", "3")
    document(bombe, "whole", *GAMES)
    text = Path(two).read_text(encoding="utf-8")
    Path("stopped").write_text(text.replace('"complete": true', '"complete": false'), "utf-8")
    Path("moved").write_text(text.replace('"task": 1', '"task": 2'), encoding="utf-8")
    for files, message in (
        ((one,), "shard 2/2 is missing: run the same command with --shard 2/2"),
        ((one, two, two), f"{two}: it is shard 2/2, and so is {two}: give each once"),
        ((one, "seed"), f"seed: its plan is not that of {one}"),
        ((one, "whole"), "whole:1: the line is no document of a shard without logs"),
        ((one, "stopped"), "stopped: shard 2/2 is not complete: run its command again"),
        ((one, "moved"), "is none of shard 2/2"),
    ):
        done = bombe("merge", "-o", "merged", *files)
        assert (done.code, message in done.err) == (3, True), done.err
        assert not Path("merged").exists()


def test_a_table_says_that_it_is_of_a_shard(bombe: Bombe) -> None:
    done = bombe("experiment", *GAMES, "--shard", "2/4")
    assert len(done.out.splitlines()) == 3
    assert "this is shard 2/4; `bombe merge` joins what all print with --json" in done.out
