"""Which edition of the framework an agent is written for, judged by its source files.

Up to v13 a cell is two numbers: `Move(i, j, value)`, `board.get(i, j)`, `current_player()`. Since
v14 it is one square: `Move((i, j), value)`, `board.get(square)`, `current_player`. The files are
parsed, never run.
"""

from __future__ import annotations

import ast
import collections
import enum
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bombe.agents.framework.places.homes import home_of
from bombe.agents.framework.places.sources import parsed, sources
from bombe.boards import Rules
from bombe.boards.errors import InputError, UsageError


class Edition(enum.StrEnum):
    """The two interfaces; the first is that of all editions up to v13."""

    V13 = "v13"
    V14 = "v14"


MODES = {
    Edition.V13: (Rules.CLASSIC,),
    Edition.V14: (Rules.ROWS, Rules.BORDER, Rules.RANDOM, Rules.CLASSIC),
}
"""The play modes of an edition; the first one is that which it plays by default."""


class Clue(NamedTuple):
    """A piece of code that only one edition has, and its place."""

    edition: Edition
    code: str
    file: str
    line: int

    def __str__(self) -> str:
        """Return the code and its place."""
        return f"`{self.code}` in line {self.line} of {self.file}"


ATTRIBUTES = {
    "rc2f": Edition.V13,
    "f2rc": Edition.V13,
    "square2index": Edition.V14,
    "index2square": Edition.V14,
    "is_classic_game": Edition.V14,
    "player_squares": Edition.V14,
    "allowed_squares1": Edition.V14,
    "allowed_squares2": Edition.V14,
    "occupied_squares": Edition.V14,
    "occupied_squares1": Edition.V14,
    "occupied_squares2": Edition.V14,
}
"""Names that only one edition has."""
ARGUMENTS = {
    "Move": {3: Edition.V13, 2: Edition.V14},
    "TabooMove": {3: Edition.V13, 2: Edition.V14},
    "get": {2: Edition.V13, 1: Edition.V14},
    "put": {3: Edition.V13, 2: Edition.V14},
}
"""How many arguments a call has in which edition."""
LONGEST_CODE = 40


def edition_of(folder: Path, name: str = "") -> Edition:
    """Return the edition that most clues point to; those of the packages around it come second.

    `name` is what the user calls the folder.
    """
    for files in (folder, home_of(folder).top):
        counts = collections.Counter(clue.edition for clue in clues(files))
        if counts[Edition.V13] != counts[Edition.V14]:
            break
    else:
        _refuse_syntax_errors(folder)
        name = name or str(folder)
        raise UsageError(
            f"agent {name}: its files do not show the edition; write {name}@v13 or {name}@v14"
        )
    return max(counts, key=counts.__getitem__)


def _refuse_syntax_errors(folder: Path) -> None:
    """Raise for a file with a syntax error: that is why it has no clues."""
    for path in sources(folder):
        try:
            parsed(path)
        except OSError:
            continue
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            reason = getattr(error, "msg", error)
            raise InputError(f"{path}:{line}: {reason}; correct the file") from None


def clues(folder: Path) -> list[Clue]:
    """List all clues in the files of an agent, those of sudokuai.py first."""
    paths = sorted(sources(folder), key=lambda path: (path.name != "sudokuai.py", path))
    return [clue for path in paths for clue in _clues_in(path, str(path.relative_to(folder)))]


def _clues_in(path: Path, name: str) -> list[Clue]:
    try:
        return list(_clues_of(parsed(path), name))
    except (SyntaxError, ValueError, OSError, RecursionError):
        return []  # the import will fail with a better message


def _clues_of(tree: ast.AST, name: str) -> Iterator[Clue]:
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    aliases = dict(_aliases(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            edition = _by_arguments(node, aliases)
        elif isinstance(node, ast.Attribute):
            edition = _by_attribute(node, is_called=id(node) in called)
        else:
            continue
        if edition:
            yield Clue(edition, _shortened(ast.unparse(node)), name, node.lineno)


def _shortened(code: str) -> str:
    return code if len(code) <= LONGEST_CODE else code[: LONGEST_CODE - 3] + "..."


def _aliases(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the names of the framework that the file imports, as (local name, name)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "competitive_sudoku.sudoku":
            yield from ((alias.asname or alias.name, alias.name) for alias in node.names)


def _by_arguments(call: ast.Call, aliases: dict[str, str]) -> Edition | None:
    """Return the edition of a call of Move, or of get or put of a board (not of a dictionary)."""
    if isinstance(call.func, ast.Name):
        name = aliases.get(call.func.id, "")
    elif isinstance(call.func, ast.Attribute):
        name, of = call.func.attr, ast.unparse(call.func.value)
        if name in ("get", "put") and not of.endswith("board"):
            return None
    else:
        return None
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    return ARGUMENTS.get(name, {}).get(len(call.args) + len(call.keywords))


def _by_attribute(node: ast.Attribute, *, is_called: bool) -> Edition | None:
    if node.attr == "current_player" and not ast.unparse(node.value).startswith("self"):
        return Edition.V13 if is_called else Edition.V14
    return ATTRIBUTES.get(node.attr)
