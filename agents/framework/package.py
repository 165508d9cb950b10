"""Makes the package `competitive_sudoku` of an edition importable, and agents that import it.

A process holds one edition and one agent, because modules are shared by the whole process.
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
"""The framework's own players that call the oracle program; they are told its path."""


def provide(edition: Edition) -> ModuleType:
    """Make the package importable; return its module `sudoku`."""
    home = Path(__file__).parent / edition
    if PACKAGE not in sys.modules:
        found = importlib.util.spec_from_file_location(
            PACKAGE, home / "__init__.py", submodule_search_locations=[str(home)]
        )
        if found is None or found.loader is None:
            raise UsageError(f"{home} is missing: install bombe again")
        sys.modules[PACKAGE] = package = importlib.util.module_from_spec(found)
        found.loader.exec_module(package)
    if list(sys.modules[PACKAGE].__path__) != [str(home)]:
        raise UsageError(
            f"this process has imported another {PACKAGE} than that of {edition}: "
            "use a process for each agent"
        )
    importlib.import_module(f"{PACKAGE}.sudokuai")
    return importlib.import_module(f"{PACKAGE}.sudoku")


def player_class(folder: Path, edition: Edition) -> Any:
    """Import an agent under its folder's name, with the parent folder first on the path."""
    provide(edition)
    if sys.path[:1] != [str(folder.parent)]:  # another package may have that name
        sys.path.insert(0, str(folder.parent))
    module = importlib.import_module(f"{folder.name}.sudokuai")
    if (found := getattr(module, "SudokuAI", None)) is None:
        raise UsageError(f"agent {folder}: its sudokuai.py has no class SudokuAI; add one")
    return found


def make_player(folder: Path, edition: Edition) -> Any:
    """Return a new agent; the framework's own players are told where the oracle program is."""
    player = player_class(folder, edition)()
    if folder.name in STOCK:
        beside = str(Path(sys.executable).parent)
        found = shutil.which("solve_sudoku", path=beside) or shutil.which("solve_sudoku")
        player.solve_sudoku_path = found or "bin/solve_sudoku"
    return player
