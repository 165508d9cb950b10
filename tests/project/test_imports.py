"""Who may import whom: packages, games, and what a small import leaves out."""

from __future__ import annotations

import itertools
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from project import PACKAGES, each, imports, modules, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAVY = {"ortools", "networkx", "numpy", "matplotlib", "constraint", "pysat", "rich", "click"}
FRONT = {path.stem for path in (ROOT / "front").iterdir() if path.suffix in {"", ".py"}}
"""What is in front/, and so directly in `bombe`."""
GAMES = {
    "sudoku": (
        "boards/sudoku",
        "analysis/endgame",
        "analysis/generate",
        "analysis/reach",
        "analysis/tempo",
        "analysis/territory",
        "agents/sudoku",
        "front/commands/boards",
    ),
    "dots": (
        "boards/dots",
        "analysis/dots",
        "agents/dots",
        "front/commands/dots",
        "front/dots.py",
    ),
}
"""The places of each game. What two games need is in the packages around them."""
ORDERS = {
    "boards": "text dots sudoku",
    "solvers": "native backends sandbox foreign",
    "analysis": "tempo reach territory endgame verdicts why drawing generate runs bench dots "
    "matches studies",
    "agents": "framework processes search sudoku arena checks dots exports learn",
    "front": "oracle pages serving commands",
    "front/commands": "shared boards matches dots framework studies",
}
"""The folders of each package, each behind those that it imports."""
REMAINING = {
    "analysis/dots: strings svg",
    "analysis/why: history question",
    "boards/dots: drawing state",
    "boards/dots: game state",
    "boards/dots: state symmetries",
    "boards/sudoku: board sources",
    "boards/sudoku: bundled reading",
    "boards/sudoku: game state",
    "boards/sudoku: reading state",
}
"""Modules of one folder that know each other: a value, and what reads, draws or plays it."""
each_module = each(modules(), name_of)


