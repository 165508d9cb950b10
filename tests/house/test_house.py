"""The house plan, held by tests: who may import whom, what stays light, what the wheel holds."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest
from paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROOMS = ["boards", "solvers", "analysis", "agents", "front"]
"""Each may import those before it."""
HEAVY = {"ortools", "networkx", "numpy", "matplotlib", "constraint", "pysat", "rich", "click"}


def modules() -> Iterator[tuple[str, Path]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield room, path


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(("room", "path"), list(modules()), ids=lambda x: str(x).split("main/")[-1])
def test_rooms_import_only_the_rooms_before_them(room: str, path: Path) -> None:
    later = ROOMS[ROOMS.index(room) + 1 : -1] + (["commands", "oracle"] if room != "front" else [])
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "bombe" and len(parts) > 1:
            assert parts[1] not in later, f"{path} imports {name}"


@pytest.mark.parametrize(("room", "path"), list(modules()), ids=lambda x: str(x).split("main/")[-1])
def test_modules_say_what_they_are_for_and_stay_short(room: str, path: Path) -> None:
    assert room
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), f"{path} has no docstring"
    assert text.count("\n") <= 400, f"{path} is too long to read"


@pytest.mark.parametrize(
    "statement", ["import bombe", "import bombe.boards, bombe.solvers", "import bombe; bombe.audit"]
)
def test_light_imports_load_nothing_heavy(statement: str) -> None:
    code = f"import sys; {statement}; print(*{{name.split('.')[0] for name in sys.modules}})"
    loaded = set(run_python(code).split())
    assert not loaded & HEAVY


def test_help_loads_click_and_nothing_else_that_is_heavy() -> None:
    code = (
        "import sys; from bombe.commands import main; main(['--help']); "
        "print(*{name.split('.')[0] for name in sys.modules})"
    )
    loaded = set(run_python(code).splitlines()[-1].split())
    assert loaded & HEAVY == {"click"}


@pytest.mark.parametrize("room", ROOMS[:-1])
def test_a_room_imported_under_its_bare_name_says_what_to_do(room: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {room}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"this folder is the package bombe.{room}" in done.stderr


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for _, path in modules()}
    assert not [folder for folder in folders if not (folder / "__init__.py").exists()]


@pytest.mark.long
def test_the_wheel_holds_every_file_of_the_tree(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "-q",
        "-w",
        str(tmp_path),
        str(ROOT),
    ]
    subprocess.run(command, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info" not in name}
    tracked = subprocess.run(
        ["git", "ls-files", *ROOMS], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    sources = (".cpp", ".h", ".inl", "src/README.md", "src/nine/README.md")
    shipped = [name for name in tracked if not name.endswith(sources)]
    expected = {"bombe/" + name.removeprefix("front/") for name in shipped}
    assert expected <= held


def test_nothing_of_the_workplace_is_named_in_the_project() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *(path for _, path in modules())]:
        assert not re.search(r"(\.\./|/work/)shared", path.read_text(encoding="utf-8")), path


def run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/"
    )
    return done.stdout
