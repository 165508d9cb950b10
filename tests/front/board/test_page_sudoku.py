"""A Sudoku board on the page, as a reader uses it: set up, layers, why, play, undo, share."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from board_pages import Reader, board_page, board_text

import bombe
from bombe.boards.record import read_records

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Opener


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """The one page of these tests."""
    return Reader.of(keep_open, board_page("hard-2x3"))


def opened(kept: Reader, name: str) -> Reader:
    """Return the page as it is when it is opened with a bundled board."""
    kept.again(board_text(name))
    return kept


@pytest.fixture
def reader(kept: Reader) -> Reader:
    """A reader of hard-2x3 who counts from 1."""
    found = opened(kept, "hard-2x3")
    found.run("bombe.store.set({ notation: 'r1c1' })")
    found.settle()
    return found


def position(reader: Reader) -> dict[str, Any]:
    """Return the position that is shown."""
    found: dict[str, Any] = reader.run("bombe.store.node.position")
    return found


def paste(reader: Reader, text: str) -> None:
    """Paste a text, wherever the focus is."""
    reader.run(
        "{ const data = new DataTransfer(); data.setData('text/plain', "
        f"{json.dumps(text)}); document.body.dispatchEvent(new ClipboardEvent('paste', "
        "{ clipboardData: data, bubbles: true, cancelable: true })) }"
    )
    reader.settle()


def label(reader: Reader, row: int, column: int) -> str:
    """Return what screen readers say of a cell."""
    return reader.page.get_attribute(f"[data-cell='{row},{column}']", "aria-label") or ""


def saved(reader: Reader, button: str) -> Path:
    """Press a button of the dialogue of exports; return what it saved."""
    reader.press("Control+e")
    with reader.page.expect_download() as download:
        reader.page.click(button)
    reader.press("Escape")
    return download.value.path()


def test_cells_tell_all_layers_in_words(reader: Reader) -> None:
    assert label(reader, 0, 5) == ("row 1, column 6; empty; candidates 3 bomb and 4 safe; forced 4")
    reader.press("t", "r")
    told = label(reader, 0, 5)
    assert "3 bomb by singles" in told
    assert "4 safe keeps the tempo" in told
    assert "The mover wins by the law." in reader.says


def test_a_layer_is_hidden_and_shown_by_its_key_and_by_its_button(reader: Reader) -> None:
    struck = "#grid .digit.bomb"
    assert reader.page.locator(struck).count() == 50
    reader.press("b")
    assert reader.page.locator(struck).count() == 0
    reader.click("#chip-bombs")
    assert reader.page.locator(struck).count() == 50
    assert reader.page.get_attribute("#chip-bombs", "aria-pressed") == "true"


def test_shares_of_some_solutions_are_never_shown_as_exact(kept: Reader) -> None:
    reader = opened(kept, "empty-2x3")
    reader.press("s")
    assert "at least 10,000 solutions." in reader.says
    assert "Shares are of the first 10,000 solutions found." in reader.says
    assert "percent of the first 10,000 solutions found" in reader.text("#legend")
    assert "of the first 10,000 solutions found" in label(reader, 0, 0)
    reader.click("[data-command='settings']")
    reader.click("input[name='share-limit'][value='1000']")
    reader.press("Escape")
    assert "Shares are of the first 1,000 solutions found." in reader.says


def test_solutions_that_shares_counted_are_shown(kept: Reader) -> None:
    reader = opened(kept, "empty-2x2")
    assert "at least 2 solutions." in reader.says
    reader.press("s")
    assert "; 288 solutions. Shares are of the 288 solutions." in reader.says
    assert "288 solutions" in reader.text("#panel-position")


def test_moves_that_keep_the_tempo_are_not_all_while_others_are_tried(kept: Reader) -> None:
    reader = opened(kept, "empty-5x5")
    facts = reader.page.locator("#panel-position")
    reader.page.keyboard.press("t")
    facts.get_by_text("still trying the other moves").wait_for()
    reader.page.keyboard.press("t")
    facts.get_by_text("still trying the other moves").wait_for(state="detached")


def test_values_are_those_of_the_exact_solver(kept: Reader) -> None:
    reader = opened(kept, "easy-2x2")
    reader.press("v")
    found = bombe.endgame(bombe.read("easy-2x2"))
    assert f"Worth exactly +{found.low} for the mover." in reader.says
    shown = reader.page.locator("#panel-position .move").all()
    assert [button.get_attribute("data-move") for button in shown] == [
        f"{move.row},{move.column},{move.value}" for move in found.best
    ]


def test_why_goes_through_the_chain_step_by_step(kept: Reader) -> None:
    reader = opened(kept, "hard-3x3")
    reader.click("[data-cell='4,4'] [data-value='8']")
    reader.press("w")
    reader.page.wait_for_selector("#panel-why >> text=smallest core, proven")
    steps = reader.page.locator("#panel-why .step").all_inner_texts()
    explained = bombe.why("hard-3x3", "r5c5=8")
    assert reader.text("#panel-why .verdict").startswith("8 at r5c5 is a bomb (rating 2")
    assert [step.split("\n")[-1] for step in steps] == [
        line.strip().split(". ", 1)[-1] if line.strip()[0].isdigit() else line.strip()
        for line in explained.text.splitlines()
    ]
    assert explained.core is not None
    assert reader.page.locator("#grid .core").count() == len(explained.core.cells)
    reader.press("]", "]")
    assert reader.page.get_attribute("[data-step='2']", "aria-current") == "step"
    assert "this step" in label(reader, 7, 4)
    reader.press("[", "Escape")
    assert reader.page.locator("#grid .core").count() == 0


def test_a_move_is_played_and_a_bomb_becomes_taboo(reader: Reader) -> None:
    reader.click("[data-cell='0,5']")
    reader.press("4")
    assert position(reader)["to_move"] == 2
    assert label(reader, 0, 5) == "row 1, column 6; 4, by player 1; last move"
    reader.click("[data-cell='0,0']")
    reader.press("5")
    assert position(reader)["taboo"] == [[0, 0, 5]]
    assert "r1c1=5 is a bomb" in reader.text("#warning")
    reader.press("1")
    assert "1 stands in its row already, at r1c" in reader.text("#warning")
    assert reader.run("bombe.store.study.nodes.length") == 3


def test_undo_and_redo_have_no_end(reader: Reader) -> None:
    reader.press("e")
    reader.click("[data-cell='0,0']")
    before = [position(reader)]
    for value in "345345":
        reader.press(value)
        before.append(position(reader))
    for expected in reversed(before[:-1]):
        reader.press("Control+z")
        assert position(reader) == expected
    for expected in before[1:]:
        reader.press("Control+y")
        assert position(reader) == expected


def test_numbers_of_two_digits_are_typed(kept: Reader) -> None:
    reader = opened(kept, "empty-3x4")
    reader.press("e")
    reader.click("[data-cell='0,0']")
    reader.press("1", "2", "ArrowRight", "1", "ArrowRight", "7", "ArrowDown", "1", "Enter")
    assert position(reader)["cells"][0][:3] == [12, 1, 7]
    assert position(reader)["cells"][1][2] == 1
    reader.press("Delete")
    assert position(reader)["cells"][1][2] == 0


def test_taboo_moves_rules_and_turn_are_set_up(reader: Reader) -> None:
    reader.press("e")
    reader.click("[data-cell='0,0']")
    reader.press("x", "4", "u")
    assert position(reader)["taboo"] == [[0, 0, 4]]
    assert position(reader)["to_move"] == 2
    reader.click("#tab-setup")
    reader.page.select_option("#rules", "rows")
    reader.settle()
    assert position(reader)["rules"] == "rows"
    reader.click("#chip-reach")
    assert "open to player 1" in label(reader, 0, 5)
    assert "open to player 2" in label(reader, 5, 5)


@pytest.mark.parametrize(
    "text",
    [
        "....2.3..3.1....",
        "0 0 0 0\n2 0 3 0\n0 3 0 1\n0 0 0 0\n",
        '{"m": 2, "n": 2, "cells": [[0,0,0,0],[2,0,3,0],[0,3,0,1],[0,0,0,0]]}',
    ],
    ids=["line", "rows", "json"],
)
def test_texts_are_pasted(reader: Reader, text: str) -> None:
    paste(reader, text)
    assert position(reader)["cells"] == [[0, 0, 0, 0], [2, 0, 3, 0], [0, 3, 0, 1], [0, 0, 0, 0]]
    reader.press("Control+z")
    assert position(reader)["m"] == 2
    assert position(reader)["n"] == 3


def test_the_name_of_a_bundled_board_is_pasted(reader: Reader) -> None:
    paste(reader, " Easy-3x3\n")
    assert reader.state() == bombe.read("easy-3x3")
    assert reader.text("#title") == "easy-3x3"


def test_a_web_page_is_no_board(reader: Reader) -> None:
    before = reader.state()
    paste(reader, board_page("hard-3x3"))
    assert reader.state() == before
    assert "open it in the browser itself" in reader.text("#warning")


def test_what_cannot_be_read_is_reported_and_changes_nothing(reader: Reader) -> None:
    before = position(reader)
    paste(reader, "not a board")
    assert "This cannot be opened" in reader.text("#warning")
    assert "name the format" not in reader.text("#warning")  # a page has no option for that
    assert position(reader) == before


def test_a_link_holds_the_study(reader: Reader, open_page: Opener) -> None:
    reader.click("[data-cell='0,5']")
    reader.press("4")
    reader.press("Control+e")
    reader.page.wait_for_function(
        "() => document.getElementById('share-link').value.includes('#s=')"
    )
    link = reader.page.input_value("#share-link")
    other = Reader.of(open_page, board_page("hard-2x2"), fragment="#" + link.split("#")[1])
    assert position(other) == position(reader)
    assert other.run("bombe.store.study.nodes.length") == 2


def test_exports_are_read_again(reader: Reader, open_page: Opener, tmp_path: Path) -> None:
    reader.click("[data-cell='0,5']")
    reader.press("4")
    shown = position(reader)
    assert json.loads(saved(reader, "#save-json").read_text())["schema"] == "bombe.study/1"
    (record,) = read_records(saved(reader, "#save-log").read_text().splitlines())
    assert [ply.move for ply in record.plies] == [(0, 5, 4)]
    picture = saved(reader, "#save-svg").read_text()
    assert picture.startswith("<svg")
    assert "var(--bomb)" in picture
    assert saved(reader, "#save-png").read_bytes().startswith(b"\x89PNG")
    page = tmp_path / "alone.html"
    page.write_bytes(saved(reader, "#save-page").read_bytes())
    assert position(Reader.of(open_page, page)) == shown


def test_the_reader_chooses_light_or_dark(reader: Reader) -> None:
    ground = "getComputedStyle(document.body.parentElement).backgroundColor"
    light = reader.run(ground)
    reader.press("m", "m")
    assert reader.page.get_attribute("html", "data-theme") == "dark"
    assert reader.run(ground) != light


def test_arrows_move_between_cells_and_one_cell_can_be_reached_by_tab(reader: Reader) -> None:
    reader.click("[data-cell='0,0']")
    reader.press("ArrowRight", "ArrowDown", "End")
    assert reader.run("document.activeElement.dataset.cell") == "1,5"
    assert reader.page.locator(".cell[tabindex='0']").count() == 1


def test_nothing_stays_chosen_on_a_board_of_another_size(open_page: Opener) -> None:
    reader = Reader.of(open_page, board_page(""))
    reader.click("[data-cell='8,8']")
    reader.page.select_option("#new-m", "2")
    reader.page.select_option("#new-n", "2")
    reader.click("#new-board")
    assert reader.page.locator("#grid .cell").count() == 16
    assert reader.run("bombe.store.screen.cell") is None
    reader.click("#tab-analyse")
    reader.press("Control+z")
    assert reader.page.locator("#grid .cell").count() == 81
