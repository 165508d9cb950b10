"""What is left of a position that is gone does nothing: clicks, moves, answers, typed words.

On a busy machine a reader can act before the page has drawn what changed, and answers come late.
Here both happen for sure: scripts act between a change and its drawing, and answers wait for us.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from board_pages import Reader, board_page, board_text, game_page

import bombe

if TYPE_CHECKING:
    from browsing import Opener

GRID = "2x2: h 0 0; v 1 1"
HELD = """() => {
    const { asking } = bombe;
    const { engines } = asking;
    asking.answers.clear();
    const held = new Promise((resolve) => { window.answer = resolve; });
    const ask = (name, ...rest) =>
        name === "choose" ? Promise.resolve({ move: window.chosen })
        : held.then(() => { asking.engines = engines; return engines.ask(name, ...rest); });
    asking.engines = { ask };
}"""
"""Lets questions wait until `answer()` is called; what an engine chooses is told at once."""


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """One page for all tests that need no game."""
    return Reader.of(keep_open, board_page("hard-2x2"), height=1400)


@pytest.fixture(scope="module")
def game(keep_open: Opener) -> Reader:
    """The page of a game with mistakes."""
    budget = bombe.Budget(nodes=1)
    match = bombe.match("greedy", "random", games=2, start="hard-2x2", budget=budget, seed=3)
    return Reader.of(keep_open, game_page(match.records[0]), height=1600)


def play(reader: Reader, number: int = 0) -> None:
    """Play a safe move."""
    move = list(bombe.audit(reader.state()).safe[number])
    reader.run(f"bombe.play({move})")
    reader.settle()


def nodes(reader: Reader) -> int:
    """Return how many moves were played, the start included."""
    return int(reader.run("bombe.store.study.nodes.length"))


def test_a_move_that_was_undone_cannot_be_visited(kept: Reader) -> None:
    kept.again(board_text("hard-2x2"))
    kept.run("bombe.store.show({ tab: 'game' })")
    play(kept)
    kept.run(
        "(() => { const button = document.querySelector('#moves [data-node=\"1\"]');"
        " bombe.commands.run('undo'); button.click(); })()"
    )
    kept.settle()
    kept.seen.check()
    assert kept.run("bombe.store.study.current") == 0


def test_a_click_is_taken_where_only_answers_came(kept: Reader) -> None:
    kept.again(board_text("hard-2x2"))
    kept.run("bombe.store.show({ tab: 'game' })")
    play(kept)
    kept.run(
        "(() => { const button = document.querySelector('#moves [data-node=\"0\"]');"
        " bombe.store.set({ notation: 'framework' }); button.click();"
        " window.wasDrawnAgain = !button.isConnected; })()"
    )
    assert kept.run("wasDrawnAgain"), "or this says nothing"
    assert kept.run("bombe.store.study.current") == 0


def test_a_line_of_a_grid_that_is_gone_draws_nothing(kept: Reader) -> None:
    kept.again(GRID)
    kept.run(
        f"(() => {{ const line = document.querySelector('#grid [data-edge=\"3\"]');"
        f" bombe.open({board_text('hard-2x2')!r});"
        " line.dispatchEvent(new MouseEvent('click', { bubbles: true })); })()"
    )
    kept.settle()
    kept.seen.check()
    assert kept.state() == bombe.read("hard-2x2")
    assert nodes(kept) == 1


def test_a_press_on_a_cell_that_is_gone_chooses_nothing(kept: Reader) -> None:
    kept.again(board_text("hard-3x3"))
    kept.run(
        "(() => { const cell = document.getElementById('cell-80');"
        f" bombe.open({board_text('hard-2x2')!r});"
        " cell.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));"
        " cell.focus(); })()"
    )
    kept.settle()
    kept.seen.check()
    assert kept.run("bombe.store.screen.cell") is None


def test_a_move_of_another_game_is_dropped(kept: Reader) -> None:
    kept.again(board_text("hard-2x2"))
    first, second, *_ = bombe.audit(kept.state()).safe
    kept.run(HELD)
    kept.run(f"bombe.play({list(first)}), bombe.play({list(second)}), 0")
    kept.run(f"bombe.open({GRID!r}), answer(), bombe.playing.then(() => 0)")
    kept.settle()
    kept.seen.check()
    assert kept.run("bombe.store.study.game") == "dots"
    assert not kept.warning


def test_moves_that_are_typed_fast_follow_one_another(kept: Reader) -> None:
    kept.again(GRID)
    lines = [["h", 1, 0], ["h", 1, 1], ["h", 2, 0]]
    for _ in range(2):
        kept.run(f"Promise.all({lines}.map((line) => bombe.play(line))).then(() => 0)")
        assert nodes(kept) == 1 + len(lines)
        kept.press(*["Control+z"] * len(lines))
        assert nodes(kept) == 1


def test_an_engine_does_not_move_after_the_move_that_a_reader_made_meanwhile(kept: Reader) -> None:
    kept.again(board_text("hard-2x2"))
    kept.run("bombe.store.show({ tab: 'play' })")
    kept.settle()
    kept.run(HELD)
    mine, its, *_ = (list(move) for move in bombe.audit(kept.state()).safe)
    kept.run(f"window.chosen = {its}, bombe.play({mine}), bombe.commands.run('engine-move')")
    kept.run("answer(), bombe.playing.then(() => 0)")
    kept.settle()
    assert kept.run("bombe.store.study.nodes.map(({ move }) => move)") == [None, mine]
    assert not kept.warning


def test_an_explanation_of_another_position_has_no_next_step(kept: Reader) -> None:
    kept.again(board_text("hard-3x3"))
    row, column, value = bombe.audit("hard-3x3").bombs[0]
    kept.run(f"bombe.store.show({{ cell: {9 * row + column}, value: {value} }})")
    kept.press("w")
    kept.page.wait_for_function("() => bombe.store.screen.why !== null")
    kept.run("bombe.store.show({ tab: 'play' })")
    kept.settle()
    kept.run(f"bombe.open({board_text('hard-2x2')!r}), bombe.store.show({{ tab: 'play' }})")
    kept.settle()
    kept.press("]")
    assert kept.run("bombe.store.screen.why") is None


def test_points_that_were_typed_for_another_game_count_nothing(kept: Reader) -> None:
    kept.again(board_text("hard-2x2"))
    kept.run("bombe.store.show({ tab: 'setup' })")
    kept.settle()
    kept.page.fill("#points-1", "7")
    kept.run(f"bombe.open({GRID!r})")
    kept.settle()
    kept.run("document.getElementById('points-1').dispatchEvent(new Event('change'))")
    kept.seen.check()
    assert nodes(kept) == 1
    assert kept.run("bombe.store.study.game") == "dots"


def test_a_note_stays_with_the_move_for_which_it_was_typed(kept: Reader) -> None:
    kept.again(board_text("hard-2x2"))
    kept.run("bombe.store.show({ tab: 'game' })")
    play(kept)
    kept.press("k")
    kept.page.keyboard.type("the first")
    play(kept)
    kept.press("Tab")
    assert kept.run("bombe.store.study.nodes.map(({ note }) => note)") == ["", "the first", ""]
    kept.page.fill("#node-name", "the second")
    assert kept.run("bombe.store.study.current") == 2
    kept.run("bombe.store.undo()")
    kept.run("bombe.store.undo()")
    kept.press("Tab")
    assert "move is gone" in kept.warning
    assert kept.run("bombe.store.study.nodes.map(({ name }) => name)") == ["", ""]


def test_the_answer_of_an_exercise_survives_an_undo(game: Reader) -> None:
    game.click("[data-tab=game]")
    game.run(
        "(() => { const { study, past } = bombe.store, [start] = study.nodes;"
        " past.push({ ...study, nodes: [{ ...start, children: [] }], current: 0 }); })()"
    )
    game.click("#learn")
    game.press("Control+z")
    assert nodes(game) == 1
    game.click("#learning-solve")
    game.seen.check()
    assert "better" in game.text("#learning-words")
    game.click("#learning-end")
    assert nodes(game) > 1
