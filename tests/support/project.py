"""The project as its tests see it: packages, files, folders, and their contents."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

PACKAGES = ("boards", "solvers", "analysis", "agents", "front")
"""Each may import those before it."""


class Function(NamedTuple):
    """A function or method: its place, its lines, and its docstring."""

    place: str
    lines: int
    docstring: str | None


def modules() -> list[Path]:
    """List every Python file of the packages, in order."""
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def name_of(path: Path) -> str:
    """Return a file's place in the checkout, as a test's name shows it."""
    return path.relative_to(ROOT).as_posix()


def each(
    paths: Iterable[Path], name: Callable[[Path], str]
) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """Make one test of a check of one file: it goes through all of them, and names those that fail.

    A test for each would be thousands, and pytest takes longer for a test than most checks do.
    """

    def made(check: Callable[[Path], None]) -> Callable[[], None]:
        def test() -> None:
            wrong = [f"{name(path)}: {problem}" for path in paths for problem in _problems(path)]
            assert not wrong, "\n".join(wrong)

        def _problems(path: Path) -> Iterator[str]:
            try:
                check(path)
            except AssertionError as error:
                yield str(error)

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        test.__module__, test.__qualname__ = check.__module__, check.__qualname__
        return test

    return made


@cache
def tree_of(path: Path) -> ast.Module:
    """Parse a file, once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path, *, for_types: bool = True) -> Iterator[str]:
    """Yield the dotted names of all that a file imports, or of what it imports when it runs."""
    left_out = set() if for_types else _for_types(tree_of(path))
    for node in ast.walk(tree_of(path)):
        if node in left_out:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _for_types(tree: ast.Module) -> set[ast.AST]:
    """Return what only a type checker reads."""
    checked = (
        statement
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
    )
    return {node for statement in checked for node in ast.walk(statement)}


def functions(path: Path) -> Iterator[Function]:
    """Yield the functions and methods of a file, inner ones too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            place = f"{name_of(path)}:{node.lineno} {node.name}"
            yield Function(place, lines, ast.get_docstring(node))
