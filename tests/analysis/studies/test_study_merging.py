"""Studies in shards: each does its tasks, and `bombe merge` makes the file of the whole study."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from running import Bombe

pytestmark = pytest.mark.usefixtures("in_own_folder")
TEMPO = ("tempo", "easy-2x2", "--games", "2", "--positions", "4", "--empties", "3", "6")
STUDIES = [
    (*TEMPO, "--horizon", "3"),
    ("modes", "easy-2x2", "--positions", "1", "--games", "1", "--fills", "3", "6"),
    ("why", "easy-2x2", "hard-2x2", "--games", "2", "--positions", "1"),
    ("endings", "--shape", "2x2", "--empties", "4,6", "--positions", "2"),
]
WHOLE = ("whole", "merged")
CLOCKS = ("seconds", "cpu", "rating", "chains")


def study(bombe: Bombe, words: tuple[str, ...], *more: str) -> str:
    done = bombe("study", *words, "--no-progress", *more)
    assert done.code == 0, done.err
    return done.out


def in_shards(bombe: Bombe, words: tuple[str, ...], of: int) -> list[str]:
    names = [f"part-{number}.jsonl" for number in range(1, of + 1)]
    for number, name in enumerate(names, 1):
        study(bombe, words, "--shard", f"{number}/{of}", "-o", name)
    return names


def lines_of(name: str) -> list[dict[str, object]]:
    """Return the lines of a file without what the clock says."""
    return [_timeless(json.loads(line)) for line in Path(name).read_text("utf-8").splitlines()]


def _timeless(document: dict[str, object]) -> dict[str, object]:
    document.pop("made", None)
    positions = document.get("positions")
    for each in (document, *(positions if isinstance(positions, list) else ())):
        for clock in CLOCKS:
            if document["kind"] not in ("plan", "header"):
                each.pop(clock, None)
    return document


@pytest.mark.parametrize("words", STUDIES, ids=lambda words: words[0])
def test_shards_are_merged_into_the_file_of_the_whole_study(
    bombe: Bombe, words: tuple[str, ...]
) -> None:
    study(bombe, words, "-o", "whole.jsonl")
    parts = in_shards(bombe, words, 2)
    done = bombe("merge", "-o", "merged.jsonl", *reversed(parts))
    records = len(lines_of("whole.jsonl")) - 1
    assert (done.code, f"merged.jsonl: {records} record" in done.err) == (0, True)
    assert records >= 2
    assert lines_of("merged.jsonl") == lines_of("whole.jsonl")
    before = Path("merged.jsonl").read_bytes()
    study(bombe, words, "-o", "merged.jsonl")
    assert Path("merged.jsonl").read_bytes() == before


def test_the_file_of_a_shard_says_so_and_continues_where_it_was_cut(bombe: Bombe) -> None:
    one, two = in_shards(bombe, TEMPO, 2)
    plan, *records, end = lines_of(two)
    assert plan["shard"] == "2/2"
    assert {int(str(record["task"])) % 2 for record in records} == {1}
    tasks = len(records) + len(lines_of(one)) - 2
    assert end == {"kind": "end", "tasks": tasks, "records": len(records)}
    whole = Path(two).read_bytes()
    Path(two).write_bytes(b"".join(whole.splitlines(keepends=True)[:3]) + b'{"kind": "po')
    refused = bombe("merge", "-o", "merged", one, two)
    assert refused.err == (
        f"bombe: {two}: shard 2/2 is not complete: run its command again to resume it\n"
    )
    study(bombe, TEMPO, "-o", two, "--shard", "2/2")
    assert Path(two).read_bytes() == whole
    study(bombe, TEMPO, "-o", two, "--shard", "2/2")
    assert Path(two).read_bytes() == whole
    read = bombe("study", "tempo", "--read", two)
    assert "this is shard 2/2; `bombe merge` joins the files of all 2" in read.err
    for shard in (("--shard", "1/2"), ()):
        other = bombe("study", *TEMPO, "-o", two, *shard)
        assert (other.code, "its shard was 2/2; use the same --shard" in other.err) == (2, True)


def test_what_is_missing_doubled_or_of_another_study_is_named(bombe: Bombe) -> None:
    one, two, three = in_shards(bombe, TEMPO, 3)
    study(bombe, (*TEMPO, "--seed", "5"), "--shard", "3/3", "-o", "seed")
    study(bombe, TEMPO, "--shard", "3/4", "-o", "four")
    study(bombe, TEMPO, "-o", "whole")
    lines = Path(two).read_text(encoding="utf-8").splitlines(keepends=True)
    Path("cut").write_text("".join([*lines[:1], *lines[2:]]), encoding="utf-8")
    Path("mixed").write_text("".join([lines[0], lines[2], lines[1], *lines[3:]]), encoding="utf-8")
    log = ("match", "greedy", "random", "--generate", "2x2", "--nodes", "1", "--games", "2")
    bombe(*log, "-o", "log", "--no-progress")
    for files, message in (
        ((one, two), "shard 3/3 is missing: run the same command with --shard 3/3"),
        ((one, two, three, one), f"{one}: it is shard 1/3, and so is {one}: give each once"),
        ((one, two, "seed"), f"seed: its seed is 5, and 0 in {one}; give the shards of one study"),
        (
            (one, two, "four"),
            f"four: it is shard 3/4, and {one} is shard 1/3: give",
        ),
        (("whole", one), "whole:1: the line is the plan of a whole study"),
        ((one, "cut", three), f"records is {len(lines) - 2}, but there are {len(lines) - 3} rec"),
        ((one, "mixed", three), "mixed:3: task is no next task of shard 2/3"),
        ((one, "log"), f"{one} is the file of a study, but log is a log of games"),
    ):
        done = bombe("merge", "-o", "merged", *files)
        assert (done.code, done.out) == (3, ""), files
        assert message in done.err
        assert len(done.err.splitlines()) == 1
        assert not Path("merged").exists()
    assert bombe("merge", "-o", two, one, two, three).code == 2
    assert bombe("merge", "-o", "merged", one, two, three).code == 0
    assert lines_of("merged") == lines_of("whole")
    made = [json.loads(Path(name).read_text("utf-8").partition("\n")[0])["made"] for name in WHOLE]
    assert made[0]["command"].startswith("bombe study tempo easy-2x2 --games 2")
    assert [each["command"][-19:] for each in made[1]["merged"]] == [
        f"1/3 -o {one}"[-19:],
        f"2/3 -o {two}"[-19:],
        f"3/3 -o {three}"[-19:],
    ]
