"""A game on the page: its moves, the graph, mistakes, exercises, engines that play, hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from board_pages import Reader, board_text, game_page

import bombe

if TYPE_CHECKING:
    from browsing import Opener

    from bombe.boards.record import GameRecord


@pytest.fixture(scope="session")
def record() -> GameRecord:
    """A game with mistakes of both players, and bombs."""
    match = bombe.match(
        "greedy", "random", games=2, start="hard-2x2", budget=bombe.Budget(nodes=1), seed=3
    )
    return match.records[0]


@pytest.fixture(scope="module")
def kept(keep_open: Opener, record: GameRecord) -> Reader:
    """The one page of these tests: of the game, judged to its end."""
    return Reader.of(keep_open, game_page(record), height=1600)


@pytest.fixture
def reader(kept: Reader, record: GameRecord) -> Reader:
    """The page as it is when it is opened with the game."""
    kept.again(record.to_json())
    kept.page.emulate_media(media="screen")
    kept.click("[data-tab=game]")
    return kept


def current(reader: Reader) -> int:
    ply = reader.run(
        "(() => { let n = bombe.store.node, k = 0;"
        " while (n.parent !== null) { n = bombe.store.study.nodes[n.parent]; k++; } return k; })()"
    )
    return int(ply)


def test_every_move_is_listed_and_a_click_goes_there(reader: Reader, record: GameRecord) -> None:
    assert reader.page.locator("#moves [data-node]").count() == len(record.plies) + 1
    reader.click("#moves [data-node='3']")
    assert current(reader) == 3
    assert reader.page.locator("#moves [aria-current]").get_attribute("data-node") == "3"


def test_keys_walk_through_the_game(reader: Reader, record: GameRecord) -> None:
    reader.press("Control+Home", ".", ".", ",")
    assert current(reader) == 1
    reader.press("Control+End")
    assert current(reader) == len(record.plies)
    one, two = record.scores
    assert reader.run("bombe.view.side(bombe.store.node.position).scores") == [one, two]


def test_mistakes_are_those_that_the_judge_knows(reader: Reader, record: GameRecord) -> None:
    from bombe.analysis.matches.lost_points import losses

    known = {number for number, loss in losses(record).items() if loss.points}
    reader.press("Control+Home")
    found = set()
    for _ in range(len(record.plies)):
        before = current(reader)
        reader.press("n")
        if current(reader) == before:
            break
        if " lost " in reader.text("#mistake-words"):
            found.add(current(reader))
    assert found == known
    assert known, "a game without mistakes shows nothing"
    reader.press("Shift+N")
    assert current(reader) < max(known)


def test_the_better_move_becomes_a_variation(reader: Reader, record: GameRecord) -> None:
    reader.press("Control+Home", "n")
    before = reader.run("bombe.store.study.nodes.length")
    reader.click("#mistake-better")
    assert reader.run("bombe.store.study.nodes.length") == before + 1
    assert reader.page.locator("#moves .variation").count() == 1
    reader.press("p")
    first = reader.run("bombe.store.study.nodes[bombe.store.node.parent].children[0]")
    assert first == before
    reader.press("Shift+Delete")
    assert reader.page.locator("#moves [data-node]").count() == len(record.plies) + 1
    reader.press("Control+z")
    assert reader.page.locator("#moves .variation").count() == 1


def test_a_variation_leaves_what_is_known_of_the_game(reader: Reader) -> None:
    reader.press("Control+Home", "n")
    mistake, lost = current(reader), reader.text("#moves [aria-current]")
    assert "loses" in lost
    words = reader.text("#mistake-words")
    reader.click("#mistake-better")
    reader.page.wait_for_function(
        "() => document.querySelector('#mistake-words').textContent.includes('variation')"
    )
    assert reader.text(f"#moves [data-node='{mistake}']") == lost
    assert "wins" not in reader.text("#move-facts"), "the game of the log did not end here"
    reader.click("#mistake-back")
    assert reader.text("#mistake-words") == words
    assert reader.page.locator("#mistake-back").is_hidden()
    reader.press("Control+End")
    assert "wins" in reader.text("#move-facts")


def test_on_paper_all_moves_are_listed_and_no_field_is_empty(reader: Reader) -> None:
    reader.page.emulate_media(media="print")
    hidden = "(() => { const { scrollHeight, clientHeight } = document.querySelector('#moves');"
    assert reader.run(f"{hidden} return scrollHeight - clientHeight; }})()") <= 1
    assert reader.page.locator("#node-name").is_hidden()
    reader.run("document.querySelector('#node-name').value = 'a turning point'")
    assert reader.page.locator("#node-name").is_visible()
    assert reader.page.locator("#node-note").is_hidden()


def test_names_and_notes_are_kept(reader: Reader) -> None:
    reader.press("Control+Home", ".")
    reader.page.fill("#node-name", "a turning point")
    reader.page.fill("#node-note", "why not here?")
    reader.page.keyboard.press("Tab")
    reader.settle()
    assert "a turning point" in reader.text("#moves")
    assert "why not here?" in reader.text("#moves")


def test_the_graph_goes_where_it_is_clicked(reader: Reader, record: GameRecord) -> None:
    box = reader.page.locator("#graph").bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    reader.settle()
    assert current(reader) == len(record.plies)
    assert f"{len(record.plies)} positions are solved" in reader.text("#graph-words")


def test_an_exercise_shows_nothing_before_it_is_solved(reader: Reader) -> None:
    reader.click("#learn")
    assert reader.page.locator("#moves").is_hidden()
    assert reader.page.locator("#graph").is_hidden()
    assert reader.page.locator("#board [data-value]").count() == 0
    assert "bomb" not in reader.says
    reader.click("[data-tab=analyse]")
    assert "bomb" not in reader.page.locator("#side").inner_text()
    empty = "getComputedStyle(document.querySelector('#page-analyse'), '::after').content"
    assert "Nothing is shown" in reader.run(empty)
    reader.click("[data-tab=game]")
    better = reader.run(
        "(() => { const { all, at } = bombe.store.screen.learning; return all[at].ply.better; })()"
    )
    reader.run(f"bombe.play({better})")
    reader.page.wait_for_function("() => bombe.store.screen.learning.stage === 'right'")
    reader.settle()
    assert "Right" in reader.text("#learning-words")
    reader.click("#learning-next")
    reader.click("#learning-solve")
    assert "was better" in reader.text("#learning-words") or "tempo" in reader.text(
        "#learning-words"
    )
    reader.click("#learning-end")
    assert reader.page.locator("#moves").is_visible()


def test_an_exercise_is_played_also_by_who_was_setting_up(reader: Reader) -> None:
    reader.press("e")
    assert reader.run("bombe.store.screen.mode") == "setup"
    reader.click("#learn")
    assert reader.run("bombe.store.screen.mode") == "play"


def test_an_exercise_says_of_a_bad_move_that_it_is_no_better(reader: Reader) -> None:
    reader.click("#learn")
    played = reader.run(
        "(() => { const { all, at } = bombe.store.screen.learning; return all[at].ply.move; })()"
    )
    reader.run(f"bombe.play({played})")
    reader.page.wait_for_function("() => bombe.store.screen.learning.stage === 'wrong'")
    reader.settle()
    assert "no better" in reader.text("#learning-words")


@pytest.fixture
def player(kept: Reader) -> Reader:
    """The page with a board on which nothing was played yet, by you against the champion."""
    kept.again(board_text("hard-2x2"))
    kept.click("[data-tab=play]")
    kept.page.wait_for_function("() => document.querySelectorAll('#side-1 option').length > 1")
    kept.page.select_option("#side-1", "you")
    kept.page.select_option("#side-2", "champion")
    kept.settle()
    return kept


def test_engines_play_a_game_to_its_end(player: Reader) -> None:
    player.page.select_option("#side-1", "greedy")
    player.page.select_option("#side-2", "champion")
    player.page.fill("#play-seconds", "0.05")
    player.click("#play-switch")
    player.page.wait_for_function(
        "() => bombe.view.side(bombe.store.node.position).isOver", timeout=20_000
    )
    assert player.run("bombe.store.node.position.cells.flat().every(Boolean)")
    assert "over" in player.text("#play-words")


def test_engines_that_are_chosen_wait_for_play_and_say_so(player: Reader) -> None:
    player.page.select_option("#side-2", "greedy")
    player.settle()
    assert "you move for greedy, too." in player.text("#play-words")
    player.click("#play-switch")
    assert player.text("#play-words") == "It is your turn."


def test_an_engine_answers_a_person(player: Reader) -> None:
    player.page.fill("#play-seconds", "0.05")
    player.click("#play-switch")
    move = player.run("bombe.scene().answers.of('audit').value.safe[0]")
    player.run(f"bombe.play({move})")
    player.page.wait_for_function("() => bombe.store.study.nodes.length === 3", timeout=20_000)
    assert player.run("bombe.store.node.facts.by") == "champion"
    player.click("#play-switch")
    player.press("g")
    player.page.wait_for_function("() => bombe.store.study.nodes.length === 4", timeout=20_000)


def test_undo_takes_back_what_an_engine_answered_with_the_move_before_it(player: Reader) -> None:
    player.page.fill("#play-seconds", "0.05")
    player.click("#play-switch")
    move = player.run("bombe.scene().answers.of('audit').value.safe[0]")
    player.run(f"bombe.play({move})")
    player.page.wait_for_function("() => bombe.store.study.nodes.length === 3", timeout=20_000)
    player.press("Control+z")
    player.page.wait_for_function("() => bombe.store.study.nodes.length === 1")
    assert player.run("[bombe.store.past.length, bombe.store.future.length]") == [0, 2]
    player.press("Control+y")
    player.page.wait_for_function("() => bombe.store.study.nodes.length === 3")
    assert player.run("[bombe.store.past.length, bombe.store.future.length]") == [2, 0]


def test_a_hint_says_where_and_then_what(player: Reader) -> None:
    player.press("h")
    player.page.wait_for_selector("#hint-words")
    where = player.text("#hint-words")
    assert where
    player.click("#hint-more")
    player.page.wait_for_selector("#hint-play")
    assert player.text("#hint-words") != where
    player.click("#hint-play")
    player.page.wait_for_function("() => bombe.store.study.nodes.length === 2")
