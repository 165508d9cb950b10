"""Makes the package `competitive_sudoku` of an edition importable, and agents that import it.

A process holds one edition and one agent, because modules are shared by the whole process.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from bombe.agents.framework.editions import Edition

PACKAGE = "competitive_sudoku"
STOCK = ("random_player", "greedy_player", "random_save_player")
"""The framework's own players that call the oracle program; they are told its path."""


class Home(NamedTuple):
    """An agent's folder, and how many of its parents belong to the name of its package."""

    folder: Path
    levels: int = 0

    @property
    def name(self) -> str:
        """The name under which the folder is imported."""
        return ".".join(self.folder.parts[-1 - self.levels :])

    @property
    def root(self) -> Path:
        """The folder that has to be on the path."""
        return self.folder.parents[self.levels]

    @property
    def top(self) -> Path:
        """The folder of the outermost package, whose files are the agent's."""
        return self.folder.parents[self.levels - 1] if self.levels else self.folder


def provide(edition: Edition) -> ModuleType:
    """Make the package importable; return its module `sudoku`."""
    here = Path(__file__).parent
    places = [str(here / edition), str(here / "common")]
    if PACKAGE not in sys.modules:
        spec = ModuleSpec(PACKAGE, None, is_package=True)
        spec.submodule_search_locations = places
        sys.modules[PACKAGE] = importlib.util.module_from_spec(spec)
    if list(sys.modules[PACKAGE].__path__) != places:
        raise UsageError(
            f"this process has imported another {PACKAGE} than that of {edition}: "
            "use a process for each agent"
        )
    importlib.import_module(f"{PACKAGE}.sudokuai")
    return importlib.import_module(f"{PACKAGE}.sudoku")


class _OwnPackage:
    """Finds an agent's outermost package, and no other of that name wherever it is on the path.

    Around it are the folders of other agents, which nobody is shown.
    """

    def __init__(self, top: Path) -> None:
        self._top = top

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the package of the folder, with or without an `__init__.py`."""
        del path, target
        if fullname != self._top.name:
            return None
        places, start = [str(self._top)], self._top / "__init__.py"
        if start.is_file():
            return importlib.util.spec_from_file_location(
                fullname, start, submodule_search_locations=places
            )
        package = ModuleSpec(fullname, None, is_package=True)
        package.submodule_search_locations = places
        return package


def player_class(home: Home, edition: Edition) -> Any:
    """Import an agent under its name, with the folder around its packages first on the path."""
    provide(edition)
    # Another package may have that name. Files of an agent inside packages may still import each
    # other by the name of their folder.
    wanted = list(dict.fromkeys(map(str, (home.root, home.folder.parent))))
    if sys.path[: len(wanted)] != wanted:
        sys.path[:0] = wanted
    if home.top.name not in sys.modules:
        sys.meta_path.insert(0, _OwnPackage(home.top))
    module = importlib.import_module(f"{home.name}.sudokuai")
    if (found := getattr(module, "SudokuAI", None)) is None:
        raise UsageError(f"agent {home.folder}: its sudokuai.py has no class SudokuAI; add one")
    return found


def make_player(home: Home, edition: Edition) -> Any:
    """Return a new agent; the framework's own players are told where the oracle program is."""
    player = player_class(home, edition)()
    if home.folder.name in STOCK:
        from bombe.agents.framework.oracle import program_path  # only these need the kernel

        player.solve_sudoku_path = program_path()
    return player
