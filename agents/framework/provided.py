"""Puts the package `competitive_sudoku` of an edition where agents import it, and an agent beside.

One process holds one edition and one agent: names of modules are shared by a whole process.
"""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from types import ModuleType

    from bombe.agents.framework.editions import Edition

PACKAGE = "competitive_sudoku"
STOCK = ("random_player", "greedy_player", "random_save_player")
"""The framework's own players that ask the oracle program; it tells them where that is."""


def provide(edition: Edition) -> ModuleType:
    """Provide the package; give its module `sudoku`."""
    home = Path(__file__).parent / edition
    if PACKAGE not in sys.modules:
        found = importlib.util.spec_from_file_location(
            PACKAGE, home / "__init__.py", submodule_search_locations=[str(home)]
        )
        if found is None or found.loader is None:
            raise UsageError(f"{home} is not there: install bombe again")
        sys.modules[PACKAGE] = package = importlib.util.module_from_spec(found)
        found.loader.exec_module(package)
    if list(sys.modules[PACKAGE].__path__) != [str(home)]:
        raise UsageError(
            f"this process has another {PACKAGE} than that of {edition}: give each agent its own"
        )
    importlib.import_module(f"{PACKAGE}.sudokuai")
    return importlib.import_module(f"{PACKAGE}.sudoku")


def player_class(folder: Path, edition: Edition) -> Any:
    """Import an agent under its folder's name, its parent folder on the path."""
    provide(edition)
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    module = importlib.import_module(f"{folder.name}.sudokuai")
    if (found := getattr(module, "SudokuAI", None)) is None:
        raise UsageError(f"agent {folder}: its sudokuai.py has no class SudokuAI; add it")
    return found


def make_player(folder: Path, edition: Edition) -> Any:
    """Make the agent, and tell the framework's own players where the oracle program is."""
    player = player_class(folder, edition)()
    if folder.name in STOCK:
        beside = str(Path(sys.executable).parent)
        found = shutil.which("solve_sudoku", path=beside) or shutil.which("solve_sudoku")
        player.solve_sudoku_path = found or "bin/solve_sudoku"
    return player
