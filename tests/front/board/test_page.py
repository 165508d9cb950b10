"""The page as a whole: it opens from a file, asks nothing of a network, and nothing breaks it."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from board_pages import Reader, board_page, board_text, game_page
from browsing import lacks
from paths import TESTS

import bombe
from bombe.analysis.dots.captures import effects_of
from bombe.boards.dots.text import read_dots

if TYPE_CHECKING:
    from browsing import Opener

AXE = TESTS / "support" / "page" / "node_modules" / "axe-core" / "axe.min.js"
MOST_BYTES = 400_000
STATES: dict[str, tuple[str, list[str]]] = {
    "audit": (board_text("hard-3x3"), []),
    "values": (board_text("hard-2x2"), ["v"]),
    "tempo": (board_text("hard-2x3"), ["t"]),
    "help": (board_text("hard-2x2"), ["?"]),
    "set up": ("." * 81, ["e"]),
    "dots": ("3x3: h 0 0; v 1 2; h 1 1", ["v"]),
}
"""States of the page by a name: what is opened, and the keys that are pressed."""


def test_the_page_is_one_file_that_asks_for_nothing() -> None:
    html = board_page("hard-3x3")
    assert len(html.encode()) < MOST_BYTES
    assert "connect-src 'none'" in html
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", html))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_it_says_in_words_what_it_shows(open_page: Opener) -> None:
    reader = Reader.of(open_page, board_page("hard-3x3"))
    assert reader.says.startswith("161 bombs, 57 safe moves; 57 forced cells; 1 solution")


def test_a_page_without_engines_says_why(
    open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bombe.pages import contents, document

    monkeypatch.setattr(document, "has_engines", lambda: False)
    document._programs.cache_clear()
    html = document.page(contents.empty())
    document._programs.cache_clear()
    seen = open_page(html)
    seen.page.wait_for_selector("#board svg")
    assert "bombe board --serve" in (seen.page.text_content("body") or "")


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """One page for all states, with what looks for faults in it."""
    if not AXE.exists():
        lacks("axe-core")
    reader = Reader.of(keep_open, board_page("hard-2x2"))
    reader.run(AXE.read_text(encoding="utf-8") + "; 0")
    return reader


def faults(reader: Reader, **options: Any) -> str:
    """Return what keeps readers out of what is shown now."""
    reader.page.wait_for_timeout(200)  # colours that fade
    script = f"axe.run({json.dumps(options)}).then(({{ violations }}) => violations)"
    found: list[dict[str, Any]] = reader.run(script)
    told = [(each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found]
    return json.dumps(told, indent=1) if told else ""


@pytest.mark.parametrize("name", STATES)
def test_nothing_keeps_a_reader_out(kept: Reader, name: str) -> None:
    text, keys = STATES[name]
    kept.page.emulate_media(color_scheme="light")
    kept.again(text)
    kept.press(*keys)
    if name == "set up":
        kept.click("#tab-setup")
    assert not faults(kept)
    kept.page.emulate_media(color_scheme="dark")
    kept.settle()
    ground = kept.run("getComputedStyle(document.documentElement).backgroundColor")
    assert max(map(int, re.findall(r"\d+", ground)[:3])) < 60, "or it is not dark"
    assert not faults(kept, runOnly=["color-contrast"])  # all else is as it was


KEYS = [
    *"123456789cbfstvrawuxeimhgnopkl?,.[]",
    *["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", "Delete", "Tab"],
    *["Control+z", "Control+y", "Control+Home", "Control+End", "Shift+N", "Shift+Delete", " "],
    *["Control+o", "Control+e", "Control+c", "Control+v"],
]
CONTROLS = "button, select, input, [data-cell], [data-line], [data-box], summary, svg"
POINT = f"""(part) => {{
    const open = document.querySelector("dialog[open]") ?? document;
    const all = [...open.querySelectorAll("{CONTROLS}")].filter((each) => each.checkVisibility());
    if (!all.length) return [1, 1];
    const {{ x, y, width, height }} = all[Math.floor(part * all.length)].getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}}"""
"""The middle of a control that can be seen, of the dialogue if one is open."""


def wander(reader: Reader, seed: int, steps: int) -> None:
    """Press keys and click, on controls and anywhere; then close what is open."""
    drawn = random.Random(seed)
    for _ in range(steps):
        kind = drawn.random()
        if kind < 0.5:
            reader.page.keyboard.press(drawn.choice(KEYS))
        elif kind < 0.85:
            reader.page.mouse.click(*reader.page.evaluate(POINT, drawn.random()))
        else:
            reader.page.mouse.click(drawn.randrange(1280), drawn.randrange(1400))
    for _ in range(4):
        reader.page.keyboard.press("Escape")


def check_after(reader: Reader, first: Any) -> None:
    """Fail unless the page still answers rightly, and undo leads back to where it began."""
    reader.page.wait_for_selector("#board svg")
    if reader.run("bombe.store.study.game") == "sudoku":
        asked = "bombe.ask('audit', { position: bombe.store.node.position })"
        found = reader.run(f"{asked}.then(({{ bombs }}) => bombs)")
        assert found == [list(move) for move in bombe.audit(reader.state()).bombs]
    else:
        state = read_dots(json.dumps(reader.position()))
        lines = reader.page.locator("#grid .line:not(.is-drawn)").count()
        assert lines == len(effects_of(state))
    reader.run("() => { while (bombe.commands.run('undo')); }")
    assert reader.run("bombe.store.study.nodes[0].position") == first


@pytest.mark.parametrize("board", ["hard-2x2", "2x2: h 0 0; v 1 1"])
def test_random_clicks_and_keys_never_break_it(open_page: Opener, board: str) -> None:
    reader = Reader.of(open_page, board_page(board), height=1400)
    first = reader.run("bombe.store.study.nodes[0].position")
    wander(reader, 19, 250)
    check_after(reader, first)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("board", ["hard-2x3", "random-3x3", "3x3: h 0 0; v 1 1", "a game"])
def test_many_random_clicks_and_keys_never_break_it(
    open_page: Opener, board: str, seed: int
) -> None:
    if board == "a game":
        budget = bombe.Budget(nodes=1)
        match = bombe.match("greedy", "random", games=2, start="hard-2x3", budget=budget, seed=seed)
        html = game_page(match.records[0])
    else:
        html = board_page(board)
    reader = Reader.of(open_page, html, height=1400)
    first = reader.run("bombe.store.study.nodes[0].position")
    wander(reader, seed, 1000)
    check_after(reader, first)
