"""Make the boards and sets that Bombe ships, their catalogues and README, from the seeds below.

    python -m bombe.analysis.generate.bundle FOLDER              everything: hours, for hard sets
    python -m bombe.analysis.generate.bundle FOLDER set-few-3x3  only what is named

Run it after a change of the generator; a test compares its output with the shipped files.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bombe.analysis.audit import audit
from bombe.analysis.generate.hard import mean_guesses
from bombe.analysis.generate.kinds import BoardKind, generate
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.errors import UnknownNameError
from bombe.boards.sudoku.bundled import Bundled, BundledSet
from bombe.boards.sudoku.formats import framework, line

COUNTED_TO = 10_000
"""The limit to which solutions of the shipped boards are counted."""


class Recipe(NamedTuple):
    """The recipe of a shipped board."""

    name: str
    shape: Shape
    kind: str
    seed: int | None = None


_EMPTY = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)]
_MADE = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)]
RECIPES = (
    *(Recipe(f"empty-{Shape(*s)}", Shape(*s), "empty") for s in _EMPTY),
    *(Recipe(f"easy-{Shape(*s)}", Shape(*s), "easy", 1) for s in _MADE),
    *(Recipe(f"hard-{Shape(*s)}", Shape(*s), "irreducible", 1) for s in _MADE),
    *(Recipe(f"random-{Shape(*s)}", Shape(*s), "improper", 1) for s in _MADE),
)


class SetRecipe(NamedTuple):
    """The recipe of a shipped set: a board from each seed, starting at 1."""

    shape: Shape
    kind: BoardKind
    boards: int
    solutions: int | None = None

    @property
    def name(self) -> str:
        """The name of the set."""
        return f"set-{self.kind}-{self.shape}"

    @property
    def command(self) -> str:
        """The command that makes the boards."""
        solutions = "" if self.solutions is None else f" --solutions {self.solutions}"
        options = f"--kind {self.kind}{solutions} --seed 1 --count {self.boards}"
        return f"bombe generate {self.shape} {options}"

    def make(self, seed: int) -> Board:
        """Return the board of a seed."""
        return generate(self.shape, self.kind, seed, solutions=self.solutions)


_NINE = Shape(3, 3)
_OTHERS = [(2, 2), (2, 3), (3, 4), (4, 4), (4, 5), (5, 5)]
SET_RECIPES = (
    SetRecipe(_NINE, BoardKind.EASY, 200),
    SetRecipe(_NINE, BoardKind.IRREDUCIBLE, 200),
    SetRecipe(_NINE, BoardKind.FEW, 200),
    SetRecipe(_NINE, BoardKind.HARD, 120),
    SetRecipe(_NINE, BoardKind.UNSOLVABLE, 100),
    SetRecipe(_NINE, BoardKind.LOOSE, 100, solutions=1_000),
    SetRecipe(_NINE, BoardKind.IMPROPER, 100),
    *(SetRecipe(Shape(*s), BoardKind.EASY, 20) for s in _OTHERS),
    *(SetRecipe(Shape(*s), BoardKind.IMPROPER, 20) for s in _OTHERS),
    *(SetRecipe(Shape(*s), BoardKind.IRREDUCIBLE, 20) for s in _OTHERS if s != (5, 5)),
    SetRecipe(Shape(5, 5), BoardKind.IRREDUCIBLE, 10),
)


def make(recipe: Recipe) -> Board:
    """Return one board."""
    if recipe.seed is None:
        return Board.empty(recipe.shape)
    return generate(recipe.shape, recipe.kind, recipe.seed)


def describe(recipe: Recipe, board: Board) -> Bundled:
    """Return the line of the catalogue about a board."""
    found = audit(board, limit=COUNTED_TO)
    return Bundled(
        recipe.name,
        recipe.kind,
        recipe.seed,
        board.givens,
        found.solutions.value,
        found.solutions.exact,
        len(found.bombs),
    )


def describe_set(recipe: SetRecipe, boards: Sequence[Board], guesses: float | None) -> BundledSet:
    """Return the line of the catalogue about a set."""
    givens = [board.givens for board in boards]
    many = {BoardKind.LOOSE: recipe.solutions or recipe.shape.cells, BoardKind.IMPROPER: 2}
    solutions = 0 if recipe.kind is BoardKind.UNSOLVABLE else many.get(recipe.kind, 1)
    return BundledSet(
        recipe.name,
        recipe.kind,
        len(boards),
        min(givens),
        max(givens),
        solutions,
        recipe.kind not in many,
        recipe.command,
        guesses,
    )


def readme(lines: Sequence[Bundled], sets: Sequence[BundledSet]) -> str:
    """Return the README: the lists of boards and sets."""
    rows = (
        f"| {line.name} | {line.kind} | {'' if line.seed is None else line.seed} | {line.givens} "
        f"| {line.solution_count} | {line.bombs} |\n"
        for line in lines
    )
    set_rows = (
        f"| {line.name} | {line.boards} | {line.givens} | {line.solution_count} "
        f"| `{line.command.removeprefix('bombe generate ')}` |\n"
        for line in sets
    )
    return _HEAD + "".join(rows) + _SETS_HEAD + "".join(set_rows)


_HEAD = """# Boards

