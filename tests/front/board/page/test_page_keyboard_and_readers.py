"""The page without a mouse, without colours, on phones and for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from board_pages import Reader, board_page, board_text

import bombe
from bombe.analysis.audit import audit

if TYPE_CHECKING:
    from browsing import Opener

FOCUSED = """() => {
    const { id, dataset, className, tagName, textContent } = document.activeElement;
    const name = dataset.cell ?? dataset.command ?? dataset.tab ?? dataset.move ?? id;
    return name || textContent || className.baseVal || className || tagName;
}"""
"""The name of what has the focus."""
RING = """() => {
    const focused = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    if (!focused.dataset.cell) return outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
    return parseFloat(getComputedStyle(document.querySelector("#grid .chosen")).strokeWidth);
}"""
"""How thick the mark of the focus is."""
REACHABLE = """() => [...document.querySelectorAll(
    "a[href], button, input, select, textarea, [tabindex]")]
    .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility())
    .length"""
"""How many stops the Tab key has to make."""
WIDE = """() => [...document.querySelectorAll("body *")].filter((each) => {
    const { right, left, width } = each.getBoundingClientRect();
    const scrolls = (at) =>
        at && (getComputedStyle(at).overflowX !== "visible" || scrolls(at.parentElement));
    return width > 1 && each.checkVisibility() && (right > innerWidth + 1 || left < -1)
        && !scrolls(each.parentElement) && !each.closest(".skip");
}).map((each) => each.outerHTML.slice(0, 100))"""
"""What sticks out of the window, unless it scrolls by itself."""


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """The one page of these tests."""
    return Reader.of(keep_open, board_page("hard-2x2"))


@pytest.fixture
def reader(kept: Reader) -> Reader:
    """The page as it was at first."""
    kept.page.set_viewport_size({"width": 1280, "height": 900})
    kept.again(board_text("hard-2x2"))
    return kept


def test_tab_goes_through_all_controls_and_shows_where_it_is(reader: Reader) -> None:
    reader.run("bombe.store.show({ cell: 0 })")
    reader.settle()
    expected = reader.run(REACHABLE)
    reader.page.focus(".skip")
    assert reader.run(FOCUSED) == "Skip to the board"
    stops: list[str] = []
    while not stops or reader.run("document.activeElement !== document.body"):
        stops.append(reader.run(FOCUSED))
        assert reader.run(RING) >= 2, stops[-1]
        assert len(stops) <= expected, stops
        reader.page.keyboard.press("Tab")
    assert len(stops) == expected
    firsts = ["open", "share", "settings", "help", "0,0", "mode-play", "mode-setup"]
    assert [stop for stop in stops if stop in firsts] == firsts
    assert sum("," in stop and stop[0].isdigit() for stop in stops) == 1  # the board is one stop
    assert stops.index("layer-candidates") < stops.index("analyse")


def test_the_skip_link_goes_to_the_board(reader: Reader) -> None:
    before = reader.run("location.hash")
    reader.page.focus(".skip")
    reader.press("Enter")
    assert reader.run(FOCUSED) == "0,0"
    assert reader.run("location.hash") == before
    reader.page.keyboard.press("Shift+Tab")
    assert reader.run(FOCUSED) == "help"


def test_arrows_stay_on_the_board_and_in_the_tabs(reader: Reader) -> None:
    reader.page.focus("[data-cell='0,0']")
    reader.press("ArrowUp", "ArrowLeft")
    assert reader.run(FOCUSED) == "0,0"
    reader.press("ArrowDown", "End", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown")
    assert reader.run(FOCUSED) == "3,3"
    reader.press("Home", "ArrowUp")
    assert reader.run(FOCUSED) == "2,0"
    reader.page.focus("#tab-analyse")
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"):
        reader.press(key)
        seen.append(reader.run(FOCUSED))
        assert reader.page.get_attribute(f"#tab-{seen[-1]}", "aria-selected") == "true"
        assert reader.page.is_visible(f"#page-{seen[-1]}")
        assert reader.page.locator("[role=tabpanel]:visible").count() == 1
    assert seen == ["game", "play", "setup", "analyse", "setup", "analyse", "setup"]


def test_a_candidate_is_chosen_and_played_by_keys_alone(reader: Reader) -> None:
    values = [move.value for move in bombe.read("hard-2x2").moves() if move[:2] == (0, 0)]
    reader.page.focus("[data-cell='0,0']")
    for value in (*values, values[0]):
        reader.press("Space")
        assert reader.run("bombe.store.screen.value") == value
    assert reader.page.locator("#panel-cell [aria-pressed=true]").count() == 1
    safe = next(move for move in audit("hard-2x2").safe if move[:2] == (0, 0))
    while reader.run("bombe.store.screen.value") != safe.value:
        reader.press("Space")
    reader.press("Enter")
    reader.run("bombe.playing")
    reader.settle()
    assert reader.state() == bombe.read("hard-2x2").play(safe)


def test_screen_readers_get_every_cell(reader: Reader) -> None:
    assert reader.label("#grid") == "2x2 Sudoku board"
    rows = reader.page.locator("#grid[role=grid] > [role=row]")
    assert rows.count() == 4
    found = audit("hard-2x2")
    for row, values in enumerate(
        [["", "", "", ""], ["2", "", "3", ""], ["", "3", "", "1"], [""] * 4]
    ):
        for column, value in enumerate(values):
            cell = rows.nth(row).locator("> [role=gridcell]").nth(column)
            label = cell.get_attribute("aria-label") or ""
            assert label.startswith(f"row {row + 1}, column {column + 1}; ")
            if value:
                assert label.endswith(f"{value}, given")
                continue
            for kind, moves in (("bomb", found.bombs), ("safe", found.safe)):
                for move in (move for move in moves if move[:2] == (row, column)):
                    assert f"{move.value} {kind}" in label
            assert cell.get_attribute("aria-colindex") == str(column + 1)
            assert cell.get_attribute("aria-rowindex") == str(row + 1)


def test_what_happens_is_spoken(reader: Reader) -> None:
    assert reader.page.get_attribute("#spoken", "aria-live") == "polite"
    assert reader.page.get_attribute("#warning", "role") == "alert"
    reader.press("t")
    assert reader.text("#spoken") == "Tempo shown"
    reader.press("t", "e")
    assert reader.text("#spoken").startswith("Set up")
    reader.press("m")
    assert reader.text("#spoken") == "Theme: light"
    reader.press("e")
    move = audit("hard-2x2").bombs[0]
    reader.run(f"bombe.play({list(move)})")
    reader.settle()
    assert "is a bomb" in reader.warning
    name = reader.label(f"[data-cell='{move.row},{move.column}']")
    assert f"{move.value} taboo" in name


COMMANDS = """() => [...bombe.commands.table.values()]
    .filter((each) => each.game !== "dots" && each.keys?.length)
    .map(({ id, title, keys, quiet }) => ({ id, title, keys, quiet: quiet ?? false }))"""


def test_the_help_lists_every_command_with_its_keys(reader: Reader) -> None:
    reader.press("?")
    assert reader.page.is_visible("#dialog")
    told = reader.page.locator("#dialog dd").all_text_contents()
    commands = [each for each in reader.run(COMMANDS) if not each["quiet"]]
    assert sorted(told) == sorted(each["title"] for each in commands)
    assert reader.page.locator("#dialog kbd").count() == sum(len(each["keys"]) for each in commands)
    reader.page.keyboard.press("b")  # nothing below an open dialogue listens
    reader.press("Escape")
    assert not reader.page.is_visible("#dialog")
    assert reader.page.get_attribute("#chip-bombs", "aria-pressed") == "true"
    reader.page.focus("[data-command=help]")
    reader.press("Enter", "Escape")
    assert reader.run(FOCUSED) == "help"  # the focus comes back


def pressed(key: str) -> str:
    """Return a key of the table of commands as Chromium's driver calls it."""
    *modifiers, name = ["Space"] if key == " " else key.rsplit("+", 1) if len(key) > 1 else [key]
    parts = [part for group in modifiers for part in group.split("+")]
    if parts == ["Ctrl"] and len(name) == 1:
        name = name.lower()
    return "+".join([*("Control" if part == "Ctrl" else part for part in parts), name])


