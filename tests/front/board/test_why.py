"""The page explains bombs, forced cells and boards without a solution as `bombe why` does."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from asking_page import PageError, ask, ask_with_reports
from random_boards import random_board

import bombe
from bombe.analysis.hint import hint
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.sudoku.symbols import board_line

if TYPE_CHECKING:
    from collections.abc import Iterator

UNSHARED = {"solver", "nodes", "seconds"}
"""What Python says of the work, and the page does not."""
SEEDS = range(40)
GOLDEN = ("hard-2x2", "hard-2x3", "easy-3x3", "hard-3x3")


def shared(found: Any) -> dict[str, Any]:
    """Return the JSON fields that the page has, too."""
    return {name: value for name, value in found.to_dict().items() if name not in UNSHARED}


def assert_same(state: SudokuState, **asked: Any) -> dict[str, Any]:
    """Fail unless page and Python answer alike; return the page's answer."""
    answer: dict[str, Any] = ask("why", position=state, **asked)
    question = Move(*asked["move"]) if "move" in asked else asked.get("cell")
    found = bombe.why(state, question and tuple(question), budget=10)
    expected = shared(found)
    assert {name: answer[name] for name in expected} == expected
    assert answer["lines"] == str(found).splitlines()
    assert answer["summary"] == found.summary()
    return answer


@functools.cache
def position(seed: int) -> SudokuState:
    """Return a position of a game on a random board, in any play mode, with taboo moves."""
    rng = random.Random(seed)
    rules = list(Rules)[seed % len(Rules)]
    state = SudokuState.start(random_board(seed), rules, seed=seed)
    for _ in range(3):
        if not state.is_over and (moves := state.moves()):
            state = state.reject(rng.choice(moves))
    return state


def questions(state: SudokuState, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield some questions about a position: moves, cells, the board."""
    shape = state.board.shape
    candidates = state.board.candidates()
    for move in rng.sample(candidates, min(4, len(candidates))):
        yield {"move": [*move]}
    cells = state.board.empty_cells()
    for cell in rng.sample(cells, min(2, len(cells))):
        yield {"cell": [*shape.coordinates(cell)]}
    yield {}


@pytest.mark.parametrize("seed", SEEDS)
def test_random_boards_are_explained_as_by_python(seed: int) -> None:
    state = position(seed)
    for asked in questions(state, random.Random(seed)):
        assert_same(state, **asked)


@pytest.mark.parametrize("name", GOLDEN)
def test_bundled_boards_are_explained_as_by_python(name: str) -> None:
    state = bombe.read(name)
    rng = random.Random(name)
    for move in rng.sample(state.board.candidates(), 5):
        assert_same(state, move=[*move])


def test_the_chain_comes_before_the_core() -> None:
    state = bombe.read("hard-3x3")
    answer, reports = ask_with_reports("why", position=state, move=[0, 4, 5])
    assert [(each["final"], each["core"]) for each in reports] == [(False, None)]
    assert reports[0]["chain"] == answer["chain"]
    assert (answer["final"], answer["core_kind"]) == (True, "smallest")


def test_a_core_that_is_not_proven_in_time_is_at_most() -> None:
    answer = ask("why", position=bombe.read("random-4x4"), move=[7, 9, 7], seconds=0.5)
    assert (answer["core_kind"], answer["final"]) == ("at_most", False)
    assert answer["core_at_least"] < len(answer["core"])
    assert f"at least {answer['core_at_least']} are needed" in answer["lines"][-1]


def test_a_game_that_went_wrong_names_the_move() -> None:
    state = bombe.read("easy-2x2")
    bomb = bombe.audit(state).bombs[0]
    state = state.play(bomb)
    answer = assert_same(state)
    assert answer["is_unsolvable"]
    assert answer["remarks"][0].startswith("After 0 moves it had a solution; move 1, ")


def test_taboo_bombs_and_other_players_cells_are_explained_with_a_remark() -> None:
    state = bombe.read("hard-2x3")
    bomb = bombe.audit(state).bombs[0]
    answer = assert_same(state.reject(bomb), move=[*bomb])
    assert "It is taboo, for it was played before." in answer["remarks"]
    rows = state.under("rows")
    below = next(move for move in bombe.audit(state).bombs if move.row == 3)
    assert assert_same(rows, move=[*below])["remarks"] == ["Player 1 may not play there now."]


def test_the_walk_lights_what_the_chain_says() -> None:
    state = bombe.read("hard-3x3")
    answer = ask("why", position=state, move=[0, 4, 5])
    walk = answer["walk"]
    indented = ["  " + "     " * line["depth"] + line["text"] for line in walk]
    assert indented == answer["text"].splitlines()[1:]
    assert [line["number"] for line in walk if line["number"]] == [*range(1, answer["steps"] + 1)]
    for line in walk:
        held = {(row, column): (value, number) for row, column, value, number in line["holds"]}
        assert held[0, 4] == (5, 0)
        if line["place"]:
            assert [*line["place"], line["number"]] in line["holds"]
        for row, column in line["because"]:
            assert state.board[row, column] or (row, column) in held
    case = next(at for at, line in enumerate(walk) if line["supposes"])
    supposed = [*walk[case]["supposes"], walk[case]["number"]]
    within = [line for line in walk[case:] if line["depth"] == 1 or line["supposes"]]
    assert len(within) == 5
    assert all(supposed in line["holds"] and supposed not in line["gone"] for line in within)
    assert supposed not in walk[-1]["holds"]
    assert supposed in walk[-1]["gone"]
    assert walk[-1]["end"]["cells"] == [[1, 7]]


def test_questions_about_what_is_not_there_are_refused() -> None:
    state = bombe.read("hard-2x3")
    assert "is refused" in refused(state, move=[0, 2, 2])
    assert "holds 1" in refused(state, cell=[0, 2])
    assert "there is no cell" in refused(state, cell=[9, 9])


def refused(state: SudokuState, **asked: Any) -> str:
    """Return the message with which a question is refused."""
    with pytest.raises(PageError) as caught:
        ask("why", position=state, **asked)
    return str(caught.value)


@pytest.mark.parametrize("seed", SEEDS)
def test_hints_are_those_of_python(seed: int) -> None:
    board = random_board(seed)
    expected = shared(hint(board))
    for level in (1, 2, 3):
        answer = ask("hint", position=board, level=level)
        assert {name: answer[name] for name in expected} == expected
        assert answer["text"] == hint(board).text(level)


def test_no_hint_says_why() -> None:
    empty = Board.empty(Shape(2, 2))
    assert ask("hint", position=empty, level=1)["text"].startswith("No cell is forced")
    full = Board(Shape(1, 1), b"\1")
    assert ask("hint", position=full, level=1)["text"] == "The board is solved."


def test_every_play_mode_tells_the_stakes_of_python() -> None:
    state = bombe.read("hard-2x3")
    for rules in Rules:
        playing = replace(state.under(rules, 1), scores=(1, 0))
        bomb = bombe.audit(playing).bombs[-1]
        answer = assert_same(playing, move=[*bomb])
        assert answer["stakes"]["killers"] is not None
        assert answer["board"] == board_line(playing.board)
