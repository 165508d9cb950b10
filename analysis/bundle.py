"""Makes the boards in boards/files, their catalogue and their README from the seeds below.

    python -m bombe.analysis.bundle boards/files

Run it after a change of the generator; a test compares what it makes with what is shipped.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

from bombe.analysis.audit import audit
from bombe.analysis.generate import generate
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.bundled import Bundled
from bombe.boards.formats import framework

COUNTED_TO = 10_000
"""How far the solutions of the shipped boards are counted."""


class Recipe(NamedTuple):
    """How a shipped board is made."""

    name: str
    shape: Shape
    kind: str
    seed: int | None = None


_EMPTY = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)]
_MADE = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)]
RECIPES = (
    *(Recipe(f"empty-{Shape(*s)}", Shape(*s), "empty") for s in _EMPTY),
    *(Recipe(f"easy-{Shape(*s)}", Shape(*s), "easy", 1) for s in _MADE),
    *(Recipe(f"hard-{Shape(*s)}", Shape(*s), "hard", 1) for s in _MADE),
    *(Recipe(f"random-{Shape(*s)}", Shape(*s), "improper", 1) for s in _MADE),
)


def make(recipe: Recipe) -> Board:
    """Make one board."""
    if recipe.seed is None:
        return Board.empty(recipe.shape)
    return generate(recipe.shape, recipe.kind, recipe.seed)


def describe(recipe: Recipe, board: Board) -> Bundled:
    """Measure what the catalogue says of a board."""
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


def readme(lines: list[Bundled]) -> str:
    """Write the list for people."""
    head = """# Boards

Made by Bombe's own generator from the seeds given here (`python -m bombe.analysis.bundle
boards/files`), in the course framework's board format. Every command knows them by name.
`easy`: singles solve it. `hard`: proper, and no given can be removed. `random`: half of the cells
of a full grid, chosen at random, with more than one solution.

| board | kind | seed | givens | solutions | bombs |
|---|---|---:|---:|---:|---:|
"""
    rows = (
        f"| {line.name} | {line.kind} | {'' if line.seed is None else line.seed} | {line.givens} "
        f"| {line.solution_count} | {line.bombs} |\n"
        for line in lines
    )
    return head + "".join(rows)


def main(folder: Path) -> None:
    """Make everything anew."""
    lines = []
    for recipe in RECIPES:
        board = make(recipe)
        (folder / f"{recipe.name}.txt").write_text(
            framework.write(SudokuState.start(board)), encoding="utf-8"
        )
        lines.append(describe(recipe, board))
        sys.stdout.write(f"{lines[-1]}\n")
    catalogue = ",\n  ".join(json.dumps(line._asdict()) for line in lines)
    (folder / "catalogue.json").write_text(f"[\n  {catalogue}\n]\n", encoding="utf-8")
    (folder / "README.md").write_text(readme(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
