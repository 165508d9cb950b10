"""Dots and Boxes on the page: every feature clicked, typed and read, as its users do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from board_pages import Reader, board_page, board_text, game_page
from dots_positions import random_dots
from played_logs import random_dots_game

from bombe.analysis.dots.captures import effects_of
from bombe.analysis.dots.control import control
from bombe.analysis.dots.exact import solve
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_dots, write_dots

if TYPE_CHECKING:
    from browsing import Opener

EXPLAINED = (
    "4x5: h 0 1; h 1 0; h 1 1; h 1 2; h 1 3; h 1 4; h 2 1; h 2 2; h 4 1; h 4 2; v 0 0; v 0 3; "
    "v 0 5; v 1 0; v 1 5; v 2 0; v 2 1; v 2 3; v 2 4; v 2 5; v 3 0; v 3 1; v 3 3; v 3 4; v 3 5"
)
"""The position of docs/theory/dots.md: five chains, a loop and a joint."""
CHAINS = "2x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; h 2 0; h 2 1; h 2 2; v 0 0"
GAME = (
    "2x2: P1(h,0,0) P2(v,0,0) P1(h,1,0) P2(v,0,1) P2(h,0,1) P1(v,0,2) P2(h,1,1) P2(v,1,0) "
    "P1(v,1,1) P2(h,2,0) P2(h,2,1) P1(v,1,2)"
)


def at(line: str) -> str:
    """Return the selector of a line, as "h 0 1"."""
    return f"[data-line='{line.replace(' ', ',')}']"


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """The one page of these tests, but for windows of a telephone."""
    return Reader.of(keep_open, board_page("2x2:"))


def opened(kept: Reader, text: str) -> Reader:
    """Return the page as it is when it is opened with a text."""
    kept.again(text)
    return kept


def shown(reader: Reader) -> DotsState:
    """Return the position that is shown."""
    text: str = reader.run("JSON.stringify(bombe.store.node.position)")
    return read_dots(text)


def label(reader: Reader, selector: str) -> str:
    """Return what a screen reader says of something."""
    return reader.page.get_attribute(selector, "aria-label") or ""


def test_clicks_draw_lines_and_who_completes_a_box_moves_again(kept: Reader) -> None:
    reader = opened(kept, "1x2: h 0 0; h 1 0")
    for line in ("v 0 0", "v 0 1"):
        reader.click(at(line))
    assert shown(reader) == read_dots("1x2: h 0 0; h 1 0").play("v 0 0").play("v 0 1")
    assert shown(reader).to_move == 2
    assert reader.text(".player-2 .points") == "1"
    assert label(reader, "[data-box='0,0']") == "box row 0 column 0, of player 2"
    assert label(reader, at("v 0 1")) == "vertical line row 0 column 1, drawn, the last line"
    reader.click(at("v 0 1"))  # a drawn line stays as it is
    reader.press("Control+z")
    assert shown(reader).to_move == 2
    assert len(shown(reader).moves()) == 4


def test_arrows_go_from_line_to_line_and_enter_draws(kept: Reader) -> None:
    reader = opened(kept, "2x2:")
    reader.run("bombe.view.choose(0)")
    seen = []
    for key in ("Right", "Down", "Down", "Left", "Up", "Up", "Up", "End", "Home"):
        reader.press(f"Arrow{key}" if key not in ("End", "Home") else key)
        seen.append(label(reader, ":focus").partition(",")[0])
    words = {"h": "horizontal", "v": "vertical"}
    assert seen == [
        f"{words[kind]} line row {row} column {column}"
        for kind, row, column in map(
            Line.parse,
            ("h 0 1", "v 0 1", "h 1 1", "h 1 0", "v 0 0", "h 0 0", "h 0 0", "h 0 1", "h 0 0"),
        )
    ]
    reader.press("ArrowDown", "Enter")
    assert shown(reader).history == (Line("v", 0, 0),)
    reader.press("Enter")
    assert "drawn already" in reader.text("#warning")


def test_every_line_can_be_reached_by_arrows(kept: Reader) -> None:
    reader = opened(kept, "2x3:")
    reader.run("bombe.view.choose(0)")
    reached = set()
    for _ in range(5):
        for key in ["Home", *["ArrowRight"] * 3, "ArrowDown"]:
            reached.add(reader.run("bombe.store.screen.cell"))
            reader.page.keyboard.press(key)
            reader.settle()
    assert reached == set(range(17))


def test_what_is_pointed_at_is_lit_with_its_name(kept: Reader) -> None:
    reader = opened(kept, EXPLAINED)
    for target, name, words in [
        (at("v 1 1"), "C", "C: long chain of 5 boxes, ends at a joint."),
        ("[data-box='2,1']", "E", "E: loop of 4 boxes."),
        ("[data-string='F'].candidate", "F", "F: chain of 2 boxes, ends at a joint."),
    ]:
        reader.page.hover(target, force=True)
        reader.page.wait_for_selector(f"#grid[data-lit='{name}']")
        assert reader.text("#dots-readout") == words
        assert reader.page.locator(f"#grid .lit:not([data-string='{name}'])").count() == 0
    reader.page.hover("#dots-readout", force=True)
    reader.page.focus(at("h 0 0"))
    reader.page.wait_for_selector("#grid[data-lit='A']")


def test_control_is_reported_in_the_words_of_the_command(kept: Reader) -> None:
    reader = opened(kept, EXPLAINED)
    told = " ".join(reader.page.locator("#panel-dots-control p").all_text_contents())
    for sentence in str(control(read_dots(EXPLAINED))).splitlines()[1:]:
        assert sentence[1:] in told
    assert reader.says == (
        "24 lines left; 2 handouts and 22 loony lines; 3 long chains and 1 loop. "
        "Player 2 is ahead in the parity fight. "
        "With best play player 2 gets 4 boxes more from here on."
    )
    reader.click("#panel-dots-control [data-goto='h 2 0']")
    assert "h 2 0 Gives 5 boxes away; loony" in reader.text("#panel-dots-line")
    reader.click("#draw-line")
    assert shown(reader).history == (Line("h", 2, 0),)


@pytest.mark.parametrize("extra_turn", [True, False], ids=["extra", "passes"])
def test_lines_carry_their_exact_values(kept: Reader, *, extra_turn: bool) -> None:
    state = random_dots(Grid(3, 3), 3, left=12, extra_turn=extra_turn)
    reader = opened(kept, str(write_dots(state, "json")))
    reader.press("v")
    found = solve(state)
    for value in found.moves:
        selector = at(str(value.move))
        sign = "+" if value.low > 0 else "\u2212" if value.low else ""
        assert reader.text(f"{selector} .worth text") == f"{sign}{abs(value.low)}"
        is_best = value.move in found.best and len(found.best) < len(found.moves)
        assert reader.page.locator(f"{selector} .best").count() == is_best
        assert f"worth {sign}{abs(value.low)}" in label(reader, selector)


def test_lines_are_told_apart_by_signs_and_nimbers(kept: Reader) -> None:
    reader = opened(kept, CHAINS)
    for effect in effects_of(read_dots(CHAINS)):
        selector = at(str(effect.line))
        count = effect.takes or effect.gives
        assert reader.text(f"{selector} .sign-{effect.kind}") == (str(count) if count else "")
    reader.press("l", "b")
    quiet = read_dots("2x3: h 0 0; h 0 1; h 0 2; h 1 0; h 1 1; h 1 2; h 2 0; h 2 1")
    reader = opened(kept, write_dots(quiet, "edges"))
    reader.press("b")
    found = control(quiet)
    for effect, nimber in found.moves:
        drawn = reader.page.locator(f"{at(str(effect.line))} .nimber text").all_text_contents()
        assert drawn == ([] if nimber is None else [f"*{nimber}"])
        keeps = reader.page.locator(f"{at(str(effect.line))} .keep").count()
        assert (keeps == 2) == (effect.line in found.keeps)


def test_a_position_is_set_up_by_clicks_and_keys(kept: Reader) -> None:
    reader = opened(kept, board_text("empty-3x3"))
    reader.click("[data-tab='setup']")
    reader.page.fill("#dots-rows", "1")
    reader.page.fill("#dots-columns", "2")
    reader.page.check("#dots-new-passes")
    reader.click("#new-grid")
    reader.press("e")
    for line in ("h 0 0", "h 1 0", "v 0 0", "v 0 1", "v 0 2"):
        reader.click(at(line))
    reader.click(at("v 0 2"))  # and takes it away again
    assert label(reader, "[data-box='0,0']") == "box row 0 column 0, complete, owner not known"
    reader.page.focus(at("v 0 1"))
    reader.press("2", "u")
    reader.page.focus(at("h 0 1"))
    reader.press("Enter", "Delete", "Delete")
    reader.click("[data-tab='setup']")
    assert reader.page.input_value("#dots-to-move") == "2"
    grid = Grid(1, 2)
    edges = grid.edge_set(map(Line.parse, ("h 0 0", "h 1 0", "v 0 0", "v 0 1")))
    assert shown(reader) == DotsState(grid, edges, (2, 0), 2, extra_turn=False)
    reader.page.select_option("#dots-rule", "extra")
    reader.settle()
    assert shown(reader).extra_turn
    reader.click("[data-owner='0']")
    assert shown(reader).scores == (0, 0)
    reader.press("Control+z", "Control+z")
    assert not shown(reader).extra_turn


def test_any_text_that_bombe_dots_reads_can_be_pasted(kept: Reader) -> None:
    state = read_dots(GAME)
    reader = opened(kept, board_text("empty-3x3"))
    for form in ("drawing", "edges", "moves", "json", "notebook"):
        text = str(write_dots(state, form))
        reader.press("Control+o")
        reader.page.fill("#open-text", text)
        reader.click("#open-go")
        assert shown(reader) == read_dots(text), form


def test_a_log_of_a_match_opens_in_it(open_page: Opener) -> None:
    record = random_dots_game(DotsState.start("2x2"), 1)
    reader = Reader.of(open_page, game_page(record))
    assert reader.run("bombe.store.study.nodes.length") == len(record.plies) + 1
    reader.press("Control+End")
    assert shown(reader).scores == record.scores
    reader.press("Control+o")
    reader.page.fill("#open-text", record.to_json())
    reader.click("#open-go")
    reader.press("Control+End")
    assert shown(reader).history == tuple(ply.move for ply in record.plies)


def test_a_list_of_moves_opens_as_a_game(kept: Reader) -> None:
    reader = opened(kept, GAME)
    assert shown(reader) == read_dots(GAME)
    reader.press("Control+Home")
    assert not shown(reader).history
    reader.press(".", ".")
    assert shown(reader).history == read_dots(GAME).history[:2]


def test_mistakes_are_found_and_explained_and_the_better_line_is_played(kept: Reader) -> None:
    reader = opened(kept, GAME)
    reader.click("[data-tab='game']")
    reader.press("Control+Home")
    reader.press("n")
    words = reader.text("#mistake-words")
    match = re.fullmatch(
        r"(?P<line>.+) lost (?P<lost>\d) box(?:es)?; (?P<better>.+) was better\. Player .*", words
    )
    assert match, words
    played = shown(reader)
    assert str(played.history[-1]) == match["line"]
    before = played.undo()
    values = {value.move: value.low for value in solve(before).moves}
    best = max(values.values())
    assert best - values[played.history[-1]] == int(match["lost"]) > 0
    assert values[Line.parse(match["better"])] == best
    reader.click("#mistake-better")
    assert str(shown(reader).history[-1]) == match["better"]


def test_an_exercise_takes_a_line_that_is_as_good_and_no_other(kept: Reader) -> None:
    reader = opened(kept, GAME)
    reader.click("[data-tab='game']")
    reader.click("#learn")
    state = shown(reader)
    assert reader.page.locator("#grid .sign").count() == 0  # no spoiler
    values = {value.move: value.low for value in solve(state).moves}
    best = max(values.values())
    for good in (False, True):
        line = next(line for line, value in values.items() if (value == best) == good)
        reader.click(at(str(line)))
        reader.page.wait_for_function("bombe.store.screen.learning?.stage !== 'judging'")
        reader.settle()
        assert reader.run("bombe.store.screen.learning.stage") == ("right" if good else "wrong")


def test_engines_play_in_the_page(kept: Reader) -> None:
    reader = opened(kept, "2x2:")
    reader.click("[data-tab='play']")
    reader.page.wait_for_selector("#side-2 option[value=exact]", state="attached")
    options = reader.page.locator("#side-2 option").all_text_contents()
    assert options == ["you", "random", "greedy", "chains", "exact"]
    reader.run("bombe.open('4x5:')")
    reader.click("[data-tab='play']")
    reader.page.wait_for_selector("#side-2 option[value=exact]", state="detached")
    assert reader.page.input_value("#side-2") == "chains"
    reader.run("bombe.open('2x2:')")
    reader.click("[data-tab='play']")
    reader.page.wait_for_selector("#side-2 option[value=exact]", state="attached")
    reader.page.select_option("#side-2", "exact")
    reader.page.fill("#play-seconds", "0.5")
    reader.click("#play-switch")
    reader.click(at("h 0 0"))
    reader.page.wait_for_function("bombe.store.node.position.edges.length >= 2")
    reader.settle()
    state = shown(reader)
    assert state.history[0] == Line("h", 0, 0)
    assert state.history[1] in solve(DotsState.start("2x2").play("h 0 0")).best
    reader.press("h")
    reader.page.click("#hint-more")
    reader.page.wait_for_selector("#hint-play")
    line = Line.parse(reader.text("#hint-words").rpartition("Draw ")[2].rstrip("."))
    assert line in solve(state).best


def test_a_picture_has_its_letters_and_lines(kept: Reader) -> None:
    reader = opened(kept, EXPLAINED)
    reader.press("Control+e")
    with reader.page.expect_download() as waiting:
        reader.page.click("#save-svg")
    picture = waiting.value.path().read_text(encoding="utf-8")
    assert picture.count("<text") > 40
    assert "24 lines left" in picture
    assert 'class="touch"' not in picture


def test_grids_of_every_size_are_drawn(open_page: Opener) -> None:
    reader = Reader.of(open_page, board_page("1x1: h 0 0"), width=390)
    for boxes in ("1x1", "9x9", "36x36"):
        reader.run(f"bombe.open('{boxes}: h 0 0')")
        reader.settle()
        grid = Grid.parse(boxes)
        assert reader.page.locator("#grid .line").count() == grid.edges
        assert reader.page.locator("#grid .is-drawn").count() == 1
        assert reader.run("document.documentElement.scrollWidth - innerWidth") <= 0


def test_touch_hits_the_nearest_line(open_page: Opener) -> None:
    reader = Reader.of(open_page, board_page("2x2:"), width=390, is_touch=True)
    box = reader.page.locator(at("h 1 0") + " .touch").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2
    reader.page.touchscreen.tap(middle, box["y"] + box["height"] * 0.2)
    reader.settle()
    assert shown(reader).history == (Line("h", 1, 0),)
