"""A disk that is full is one line with the file's name and what to do; nothing known is lost."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import resource
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from written_outputs import FORMS, chunks_of, content, payload, payloads, write

from bombe.analysis.runs.output import open_output
from bombe.boards.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from running import Bombe

REMEDY = "free space and run the same command with --resume"


@contextlib.contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size, as if the disk were full then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("form", [*FORMS])
def test_a_full_disk_is_one_line_and_the_run_continues_where_there_is_room(
    form: str, seed: int, tmp_path: Path
) -> None:
    rng = random.Random(f"full {form} {seed}")
    chunks = [payload(form, rng, rng.choice([1, 40, 90])) for _ in range(30)]
    whole, path = tmp_path / f"whole.{form}", tmp_path / f"small.{form}"
    write(whole, form, chunks)
    said, reached = list[str](), list[int]()
    with room_for(rng.randrange(6000, 17000)), pytest.raises(InputError) as raised:
        write(path, form, chunks, tell=said.append, reached=reached.append)
    message = str(raised.value)
    assert message.startswith(f"cannot write {path}.partial"), message
    assert message.endswith(REMEDY)
    assert "\n" not in message
    asked = list[int]()
    write(path, form, chunks, resume=True, reached=asked.append)
    assert asked == [*range(len(reached), len(chunks))], "what was known is asked again"
    assert content(path) == content(whole)
    assert chunks_of(path) == chunks_of(whole)


def test_a_journal_that_finds_no_room_is_reported_and_repaired(tmp_path: Path) -> None:
    chunks = payloads("jsonl", random.Random(1), 5) * 20
    small = [chunk._replace(data=b"{}\n", records=1) for chunk in chunks]
    path, said = tmp_path / "a.jsonl", list[str]()
    with room_for(1500), pytest.raises(InputError) as raised:
        write(path, "jsonl", small, tell=said.append)
    assert str(raised.value).startswith(f"cannot write {path}.partial.made.jsonl: ")
    assert str(raised.value).endswith(REMEDY)
    journal = Path(f"{path}.partial.made.jsonl").read_bytes()
    assert journal.endswith(b"}\n")
    for line in journal.splitlines():
        json.loads(line)
    write(path, "jsonl", small, resume=True)
    assert path.read_bytes() == b"{}\n" * len(small)


def test_no_room_for_the_end_keeps_the_file_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("precious")
    chunk = payload("json", random.Random(2), 60)
    first = b"[\n" + chunk.data if isinstance(chunk.data, bytes) else b""
    with room_for(len(first) + 1), pytest.raises(InputError, match=r"cannot write .*partial: "):
        write(path, "json", [chunk])
    assert path.read_text() == "precious"
    write(path, "json", [chunk], resume=True)
    assert len(json.loads(path.read_text())) == 60


def test_without_a_journal_the_remedy_is_to_run_again(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"

    def write_lines() -> None:
        with open_output(str(path), FORMS["text"], tell=print) as output:
            for number in range(99):
                output.write(payload("text", random.Random(number), 1))

    with room_for(100), pytest.raises(InputError, match=r"and run the same command again$"):
        write_lines()
    assert Path(f"{path}.partial").read_text().count("line") >= 3
    assert not path.exists()


@pytest.mark.parametrize("words", [("--jsonl",), ("--csv",), ("--json",), ()])
def test_a_full_device_is_named(bombe: Bombe, words: tuple[str, ...]) -> None:
    done = bombe("count", "hard-2x2", "hard-2x2", *words, "-o", "/dev/full")
    assert done.code == 3
    assert "cannot write /dev/full: No space left on device; free space" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("form", ["jsonl", "npy"])
def test_a_disk_that_tells_at_the_end_that_it_is_full_is_one_line_too(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))

    path, chunks = tmp_path / f"out.{form}", payloads(form, random.Random(1))
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError) as raised:
        write(path, form, chunks)
    monkeypatch.undo()
    assert str(raised.value).startswith(f"cannot write {path}.partial: "), raised.value
    assert str(raised.value).endswith(REMEDY)
    write(path, form, chunks, resume=True)
    write(tmp_path / "whole", form, chunks)
    assert content(path) == content(tmp_path / "whole")