def test_every_key_of_the_table_comes_through(reader: Reader) -> None:
    keys = [key for each in reader.run(COMMANDS) for key in each["keys"]]
    reader.run("() => { window.seen = []; bombe.commands.forKey = (key) => void seen.push(key); }")
    for key in keys:
        reader.page.keyboard.press(pressed(key))
    reader.run("() => { delete bombe.commands.forKey; }")
    seen = [key for key in reader.run("window.seen") if not key.endswith(("Control", "Shift"))]
    assert seen == keys
    free: dict[str, list[str]] = {}
    for each in reader.run(COMMANDS):
        for key in each["keys"]:
            free.setdefault(key, []).append(each["id"])
    shared = {key: ids for key, ids in free.items() if len(ids) > 1}
    assert set(shared) <= {"ArrowLeft", "ArrowRight"}  # cells on the board, moves elsewhere


def test_single_keys_can_be_switched_off(reader: Reader) -> None:
    reader.click("[data-command=settings]")
    reader.click("#set-single-keys")
    reader.press("Escape")
    before = reader.run("[bombe.store.settings.layers, bombe.store.screen]")
    reader.press(*"cbftsvrahgnexuwm?.,[]", "Shift+N")
    assert reader.run("[bombe.store.settings.layers, bombe.store.screen]") == before
    assert not reader.page.is_visible("#dialog")
    reader.page.focus("[data-cell='0,0']")
    reader.press("2")  # numbers belong to the board
    assert "cannot be played" in reader.warning
    reader.press("Control+o")
    assert reader.page.is_visible("#open-text")
    reader.press("Escape")
    reader.click("[data-command=settings]")
    reader.click("#set-single-keys")
    reader.press("Escape", "b")
    assert reader.page.get_attribute("#chip-bombs", "aria-pressed") == "false"


