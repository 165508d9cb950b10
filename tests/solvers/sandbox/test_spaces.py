"""Name spaces: Python's locks between processes work in them, and nothing is left behind."""

from __future__ import annotations

import multiprocessing
import os
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest
from sandboxed import inside, sandbox_for

from bombe.solvers.sandbox import Containment, full_status, spaces

pytestmark = pytest.mark.skipif(
    not spaces.are_available(), reason="this machine lets us have no name spaces"
)


def in_spaces(tmp_path: Path, function: Any) -> Any:
    """Return what a function returns in a sandbox, in name spaces, in a process of its own."""

    def move() -> Any:
        if not spaces.enter_spaces():
            return "no spaces"
        own = sandbox_for(tmp_path)
        return inside(own.but(writes=(*own.writes, spaces.SHARED)), function)

    return inside(sandbox_for(tmp_path, level=Containment.NONE), move)


def work() -> list[int]:
    with multiprocessing.get_context("fork").Pool(2) as pool:
        return pool.map(abs, [-1, 2])


def test_pools_need_shared_memory_of_their_own(tmp_path: Path) -> None:
    assert inside(sandbox_for(tmp_path), work) == "PermissionError"
    assert in_spaces(tmp_path, work) == [1, 2]


def test_shared_memory_is_empty_and_vanishes(tmp_path: Path) -> None:
    name = f"bombe-{uuid.uuid4().hex}"

    def look() -> list[str]:
        before = os.listdir(spaces.SHARED)  # noqa: PTH208 - names are wanted
        (spaces.SHARED / name).write_text("x")
        return before

    assert in_spaces(tmp_path, look) == []
    assert not (spaces.SHARED / name).exists()


def test_shared_memory_is_limited(tmp_path: Path) -> None:
    def fill() -> int:
        return Path(spaces.SHARED, "all").write_bytes(bytes(65 << 20))

    assert in_spaces(tmp_path, fill) == "OSError"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount this")
def test_processes_of_others_are_hidden(tmp_path: Path) -> None:
    def look() -> list[bool]:
        numbers = {int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()}
        return [numbers <= {os.getpid()}, Path("/proc/self/maps").read_text() != ""]

    assert in_spaces(tmp_path, look) == [True, True]


def test_processes_keep_their_numbers(tmp_path: Path) -> None:
    assert in_spaces(tmp_path, os.getppid) != 1


def test_what_is_offered_is_reported() -> None:
    assert "name spaces" in full_status().parts
    assert sys.platform == "linux"
