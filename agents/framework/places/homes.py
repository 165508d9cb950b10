"""Under which name an agent is imported: `team42_A2`, or `agents.team42.A2` inside packages.

The framework imports an agent by the name on its command line, from the folder that it runs in. So
helper modules are found by that name only, and relative imports reach as far up as it does. It is
judged by the agent's files, which are parsed, never run:

1. relative imports that reach above the folder need its parents in the name;
2. absolute imports that name a parent folder begin with it, and those that name the folder itself
   show that it stands alone;
3. otherwise, parents with an `__init__.py` belong to the name;
4. the files in these packages may name further parents in the same way.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bombe.agents.framework.package import PACKAGE, Home
from bombe.agents.framework.places.sources import parsed, sources

MOST_LEVELS = 8
"""Parents that are looked at."""
INIT = "__init__.py"


def home_of(folder: Path) -> Home:
    """Return under which name an agent is imported."""
    above = folder.parents[: min(MOST_LEVELS, len(folder.parents) - 1)]
    parents = list(itertools.takewhile(_is_importable, above))
    packages = 0
    while packages < len(parents) and (parents[packages] / INIT).is_file():
        packages += 1
    imported = list(_imports(folder))
    levels = max([_named(parents, imported), *(one.above for one in imported)])
    if levels or not _is_named(folder, imported):
        levels = max(levels, packages)
    home, before = Home(folder, min(levels, len(parents))), 0
    while before < home.levels:
        before = home.levels
        home = home._replace(levels=max(before, _named(parents, list(_imports(home.top)))))
    return home


def names_in(folder: Path) -> set[str]:
    """Return the names by which the files of a folder import each other, if they do."""
    inside = {path.stem for path in folder.iterdir()}
    dotted = (one.path for one in _imports(folder) if len(one.path) > 1)
    return {path[0] for path in dotted if path[1] in inside} - {PACKAGE}


def _named(parents: Sequence[Path], imported: Sequence[_Import]) -> int:
    """Return the level of the highest parent that an import begins with, 0 for none."""
    levels = (level for level, parent in enumerate(parents, 1) if _is_named(parent, imported))
    return max(levels, default=0)


class _Import(NamedTuple):
    """The dotted path of an import, and how many parents of the folder it reaches above it."""

    path: tuple[str, ...]
    above: int = 0


def _imports(folder: Path) -> Iterator[_Import]:
    """Yield the imports in the files of a folder; files that cannot be parsed have none."""
    for path in sources(folder):
        depth = len(path.relative_to(folder).parts) - 1
        try:
            tree = parsed(path)
        except (SyntaxError, ValueError, OSError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from (_Import(tuple(alias.name.split("."))) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level:
                yield _Import((), node.level - 1 - depth)
            elif isinstance(node, ast.ImportFrom) and node.module:
                head = tuple(node.module.split("."))
                yield from (_Import((*head, alias.name)) for alias in node.names)


def _is_importable(parent: Path) -> bool:
    """Return whether a folder can be a package; the framework's own is another one."""
    return "." not in parent.name and parent.name != PACKAGE


def _is_named(folder: Path, imported: Iterable[_Import]) -> bool:
    """Return whether an import begins with the folder's name and goes on with something in it."""
    return any(
        one.path[:1] == (folder.name,)
        and len(one.path) > 1
        and ((folder / one.path[1]).is_dir() or (folder / f"{one.path[1]}.py").is_file())
        for one in imported
    )
