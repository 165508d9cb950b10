"""How the page explains and hints over time; what it answers is in the golden corpus."""

from __future__ import annotations

from typing import Any

import pytest
from asking_page import PageError, ask, ask_with_reports

import bombe
from bombe.boards import Board, Shape, SudokuState


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


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_hint_tells_as_much_as_is_asked(level: int) -> None:
    answer = ask("hint", position=bombe.read("easy-3x3"), level=level)
    assert answer["text"] == " ".join(answer["hints"][:level])


def test_no_hint_says_why() -> None:
    empty = Board.empty(Shape(2, 2))
    assert ask("hint", position=empty, level=1)["text"].startswith("No cell is forced")
    full = Board(Shape(1, 1), b"\1")
    assert ask("hint", position=full, level=1)["text"] == "The board is solved."
