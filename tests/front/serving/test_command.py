"""`bombe board --serve`, as a user runs it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import pytest
from folder_agents import agent_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from running import Bombe

pytest.importorskip("uvicorn", reason="needs bombe[web]")
COMMAND = [sys.executable, "-m", "bombe", "board", "--serve"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [*COMMAND, "hard-2x2", "--save", str(tmp_path / "logs")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def address_of(server: subprocess.Popen[str]) -> str:
    """Return the address that is printed first, once both lines about it were read.

    What is read ahead of them would be lost to `communicate`.
    """
    assert server.stderr is not None
    line = server.stderr.readline()
    assert "Ctrl-C ends it" in server.stderr.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/", line)
    assert found, line
    return found[0]


def test_the_page_is_served_until_ctrl_c(server: subprocess.Popen[str]) -> None:
    address = address_of(server)
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own server
        text = answer.read().decode()
    assert '"server":true' in text
    assert "connect-src 'self'" in text
    outside = address.split("/", 3)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen("/".join(outside[:3]) + "/")  # noqa: S310 - our own server
    server.send_signal(signal.SIGINT)
    _, talk = server.communicate(timeout=20)
    assert "the board is closed" in talk
    assert server.returncode == 0


def test_ctrl_c_ends_what_is_being_worked_on(server: subprocess.Popen[str]) -> None:
    address = address_of(server)
    empty = {"m": 4, "n": 4, "cells": [[0] * 16] * 16}
    asked = {"ask": "shares", "params": {"position": empty, "limit": 10**9}}
    body = json.dumps(asked).encode()
    with urllib.request.urlopen(f"{address}ask", body) as answer:  # noqa: S310 - our own server
        server.send_signal(signal.SIGINT)
        assert "error" in json.loads(answer.read())
    _, talk = server.communicate(timeout=20)
    assert "Traceback" not in talk
    assert server.returncode == 0


def test_logs_that_were_named_are_what_the_page_begins_with(tmp_path: Path) -> None:
    command = [*COMMAND, "--log", str(tmp_path / "match.jsonl")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        with urllib.request.urlopen(address_of(process)) as answer:  # noqa: S310 - our own server
            text = answer.read().decode()
        process.kill()
    assert '"show":{"tab":"game"}' in text


@pytest.mark.parametrize(
    ("words", "rules"),
    [((), "rows"), (("hard-2x2",), "rows"), (("hard-2x2", "--rules", "classic"), "classic")],
)
def test_the_page_begins_in_the_play_mode_of_its_agents(
    words: tuple[str, ...], rules: str, tmp_path: Path
) -> None:
    command = [*COMMAND, *words, "--agent", agent_folder(tmp_path, "first", "v14")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        if rules == "rows":
            assert "play mode rows: " in process.stderr.readline()
        with urllib.request.urlopen(address_of(process)) as answer:  # noqa: S310 - our own server
            text = answer.read().decode()
        process.kill()
    assert ('"rules":"rows"' in text) is (rules == "rows")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--serve", "-o", "x.html"], "--serve writes no file"),
        (["--agent", "greedy"], "for --serve: add it"),
        (["--log", "x.jsonl"], "for --serve: add it"),
        (["--serve", "--agent", "nobody"], "nobody"),
    ],
)
def test_what_does_not_fit_together_is_refused(bombe: Bombe, words: list[str], said: str) -> None:
    done = bombe("board", *words)
    assert done.code == 2
    assert said in done.err
