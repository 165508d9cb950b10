"""Which files of users a program imports, found by reading its files, never by running them.

    for found in imported([folder / "sudokuai.py"], roots): found.path, found.by, found.line

Only modules below the given roots are found: libraries are not the agent's own. What is imported
by names that are computed while it runs is not found.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bombe.agents.agent_files import MOST_FILES, source_of

_INIT = "__init__.py"


class ImportedFile(NamedTuple):
    """A file that is imported, and where: in which file and line it was first found."""

    path: Path
    by: Path
    line: int


class _ImportStatement(NamedTuple):
    parts: tuple[str, ...]
    level: int
    line: int


def imported(
    files: Iterable[Path], roots: Sequence[Path], *, provided: str = ""
) -> list[ImportedFile]:
    """Return the files that these import, and those import, and so on, beside themselves.

    `provided` is a package that Bombe puts in the place of the user's: its files are not imported.
    """
    todo = list(files)
    seen, found = set(todo), list[ImportedFile]()
    while todo and len(seen) < MOST_FILES:
        path = todo.pop(0)
        for one in _imports(path):
            targets = [] if _is_in(provided, one) else _targets(one, path, roots)
            for target in targets:
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
                    found.append(ImportedFile(target, path, one.line))
    return found


def _is_in(package: str, one: _ImportStatement) -> bool:
    """Return whether a statement imports from a package by its full name."""
    return bool(package) and not one.level and one.parts[0] == package


def _imports(path: Path) -> Iterator[_ImportStatement]:
    """Yield the imports of a file; one that is no Python has none."""
    try:
        tree = ast.parse(source_of(path)) if path.suffix == ".py" else ast.Module([], [])
    except (SyntaxError, ValueError, OSError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (
                _ImportStatement(tuple(name.name.split(".")), 0, node.lineno) for name in node.names
            )
        elif isinstance(node, ast.ImportFrom):
            head = tuple((node.module or "").split(".")) if node.module else ()
            # What is imported from a package may be a module of it.
            for name in node.names:
                yield _ImportStatement((*head, name.name), node.level, node.lineno)


def _targets(one: _ImportStatement, path: Path, roots: Sequence[Path]) -> list[Path]:
    """Return the files of a module and of packages around it; none if it is not below a root."""
    if one.level:
        return _below(path.parents[min(one.level, len(path.parents)) - 1], one.parts)
    for root in roots:
        if files := _below(root, one.parts):
            return files
    return []


def _below(folder: Path, parts: Sequence[str]) -> list[Path]:
    """Return the files that Python runs to import a module that is named from a folder."""
    found = []
    for part in parts:
        module = folder / f"{part}.py"
        folder = folder / part
        if (folder / _INIT).is_file():
            found.append(folder / _INIT)
        elif module.is_file():
            return [*found, module]
        elif not folder.is_dir():
            break
    return found
