"""The house as its tests see it: rooms, files, folders, and what stands in them."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROOMS = ("boards", "solvers", "analysis", "agents", "front")
"""Each may import those before it."""


class Function(NamedTuple):
    """A function or method: where it stands, its lines, and its docstring."""

    place: str
    lines: int
    docstring: str | None


def modules() -> list[Path]:
    """Return every Python file of the rooms, in order."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def name_of(path: Path) -> str:
    """Return a file's place in the checkout, as a test's name shows it."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    """Parse a file, once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Yield the dotted names of everything that a file imports."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def functions(path: Path) -> Iterator[Function]:
    """Yield the functions and methods of a file, inner ones too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            place = f"{name_of(path)}:{node.lineno} {node.name}"
            yield Function(place, lines, ast.get_docstring(node))


def classes(path: Path) -> Iterator[str]:
    """Yield the names of a file's classes, inner ones too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ClassDef):
            yield node.name
