"""Writes an agent as a folder for the course framework: its modules, adapted."""

from __future__ import annotations

import ast
import enum
import importlib.metadata
import importlib.util
import keyword
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.agents.entrants import Entrant, read_options, split
from bombe.agents.framework.editions import Edition
from bombe.boards.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

EDITIONS = tuple(map(str, Edition))
"""The editions of the framework; `v13` means all up to it."""

_CHAMPION = "bombe.agents.exports.champion:ChampionAgent"
EXPORTS = (
    Entrant("random", "bombe.agents.sudoku.simple:RandomAgent", ""),
    Entrant("greedy", "bombe.agents.sudoku.simple:GreedyAgent", ""),
    Entrant("naive", "bombe.agents.sudoku.simple:NaiveAgent", ""),
    Entrant("minimax", "bombe.agents.sudoku.minimax:MinimaxAgent", ""),
    Entrant("minimax-pruned", "bombe.agents.sudoku.minimax:PrunedAgent", ""),
    Entrant("minimax-skip", "bombe.agents.sudoku.minimax:SkipAgent", ""),
    Entrant("minimax-even", "bombe.agents.sudoku.minimax_cells:EvenAgent", ""),
    Entrant("transposition", "bombe.agents.sudoku.minimax_cells:TranspositionAgent", ""),
    Entrant("mcts", "bombe.agents.sudoku.mcts:MctsAgent", ""),
    Entrant("mcts-cells", "bombe.agents.sudoku.mcts:CellsAgent", ""),
    Entrant("champion", _CHAMPION, "with a solver and a search in plain Python"),
)
"""The agents that can be exported, and the class that is exported for each."""

_HERE = "bombe.agents.exports"
REPLACED_BY = {
    "bombe.boards": f"{_HERE}.position",
    "bombe.boards.errors": f"{_HERE}.position",
    "bombe.boards.sudoku.state": f"{_HERE}.position",
    "bombe.solvers": f"{_HERE}.solver",
    "bombe.agents.contract": f"{_HERE}.clock",
    "bombe.agents.sudoku.solution": f"{_HERE}.solution",
}
"""Modules that are too heavy for a turn, and the light ones that replace them."""
_NOT_EXPORTED = ("solver",)
"""Options without a meaning in an export: it has one solver."""
_FOR_CHECKERS = re.compile(r"  # (?:noqa|type: ignore).*")
_HEADER = """\
# Bombe's agent {agent}, written by Bombe {version}:
#     bombe agent export {agent} --as {name} --edition {edition}
# An opponent to try your own agents against. It is not your own work: do not hand it in as such.
# MIT License, Copyright (c) 2026 The Bombe maintainers. https://spdx.org/licenses/MIT.html
"""
_CHOSEN = '''\
"""Which agent plays, and with which options."""

from __future__ import annotations

{imports}

SEED = None
"""Set a number to get the same moves in the same positions, as far as time allows."""


def make() -> {agent}:
    """Return a new agent."""
    return {agent}({arguments})
'''


def export(agent: str, folder: Path, edition: str, *, force: bool = False) -> list[Path]:
    """Write an agent, which may have options, as a folder; return the paths of its files.

    With `force`, a folder that an earlier export wrote is replaced.
    """
    if edition not in EDITIONS:
        raise UnknownNameError("edition", edition, EDITIONS)
    entrant, options = _chosen(agent)
    _check_name(folder.name)
    header = _HEADER.format(
        agent=agent,
        version=importlib.metadata.version("bombe"),
        name=folder.name,
        edition=edition,
    )
    texts = {"chosen": _chosen_text(entrant, options)}
    face = f"{_HERE}.edition{edition.removeprefix('v')}"
    needed = _needed([face, entrant.place.partition(":")[0]])
    texts |= {("sudokuai" if name == face else _stem(name)): _text(name, needed) for name in needed}
    _make_room(folder, force=force)
    folder.mkdir(parents=True)
    paths = [folder / f"{stem}.py" for stem in ("__init__", *sorted(texts))]
    for path in paths:
        text = texts.get(path.stem, f'"""Bombe\'s agent {entrant.name}."""\n')
        path.write_text(header + text, encoding="utf-8")
    return paths