Bombe's own generator made these boards from the seeds below (`python -m
bombe.analysis.generate.bundle FOLDER`), in the board format of the course framework. Every command
accepts their names. `bombe.analysis.generate.kinds` explains the kinds. `hard-MxN` boards are
irreducible; `random-MxN` boards are improper, with half of the cells filled.

| board | kind | seed | givens | solutions | bombs |
|---|---|---:|---:|---:|---:|
"""
_SETS_HEAD = """
# Sets of boards

Each file has one board per line, after the command that makes them. Every command that takes boards
accepts the name of a set, and works on all of its boards. The number of solutions holds for each
board. The commands in the table start with `bombe generate`.

| set | boards | givens | solutions | made by |
|---|---:|---:|---:|---|
"""


def main(folder: Path, *names: str) -> None:
    """Make everything again, or only what is named; catalogues keep the lines of the rest."""
    known = [*(recipe.name for recipe in RECIPES), *(recipe.name for recipe in SET_RECIPES)]
    for name in names:
        if name not in known:
            raise UnknownNameError("recipe", name, known)
    lines = {old["name"]: Bundled(**old) for old in _read(folder / "catalogue.json")}
    for recipe in RECIPES:
        if not names or recipe.name in names:
            lines[recipe.name] = _make_board(folder, recipe)
    sets = {old["name"]: BundledSet(**old) for old in _read(folder / "sets.json")}
    for set_recipe in SET_RECIPES:
        if not names or set_recipe.name in names:
            sets[set_recipe.name] = _make_set(folder, set_recipe)
    boards = [lines[recipe.name] for recipe in RECIPES if recipe.name in lines]
    collections = [sets[recipe.name] for recipe in SET_RECIPES if recipe.name in sets]
    _write(folder / "catalogue.json", boards)
    _write(folder / "sets.json", collections)
    (folder / "README.md").write_text(readme(boards, collections), encoding="utf-8")


def _make_board(folder: Path, recipe: Recipe) -> Bundled:
    board = make(recipe)
    text = framework.write(SudokuState.start(board))
    (folder / f"{recipe.name}.txt").write_text(text, encoding="utf-8")
    described = describe(recipe, board)
    sys.stdout.write(f"{described}\n")
    return described


def _make_set(folder: Path, recipe: SetRecipe) -> BundledSet:
    boards = []
    for seed in range(1, recipe.boards + 1):
        boards.append(recipe.make(seed))
        sys.stderr.write(f"{recipe.name}: {seed} of {recipe.boards}\n")
    (folder / f"{recipe.name}.txt").write_text(set_text(recipe, boards), encoding="utf-8")
    guesses = round(mean_guesses(boards), 2) if recipe.kind is BoardKind.HARD else None
    described = describe_set(recipe, boards, guesses)
    sys.stdout.write(f"{described}\n")
    return described


def set_text(recipe: SetRecipe, boards: Sequence[Board]) -> str:
    """Return the text of a set: the command that makes it, and a board per line."""
    lines = (line.write(SudokuState.start(board)) for board in boards)
    return f"# {recipe.name}, made by\n# {recipe.command}\n{''.join(lines)}"


def _read(path: Path) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return lines


def _write(path: Path, lines: Sequence[Bundled | BundledSet]) -> None:
    text = ",\n  ".join(json.dumps(line._asdict()) for line in lines)
    path.write_text(f"[\n  {text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