def test_fields_keep_their_keys(reader: Reader) -> None:
    reader.press("k")
    assert reader.run(FOCUSED) == "node-note"
    reader.page.keyboard.type("be brief, use 1 ? or 2")
    reader.page.keyboard.press("Control+z")
    reader.page.keyboard.press("Home")
    reader.settle()
    assert reader.run("bombe.store.settings") == reader.run("window.first.settings")
    assert reader.run("bombe.store.study.nodes.length") == 1
    reader.page.fill("#node-note", "kept")
    reader.press("Tab")
    assert reader.run("bombe.store.node.note") == "kept"


def test_motion_is_left_out_where_it_is_not_wanted(reader: Reader) -> None:
    length = "parseFloat(getComputedStyle(document.querySelector('.button')).transitionDuration)"
    reader.page.emulate_media(reduced_motion="no-preference")
    assert reader.run(length) > 0
    reader.page.emulate_media(reduced_motion="reduce")
    assert reader.run(length) == 0
    # What began to move before that may end.
    reader.run("Promise.allSettled(document.getAnimations().map((each) => each.finished)).then()")
    reader.press("b", "t")
    assert reader.run("document.getAnimations().length") == 0
    reader.page.emulate_media(reduced_motion="null")


def widths(reader: Reader) -> list[str]:
    """Return what sticks out of windows of a phone, a tablet and a wide screen."""
    found = []
    for width in (360, 768, 1600):
        reader.page.set_viewport_size({"width": width, "height": 900})
        reader.settle()
        if reader.run("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{width}: the page scrolls")
        found += [f"{width}: {each}" for each in reader.run(WIDE)]
    return found


