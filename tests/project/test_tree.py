"""The tree: small folders, short files, and a wheel that holds them all."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from project import PACKAGES, each, modules, name_of, tree_of

from bombe.solvers.native.toolchain import BOARD_FOLDERS

if TYPE_CHECKING:
    from pathlib import Path

LINES = 400
"""A file that a person can hold in mind."""

each_module = each(modules(), name_of)


@each_module
def test_modules_say_what_they_are_for_and_stay_short(path: Path) -> None:
    assert ast.get_docstring(tree_of(path)), "there is no docstring"
    assert path.read_text(encoding="utf-8").count("\n") <= LINES


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for path in modules()}
    assert not [folder for folder in folders if not (folder / "__init__.py").exists()]


@pytest.mark.long
def test_the_wheel_holds_every_file_of_the_tree(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w"]
    subprocess.run([*command, str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info" not in name}
    shipped = [name for name in tracked(*PACKAGES) if not is_only_of_the_kernel(name)]
    expected = {"bombe/" + name.removeprefix("front/") for name in shipped}
    assert expected | {"bombe/board/kernel.wasm.gz"} <= held


def is_only_of_the_kernel(name: str) -> bool:
    """Return whether a file is a source of the kernel that the oracle program is not made of."""
    parts = PurePosixPath(name.removeprefix("solvers/native/src/")).parts
    is_of_boards = len(parts) == 1 or parts[0] in BOARD_FOLDERS
    needed = is_of_boards and name.endswith((".cpp", ".h"))
    return name.startswith("solvers/native/src/") and not needed


def test_nothing_of_the_workplace_is_named_in_the_project() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *modules()]:
        assert not re.search(r"(\.\./|/work/)shared", path.read_text(encoding="utf-8")), path


def tracked(*folders: str) -> list[str]:
    """List what git knows below some folders of the checkout."""
    command = ["git", "ls-files", *folders]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()
