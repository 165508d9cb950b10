"""`bombe oracle install`: what it writes, keeps and refuses; what it wrote, called as users do."""

from __future__ import annotations

import importlib.util
import os
import shlex
import sys
from typing import TYPE_CHECKING

import oracle_program
import pytest
from oracle_program import checkout, installed, run

from bombe.boards.errors import InputError
from bombe.oracle import install as installing
from bombe.oracle.install import AS_WISHED, ON_WINDOWS, InstalledOracle, install, patience

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

FOREIGN = b"MZ a program of another maker"


@pytest.mark.parametrize("call", oracle_program.calls()[::5], ids=lambda call: call.words or "none")
def test_the_installed_program_answers_through_a_shell_as_the_original_does(
    call: oracle_program.Call, tmp_path: Path
) -> None:
    oracle_program.write_boards(tmp_path)
    installed(tmp_path / "framework")
    command = f"framework/bin/solve_sudoku {call.words}"
    expected = (call.text, "") if call.code != 3 else ("", call.text)
    assert run(["/bin/sh", "-c", command], tmp_path) == (*expected, call.code)


@pytest.mark.parametrize("name", ["with blanks", "it's", 'so "called"', "$HOME `date`", "Schöning"])
def test_any_path_will_do(name: str, tmp_path: Path) -> None:
    oracle_program.write_boards(tmp_path)
    program = installed(tmp_path / name)
    command = f"{shlex.quote(str(program))} open"
    assert run(["/bin/sh", "-c", command], tmp_path) == ("The sudoku has a solution.\n", "", 0)


def test_a_python_at_any_path_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / "it's a `$HOME`" / "python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    program = installed(tmp_path / "framework")
    assert b"$HOME" in program.read_bytes()


def test_a_checkout_may_be_moved(tmp_path: Path) -> None:
    oracle_program.write_boards(tmp_path)
    installed(tmp_path / "old")
    (tmp_path / "old").rename(tmp_path / "new")
    answer = run([tmp_path / "new" / "bin" / "solve_sudoku", "open"], tmp_path)
    assert answer == ("The sudoku has a solution.\n", "", 0)


def test_a_program_whose_bombe_has_gone_says_what_to_do(tmp_path: Path) -> None:
    program = installed(tmp_path / "framework")
    program.write_text(program.read_text().replace("start.py", "gone.py"))
    out, err, code = run([program, "open"], tmp_path)
    assert (out, code) == ("", 5)
    assert "gone.py: install Bombe again, then run: bombe oracle install" in err


def test_the_environment_of_the_caller_does_not_matter(tmp_path: Path) -> None:
    oracle_program.write_boards(tmp_path)
    program = installed(tmp_path / "framework")
    for name in ("types.py", "ctypes.py", "os.py"):
        (tmp_path / name).write_text("raise SystemExit('not this one')")
    answer = run([program, "open"], tmp_path, PYTHONPATH=str(tmp_path), PYTHONSTARTUP="os.py")
    assert answer == ("The sudoku has a solution.\n", "", 0)


def test_a_program_of_another_maker_is_kept_and_ours_is_replaced(tmp_path: Path) -> None:
    folder = checkout(tmp_path / "framework")
    program, backup = folder / "bin" / "solve_sudoku", folder / "bin" / "solve_sudoku.original"
    program.parent.mkdir()
    program.write_bytes(FOREIGN)
    first, again = (install(folder, compiled=False) for _ in range(2))
    assert first == InstalledOracle(program, backup, was_ours=False, why_python=AS_WISHED)
    assert again == InstalledOracle(program, None, was_ours=True, why_python=AS_WISHED)
    assert backup.read_bytes() == FOREIGN
    assert sorted(path.name for path in program.parent.iterdir()) == [program.name, backup.name]


