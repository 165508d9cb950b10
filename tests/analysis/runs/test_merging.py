"""Outputs of any number of shards, joined, are the output of one run; what is missing is named."""

from __future__ import annotations

import contextlib
import json
import random
import re
import sqlite3
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from written_outputs import FORMS, chunks_of, content, flip, payloads, write

from bombe.analysis.runs.joining import RunJoin, check_shards, write_joined
from bombe.analysis.runs.output import journal_of
from bombe.boards.errors import BombeError, InputError, UsageError
from bombe.boards.shard import WHOLE, Shard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def shards(folder: Path, form: str, of: int, seed: object = 1, **changes: Any) -> list[Path]:
    """Write all shards of a run."""
    chunks = payloads(form, random.Random(f"{form} {seed}"), 14)
    paths = [folder / f"{number}.{form}" for number in range(1, of + 1)]
    for number, path in enumerate(paths, 1):
        command = f"bombe audit boards.txt --shard {number}/{of}"
        write(path, form, chunks, shard=Shard(number, of), command=command, **changes)
    return paths


def joined(paths: list[Path], out: Path) -> RunJoin:
    merge = RunJoin(paths)
    merge.write(out, command="bombe merge", tell=print)
    return merge


@pytest.mark.parametrize("of", [1, 2, 3, 5, 20])
@pytest.mark.parametrize("form", [*FORMS])
def test_any_number_of_shards_is_the_whole(form: str, of: int, tmp_path: Path) -> None:
    rng = random.Random(of)
    paths = shards(tmp_path, form, of)
    rng.shuffle(paths)
    whole, out = tmp_path / f"whole.{form}", tmp_path / f"out.{form}"
    chunks = payloads(form, random.Random(f"{form} 1"), 14)
    totals = write(whole, form, chunks)
    merge = joined(paths, out)
    assert content(out) == content(whole)
    assert chunks_of(out) == chunks_of(whole)
    assert (merge.chunks, merge.positions) == (len(chunks), totals["positions"])
    assert merge.records == sum(chunk.records for chunk in chunks)
    assert write(out, form, chunks, resume=True, shard=WHOLE) == totals, "it is not complete"


def test_what_was_joined_says_of_what(tmp_path: Path) -> None:
    paths = shards(tmp_path, "jsonl", 2)
    joined(paths, tmp_path / "out.jsonl")
    made = json.loads((tmp_path / "out.jsonl.made.jsonl").read_text().splitlines()[0])
    assert made["shard"] == "1/1"
    assert made["command"] == "bombe merge"
    assert [(each["shard"], each["name"]) for each in made["merged"]] == [
        ("1/2", str(paths[0])),
        ("2/2", str(paths[1])),
    ]
    assert made["merged"][1]["command"] == "bombe audit boards.txt --shard 2/2"


def test_all_shards_that_are_missing_are_named(tmp_path: Path) -> None:
    paths = shards(tmp_path, "csv", 8)
    with pytest.raises(
        InputError,
        match=r"shard 3/8 is missing: run the same command with --shard 3/8, or give its output",
    ):
        RunJoin([path for path in paths if path.stem != "3"])
    with pytest.raises(InputError, match=r"shards 2/8, 7/8 are missing: .* --shard 2/8"):
        RunJoin([path for path in paths if path.stem not in "27"])


def test_of_many_missing_shards_some_are_named(tmp_path: Path) -> None:
    found = [(tmp_path / "3.csv", Shard(3, 999_999_999))]
    with pytest.raises(
        InputError,
        match=r"^shards 1/999999999, 2/9{9}, 4/9{9}, 5/9{9}, 6/9{9}, 7/9{9} and 999999992 more are",
    ):
        check_shards(found)


def test_lines_that_cannot_be_joined_leave_what_was_there(tmp_path: Path) -> None:
    def lines() -> Iterator[str]:
        yield "one"
        raise InputError("a line was changed")

    out, journal = tmp_path / "log.jsonl", tmp_path / "log.jsonl.made.jsonl"
    out.write_text("before")
    journal.write_text("of what was before")
    with pytest.raises(InputError, match="was changed"):
        write_joined(out, [], lines())
    assert [out.read_text(), *sorted(each.name for each in tmp_path.iterdir())] == [
        *("before", out.name, journal.name)
    ]
    write_joined(out, [], ["one", "\udcff"])
    assert out.read_bytes() == b"one\n\xff\n"
    assert not journal.exists(), "it is not of this file"


def test_a_shard_that_is_there_twice_is_named(tmp_path: Path) -> None:
    one, two = shards(tmp_path, "csv", 2)
    with pytest.raises(InputError, match=r"1.csv: it is shard 1/2, and so is .*: give each once"):
        RunJoin([one, two, one])


