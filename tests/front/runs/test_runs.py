"""Runs over many boards: however they are cut, spread and written, the answers are those of one."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from run_texts import FOUR, NINE, mixed, read_lines, still

from bombe import audits
from bombe.analysis.runs import query
from bombe.analysis.runs.query import files_of
from bombe.boards.errors import FormatError

if TYPE_CHECKING:
    from running import Bombe

COMMANDS = ("audit", "count", "check", "solve", "why", "tempo", "endgame")


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "boards.txt"
    path.write_text(mixed(1), "utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_are_those_of_single_boards(bombe: Bombe, tmp_path: Path, command: str) -> None:
    texts = [
        *(FOUR[:4] if command != "endgame" else FOUR[:2]),
        "3x2:" + "12.456456123" + "." * 24,
        *(NINE[:2] if command != "endgame" else []),
    ]
    path, out = tmp_path / "boards.txt", tmp_path / "out.jsonl"
    path.write_text("".join(f"{text}\n" for text in texts))
    limits = ("--nodes", "20000")
    assert bombe(command, str(path), "-o", str(out), *limits).code in (0, 4)
    singly: list[dict[str, Any]] = []
    for number, text in enumerate(texts, 1):
        bombs = ("--bombs",) if command == "why" else ()
        done = bombe(command, text, "--jsonl", *limits, *bombs)
        records = [json.loads(line) for line in done.out.splitlines()]
        singly += [{**record, "source": f"{path}:{number}"} for record in records]
    assert read_lines(out) == still(singly)


@pytest.mark.parametrize("command", ["audit", "count", "check", "solve"])
def test_lines_for_people_are_those_of_boards_that_are_asked_one_by_one(
    bombe: Bombe, boards: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ((), ("--notation", "r1c1")):
        together = bombe(command, str(boards), *words)
        # Without a batch: limits below this many seconds give each board its own clock.
        with monkeypatch.context() as patch:
            patch.setattr(query, "MOMENT", 100.0)
            singly = bombe(command, str(boards), *words, "--seconds", "99")
        lines = [done.out.replace("2.1 s", "").splitlines() for done in (together, singly)]
        assert lines[0][:-1] == lines[1][:-1]
        assert len(lines[0]) >= 80


@pytest.mark.parametrize("command", ["audit", "count", "solve"])
def test_shards_and_processes_change_nothing(
    bombe: Bombe, boards: Path, tmp_path: Path, command: str
) -> None:
    outputs = {name: tmp_path / f"{name}.jsonl" for name in ("one", "two", "merged")}
    assert bombe(command, str(boards), "-o", str(outputs["one"])).code == 0
    assert bombe(command, str(boards), "-o", str(outputs["two"]), "-j", "2").code == 0
    parts = [tmp_path / f"part{number}.jsonl" for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        assert bombe(command, str(boards), "-o", str(part), "--shard", f"{number}/3").code == 0
    all_of_them = sorted(map(str, tmp_path.glob("part*.jsonl*")))  # and their journals
    assert bombe("merge", "-o", str(outputs["merged"]), *all_of_them).code == 0
    one, two, merged = (read_lines(path) for path in outputs.values())
    assert one == two == merged
    assert len(one) > 90


def test_the_suffix_selects_the_format(bombe: Bombe, boards: Path, tmp_path: Path) -> None:
    def written(name: str, *words: str) -> Path:
        done = bombe("audit", str(boards), "-o", str(tmp_path / name), *words)
        assert (done.code, done.out) == (0, "")
        assert "boards: " in done.err
        return tmp_path / name

    records = read_lines(written("a.jsonl"))
    assert still(json.loads(written("a.json").read_text("utf-8"))) == records
    with written("a.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    assert [(row["board"], int(row["bombs"])) for row in rows] == [
        (record["board"], len(record["bombs"])) for record in records
    ]
    with sqlite3.connect(written("a.sqlite", "-j", "2")) as database:
        assert database.execute("SELECT board, source FROM audits ORDER BY rowid").fetchall() == [
            (record["board"], record["source"]) for record in records
        ]
    lines = written("a.txt").read_text("utf-8").splitlines()
    assert len(lines) == len(records)
    done = bombe("audit", str(boards), "--csv", "-o", str(tmp_path / "b.jsonl"))
    assert done.code == 2
    assert "contradict each other" in done.err


def test_columns_are_chosen_and_ordered(bombe: Bombe, boards: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert bombe("audit", str(boards), "--columns", "source,bombs,board", "-o", str(out)).code == 0
    assert out.read_text("utf-8").startswith("source,bombs,board\n")
    done = bombe("audit", str(boards), "--columns", "bomb", "--csv")
    assert (done.code, "did you mean 'bombs'?" in done.err) == (2, True)
    done = bombe("audit", str(boards), "--columns", "bombs")
    assert (done.code, "--columns chooses from results for programs" in done.err) == (2, True)


def test_masks_are_of_audits_of_one_shape(bombe: Bombe, boards: Path, tmp_path: Path) -> None:
    assert "masks are of audits" in bombe("check", str(boards), "-o", "x.masks").err
    done = bombe("audit", str(boards), "-o", str(tmp_path / "x.masks"))
    assert done.code == 3
    assert "boards of one shape" in done.err
    plain = tmp_path / "nine.txt"
    plain.write_text("".join(f"{line}\n" for line in NINE))
    for jobs in ("1", "2"):
        out = str(tmp_path / f"{jobs}.masks")
        assert bombe("audit", str(plain), "--masks", "-o", out, "-j", jobs).code == 0
    assert (tmp_path / "1.masks").read_bytes() == (tmp_path / "2.masks").read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bad_line_is_an_error_after_the_results_before_it(
    bombe: Bombe, tmp_path: Path, jobs: str
) -> None:
    path = tmp_path / "boards.txt"
    good = "".join(f"{line}\n" for line in NINE * 3)
    count = good.count("\n")
    path.write_text(f"{good}123\n{good}")
    done = bombe("count", str(path), "-j", jobs)
    assert done.code == 3
    assert len(done.out.splitlines()) == count
    assert f"{path}:{count + 1}:1: 3 symbols make no board" in done.err
    done = bombe("count", str(path), "-j", jobs, "-o", str(tmp_path / "counts.csv"))
    assert "partial results are in" in done.err
    assert "--resume" not in done.err  # which cannot go on once the line is mended


FORMS = ((), ("--json",), ("--jsonl",), ("--csv",))
ASKED = [(command, form) for command in (*COMMANDS, "hint") for form in FORMS]


STREAMS: list[io.TextIOWrapper] = []
"""They are open as long as a generator may read them that was not collected yet."""


@pytest.mark.parametrize(("command", "form"), [*ASKED, ("convert", ("--to", "line")), ("show", ())])
@pytest.mark.parametrize("is_stream", [True, False])
def test_a_single_good_board_before_a_bad_line_has_its_answer(
    bombe: Bombe,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    form: tuple[str, ...],
    is_stream: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(f"{FOUR[3]}\n\0\n".encode())
    STREAMS.append(io.TextIOWrapper(io.BufferedReader(io.BytesIO(path.read_bytes()))))
    monkeypatch.setattr("sys.stdin", STREAMS[-1])
    done = bombe(command, "-" if is_stream else str(path), *form)
    assert done.code == 3
    assert ":2:1: control character U+0000; delete it" in done.err
    if form and command != "convert":
        assert f"{'<stdin>' if is_stream else path}:1" in done.out
    assert done.out
    if form == ("--json",):
        assert json.loads(done.out)


@pytest.mark.parametrize("suffix", ["csv", "json", "jsonl", "masks", "npy", "sqlite", "txt"])
def test_a_file_keeps_the_answer_before_a_bad_line(
    bombe: Bombe, tmp_path: Path, suffix: str
) -> None:
    path, out = tmp_path / "boards.txt", tmp_path / f"out.{suffix}"
    path.write_bytes(f"{FOUR[3]}\n\0\n".encode())
    done = bombe("audit", str(path), "-o", str(out))
    assert done.code == 3
    assert f"partial results are in {out}.partial" in done.err
    assert Path(f"{out}.partial").stat().st_size > 0
    assert not out.exists()


def test_audits_in_python_begin_before_a_bad_line(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(f"{FOUR[3]}\n\0\n".encode())
    found = audits(path)
    assert len(next(found)) == 1
    with pytest.raises(FormatError, match=r":2:1: control character"):
        next(found)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_text_that_cannot_be_read_on_is_an_error_after_the_chunk_before(
    bombe: Bombe, tmp_path: Path, jobs: str
) -> None:
    path = tmp_path / "boards.jsonl"
    good = "".join(f"{json.dumps({'m': 2, 'n': 2, 'cells': [[0] * 4] * 4})}\n" for _ in range(16))
    path.write_text(f"{good}{{}}\n")
    done = bombe("count", str(path), "-j", jobs)
    assert done.code == 3
    assert len(done.out.splitlines()) == 16
    assert f"{path}:17" in done.err


def test_a_position_without_an_answer_is_named_and_the_others_have_theirs(bombe: Bombe) -> None:
    clashing, question = FOUR[2], ("endgame", "--nodes", "1000")
    done = bombe(*question, FOUR[0], clashing, FOUR[0])
    assert done.code == 2
    lines = done.out.splitlines()
    assert ["the board has no solution" in line for line in lines] == [*(False, True, False)]
    assert "1 of 3 positions not supported: see their lines" in done.err
    assert bombe(*question, clashing).code == 3


def test_a_run_continues_only_as_it_was_begun(bombe: Bombe, boards: Path, tmp_path: Path) -> None:
    solver, out = tmp_path / "mine.py", tmp_path / "out.txt"
    solver.write_text("# the first\n")
    words = ("check", str(boards), "-o", str(out))
    assert bombe(*words).code == 0
    assert bombe(*words, "--resume", "--notation", "r1c1").code == 2
    made = Path(f"{out}.made.jsonl")
    begun = json.loads(made.read_text("utf-8").splitlines()[0])
    assert begun["settings"]["notation"] == "framework"
    assert [each["name"] for each in begun["inputs"]] == [str(boards)]
    making = ("generate", "2x2", "--count", "2", "-o", str(tmp_path / "made"))
    assert bombe(*making).code == 0
    other = bombe(*making, "--resume", "--format", "json")
    assert "its --format was line and is json now" in other.err
    assert files_of(f"{solver}:Mine:depth=2") == (str(solver),)
    assert files_of(f"program:'{solver}' --fast") == (str(solver),)
    assert files_of("human:guess=random") == files_of("program:'") == files_of(None) == ()


def test_a_board_that_takes_long_keeps_its_place(bombe: Bombe, tmp_path: Path) -> None:
    path, slow = tmp_path / "boards.txt", "." * 81
    path.write_text(f"{NINE[0]}\n{slow}\n{NINE[1]}\n{slow}\n{NINE[2]}\n")
    for style in ("--jsonl", "--csv", "--json"):
        done = bombe(
            "count", str(path), "--limit", "60000", style, "--columns", "board,count_value"
        )
        assert done.code == 0
        assert [done.out.count(board) for board in (slow, *NINE[:3])] == [2, 1, 1, 1]
        places = [done.out.index(board) for board in (NINE[0], slow, NINE[1])]
        assert places == sorted(places)
        assert done.out.count("60000") == 2
    few = bombe("count", str(path), "--limit", "60000", "--nodes", "3000")
    assert few.code == 4
    assert "2 of 5 positions not complete" in few.err


@pytest.mark.parametrize("pick", ["", "#2"])
def test_answers_never_take_the_place_of_the_boards(
    bombe: Bombe, boards: Path, tmp_path: Path, pick: str
) -> None:
    link, before = tmp_path / "link.txt", boards.read_bytes()
    link.symlink_to(boards)
    for output in (boards, link):
        done = bombe("check", f"{boards}{pick}", "-o", str(output))
        assert (done.code, boards.read_bytes()) == (2, before)
        assert f"-o {output} would take the place of the boards: give another -o" in done.err


def test_resuming_what_is_complete_does_nothing(bombe: Bombe, boards: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    words = ("check", str(boards), "-o", str(out))
    first, before = bombe(*words), out.read_bytes()
    again = bombe(*words, "--resume")
    assert (again.code, out.read_bytes()) == (0, before)
    assert "is complete: there is nothing left to do" in again.err
    assert first.err in again.err
    assert bombe("check", str(boards), "--resume").code == 2


def test_processes_of_this_machine_and_a_cluster_exclude_each_other(
    bombe: Bombe, boards: Path
) -> None:
    done = bombe("check", str(boards), "-j", "2", "--cluster", "local:2")
    assert (done.code, done.out) == (2, "")
    assert "the workers of --cluster do the work: leave out -j" in done.err


def test_a_stream_is_cut_by_shards_as_a_file_is(
    bombe: Bombe, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = []
    for number in (1, 2):
        with boards.open("rb") as stream:
            monkeypatch.setattr("sys.stdin", _Standard(stream))
            shares.append(bombe("check", "-", "--shard", f"{number}/2").out.splitlines())
    whole = [
        line.replace(str(boards), "<stdin>")
        for line in bombe("check", str(boards)).out.splitlines()
    ]
    assert sorted(shares[0] + shares[1]) == sorted(whole)
    assert min(map(len, shares)) > 30


class _Standard:
    """Standard input, as far as commands look at it."""

    def __init__(self, buffer: Any) -> None:
        self.buffer = buffer


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_boards_are_generated_and_converted_in_chunks(
    bombe: Bombe, tmp_path: Path, jobs: str
) -> None:
    made, parts = tmp_path / "made.txt", [tmp_path / f"{n}.txt" for n in (1, 2)]
    words = ("generate", "2x2", "--count", "60", "--kind", "improper")
    assert bombe(*words, "-o", str(made), "-j", jobs).code == 0
    for number, part in enumerate(parts, 1):
        assert bombe(*words, "-o", str(part), "--shard", f"{number}/2").code == 0
    merged = tmp_path / "merged.txt"
    assert bombe("merge", "-o", str(merged), *map(str, parts)).code == 0
    assert merged.read_text() == made.read_text()
    one = [tmp_path / f"one-{n}.txt" for n in (1, 2)]
    for number, part in enumerate(one, 1):
        words = ("generate", "2x2", "--shard", f"{number}/2", "-j", jobs)
        assert bombe(*words, "-o", str(part)).code == 0
    assert bombe("merge", "-o", str(merged), *map(str, one)).code == 0
    assert merged.read_text() == bombe("generate", "2x2").out
    for suffix, shard in (("line", "1/2"), ("json", "2/2")):
        named = str(tmp_path / f"{suffix}.{suffix}")
        assert bombe("convert", str(made), "-o", named, "--shard", shard).code == 0
    mixed_up = [str(tmp_path / f"{suffix}.{suffix}") for suffix in ("line", "json")]
    refused = bombe("merge", "-o", str(merged), *mixed_up)
    assert refused.code == 3
    assert "--to is line here, json there" in refused.err
    out = tmp_path / "out.json"
    assert bombe("convert", str(made), "-o", str(out), "-j", jobs).code == 0
    assert bombe("convert", str(out), "--to", "line").out == made.read_text()