@pytest.mark.parametrize("tab", ["analyse", "game", "play", "setup"])
def test_nothing_is_wider_than_the_window(reader: Reader, tab: str) -> None:
    reader.again(board_text("hard-3x3"))
    long = "a name without end " * 8
    reader.run(f"bombe.begin('sudoku', bombe.store.node.position, {{ title: '{long}' }})")
    for move in audit("hard-3x3").safe[:6]:
        reader.run(f"bombe.play({list(move)})")
    reader.press("t", "r")
    reader.run("bombe.store.show({ cell: 40, value: 8 })")
    reader.click(f"#tab-{tab}")
    if tab == "analyse":
        reader.page.keyboard.press("w")
        reader.page.wait_for_selector("#panel-why .verdict")
    assert not widths(reader)


def test_dialogues_and_other_boards_are_not_wider_than_the_window(reader: Reader) -> None:
    for key in ("?", "Control+o", "Control+e"):
        reader.press(key)
        assert not widths(reader), key
        reader.press("Escape")
    reader.press("c", "b", "f")
    for text in ("2x3: h 0 0", ". " * 625):
        reader.again(text)
        reader.press("c", "b")
        assert not widths(reader), text[:9]


def test_a_phone_shows_the_board_first_and_large_targets(open_page: Opener) -> None:
    html = board_page("hard-3x3")
    reader = Reader.of(open_page, html, width=360, height=740, is_touch=True)
    box = reader.page.locator("#grid").bounding_box()
    assert box is not None
    assert box["width"] > 320
    assert box["y"] + box["height"] < 740
    for selector in ("[data-enter='1']", "[data-command=undo]", "#tab-game", "#chip-bombs"):
        target = reader.page.locator(selector).bounding_box()
        assert target is not None
        assert min(target["width"], target["height"]) >= 32, selector


def brightness(reader: Reader) -> float:
    """Return how bright the page is, from 0 to 1."""
    ground = reader.run("getComputedStyle(document.documentElement).backgroundColor")
    parts = [int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(",")]
    return sum(parts) / 3 / 255


def test_the_page_is_dark_where_the_system_or_the_reader_is(reader: Reader) -> None:
    reader.page.emulate_media(color_scheme="dark")
    assert brightness(reader) < 0.2
    reader.press("m")  # light, whatever the system says
    assert brightness(reader) > 0.9
    reader.page.emulate_media(color_scheme="light")
    reader.click("[data-command=settings]")
    reader.click("input[name=theme][value=dark]")
    assert brightness(reader) < 0.2
    reader.click("input[name=theme][value=system]")
    assert brightness(reader) > 0.9
    reader.press("Escape")


def test_moves_are_named_in_the_readers_notation(reader: Reader) -> None:
    def names() -> list[str]:
        return reader.page.locator("#grid .name").all_text_contents()

    reader.again(board_text("hard-2x3"))
    reader.press("t")
    usual = reader.run("bombe.store.settings.notation")
    told: dict[str, Any] = {}
    for _ in range(2):
        notation = reader.run("bombe.store.settings.notation")
        moves = reader.page.locator("#panel-position .move")
        told[notation] = (sorted(names()), moves.first.text_content())
        place = moves.first.get_attribute("data-move") or ""
        row, column, value = map(int, place.split(","))
        reader.press("i")
    assert reader.run("bombe.store.settings.notation") == usual
    lines = sorted(f"{letter}{at}" for letter in "rc" for at in range(1, 7))
    assert told["r1c1"] == (lines, f"r{row + 1}c{column + 1}={value}")
    assert told["framework"] == (sorted("012345012345"), f"({row},{column}) -> {value}")
    reader.click("[data-command=settings]")
    reader.click("input[name=notation][value=framework]")
    reader.press("Escape")
    assert sorted(names()) == sorted("012345012345")


def test_what_the_reader_chose_is_kept(open_page: Opener) -> None:
    reader = Reader.of(open_page, board_page("hard-2x2"))
    reader.press("m", "m", "i", "b", "t")
    chosen = reader.run("bombe.store.settings")
    reader.page.wait_for_timeout(50)
    reader.page.reload()
    reader.settle()
    assert reader.run("bombe.store.settings") == chosen
    assert brightness(reader) < 0.2
    assert reader.page.get_attribute("#chip-tempo", "aria-pressed") == "true"
    assert reader.page.get_attribute("#chip-bombs", "aria-pressed") == "false"
