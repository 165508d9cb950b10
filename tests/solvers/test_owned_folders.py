"""Temporary folders of programs that were killed are removed, and no others."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bombe.solvers.sandbox.owned_folders import folder_prefix, sweep

MAKE = "import tempfile; from bombe.solvers.sandbox.owned_folders import folder_prefix; "
MAKE += "print(tempfile.mkdtemp(prefix=folder_prefix('zip')), flush=True); "


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def made_by(code: str, *, is_killed: bool) -> tuple[subprocess.Popen[str], Path]:
    """Run a program that makes a folder, and tells its name."""
    command = [sys.executable, "-W", "ignore", "-c", MAKE + code]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    assert program.stdout is not None
    folder = Path(program.stdout.readline().strip())
    assert folder.is_dir()
    if is_killed:
        end(program)
    return program, folder


def end(program: subprocess.Popen[str]) -> None:
    program.kill()
    program.communicate()


def test_folders_of_the_dead_are_removed_with_what_is_in_them() -> None:
    _, folder = made_by("import time; time.sleep(60)", is_killed=True)
    (folder / "inner").mkdir()
    (folder / "inner" / "file").write_text("", encoding="utf-8")
    assert folder.is_dir()
    assert sweep() == [folder]
    assert not folder.exists()


def test_the_first_folder_of_the_next_program_removes_them() -> None:
    _, folder = made_by("", is_killed=True)
    program, other = made_by("import time; time.sleep(60)", is_killed=False)
    assert not folder.exists()
    assert sweep() == []
    assert other.is_dir()
    end(program)


def test_folders_of_the_living_stay_and_so_do_those_of_others(temporary: Path) -> None:
    mine = Path(tempfile.mkdtemp(prefix=folder_prefix()))
    assert mine.name.startswith("bombe-")
    program, theirs = made_by("input()", is_killed=False)
    kept = [mine, theirs]
    *_, pid, began, space, _ = theirs.name.split("-")
    for name in ("bombe-x7k2", "bombe-zip-x7k2", f"bombe-{pid}-{began}-7-abc", "other-1-1-1-abc"):
        kept.append(temporary / name)
        kept[-1].mkdir()
    (temporary / f"bombe-zip-1-1-{space}-abc").symlink_to(mine)
    end(program)
    assert sweep() == [theirs]
    assert all(folder.is_dir() for folder in kept if folder != theirs)


def test_a_number_that_another_process_has_by_now_does_not_protect_a_folder(
    temporary: Path,
) -> None:
    *_, pid, began, space, _ = tempfile.mkdtemp(prefix=folder_prefix()).split("-")
    if began == "0":
        pytest.skip("this system does not tell when a process began")
    folder = temporary / f"bombe-{pid}-{int(began) - 1}-{space}-abc"
    folder.mkdir()
    assert sweep() == [folder]
