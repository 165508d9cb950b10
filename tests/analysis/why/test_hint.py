"""Hints: the place, the deduction and the value of the easiest forced cell; or why none."""

from __future__ import annotations

import pytest

import bombe
from bombe.analysis.audit import audit
from bombe.analysis.hint import hint
from bombe.analysis.why.question import why
from bombe.boards import Board
from bombe.solvers import Budget

EASY = bombe.read("easy-3x3")
NAKED = Board([[1, 2, 0, 0], [3, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]])


def test_a_hint_has_three_levels() -> None:
    found = hint(EASY)
    assert found.text(1) == "Look at box 7."
    assert found.text(2) == "Look at box 7. It has only one place for 7."
    assert found.text(3) == found.text() == found.summary()
    assert found.text().endswith("So r8c1 is 7.")
    assert found.move == (7, 0, 7)


@pytest.mark.parametrize("name", ["easy-3x3", "hard-2x2", "hard-3x3", "random-3x3"])
def test_a_hint_is_forced_and_none_is_easier(name: str) -> None:
    position = bombe.read(name)
    found, forced = hint(position), audit(position).forced
    assert found.move in forced
    assert found.explanation is not None
    rating = found.explanation.rating
    assert rating is not None
    ratings = [why(position, move[:2], cores="none").rating for move in forced]
    assert rating == min(each for each in ratings if each is not None)


def test_a_cell_with_one_value_left_is_looked_for_in_its_box() -> None:
    board = Board([[0, 2, 3, 4], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    assert hint(board).text() == "Look at row 1. It has only one place for 1. So r1c1 is 1."
    values = [0] * 81
    for cell, value in {3: 1, 4: 2, 5: 3, 27: 4, 36: 5, 45: 6, 10: 7, 20: 8}.items():
        values[cell] = value
    found = hint(Board("3x3", values))
    assert found.text() == "Look at box 1. Only one value is left for r1c1. So r1c1 is 9."


def test_harder_cells_are_described_by_how_they_are_seen() -> None:
    board = bombe.read("hard-3x3").board
    for _ in range(60):
        found = hint(board)
        if found.explanation is None or found.explanation.rating is None:
            break
        if found.explanation.rating.level > 0:
            sentence = found.sentences[1]
            assert "lead to a contradiction (by" in sentence
            assert found.text(1).startswith("Look at box ")
            break
        assert found.move is not None
        board = board.place(found.move)
    else:
        pytest.fail("the puzzle was not solved")


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        (Board.empty("2x2"), "No cell is forced: every empty cell can hold several values."),
        (Board("1x2", [1, 2, 2, 1]), "The board is solved."),
        (Board("1x2", [1, 1, 0, 0]), "The board has no solution; bombe why says why."),
        (
            Board("2x2", [1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8]),
            "The board has no solution; bombe why says why.",
        ),
    ],
)
def test_without_a_hint_it_says_why(board: Board, problem: str) -> None:
    found = hint(board)
    assert (found.text(1), found.move, found.region) == (problem, None, None)
    assert found.final


def test_a_hint_that_was_not_found_in_time_is_not_final() -> None:
    found = hint(EASY, budget=Budget(nodes=0))
    assert not found.final
    assert found.text() == "No hint was found in time."
    found = hint(EASY, budget=Budget(nodes=audit(EASY).effort.nodes))
    assert (found.final, found.text()) == (False, "No hint was found in time.")


def test_the_json_of_a_hint() -> None:
    record = hint(EASY).to_dict()
    assert record["schema"] == "bombe.hint/1"
    assert record["region"] == "box 6", "counted from 0, as in all JSON"
    assert record["move"] == [7, 0, 7]
    assert record["rating"] == [0, 0, 0]
    assert len(record["hints"]) == 3
    assert hint(Board.empty("2x2")).to_dict()["hints"] == []


def test_a_hint_is_drawn() -> None:
    assert "r8c1" in hint(EASY).svg()
    assert hint(Board.empty("2x2")).svg().startswith("<svg")