def test_a_link_to_a_program_of_another_maker_is_kept_as_a_link(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_bytes(FOREIGN)
    folder = checkout(tmp_path / "framework")
    (folder / "bin").mkdir()
    (folder / "bin" / "solve_sudoku").symlink_to(tmp_path / "theirs")
    backup = install(folder, compiled=False).backup
    assert backup
    assert backup.is_symlink()
    assert (tmp_path / "theirs").read_bytes() == FOREIGN


def test_an_earlier_backup_is_never_overwritten(tmp_path: Path) -> None:
    program = installed(tmp_path / "framework")
    program.with_name("solve_sudoku.original").write_bytes(b"the first")
    program.write_bytes(FOREIGN)
    with pytest.raises(InputError, match="remove one of the two"):
        install(tmp_path / "framework", compiled=False)
    assert program.read_bytes() == FOREIGN
    assert program.with_name("solve_sudoku.original").read_bytes() == b"the first"


def test_a_program_that_would_not_work_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = checkout(tmp_path / "framework")
    (folder / "bin").mkdir()
    (folder / "bin" / "solve_sudoku").write_bytes(FOREIGN)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(InputError, match=r"would not work: .*Bombe is no longer at"):
        install(folder, compiled=False)
    assert [path.name for path in (folder / "bin").iterdir()] == ["solve_sudoku"]
    assert (folder / "bin" / "solve_sudoku").read_bytes() == FOREIGN


def test_on_windows_the_program_that_pip_made_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = installed(tmp_path / "framework").rename(tmp_path / "solve_sudoku.exe")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python.exe"))
    folder = tmp_path / "framework"
    program = folder / "bin" / "solve_sudoku.exe"
    first, again = (install(folder, windows=True) for _ in range(2))
    assert first == InstalledOracle(program, None, was_ours=False, why_python=ON_WINDOWS)
    assert again == InstalledOracle(program, None, was_ours=True, why_python=ON_WINDOWS)
    assert program.read_bytes() == made.read_bytes()
    assert os.access(program, os.X_OK)
    made.unlink()
    with pytest.raises(InputError, match=r"solve_sudoku\.exe does not exist; install"):
        install(folder, windows=True)


def test_the_command_says_what_it_did(bombe: Bombe, tmp_path: Path) -> None:
    folder = checkout(tmp_path / "framework")
    program = folder / "bin" / "solve_sudoku"
    program.parent.mkdir()
    program.write_bytes(FOREIGN)
    first = bombe("oracle", "install", str(folder), "--python")
    again = bombe("oracle", "install", str(folder), "--python")
    which = "It is the program in Python, a call takes 10 to 50 ms: as you asked for\n"
    assert first.out == (
        f"{program}.original: kept, the program that was there\n"
        f"{program}: installed, and it works\n{which}"
    )
    assert again.out == f"{program}: replaced, and it works\n{which}"
    assert (first.code, again.code) == (0, 0)


def test_without_a_compiler_the_program_in_python_is_installed_and_said_so(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("PATH", str(tmp_path)), ("CC", "nonesuch")):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)  # nor is ziglang there
    done = bombe("oracle", "install", str(checkout(tmp_path / "framework")))
    assert "It is the program in Python" in done.out
    assert "no C++ compiler works here, and there is no package ziglang: install gcc" in done.out
    assert (tmp_path / "framework/bin/solve_sudoku").read_bytes().startswith(b"#!/bin/sh")
    assert "the program in Python" in installing.planned_program()
    assert "install gcc, clang or `python -m pip install ziglang`" in installing.planned_program()


def test_a_compiled_program_that_does_not_answer_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = b"#!/bin/sh\necho bombe.oracle is broken\n"
    monkeypatch.setattr(installing, "_compiled", lambda: (broken, "a compiler"))
    done = install(checkout(tmp_path / "framework"))
    assert (done.compiler, done.program.read_bytes()) == ("", installing._script())
    assert "would not work: its exit code is 0" in str(done)


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_folder_that_is_not_a_checkout_is_refused(
    bombe: Bombe, name: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    done = bombe("oracle", "install", str(tmp_path / name))
    assert done.code == 3
    assert "is not a checkout of the framework: it has no competitive_sudoku/sudokuai.py; give" in (
        done.err
    )
    assert not list((tmp_path / "empty").iterdir())


def test_a_wrong_folder_is_refused_before_anything_is_compiled(
    bombe: Bombe, tmp_path: Path
) -> None:
    done = bombe("oracle", "install", str(tmp_path / "nowhere"))
    assert (done.code, done.out) == (3, "")
    assert "is not a checkout of the framework" in done.err
    assert "compiling" not in done.err


def test_only_ziglang_takes_minutes() -> None:
    assert patience("") == ""
    assert patience("cc") == "compiling, which takes some seconds"
    assert patience("python -m ziglang c++").endswith(
        "; the first time with ziglang, a minute or two"
    )
