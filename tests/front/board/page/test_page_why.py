"""Why: a bomb, a forced cell or a board is explained on the page, in the words of `bombe why`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from board_pages import Reader, board_page, board_text
from drawn_boards import DrawnBoard

import bombe
from bombe.analysis.audit import audit

if TYPE_CHECKING:
    from browsing import Opener
    from running import Bombe

    from bombe.boards import Move

BOMB = "r5c5=8"
"""A bomb of hard-3x3 whose chain has singles, a pair and locked candidates."""


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """The one page of these tests."""
    return Reader.of(keep_open, board_page("hard-2x2"), height=1800)


@pytest.fixture
def reader(kept: Reader) -> Reader:
    """A reader of hard-3x3 who asks nothing yet."""
    kept.again(board_text("hard-3x3"))
    return kept


def ask_why(reader: Reader, move: Move | tuple[int, int, int]) -> None:
    """Click a candidate, press the key, and wait for the whole answer."""
    row, column, value = move
    reader.click(f"[data-cell='{row},{column}'] [data-value='{value}']")
    reader.page.keyboard.press("w")
    whole(reader)


def whole(reader: Reader) -> None:
    """Wait until the answer is there with its core."""
    reader.page.wait_for_function(
        "() => { const asked = document.getElementById('panel-why');"
        " return !asked.hidden && !/Looking for|found so far/.test(asked.textContent)"
        " && (asked.textContent.includes('Framed:') || !/is a bomb|must be|no solution/"
        ".test(asked.querySelector('.verdict')?.textContent ?? '')); }"
    )
    reader.settle()


def told(reader: Reader) -> list[str]:
    """Return what the panel says: the verdict and the lines of its chain."""
    lines = reader.page.locator("#panel-why .verdict, #panel-why .step > span:last-child")
    return lines.all_text_contents()


def lines_of(explanation: Any) -> list[str]:
    """Return the verdict and the chain as Python tells them, without numbers and indentation."""
    verdict, *_ = str(explanation).splitlines()
    lead, *chain = explanation.text.splitlines()
    lines = (verdict, lead.rpartition(". ")[2], *chain)
    return [re.sub(r"^\s*(\d+\. )?", "", line) for line in lines]


def lit(drawn: DrawnBoard, kind: str) -> set[tuple[int, int]]:
    """Return the cells that are lit in a way."""
    return drawn.cells(lambda cell: f"lit-{kind}" in cell.looks)


def framed(drawn: DrawnBoard) -> set[tuple[int, int]]:
    """Return the cells of the core."""
    return drawn.cells(lambda cell: "core" in cell.frames)


@pytest.mark.parametrize("level", range(4))
def test_bombs_of_every_level_are_explained_as_in_python(reader: Reader, level: int) -> None:
    ratings = audit("hard-3x3", rate=True).ratings
    assert ratings is not None
    move = next(move for move, rating in ratings.by_move.items() if rating.level == level)
    ask_why(reader, move)
    found = bombe.why("hard-3x3", move)
    assert told(reader) == lines_of(found)
    drawn = DrawnBoard.of(reader)
    assert framed(drawn) == {tuple(place) for place in found.to_dict()["core"]}
    assert found.core is not None
    assert f"Framed: {len(found.core.cells)} " in reader.text("#panel-why")
    assert found.stakes_words() in reader.text("#panel-why")


def test_the_words_are_those_of_the_command(reader: Reader, bombe: Bombe) -> None:
    ask_why(reader, (4, 4, 8))
    printed = bombe("why", "hard-3x3", BOMB).out
    words = " ".join(printed.split())  # lines are as long as the terminal is wide
    assert [line for line in told(reader) if line not in words] == []


def test_keys_go_through_the_steps_and_light_their_cells(reader: Reader) -> None:
    ask_why(reader, (4, 4, 8))
    chain = bombe.why("hard-3x3", BOMB).to_dict()["chain"]
    last = len(chain) + 1
    placed = {(4, 4): 8}
    assert lit(DrawnBoard.of(reader), "asked") == {(4, 4)}
    for at, step in enumerate(chain, 1):
        reader.press("]")
        drawn = DrawnBoard.of(reader)
        place = tuple(step["place"][:2]) if "place" in step else None
        about = {place} if place else {tuple(move[:2]) for move in step["removes"]}
        about |= {tuple(cell) for cell in step.get("cells", [])}
        assert lit(drawn, "step") == about - {(4, 4)}
        assert {tuple(cell) for cell in step["because"]} - about - {(4, 4)} <= lit(drawn, "because")
        if place:
            placed[place] = step["place"][2]
            number = reader.text(f"[data-cell='{place[0]},{place[1]}'] .step-number")
            assert number == str(step["number"])
        trials = reader.page.locator("#grid .trial").all_text_contents()
        assert sorted(trials) == sorted(map(str, placed.values()))
        current = reader.page.locator("#panel-why [aria-current=step]")
        assert current.get_attribute("data-step") == str(at)
        line = reader.text("#panel-why [aria-current=step] > span:last-child")
        assert reader.text("#step-line p") == line
        assert reader.text("#spoken") == line
    reader.press("]", "]")
    ending = reader.page.locator("#panel-why [aria-current=step]")
    assert ending.get_attribute("data-step") == str(last)
    assert lit(DrawnBoard.of(reader), "end") == {(5, column) for column in range(9)}
    assert reader.page.locator("#grid .lit-sign").count() > 9  # not by colour alone
    reader.press("[")
    assert ending.get_attribute("data-step") == str(last - 1)


def test_buttons_and_clicks_go_to_steps(reader: Reader) -> None:
    ask_why(reader, (4, 4, 8))
    at = "() => Number(document.querySelector('#panel-why [aria-current=step]').dataset.step)"
    reader.page.set_viewport_size({"width": 390, "height": 1800})  # a phone
    reader.click("#step-line [data-command='why-next']")
    reader.page.set_viewport_size({"width": 1280, "height": 1800})
    reader.click("#panel-why [data-command='why-next']")
    assert reader.run(at) == 2
    reader.click("#panel-why [data-command='why-back']")
    assert reader.run(at) == 1
    reader.click("#panel-why [data-step='6']")
    assert reader.run(at) == 6
    assert "7 of 9" in reader.text("#step-line")


def test_a_forced_cell_is_explained(reader: Reader) -> None:
    move = audit("hard-3x3").forced[0]
    reader.click(f"[data-cell='{move.row},{move.column}']")
    reader.run("bombe.store.show({ value: null })")
    reader.click("#panel-cell [data-command='why']")
    whole(reader)
    found = bombe.why("hard-3x3", (move.row, move.column))
    assert told(reader) == lines_of(found)
    assert framed(DrawnBoard.of(reader)) == {tuple(place) for place in found.to_dict()["core"]}


def test_a_board_without_a_solution_is_explained(reader: Reader) -> None:
    board = bombe.read("hard-3x3").board.place(audit("hard-3x3").bombs[0])
    text = bombe.write(board, "line").strip()
    reader.again(text)
    assert "every move is a bomb" in reader.says
    reader.click("#panel-position [data-command='why']")
    whole(reader)
    found = bombe.why(text)
    assert told(reader) == lines_of(found)
    assert framed(DrawnBoard.of(reader)) == {tuple(place) for place in found.to_dict()["core"]}


def test_a_safe_move_is_reported_as_safe(reader: Reader) -> None:
    move = audit("hard-3x3").safe[0]
    ask_why(reader, move)
    assert told(reader)[0] == str(bombe.why("hard-3x3", move)).splitlines()[0]
    assert not framed(DrawnBoard.of(reader))


def test_an_explanation_ends_with_what_it_is_about(reader: Reader) -> None:
    def is_shown() -> bool:
        drawn = DrawnBoard.of(reader)
        is_lit = bool(framed(drawn) or lit(drawn, "asked"))
        assert is_lit == reader.page.is_visible("#panel-why")
        assert is_lit != reader.run("document.getElementById('step-line').hidden")
        return is_lit

    before = DrawnBoard.of(reader).moves(lambda pencil: pencil.verdict == "bomb")
    ask_why(reader, (4, 4, 8))
    assert is_shown()
    assert not DrawnBoard.of(reader).moves(lambda pencil: pencil.verdict == "bomb")  # calm
    reader.press("Escape")
    assert not is_shown()
    assert DrawnBoard.of(reader).moves(lambda pencil: pencil.verdict == "bomb") == before
    reader.press("w")
    whole(reader)
    assert is_shown()
    reader.click("#panel-why [data-command='why-close']")
    assert not is_shown()
    ask_why(reader, (4, 4, 8))
    reader.run(f"bombe.play({list(audit('hard-3x3').safe[0])})")
    reader.settle()
    assert not is_shown()
    reader.press("w", ",")
    assert not is_shown()
    reader.click("#tab-game")
    reader.press(".", "w")
    whole(reader)
    assert is_shown()
    reader.run("() => { bombe.commands.run('why'); bombe.commands.run('back'); }")
    reader.page.wait_for_timeout(200)
    reader.settle()
    assert not is_shown()
