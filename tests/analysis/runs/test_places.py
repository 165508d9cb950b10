"""Files, pipes and standard output as places to write to; how an output was made."""

from __future__ import annotations

import importlib.metadata
import io
import json
import random
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from written_outputs import FORMS, payload

from bombe.analysis.runs import provenance
from bombe.analysis.runs.disk import AGAIN
from bombe.analysis.runs.files import StdoutSink
from bombe.analysis.runs.fingerprints import fingerprint
from bombe.analysis.runs.output import open_output
from bombe.analysis.runs.payload import OutputState, Payload
from bombe.boards.errors import UsageError


def test_what_was_written_and_not_acknowledged_is_overwritten(tmp_path: Path) -> None:
    one, two = (FORMS["text"].open(str(tmp_path / "a.txt"), "", AGAIN) for _ in range(2))
    first = one.write(Payload(b"1\n", 1), OutputState())
    two.write(Payload(b"lost\nlost\n", 2), first)
    one.write(Payload(b"2\n", 1), first)
    one.close()
    two.close()
    assert (tmp_path / "a.txt").read_text() == "1\n2\n"


def test_a_pipe_takes_what_comes(tmp_path: Path) -> None:
    import os

    path, read = tmp_path / "pipe", list[str]()
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    with open_output(str(path), FORMS["json"], tell=print) as output:
        for number in range(3):
            output.write(payload("json", random.Random(number), 1))
            time.sleep(0.01)
    reader.join(timeout=60)
    assert len(json.loads(read[0])) == 3
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.parametrize("form", ["text", "jsonl", "json", "csv"])
def test_standard_output_has_what_a_file_has(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a"
    for target in (None, str(path)):
        with open_output(target, FORMS[form], tell=print) as output:
            for number in range(4):
                output.write(payload(form, random.Random(number), 2))
    assert capsys.readouterr().out == path.read_bytes().decode()
    assert path.stat().st_size


def test_bytes_are_not_thrown_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", terminal := io.StringIO())
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    with (
        pytest.raises(UsageError, match="masks are bytes for programs: give -o FILE"),
        open_output(None, FORMS["masks"], tell=print),
    ):
        pass


def test_fingerprints_tell_files_apart_by_their_ends(tmp_path: Path) -> None:
    path, mib = tmp_path / "boards.txt", 1 << 20
    path.write_bytes(bytes(5 * mib))
    one = fingerprint(str(path))
    assert (one.name, one.size) == (str(path), 5 * mib)
    seen = {one.hash}
    for at in (0, mib - 1, 4 * mib, 5 * mib - 1):
        changed = bytearray(5 * mib)
        changed[at] = 1
        path.write_bytes(changed)
        seen.add(fingerprint(str(path)).hash)
    assert len(seen) == 5
    assert fingerprint(f"{path}#3").hash == fingerprint(str(path)).hash
    assert fingerprint(f"{path}:7").name == f"{path}:7"


def test_fingerprints_of_what_is_no_file() -> None:
    assert fingerprint("-") == ("-", None, None)
    assert fingerprint("/dev/null").hash is None
    assert fingerprint("1...").size == 4
    assert fingerprint("1...").hash != fingerprint("2...").hash
    assert len(fingerprint("." * 9999).name) < 300
    assert json.loads(json.dumps(fingerprint("a\udc80b").name)) == "a\\udc80b"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            '{"url": "u", "vcs_info": {"vcs": "git", "commit_id": "0123456789abcdef"}}',
            "0123456789ab",
        ),
        ('{"url": "file:///x", "dir_info": {}}', None),
        ("[]", None),
        ("not JSON", None),
        (None, None),
    ],
)
def test_an_installation_from_a_repository_knows_its_commit(
    text: str | None, found: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return text

    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: Installed())
    monkeypatch.setattr(provenance, "__file__", str(tmp_path / "a" / "b" / "provenance.py"))
    assert provenance.commit() == found


def test_a_checkout_knows_its_commit() -> None:
    if not (Path(provenance.__file__).resolve().parents[2] / ".git").exists():
        pytest.skip("this is no checkout")
    commit = provenance.commit()
    assert commit
    assert len(commit.rstrip("+")) == 12


class _Brief(io.RawIOBase):
    """Takes a few bytes at a time, as a pipe does when a signal comes."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self.taken += bytes(data[:3])
        return len(data[:3])


@pytest.mark.parametrize("form", ["text", "masks"])
def test_writes_that_are_cut_short_lose_nothing_on_unbuffered_output(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = _Brief()
    stream = io.TextIOWrapper(bare, "utf-8", write_through=True)  # type: ignore[type-var] # as PYTHONUNBUFFERED does
    monkeypatch.setattr(sys, "stdout", stream)
    StdoutSink(FORMS[form]).write(Payload("a lóng line\n".encode(), 1), OutputState())
    monkeypatch.undo()
    assert bare.taken == "a lóng line\n".encode()


def test_what_follows_from_a_difference_is_not_named_beside_it() -> None:
    def a_made(**settings: Any) -> provenance.Provenance:
        return provenance.Provenance(
            *("audit", settings, [], "csv", "1", "", "", "", ""), seed=settings.get("seed")
        )

    one = a_made(limit=2, seed=3, chunks=[2000, 16])
    other = one.differences(a_made(limit=3, seed=4, chunks=[16, 16]))
    assert [each.name for each in other] == ["seed", "--limit"]
    (sizes,) = one.differences(a_made(limit=2, seed=3, chunks=[16, 16]))
    assert sizes.since() == "its division into chunks was [2000, 16] and is [16, 16] now"
