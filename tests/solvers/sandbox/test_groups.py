"""Control groups: they count all that a process has started, also what nobody waited for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bombe.solvers.sandbox import groups
from bombe.solvers.sandbox.groups import ControlGroup, new_group

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BURN = "import time\nwhile time.process_time() < 0.2: pass"
HIDDEN = f"""
import os, signal, sys
sys.stdin.readline()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
reading, writing = os.pipe()
if os.fork() == 0:
    exec({BURN!r})
    os._exit(0)
os.close(writing)
os.read(reading, 1)
"""


@pytest.fixture
def group() -> Iterator[ControlGroup]:
    made = new_group()
    if made is None:
        pytest.skip("this user may make no control groups")
    yield made
    made.remove()
    assert not made.folder.exists()


def test_a_group_counts_children_that_end_without_a_trace(group: ControlGroup) -> None:
    with subprocess.Popen([sys.executable, "-ISc", HIDDEN], stdin=subprocess.PIPE) as process:
        assert group.take(process.pid)
        assert group.has(process.pid)
        process.communicate(b"\n")
    assert process.returncode == 0
    assert 0.15 < group.times().used < 10.0


def test_a_process_leaves_a_group_and_removes_it(group: ControlGroup) -> None:
    program = (
        "import os, sys; from pathlib import Path; "
        "from bombe.solvers.sandbox.groups import ControlGroup; "
        f"group = ControlGroup(Path({str(group.folder)!r})); "
        "sys.exit(not group.take(os.getpid()) or group.leave())"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
    assert not group.folder.exists()


def test_what_is_left_in_a_group_is_killed_when_it_is_removed(group: ControlGroup) -> None:
    program = "import os, time; os.fork(); print(flush=True); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", program], stdin=-1, stdout=-1) as process:
        assert group.take(process.pid)
        assert process.stdout is not None
        process.stdout.readline()
        group.remove()
        assert process.wait(60) == -signal.SIGKILL
    assert not group.folder.exists()


def test_groups_of_programs_that_were_killed_are_removed_by_the_next(group: ControlGroup) -> None:
    program = (
        "from bombe.solvers.sandbox.groups import new_group; import os; "
        "print(new_group().folder, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", program], stdout=-1, text=True, check=False)
    left = type(group.folder)(done.stdout.strip())
    assert (done.returncode, left.exists()) == (-signal.SIGKILL, True)
    other = new_group()
    assert other is not None
    other.remove()
    assert not left.exists()
    assert group.folder.exists()


def test_without_groups_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for folder in (None, tmp_path / "nowhere", tmp_path):
        monkeypatch.setattr(groups, "_own_folder", lambda folder=folder: folder)
        assert new_group() is None
    assert not [*tmp_path.iterdir()]
    assert not ControlGroup(tmp_path / "nowhere").take(os.getpid())
    assert not ControlGroup(tmp_path / "nowhere").has(os.getpid())