@each_module
def test_packages_import_only_the_packages_before_them(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    later = {*PACKAGES[PACKAGES.index(package) + 1 :]} | (FRONT if package != "front" else set())
    for name in imports(path):
        assert name.split(".")[:1] != ["bombe"] or not later & set(name.split(".")[1:2]), name


@each_module
def test_a_game_imports_nothing_of_another_game(path: Path) -> None:
    own = game_of(name_of(path))
    if own is None:
        return
    for name in imports(path):
        other = game_of(place_of(name))
        assert other in {own, None}, f"{name_of(path)} is of {own} and imports {name}"


def game_of(place: str) -> str | None:
    """Return the game that a file or folder belongs to."""
    for game, homes in GAMES.items():
        if any(place == home or place.startswith(f"{home}/") for home in homes):
            return game
    return None


def place_of(name: str) -> str:
    """Return where a module of Bombe stands: bombe.boards.dots.state in boards/dots/state."""
    place = name.removeprefix("bombe.").replace(".", "/")
    if place.split("/")[0] in PACKAGES:
        return place
    return "front/dots.py" if place == "dots" or place.startswith("dots/") else f"front/{place}"


@pytest.mark.parametrize("place", [home for homes in GAMES.values() for home in homes])
def test_the_places_of_a_game_exist(place: str) -> None:
    assert (ROOT / place).exists()


def units_of(path: Path) -> list[str]:
    """Return where a module stands: agents/arena/log.py in agents, arena and log."""
    return [part for part in name_of(path).removesuffix(".py").split("/") if part != "__init__"]


UNITS = {".".join(units_of(path)): path for path in modules()}
"""The modules by their dotted names; those of front/ are directly in `bombe`."""


def imported(path: Path) -> Iterator[list[str]]:
    """Yield where the modules stand that a file imports when it runs."""
    for name in imports(path, for_types=False):
        parts = name.split(".")
        if parts[0] != "bombe" or len(parts) == 1:
            continue
        parts = parts[1:] if parts[1] in PACKAGES else ["front", *parts[1:]]
        while parts and ".".join(parts) not in UNITS:
            parts.pop()
        yield parts


@cache
def edges() -> dict[str, set[tuple[str, str]]]:
    """Return for each package which of its folders and modules imports which other one."""
    found: dict[str, set[tuple[str, str]]] = {}
    for path in modules():
        own = units_of(path)
        for other in imported(path):
            pairs = zip(own, other, strict=False)
            same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
            if 0 < same < min(len(own), len(other)):
                found.setdefault("/".join(own[:same]), set()).add((own[same], other[same]))
    return found


def test_no_two_folders_and_no_two_modules_of_a_package_import_each_other() -> None:
    pairs = {
        f"{package}: {one} {other}"
        for package, found in edges().items()
        for one, other in found
        if one < other and (other, one) in found
    }
    assert pairs <= REMAINING, f"these import each other: {sorted(pairs - REMAINING)}"
    assert pairs >= REMAINING, f"remove from REMAINING: {sorted(REMAINING - pairs)}"


@pytest.mark.parametrize("package", ORDERS)
def test_a_folder_imports_only_those_before_it(package: str) -> None:
    order = ORDERS[package].split()
    folders = {path.parent.name for path in (ROOT / package).glob("*/*.py")}
    assert folders - {"__pycache__"} == {*order}
    for one, other in edges()[package]:
        if {one, other} <= {*order}:
            assert order.index(other) < order.index(one), f"{package}: {one} imports {other}"


def command(*words: str) -> str:
    """Return a program that does what the command `bombe` does with these words."""
    return f"from bombe.commands import main; main({[*words]})"


def loaded_by(code: str) -> set[str]:
    """Return the modules that a program loads, beside those of the bare interpreter."""
    head = "import sys; bare = {*sys.modules}"
    said = run_python(f"{head}\n{code}\nprint(); print(*{{*sys.modules}} - bare)")
    return set(said.splitlines()[-1].split())


@pytest.mark.parametrize(
    "statement", ["import bombe", "import bombe.boards, bombe.solvers", "import bombe; bombe.audit"]
)
def test_light_imports_load_nothing_heavy(statement: str) -> None:
    assert not {name.split(".")[0] for name in loaded_by(statement)} & HEAVY


BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOARD_FILE = str(ROOT / "boards" / "sudoku" / "files" / "hard-3x3.txt")
SLOW = {"dataclasses", "enum", "inspect", "json", "pathlib", "re", "typing"}
"""Modules of the standard library that take longer to import than the quick paths to answer."""
QUICK = {
    "import bombe": ("import bombe", 6),
    "native.quick": (
        "from bombe.solvers.native.quick import quick_counter; quick_counter(3, 3)(bytes(81))",
        15,
    ),
    "bombe --version": (command("--version"), 19),
    "solve_sudoku": (
        f"from bombe.oracle.program import main; sys.argv[1:] = [{BOARD_FILE!r}]; main()",
        20,
    ),
}
"""The paths on which a process answers within somebody's time limit; how many modules they load."""
USUAL = {
    "bombe.count": (f"import bombe; bombe.count({BOARD!r})", 150),
    "bombe.audit": (f"import bombe; bombe.audit({BOARD!r})", 150),
    "bombe.count of a name": ("import bombe; bombe.count('hard-3x3')", 150),
    "bombe --help": (command("--help"), 200),
    "bombe check": (command("check", BOARD), 250),
    "bombe audit": (command("audit", BOARD), 250),
}
"""What people ask first, and how many modules that loads at most: a bound with room."""


@pytest.mark.parametrize("way", QUICK)
def test_a_quick_path_loads_nothing_slow(way: str) -> None:
    code, most = QUICK[way]
    loaded = loaded_by(code)
    assert not {name.split(".")[0] for name in loaded} & (HEAVY | SLOW)
    assert len(loaded) <= most, sorted(loaded)


@pytest.mark.parametrize("way", USUAL)
def test_a_first_answer_loads_nothing_heavy(way: str) -> None:
    code, most = USUAL[way]
    loaded = loaded_by(code)
    allowed = {"click"} if way.startswith("bombe ") else set()
    assert {name.split(".")[0] for name in loaded} & HEAVY <= allowed
    assert len(loaded) <= most, sorted(loaded)


@pytest.mark.parametrize("package", PACKAGES[:-1])
def test_a_package_imported_under_its_bare_name_says_what_to_do(package: str) -> None:
    command = [sys.executable, "-c", f"import {package}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert f"this folder is the package bombe.{package}" in done.stderr


def run_python(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd="/").stdout