def _chosen(agent: str) -> tuple[Entrant, dict[str, Any]]:
    """Return the agent and its options."""
    name, texts = split(agent)
    entrant = next((one for one in EXPORTS if one.name == name), None)
    if entrant is None:
        raise UnknownNameError("agent to export", name, (one.name for one in EXPORTS))
    for key in _NOT_EXPORTED:
        if key in texts:
            raise UsageError(f"agent {agent!r}: an export has no option {key!r}: leave it out")
    return entrant, read_options(entrant, texts)


def _check_name(name: str) -> None:
    """Raise if Python could not import the folder, or not under this name."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(
            f"the folder {name!r} cannot be imported: give a Python name, such as team00_A9"
        )
    if name in sys.stdlib_module_names or name == "competitive_sudoku":
        raise UsageError(f"the folder {name!r} would hide the package of that name: give another")


def _make_room(folder: Path, *, force: bool) -> None:
    """Raise if the folder exists; with `force`, remove an earlier export."""
    if not folder.exists():
        return
    if not force:
        raise UsageError(f"{folder} already exists: give another name, or --force to replace it")
    face = folder / "sudokuai.py"
    if not face.is_file() or not face.read_text(errors="replace").startswith(_HEADER[:15]):
        raise UsageError(
            f"{folder} was not written by an export: remove it yourself, or give another name"
        )
    shutil.rmtree(folder)


def _chosen_text(entrant: Entrant, options: Mapping[str, object]) -> str:
    """Return the text of the module that makes the agent."""
    module, _, name = entrant.place.partition(":")
    enums = [type(value) for value in options.values() if isinstance(value, enum.Enum)]
    imports = [f"from .{_stem(module)} import {name}"]
    imports += [f"from .{_stem(kind.__module__)} import {kind.__name__}" for kind in enums]
    arguments = ["SEED", *(f"{key}={_literal(value)}" for key, value in options.items())]
    return _CHOSEN.format(
        agent=name, imports="\n".join(sorted(imports)), arguments=", ".join(arguments)
    )


def _literal(value: object) -> str:
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}({value.value!r})"
    return repr(value)


def _needed(names: Iterable[str]) -> list[str]:
    """Return the modules that these import, and so on, after replacement."""
    needed: list[str] = []
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.append(name)
            waiting += [_exported(node) for node in _imports(ast.parse(_source(name)))]
    return [name for name in needed if name != f"{_HERE}.chosen"]


def _imports(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    """Yield the imports of our own modules, except those for type checkers."""
    unseen = {id(node) for block in _unseen(tree) for node in ast.walk(block)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in unseen and _is_ours(node):
            yield node


def _unseen(tree: ast.Module) -> list[ast.If]:
    """Return the blocks that only type checkers see."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]


def _is_ours(node: ast.ImportFrom) -> bool:
    return (node.module or "").split(".")[0] == "bombe"


def _exported(node: ast.ImportFrom) -> str:
    name = node.module or ""
    return REPLACED_BY.get(name, name)


def _stem(name: str) -> str:
    return name.rpartition(".")[2]


def _source(name: str) -> str:
    found = importlib.util.find_spec(name)
    assert found is not None  # noqa: S101 - the modules are our own
    assert found.origin is not None  # noqa: S101 - and they are files
    return Path(found.origin).read_text(encoding="utf-8")


def _text(name: str, needed: list[str]) -> str:
    """Return the exported text of a module: with relative imports, for Python 3.10."""
    text = _source(name)
    tree = ast.parse(text)
    lines = text.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and _is_ours(node):
            target, at = _exported(node), node.lineno - 1
            if target in needed or _stem(target) == "chosen":
                lines[at] = lines[at].replace(f"from {node.module}", f"from .{_stem(target)}")
            else:
                lines[at : node.end_lineno] = [""] * ((node.end_lineno or 0) - at)
    for block in _unseen(tree):
        if not any(lines[block.lineno : block.end_lineno]):
            lines[block.lineno - 1] = ""
    text = "\n".join(_FOR_CHECKERS.sub("", line) for line in lines)
    # Python 3.10 has no StrEnum; no exported module needs the text of a member.
    return re.sub(r"\n{4,}", "\n\n\n", text.replace("enum.StrEnum", "str, enum.Enum")) + "\n"