def test_a_shard_that_is_not_complete_is_named_with_its_command(tmp_path: Path) -> None:
    chunks = payloads("text", random.Random(3), 99)
    one, two = shards(tmp_path, "text", 2)
    stop = Event()
    two.unlink()
    command = "bombe audit boards.txt --shard 2/2"
    write(
        two,
        "text",
        chunks,
        shard=Shard(2, 2),
        stop=stop,
        reached=lambda _: stop.set(),
        command=command,
    )
    with pytest.raises(InputError, match=rf"2.text is not complete: run `{command}` with --resume"):
        RunJoin([one, two])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"settings": {"limit": 9}}, "--limit is 2 here, 9 there"),
        ({"bombe": "2.0"}, "version of Bombe is 1.0 here, 2.0 there"),
        ({"inputs": [["a.txt", 7, "f" * 32]]}, "input is none here, a.txt there"),
        ({"task": "count"}, "command is bombe audit here, bombe count there"),
    ],
)
def test_outputs_of_other_runs_are_refused_with_what_differs(
    changes: dict[str, Any], said: str, tmp_path: Path
) -> None:
    from bombe.analysis.runs.fingerprints import Fingerprint

    if "inputs" in changes:
        changes = {"inputs": [Fingerprint(*each) for each in changes["inputs"]]}
    (tmp_path / "other").mkdir()
    one, _ = shards(tmp_path, "jsonl", 2)
    _, two = shards(tmp_path / "other", "jsonl", 2, **changes)
    with pytest.raises(InputError, match=re.escape(said)) as raised:
        RunJoin([one, two])
    assert str(raised.value).startswith(f"{one} and {two} are not of one run: ")


def test_shards_of_other_numbers_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one, two = shards(tmp_path, "jsonl", 2)
    three = shards(tmp_path / "other", "jsonl", 3)[2]
    with pytest.raises(InputError, match=r"it is shard [23]/[23], and .* is shard [12]/[23]: give"):
        RunJoin([one, two, three])


CHANGED = "this line, or one above it, was changed; make the output again: run its command"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda lines: lines[:-1], r"2.jsonl.made.jsonl:\d+: the journal has no end"),
        (lambda lines: [lines[0], *lines[2:]], f"2.jsonl.made.jsonl:2: {CHANGED}"),
        (lambda lines: ["xx", *lines], f"2.jsonl.made.jsonl:1: {CHANGED}"),
        (lambda _: [], "2.jsonl.made.jsonl:1: the journal is empty"),
    ],
)
def test_damaged_journals_are_named_by_line(
    damage: Callable[[list[str]], list[str]], said: str, tmp_path: Path
) -> None:
    paths = shards(tmp_path, "jsonl", 2)
    journal = Path(journal_of(str(paths[1])))
    journal.write_text("".join(f"{line}\n" for line in damage(journal.read_text().splitlines())))
    with pytest.raises(BombeError, match=said) as raised:
        RunJoin(paths)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("form", [*FORMS])
def test_an_output_that_was_changed_is_named(form: str, tmp_path: Path) -> None:
    paths = shards(tmp_path, form, 2)
    largest = max(paths, key=lambda path: path.stat().st_size)
    if form == "sqlite":
        with sqlite3.connect(largest) as file:
            file.execute("DELETE FROM audits WHERE rowid = (SELECT max(rowid) FROM audits)")
    else:
        largest.write_bytes(largest.read_bytes()[:-1])
    with pytest.raises(InputError, match=rf"{largest}: .* was changed; make it again by `bombe"):
        RunJoin(paths)


@pytest.mark.parametrize("form", [*FORMS])
def test_a_changed_bit_never_reaches_what_is_merged(form: str, tmp_path: Path) -> None:
    rng, paths = random.Random(form), shards(tmp_path, form, 2)
    joined(paths, tmp_path / f"out.{form}")
    expected = content(tmp_path / f"out.{form}")
    for path in (*paths, *(Path(journal_of(str(path))) for path in paths)):
        before = path.read_bytes()
        for _ in range(12 if before else 0):
            flip(path, rng.randrange(len(before)), rng)
            with contextlib.suppress(BombeError):
                joined(paths, tmp_path / f"out.{form}")
                assert form == "sqlite", "a bit of a database may be in no use"
            assert content(tmp_path / f"out.{form}") == expected
            path.write_bytes(before)


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM audits WHERE rowid = 2",
        "UPDATE audits SET of_x = of_x + 1 WHERE rowid = 1",
        "UPDATE audits SET board = board || 'x' WHERE rowid = 2",
        "UPDATE audits SET number = NULL WHERE number IS NOT NULL",
        "INSERT INTO audits (board) VALUES ('1...')",
    ],
)
def test_a_database_with_a_changed_row_is_not_merged(change: str, tmp_path: Path) -> None:
    paths = shards(tmp_path, "sqlite", 2, seed=5)
    with contextlib.closing(sqlite3.connect(paths[0])) as file, file:
        file.execute(change)
    with pytest.raises(InputError, match=r"was changed; make it again by `bombe audit boards.txt"):
        RunJoin(paths)


def test_what_has_no_journal_is_refused(tmp_path: Path) -> None:
    paths = shards(tmp_path, "csv", 2)
    Path(journal_of(str(paths[0]))).unlink()
    with pytest.raises(InputError, match=r"has no journal .*1.csv.made.jsonl: give what"):
        RunJoin(paths)
    (tmp_path / "9.csv.partial").touch()  # of a run over one board
    with pytest.raises(InputError, match=r"there is no file .*9.csv"):
        RunJoin([tmp_path / "9.csv"])


def test_the_whole_is_not_written_over_a_part(tmp_path: Path) -> None:
    paths = shards(tmp_path, "csv", 2)
    before = paths[0].read_bytes()
    with pytest.raises(UsageError, match="is one of the files to be joined: give another one"):
        joined(paths, paths[0])
    assert paths[0].read_bytes() == before


def test_ctrl_c_keeps_the_file_that_was_there(tmp_path: Path) -> None:
    paths, stop, said = shards(tmp_path, "csv", 2), Event(), list[str]()
    out = tmp_path / "out.csv"
    out.write_text("precious")
    stop.set()
    RunJoin(paths).write(out, tell=said.append, stop=stop)
    assert out.read_text() == "precious"
    assert said == [f"{out} is unchanged"]
