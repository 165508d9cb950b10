"""What tests of several files ask for by name."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import nim  # noqa: F401 - puts the third game into the tables of all rooms, for all tests
import pytest
from browsing import chromium, keep_open, open_page
from hypothesis import settings
from running import runner

from bombe.agents.arena.match import Match
from bombe.agents.arena.schedule import spec_of_player
from bombe.agents.loading import load, spec_of
from bombe.agents.processes import running
from bombe.agents.seats import InProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from running import Bombe


__all__ = ["bombe", "chromium", "in_own_folder", "keep_open", "open_page"]

# The same examples each time; and how long one takes is no fault, least of all on a busy machine.
settings.register_profile("bombe", derandomize=True, deadline=None)
settings.load_profile("bombe")


def pytest_xdist_auto_num_workers() -> int | None:
    """Return how many processes test with `-n auto`: many tests wait, for a clock or for others."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return cores + cores // 2


@pytest.fixture(scope="session", autouse=True)
def busy_machine() -> Iterator[None]:
    """Let what other programs take from agents decide no test: the tests share the machine."""
    with pytest.MonkeyPatch.context() as patch:
        nothing = {"withheld_ms": 0.0, "withheld": 0.0, "is_sure": False}
        patch.setattr(running, "taken_by_others", lambda *_: nothing)
        yield


@pytest.fixture
def bombe(capsys: pytest.CaptureFixture[str]) -> Bombe:
    """The command, run in this process."""
    return runner(capsys)


@pytest.fixture
def in_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let what is written without a path go into a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let agents play in this process, which is faster than starting others; list them."""
    seated: list[str] = []

    def seat(match: Match, name: str) -> InProcess:
        seated.append(name)
        return InProcess(load(spec_of(spec_of_player(name), match.game.name)), name)

    monkeypatch.setattr(Match, "seat", seat)
    return seated


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A script's background jobs ignore Ctrl-C, and would hand that on to the commands under test.
    signal.signal(signal.SIGINT, signal.default_int_handler)
