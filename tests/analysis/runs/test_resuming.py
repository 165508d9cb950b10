"""A run that is cut at any byte, and goes on, leaves what one run leaves."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from written_outputs import FORMS, chunks_of, content, flip, made_of, payload, payloads, write

from bombe.analysis.runs import journal
from bombe.analysis.runs.fingerprints import fingerprint
from bombe.analysis.runs.output import journal_of, open_output
from bombe.boards.errors import BombeError, FormatError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.analysis.runs.payload import Payload

FORM_NAMES = [*FORMS]


def partial_of(path: Path) -> Path:
    return path.with_name(path.name + ".partial")


def at(chunk: int, stop: Event) -> Callable[[int], None]:
    """Return what asks for a stop when a chunk is reached."""
    return lambda number: stop.set() if number == chunk else None


def kill(path: Path, form: str, chunks: list[Payload], before: int) -> None:
    """Leave what a process leaves that is killed before it ends: copies of the files it has."""
    path.parent.mkdir(exist_ok=True)
    aside = path.parent / "aside"
    aside.mkdir()
    live = aside / path.name

    def copy(number: int) -> None:
        if number == before:
            for file in [*aside.iterdir()]:
                shutil.copy(file, path.parent / file.name)

    write(live, form, chunks, reached=copy)
    shutil.rmtree(aside)


def cut(path: Path, form: str, rng: random.Random) -> None:
    """Let the end of the output, or of its journal, be missing, or be more than there should be."""
    partial = partial_of(path)
    journal = Path(journal_of(str(partial)))
    whole = journal.read_bytes()
    at_least = whole.index(b"\n") + 1
    journal.write_bytes(whole[: rng.randrange(at_least, len(whole) + 1)])
    if form != "sqlite":
        data = partial.read_bytes()
        more = [data[: rng.randrange(len(data) + 1)], data + rng.randbytes(rng.randrange(99)), data]
        partial.write_bytes(rng.choice(more))
        return
    with closing(sqlite3.connect(partial)) as file, file:
        if file.execute("SELECT 1 FROM sqlite_master WHERE name = 'audits'").fetchall():
            file.execute("DELETE FROM audits WHERE rowid > ?", (rng.randrange(9),))


def change_a_value(path: Path, rng: random.Random) -> None:
    """Change a number of a row, or delete a row that is not the last one."""
    with closing(sqlite3.connect(path)) as file, file:
        number = rng.randrange(1, file.execute("SELECT max(rowid) FROM audits").fetchone()[0])
        if rng.randrange(2):
            file.execute("UPDATE audits SET of_x = of_x / 2 + 1 WHERE rowid = ?", (number,))
        else:
            file.execute("DELETE FROM audits WHERE rowid = ?", (number,))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("form", FORM_NAMES)
def test_a_run_that_is_cut_anywhere_continues_to_the_same_file(
    form: str, seed: int, tmp_path: Path
) -> None:
    rng = random.Random(f"{form} {seed}")
    chunks = payloads(form, rng)
    whole, path = tmp_path / f"whole.{form}", tmp_path / "cut" / f"cut.{form}"
    totals = write(whole, form, chunks)
    kill(path, form, chunks, rng.randrange(len(chunks)))
    cut(path, form, rng)
    assert write(path, form, chunks, resume=True) == totals
    assert content(path) == content(whole)
    assert chunks_of(path) == chunks_of(whole)
    assert sorted(each.name for each in path.parent.iterdir()) == [
        path.name,
        f"{path.name}.made.jsonl",
    ]


@pytest.mark.parametrize("form", FORM_NAMES)
def test_ctrl_c_keeps_what_is_known_and_resume_continues_after_it(
    form: str, tmp_path: Path
) -> None:
    chunks = payloads(form, random.Random(1), 30)
    whole, path = tmp_path / f"whole.{form}", tmp_path / f"one.{form}"
    write(whole, form, chunks)
    path.write_bytes(b"precious")
    stop, said = Event(), list[str]()

    def reach(number: int) -> None:
        if number == 4:
            stop.set()

    write(path, form, chunks[:5], stop=stop, reached=reach, tell=said.append)
    assert path.read_bytes() == b"precious"
    where = f"{path} is unchanged; partial results are in {path}.partial"
    assert said == [f"{where}; the same command with --resume continues the run"]
    asked = list[int]()
    write(path, form, chunks, resume=True, reached=asked.append)
    assert asked == [*range(5, len(chunks))]
    assert content(path) == content(whole)


def test_partial_json_is_a_document_and_continues_all_the_same(tmp_path: Path) -> None:
    chunks = payloads("json", random.Random(2), 30)
    stop, path = Event(), tmp_path / "a.json"
    write(path, "json", chunks, stop=stop, reached=at(9, stop))
    records = sum(chunk.records for chunk in chunks)
    assert len(json.loads(partial_of(path).read_text())) == records
    write(path, "json", chunks, resume=True)
    assert len(json.loads(path.read_text())) == records


def test_a_run_that_is_complete_has_nothing_left_to_do(tmp_path: Path) -> None:
    path, chunks = tmp_path / "a.jsonl", payloads("jsonl", random.Random(3))
    totals = write(path, "jsonl", chunks)
    before = path.stat().st_mtime_ns
    with open_output(
        str(path), FORMS["jsonl"], tell=print, made=made_of("jsonl"), resume=True
    ) as output:
        assert output.is_complete
        assert output.progress is not None
        assert output.progress.totals["yes"] == totals["yes"]
    assert path.stat().st_mtime_ns == before


def test_a_run_that_was_killed_between_the_two_names_is_complete(tmp_path: Path) -> None:
    path, chunks = tmp_path / "a.jsonl", payloads("jsonl", random.Random(4))
    write(path, "jsonl", chunks)
    journal, old = Path(journal_of(str(path))), path.read_bytes()
    journal.rename(journal_of(str(partial_of(path))))
    with open_output(
        str(path), FORMS["jsonl"], tell=print, made=made_of("jsonl"), resume=True
    ) as output:
        assert output.is_complete
    assert path.read_bytes() == old
    assert journal.exists()


def test_without_an_earlier_run_resume_begins(tmp_path: Path) -> None:
    path, chunks = tmp_path / "a.jsonl", payloads("jsonl", random.Random(5))
    write(path, "jsonl", chunks, resume=True)
    assert path.exists()


@pytest.mark.parametrize("form", ["jsonl", "sqlite", "text"])
def test_without_resume_what_is_left_of_an_interrupted_run_is_kept(
    form: str, tmp_path: Path
) -> None:
    path, chunks = tmp_path / f"a.{form}", payloads(form, random.Random(6), 30)
    stop = Event()
    write(path, form, chunks, stop=stop, reached=at(4, stop))
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    said = r"results of an interrupted run, `bombe audit boards.txt`: continue it with --resume, d"
    with pytest.raises(UsageError, match=said):
        write(path, form, chunks)
    with pytest.raises(UsageError, match=said), open_output(str(path), FORMS[form], tell=print):
        pass
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
    asked = list[int]()
    write(path, form, chunks, again=True, reached=asked.append)
    assert asked == [*range(len(chunks))]
    write(path, form, chunks, reached=asked.append)
    assert asked == [*range(len(chunks))] * 2, "a complete output is replaced"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"settings": {"limit": 5}}, "its --limit was 2 and is 5 now"),
        ({"settings": {"limit": 2, "nodes": 9}}, "its --nodes was none and is 9 now"),
        ({"bombe": "1.1"}, "its version of Bombe was 1.0 and is 1.1 now"),
        ({"task": "count"}, "its command was bombe audit and is bombe count now"),
        ({"seed": 3}, "its seed was none and is 3 now"),
    ],
)
@pytest.mark.parametrize("is_complete", [True, False])
def test_another_run_is_refused_with_what_differs(
    changes: dict[str, Any],
    said: str,
    is_complete: bool,  # noqa: FBT001 - a parameter of the test
    tmp_path: Path,
) -> None:
    path, chunks = tmp_path / "a.jsonl", payloads("jsonl", random.Random(7), 30)
    stop = Event()
    write(path, "jsonl", chunks, stop=stop, reached=at(99 if is_complete else 3, stop))
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    with pytest.raises(UsageError, match=said):
        write(path, "jsonl", chunks, resume=True, **changes)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_an_input_that_has_changed_is_refused_by_its_name(tmp_path: Path) -> None:
    boards, path = tmp_path / "boards.txt", tmp_path / "a.jsonl"
    boards.write_text("1...\n" * 500_000)
    chunks = payloads("jsonl", random.Random(8), 30)
    write(path, "jsonl", chunks, inputs=[fingerprint(str(boards))])
    write(path, "jsonl", chunks, inputs=[fingerprint(f"{boards}")], resume=True)
    with boards.open("r+b") as file:
        file.seek(-3, 2)
        file.write(b"9")
    with pytest.raises(UsageError, match=r"content of .*boards.txt was 2500000 bytes"):
        write(path, "jsonl", chunks, inputs=[fingerprint(str(boards))], resume=True)
    with pytest.raises(UsageError, match=r"its input was .*boards.txt and is hard-3x3 now"):
        write(path, "jsonl", chunks, inputs=[fingerprint("hard-3x3")], resume=True)


def test_what_can_be_read_only_once_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="- can be read only once: save it in a file"):
        write(tmp_path / "a.jsonl", "jsonl", [], inputs=[fingerprint("-")], resume=True)


def test_a_file_of_another_kind_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("precious\n")
    with pytest.raises(UsageError, match=r"no .*a.jsonl.partial to resume: start again"):
        write(path, "jsonl", [], resume=True)
    assert path.read_text() == "precious\n"
    partial_of(path).write_text("{}\n")
    with pytest.raises(UsageError, match=r"has no journal .*partial.made.jsonl"):
        write(path, "jsonl", [], resume=True)
    with pytest.raises(UsageError, match="--resume needs a file, and /dev/null is none"):
        write(Path("/dev/null"), "jsonl", [], resume=True)


def test_two_processes_cannot_write_one_output(tmp_path: Path) -> None:
    import subprocess
    import sys

    script = (
        "import sys, pathlib\n"
        "from written_outputs import write\n"
        "write(pathlib.Path(sys.argv[1]), 'jsonl', [])\n"
    )
    made = made_of("jsonl")
    path = tmp_path / "a.jsonl"
    with open_output(str(path), FORMS["jsonl"], tell=print, made=made):
        done = subprocess.run(
            [sys.executable, "-c", script, path],
            cwd=Path(__file__).parents[2] / "support",
            capture_output=True,
            text=True,
            check=False,
        )
    assert "is being written by another process" in done.stderr
    assert path.exists()


def test_a_run_that_another_process_completes_while_it_is_looked_at_stays_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, chunks = tmp_path / "a.jsonl", [*payloads("jsonl", random.Random(9), 9)] * 3
    kill(path, "jsonl", chunks, 5)
    locked = journal.Journal.__init__

    def slow(*words: Any) -> None:
        monkeypatch.undo()
        write(path, "jsonl", chunks, resume=True)
        locked(*words)

    monkeypatch.setattr(journal.Journal, "__init__", slow)
    with pytest.raises(UsageError, match="was written by another process just now: run this"):
        write(path, "jsonl", chunks, resume=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        path.name,
        f"{path.name}.made.jsonl",
    ]
    write(tmp_path / "whole", "jsonl", chunks)
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_run_that_is_killed_before_it_began_leaves_the_complete_one(tmp_path: Path) -> None:
    path, chunks = tmp_path / "a.jsonl", payloads("jsonl", random.Random(9))
    write(path, "jsonl", chunks)
    Path(journal_of(str(partial_of(path)))).touch()
    asked = list[int]()
    write(path, "jsonl", chunks, resume=True, reached=asked.append)
    assert asked == []


def without(line: int) -> Callable[[list[str]], list[str]]:
    return lambda lines: [text for at, text in enumerate(lines, 1) if at != line]


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (lambda lines: ["xx\n", *lines], 1),
        (lambda lines: ["{}\n", *lines[1:]], 1),
        (lambda lines: [lines[0].replace('"audit"', '"count"'), *lines[1:]], 1),
        (lambda lines: [lines[0].replace("made/1", "made/2"), *lines[1:]], 1),
        (lambda lines: [lines[0][:9] + "\n", *lines[1:]], 1),
        (lambda lines: [*lines[:2], *lines[2:1:-1], *lines[1:]], 4),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3),
        (without(1), 1),
        (without(2), 2),
        (without(4), 4),
    ],
)
def test_a_damaged_journal_is_one_line_with_its_place(
    damage: Callable[[list[str]], list[str]], line: int, tmp_path: Path
) -> None:
    path, chunks = tmp_path / "a.jsonl", [*payloads("jsonl", random.Random(9), 9)] * 3
    kill(path, "jsonl", chunks, 5)
    journal = Path(journal_of(str(partial_of(path))))
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(damage(lines)))
    with pytest.raises(FormatError) as raised:
        write(path, "jsonl", chunks, resume=True)
    said = str(raised.value)
    assert said.startswith(f"{journal}:{line}: this line, or one above it, was changed; "), said
    assert "with --again" in said
    assert "\n" not in said
    write(path, "jsonl", chunks, again=True)
    assert path.exists()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("form", FORM_NAMES)
def test_a_changed_bit_of_partial_results_is_done_again(
    form: str, seed: int, tmp_path: Path
) -> None:
    rng = random.Random(f"{form} {seed}")
    chunks, said = [*payloads(form, rng, 14), payload(form, rng, 3)], list[str]()
    whole, path = tmp_path / f"whole.{form}", tmp_path / "cut" / f"cut.{form}"
    write(whole, form, chunks)
    kill(path, form, chunks, len(chunks) - 1)
    partial = partial_of(path)
    if form == "sqlite":
        change_a_value(partial, rng)
    else:
        flip(partial, rng.randrange(partial.stat().st_size), rng)
    write(path, form, chunks, resume=True, tell=said.append)
    assert content(path) == content(whole)
    is_told = any(f"{partial} was changed at chunk" in line for line in said)
    assert is_told or form in ("masks", "npy"), "only a header is written at the end"


@pytest.mark.parametrize("seed", range(20))
def test_a_changed_bit_of_the_journal_changes_no_sums(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    path, chunks = tmp_path / "cut" / "a.jsonl", payloads("jsonl", rng, 9)
    totals = write(tmp_path / "whole.jsonl", "jsonl", chunks)
    kill(path, "jsonl", chunks, len(chunks) - 1)
    journal = Path(journal_of(str(partial_of(path))))
    flip(journal, rng.randrange(journal.stat().st_size), rng)
    try:
        assert write(path, "jsonl", chunks, resume=True) == totals
    except FormatError as error:
        assert "was changed; make the output again" in str(error)  # noqa: PT017 - or nothing is raised
    else:
        assert content(path) == content(tmp_path / "whole.jsonl")


@pytest.mark.parametrize("form", [name for name in FORM_NAMES if name != "sqlite"])
def test_a_complete_output_that_was_changed_is_not_called_complete(
    form: str, tmp_path: Path
) -> None:
    path, rng = tmp_path / f"a.{form}", random.Random(form)
    chunks = payloads(form, rng, 9)
    write(path, form, chunks)
    whole = path.read_bytes()
    for at in {0, len(whole) - 1, *rng.sample(range(len(whole)), 9)}:
        flip(path, at, rng)
        with pytest.raises(
            BombeError, match="is not what its journal says, it was changed: start again"
        ):
            write(path, form, chunks, resume=True)
        path.write_bytes(whole)
    write(path, form, chunks, resume=True)


def test_an_output_that_became_shorter_is_named(tmp_path: Path) -> None:
    path, chunks = tmp_path / "a.jsonl", payloads("jsonl", random.Random(3))
    write(path, "jsonl", chunks)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(
        BombeError, match="is not what its journal says, it was changed: start again with"
    ):
        write(path, "jsonl", chunks, resume=True)


def test_an_output_without_a_journal_takes_the_journal_of_an_older_one_with_it(
    tmp_path: Path,
) -> None:
    path, chunks = tmp_path / "a.jsonl", payloads("jsonl", random.Random(3))
    write(path, "jsonl", chunks)
    with open_output(str(path), FORMS["text"], tell=print) as output:
        output.write(chunks[0])
    assert [each.name for each in tmp_path.iterdir()] == ["a.jsonl"]
