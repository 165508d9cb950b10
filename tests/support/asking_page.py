"""Asks the engines of the page, in Node.js: the same modules and the same kernel as in a browser.

    from asking_page import ask, report_of

    answer = ask("solution", position=state)       # a state, or plain data
    answer, reports = ask_with_reports("shares", position=state)

One process of Node.js answers all questions of a test process. A question that the engines refuse
raises PageError. `run_module` runs a few lines of JavaScript on the page's modules.
"""

from __future__ import annotations

import atexit
import functools
import itertools
import json
import os
import queue
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from browsing import lacks
from paths import ROOT

import bombe
from bombe.boards import Board, SudokuState
from bombe.boards.dots.state import DotsState
from bombe.boards.dots.text import write as write_dots
from bombe.boards.sudoku.reading import write as write_sudoku

BOARD = ROOT / "front" / "board"
PATIENCE = 60
"""Seconds that a reply may take."""
SUPPORT = ROOT / "tests" / "support" / "page"
PRELUDE = """
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Kernel } from "board/solvers/kernel.js";
const bytes = gunzipSync(readFileSync(process.argv[1]));
const show = (value) => console.log(JSON.stringify(value));
"""


class PageError(Exception):
    """The engines of the page answered with an error; `name` is its kind."""

    def __init__(self, error: dict[str, str]) -> None:
        super().__init__(error["message"])
        self.name = error["name"]


def kernel() -> Path:
    """Return the file of the page's kernel, or skip the test."""
    chosen = os.environ.get("BOMBE_PAGE_KERNEL")
    path = Path(chosen) if chosen else Path(bombe.__file__).parent / "board" / "kernel.wasm.gz"
    if not path.exists():
        lacks("the page's kernel, which installing Bombe builds with the package ziglang,")
    return path


def node() -> str:
    """Return the program Node.js, or skip the test."""
    program = shutil.which("node")
    if program is None:
        lacks("Node.js")
    return program


def run_script(name: str, text: str, *, timeout: float = PATIENCE) -> str:
    """Return what a script of tests/support/page makes of a text, with the kernel as argument."""
    command = [node(), str(SUPPORT / name), str(kernel())]
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, timeout=timeout
    )
    assert not done.returncode, done.stderr
    return done.stdout


def run_module(code: str) -> Any:
    """Run lines of JavaScript that `show` one value, and return it.

    They have `Kernel` and the kernel's `bytes`, and import modules as "board/worker/task.js".
    """
    text = (PRELUDE + code).replace('"board/', f'"{BOARD.as_uri()}/')
    command = [node(), "--input-type=module", "--eval", text, str(kernel())]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


class Driver:
    """A process of Node.js that answers questions."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [node(), str(SUPPORT / "driver.mjs"), str(kernel())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._ids = itertools.count(1)
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        atexit.register(self.close)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait(PATIENCE)

    def _read(self) -> None:
        """Put what the process writes where `receive` finds it, and "" at the end."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def send(self, **message: Any) -> int:
        """Send a message and return its id, a new one unless it has one."""
        message.setdefault("id", next(self._ids))
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        return int(message["id"])

    def receive(self) -> dict[str, Any]:
        """Return the next reply, whichever question it is about; it comes within a minute."""
        line = self._lines.get(timeout=PATIENCE)
        if not line:
            pytest.fail(f"Node.js ended with exit code {self._process.wait(PATIENCE)}")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def ask(self, name: str, params: dict[str, Any]) -> tuple[Any, list[Any]]:
        """Return the answer to a question, and the reports before it."""
        number = self.send(ask=name, params=params)
        reports: list[Any] = []
        while True:
            reply = self.receive()
            if reply["id"] != number:
                continue
            if "error" in reply:
                raise PageError(reply["error"])
            if "report" not in reply:
                return reply.get("answer"), reports
            reports.append(reply["report"])


@functools.cache
def driver() -> Driver:
    """Return the driver of this process."""
    return Driver()


def plain(value: Any) -> Any:
    """Return a state as the plain data of its JSON; other values as they are."""
    if isinstance(value, Board | SudokuState):
        return json.loads(write_sudoku(value))
    return json.loads(write_dots(value)) if isinstance(value, DotsState) else value


def ask(name: str, **params: Any) -> Any:
    """Return the page's answer to a question; states may be given as they are."""
    return ask_with_reports(name, **params)[0]


def ask_with_reports(name: str, **params: Any) -> tuple[Any, list[Any]]:
    """Return the answer and the reports before it."""
    return driver().ask(name, {key: plain(value) for key, value in params.items()})
