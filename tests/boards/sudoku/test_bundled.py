"""What Bombe ships: what the catalogues say of boards and sets is so, and the seeds make them."""

from __future__ import annotations

import time
from importlib.resources import files

import pytest
from irreducible import assert_irreducible

from bombe.analysis.audit import audit
from bombe.analysis.generate.bundle import (
    RECIPES,
    SET_RECIPES,
    Recipe,
    SetRecipe,
    describe,
    describe_set,
    make,
    readme,
    set_text,
)
from bombe.analysis.generate.hard import mean_guesses
from bombe.analysis.generate.kinds import BoardKind
from bombe.boards import Board, Shape
from bombe.boards.errors import UnknownNameError
from bombe.boards.sudoku.bundled import catalogue, sets, text_of
from bombe.boards.sudoku.reading import ReadOptions, read, read_all, read_text
from bombe.solvers import BACKENDS, Backend, Budget, Count, Verdict, get, native

QUICK = [recipe for recipe in RECIPES if recipe.shape.size <= 9]
KNOWN = {line.name: line for line in catalogue()}
KNOWN_SETS = {line.name: line for line in sets()}
SLOW = {("constraint", "hard-4x4")}
"""python-constraint has no propagation beyond forward checking: this one takes it too long."""

QUICK_CLIMB = 63
"""A seed of a hard board that is found soon."""

COUNTED = {
    kind: Count(1, exact=True)
    for kind in (BoardKind.EASY, BoardKind.IRREDUCIBLE, BoardKind.FEW, BoardKind.HARD)
} | {BoardKind.UNSOLVABLE: Count(0, exact=True)}
"""What the boards of each kind of sets have in solutions; the other kinds have at least so many."""


def by_name(recipe: Recipe | SetRecipe) -> str:
    return recipe.name


each_set = pytest.mark.parametrize("recipe", SET_RECIPES, ids=by_name)


def boards_of(recipe: SetRecipe) -> list[Board]:
    return [entry.state.board for entry in read_all(recipe.name)]


def test_the_catalogue_lists_what_the_recipes_make() -> None:
    assert [line.name for line in catalogue()] == [recipe.name for recipe in RECIPES]
    kinds = ("empty", "easy", "hard", "random")
    sizes = ("2x2", "2x3", "3x3", "3x4", "4x4")
    assert set(KNOWN) == {f"{k}-{s}" for k in kinds for s in sizes} | {"empty-5x5"}


def test_the_readme_beside_the_boards_lists_the_catalogues() -> None:
    shipped = (files("bombe.boards.sudoku.files") / "README.md").read_text(encoding="utf-8")
    assert shipped == readme(catalogue(), sets())


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
    with pytest.raises(UnknownNameError, match="did you mean 'set-few-3x3'"):
        text_of("set-few-3x4")


def test_the_text_is_the_framework_s_board_format() -> None:
    (entry,) = read_text(text_of("empty-2x3"), "<text>", ReadOptions("framework"))
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


# ------------------------------------------------------------------- sets


def test_every_recipe_of_a_set_is_in_the_catalogue_once() -> None:
    assert [line.name for line in sets()] == [recipe.name for recipe in SET_RECIPES]
    assert not set(KNOWN) & set(KNOWN_SETS)


@each_set
def test_a_set_holds_what_the_catalogue_says_and_the_command_that_made_it(
    recipe: SetRecipe,
) -> None:
    boards, line = boards_of(recipe), KNOWN_SETS[recipe.name]
    assert len({*boards}) == line.boards == recipe.boards
    assert {board.shape for board in boards} == {recipe.shape}
    assert describe_set(recipe, boards, line.guesses) == line
    assert set_text(recipe, boards) == text_of(recipe.name)
    assert f"\n# {line.command}\n" in text_of(recipe.name)


def sample_of(recipe: SetRecipe, boards: list[Board]) -> list[Board]:
    """Take all boards where the kernel counts them, and some where Python or clauses do."""
    all_of_them = native.is_available() and recipe.shape.size <= 16
    return boards if all_of_them else boards[:: 3 + recipe.shape.cells // 20]


@each_set
def test_the_boards_of_a_set_are_of_its_kind(recipe: SetRecipe) -> None:
    boards = sample_of(recipe, boards_of(recipe))
    least = KNOWN_SETS[recipe.name].solutions
    wanted = COUNTED.get(recipe.kind, Count(least, exact=False))
    solver = get("auto").backend_for(boards[0])
    assert solver.counts(boards, max(2, least)) == [wanted] * len(boards)


@pytest.mark.parametrize(
    "recipe", [r for r in SET_RECIPES if r.kind is BoardKind.EASY], ids=by_name
)
def test_singles_solve_the_easy_boards(recipe: SetRecipe) -> None:
    for board in boards_of(recipe)[:10]:
        answer = get("backtracking").solvable(board, Budget(nodes=1))
        assert answer is Verdict.YES


@pytest.mark.parametrize(
    "name", ["set-irreducible-2x3", "set-irreducible-3x3", "set-few-3x3", "set-hard-3x3"]
)
def test_no_given_of_an_irreducible_board_can_go(name: str) -> None:
    for entry in list(read_all(name))[:3]:
        assert_irreducible(entry.state.board)


@each_set
def test_the_first_boards_of_a_set_come_from_its_seeds_again(recipe: SetRecipe) -> None:
    if recipe.kind is BoardKind.HARD:
        pytest.skip("the next test makes a hard board")
    if recipe.shape.size > 9 or (recipe.kind is BoardKind.FEW and not native.is_available()):
        pytest.skip("the long test makes the boards that take seconds")
    assert [recipe.make(1), recipe.make(2)] == boards_of(recipe)[:2]


@pytest.mark.long
@each_set
def test_every_board_of_a_set_comes_from_its_seed_again(recipe: SetRecipe) -> None:
    if recipe.kind is BoardKind.HARD:
        pytest.skip("the next test makes a hard board")
    assert [recipe.make(seed) for seed in range(1, 4)] == boards_of(recipe)[:3]


def test_a_hard_board_comes_from_its_seed_again_where_the_kernel_is_the_one_that_made_it() -> None:
    (recipe,) = (recipe for recipe in SET_RECIPES if recipe.kind is BoardKind.HARD)
    if not native.is_available():
        pytest.skip("it takes the native kernel")
    boards = boards_of(recipe)
    if round(mean_guesses(boards), 2) != KNOWN_SETS[recipe.name].guesses:
        pytest.skip("the kernel guesses otherwise than the one that made the set: make it anew")
    assert recipe.make(QUICK_CLIMB) == boards[QUICK_CLIMB - 1]


@pytest.mark.skipif(not native.is_available(), reason="it takes the native kernel")
def test_hard_boards_take_many_guesses_and_irreducible_ones_few() -> None:
    means = {
        kind: mean_guesses([entry.state.board for entry in read_all(f"set-{kind}-3x3")])
        for kind in (BoardKind.HARD, BoardKind.FEW, BoardKind.IRREDUCIBLE)
    }
    assert means[BoardKind.HARD] > 10 * max(means[BoardKind.IRREDUCIBLE], means[BoardKind.FEW])
