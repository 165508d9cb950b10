"""What comes between two steps of a reader: another game in an exercise, engines that end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from board_pages import Reader, board_page, board_text, game_page

import bombe

if TYPE_CHECKING:
    from browsing import Opener

HEX = 16
"""The side of a board on which a number may have two digits."""


@pytest.fixture(scope="module")
def reader(keep_open: Opener) -> Reader:
    """One page for all that needs no other document."""
    return Reader.of(keep_open, board_page("hard-2x2"))


def test_a_game_that_is_opened_ends_an_exercise_and_stays(open_page: Opener) -> None:
    match = bombe.match(
        "greedy", "random", games=2, start="hard-2x2", budget=bombe.Budget(nodes=1), seed=3
    )
    reader = Reader.of(open_page, game_page(match.records[0]), height=1600)
    reader.click("[data-tab=game]")
    reader.click("#learn")
    assert reader.run("bombe.store.screen.learning !== null")
    reader.paste(board_text("hard-3x3"))
    assert reader.run("bombe.store.screen.learning === null")
    assert reader.position()["m"] == 3
    reader.press("Control+z")
    assert reader.position()["m"] == 2


def test_digits_count_only_where_they_were_typed(reader: Reader) -> None:
    reader.again("." * HEX**2)
    reader.run("bombe.store.show({ cell: 0, mode: 'setup' })")
    reader.press("1")
    assert reader.run("bombe.view.entry.pending") == "1"
    reader.run("bombe.store.show({ cell: 5 })")
    reader.run("bombe.view.entry.finish()")
    reader.settle()
    assert not any(map(any, reader.position()["cells"]))


def test_an_engine_of_dots_moves_before_its_tab_was_shown(open_page: Opener) -> None:
    reader = Reader.of(open_page, board_page("2x2: h 0 0"))
    reader.press("g")
    reader.page.wait_for_function("() => bombe.store.study.nodes.length === 2")
    assert not reader.warning


def test_a_dialogue_hides_no_warning(reader: Reader) -> None:
    reader.again(board_text("hard-2x2"))
    reader.press("Control+o")
    reader.page.fill("#open-text", "no board")
    reader.click("#open-go")
    assert reader.page.locator("dialog[open] #warning:not([hidden])").count() == 1
    reader.press("Escape", "?")
    assert reader.page.locator("dialog[open] #warning").count() == 0
    reader.press("Escape")


def test_engines_that_end_start_again(reader: Reader) -> None:
    reader.again(board_text("hard-2x3"))
    before = reader.says
    reader.run("bombe.asking.engines.engines.then((engines) => engines._end('by the test'))")
    reader.paste(board_text("hard-2x2"))
    reader.paste(board_text("hard-2x3"))
    assert reader.says == before


def test_what_failed_is_asked_again_by_who_comes_back(reader: Reader) -> None:
    reader.again(board_text("hard-2x2"))
    before = reader.says
    reader.run(
        "(() => { const { asking } = bombe, { engines } = asking;"
        " asking.answers.clear(); asking.numbers = 0;"
        " asking.engines = { ask: () => Promise.reject(new Error('it ended')) };"
        " bombe.draw(); setTimeout(() => { asking.engines = engines; }, 50); })()"
    )
    reader.page.wait_for_function("() => document.body.textContent.includes('it ended')")
    reader.page.wait_for_timeout(60)
    reader.paste(board_text("hard-2x3"))
    reader.paste(board_text("hard-2x2"))
    assert reader.says == before


def test_answers_that_fill_the_memory_are_forgotten(reader: Reader) -> None:
    reader.again(board_text("hard-2x2"))
    kept, numbers = reader.run(
        "(() => { const { asking } = bombe;"
        " const list = Array.from({ length: 500_000 }, () => 0);"
        " for (let at = 0; at < 30; at++) {"
        "   asking.keep(`large ${at}`, { state: 'final', value: { list }, error: null }); }"
        " return [asking.answers.size, asking.numbers]; })()"
    )
    assert kept < 30
    assert numbers <= 5_000_000
    assert reader.run("bombe.scene().answers.of('audit').state") == "final"


def test_a_study_that_is_too_large_for_a_link_says_so(reader: Reader) -> None:
    reader.again(board_text("hard-2x2"))
    reader.run(
        "(() => { const { store } = bombe, [root] = store.study.nodes;"
        " const nodes = [{ ...root, note: 'x'.repeat(4_000_001) }];"
        " store.edit({ ...store.study, nodes }); })()"
    )
    reader.page.wait_for_function("() => location.hash === ''")
    reader.press("Control+e")
    reader.page.wait_for_function(
        "() => document.getElementById('share-link').value.includes('too large')"
    )
    reader.click("#copy-link")
    assert "too large for a link" in reader.warning
    reader.press("Escape")
