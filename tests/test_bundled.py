"""The boards that Bombe ships: what the catalogue says of them is so, and the seeds make them."""

from __future__ import annotations

import time

import pytest

from bombe.analysis.audit import audit
from bombe.analysis.bundle import RECIPES, Recipe, describe, make, readme
from bombe.boards import Shape
from bombe.boards.bundled import catalogue, text_of
from bombe.boards.errors import UnknownNameError
from bombe.boards.reading import read, read_text
from bombe.solvers import BACKENDS, Backend

QUICK = [recipe for recipe in RECIPES if recipe.shape.size <= 9]
KNOWN = {line.name: line for line in catalogue()}
SLOW = {("constraint", "hard-4x4")}
"""python-constraint has no propagation beyond forward checking: this one takes it too long."""


def by_name(recipe: Recipe) -> str:
    return recipe.name


def test_the_catalogue_lists_what_the_recipes_make() -> None:
    assert [line.name for line in catalogue()] == [recipe.name for recipe in RECIPES]
    kinds = ("empty", "easy", "hard", "random")
    sizes = ("2x2", "2x3", "3x3", "3x4", "4x4")
    assert set(KNOWN) == {f"{k}-{s}" for k in kinds for s in sizes} | {"empty-5x5"}


def test_the_readme_beside_the_boards_lists_the_catalogue() -> None:
    from importlib.resources import files

    shipped = (files("bombe.boards.files") / "README.md").read_text(encoding="utf-8")
    assert shipped == readme(list(catalogue()))


@pytest.mark.parametrize("recipe", QUICK, ids=by_name)
def test_the_recorded_seed_makes_the_board_and_the_catalogue_describes_it(recipe: Recipe) -> None:
    board = read(recipe.name).board
    assert make(recipe) == board
    if recipe.kind != "empty":
        assert describe(recipe, board) == KNOWN[recipe.name]


@pytest.mark.long
@pytest.mark.parametrize("recipe", RECIPES, ids=by_name)
def test_every_recorded_seed_makes_its_board(recipe: Recipe) -> None:
    board = read(recipe.name).board
    assert make(recipe) == board
    assert describe(recipe, board) == KNOWN[recipe.name]


def test_a_name_that_is_not_there_is_answered_with_those_near_it() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'hard-3x4'"):
        text_of("hard-3x5")


def test_the_text_is_the_framework_s_board_format() -> None:
    (entry,) = read_text(text_of("empty-2x3"), format="framework")
    assert entry.state.board.shape == Shape(2, 3)


@pytest.mark.long
@pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)
def test_every_backend_audits_every_board_alike(backend: Backend) -> None:
    """With `-s` this prints the milliseconds of each audit."""
    for recipe in RECIPES:
        if (backend.name, recipe.name) in SLOW:
            continue
        board = read(recipe.name).board
        before = time.perf_counter()
        found = audit(board, solver=backend.load())
        print(f"{backend.name:<13} {recipe.name:<11} {(time.perf_counter() - before) * 1e3:9.1f}")  # noqa: T201 - the table that was asked for
        reference = audit(board, solver="auto")
        assert (found.safe, found.bombs) == (reference.safe, reference.bombs)
        assert found.forced == reference.forced
        assert len(found.bombs) == KNOWN[recipe.name].bombs
