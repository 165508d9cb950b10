"""What the page tells of a game: whose mistakes, why, where tempo went, and what is unknown."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

import pytest
from asking_page import ask
from board_pages import Reader, board_page, game_page
from games import random_game

import bombe
from bombe.analysis.matches.lost_points import losses
from bombe.boards import SudokuState

if TYPE_CHECKING:
    from browsing import Opener

    from bombe.boards.record import GameRecord


@functools.cache
def record() -> GameRecord:
    """Return a game with mistakes of both players, some of them of tempo."""
    return random_game(SudokuState.start(bombe.read("hard-2x3").board), 4)


@functools.cache
def judgement() -> Any:
    """Return what the engines say of the game when they are asked for nothing else."""
    moves = [list(ply.move) for ply in record().plies]
    return ask("judge", start=bombe.read("hard-2x3"), moves=moves)


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """The page of the game, judged to its end."""
    return Reader.of(keep_open, game_page(record()), height=1600)


@pytest.fixture
def reader(kept: Reader) -> Reader:
    """The page at the beginning of the game."""
    kept.run("bombe.store.show({ judged: 0, tab: 'game' })")
    kept.press("Control+Home")
    return kept


def ply(reader: Reader) -> int:
    """Return the number of the move that is shown."""
    found: int = reader.run(
        "(() => { const { nodes, current } = bombe.store.study; let count = 0;"
        " for (let at = current; nodes[at].parent !== null; at = nodes[at].parent) count++;"
        " return count; })()"
    )
    return found


def is_mistake(judged: Any) -> bool:
    """Return whether the engines know that a move gave something away."""
    return bool(judged["lost"] or judged.get("thrown"))


@pytest.mark.parametrize("player", [0, 1, 2])
def test_mistakes_are_those_of_the_chosen_player(reader: Reader, player: int) -> None:
    known = [
        each["ply"]
        for each in judgement()["plies"]
        if is_mistake(each) and player in {0, each["mover"]}
    ]
    assert len(known) > 2
    reader.click(f"[data-judged='{player}']")
    assert reader.text(f"[data-judged='{player}']").endswith(f" {len(known)}")
    seen = []
    for _ in known:
        reader.press("n")
        seen.append(ply(reader))
    assert seen == known
    reader.press("n")
    assert ply(reader) == known[-1]  # there is no later one
    assert reader.text("#spoken") == "No later mistake is known."
    reader.press("Shift+N")
    assert ply(reader) == known[-2]


def test_a_mistake_is_reported_with_its_cost_the_better_move_and_why(reader: Reader) -> None:
    lost = losses(record())
    told = 0
    for each in judgement()["plies"]:
        if not is_mistake(each):
            continue
        reader.press("n")
        words = reader.text("#mistake-words")
        if loss := lost.get(each["ply"]):
            points = f"lost {loss.points} point" if loss.points else "gave the tempo away"
            assert points in words
            told += 1
        if each["better"]:
            row, column, value = each["better"]
            assert f"r{row + 1}c{column + 1}={value} was better" in words
        if loss and loss.better:
            assert ("was better, but loses, too." in words) == loss.is_lost
        assert each["why"] in words
        assert not each["better"] or len(each["why"]) > 10
    assert told > 2


def test_thrown_tempo_and_the_last_solvable_position_are_links(reader: Reader) -> None:
    thrown = judgement()["thrown"]
    assert thrown
    assert thrown == [each["ply"] for each in judgement()["plies"] if each.get("thrown")]
    links = reader.page.locator("#game-marks [data-ply]")
    numbers = links.evaluate_all("(all) => all.map((each) => Number(each.dataset.ply))")
    last = judgement()["last_solvable"]
    assert numbers == [*thrown, *([] if last is None else [last])]
    links.first.click()
    reader.settle()
    assert ply(reader) == thrown[0]
    assert reader.page.locator("#game-marks [aria-current]").count() == 1


def test_the_graph_shows_what_is_known_and_nothing_else(reader: Reader) -> None:
    plies = judgement()["plies"]
    assert f"of {len(plies)} positions are solved" in reader.text("#graph-words")
    mistakes = reader.page.locator("#graph .graph-mistake").count()
    assert mistakes == sum(map(is_mistake, plies))
    assert reader.page.locator("#graph .graph-exact").count() > 0
    law = reader.page.locator("#graph [class^=graph-law-]").count()
    assert (law > 0) == any(each["verdict"] in {"won", "lost"} for each in plies)


def test_what_is_not_known_is_said_to_be_unknown(open_page: Opener) -> None:
    reader = Reader.of(open_page, board_page("empty-4x4"))
    move = [0, 0, 1]
    reader.run(f"bombe.play({json.dumps(move)})")
    reader.run("bombe.store.show({ tab: 'game' })")
    reader.page.wait_for_function(
        "() => /solved/.test(document.getElementById('graph-words').textContent)"
    )
    assert "0 of 1 positions are solved; 0 mistakes are known" in reader.text("#graph-words")
    assert reader.page.locator("#graph .graph-exact").count() == 0
    assert "No mistake is known" in reader.text("#mistake-words")
