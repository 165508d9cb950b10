"""Who may import whom: rooms, games, and what stays out of a light import."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from house import ROOMS, each, imports, modules, name_of
from paths import ROOT

if TYPE_CHECKING:
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
"""The places of each game. What two games need stands in the rooms around them."""
each_module = each(modules(), name_of)


@each_module
def test_rooms_import_only_the_rooms_before_them(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    later = {*ROOMS[ROOMS.index(room) + 1 :]} | (FRONT if room != "front" else set())
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
    if place.split("/")[0] in ROOMS:
        return place
    return "front/dots.py" if place == "dots" or place.startswith("dots/") else f"front/{place}"


@pytest.mark.parametrize("place", [home for homes in GAMES.values() for home in homes])
def test_the_places_of_a_game_exist(place: str) -> None:
    assert (ROOT / place).exists()


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
    command = [sys.executable, "-c", f"import {room}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert f"this folder is the package bombe.{room}" in done.stderr


def run_python(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd="/").stdout
