"""A page with a game shows all that its log and the analysis say of every move."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from games import random_game

from bombe.analysis.matches.lost_points import losses
from bombe.analysis.matches.replay import cpu_text, ending, frames, incidents_text, title
from bombe.boards.sudoku.notation import for_people, notation
from bombe.boards.sudoku.reading import read
from bombe.pages.contents import of_game, of_games
from bombe.pages.document import page

if TYPE_CHECKING:
    from browsing import Opener

PLAYED = random_game(read("hard-2x2"), 1, first="</script><b>", second="mcts:c=1.5")
GAME = dataclasses.replace(
    PLAYED,
    plies=tuple(
        ply._replace(ms=41.25, cpu_ms=40.5, output="thinking\nhard", notes=(("depth", 4),))
        for ply in PLAYED.plies
    ),
    extra={"incidents": [{"ply": 2, "player": 1, "ending": "overrun", "detail": "returned late"}]},
)


def test_every_move_has_its_caption_times_output_and_incidents(open_page: Opener) -> None:
    # A bomb that is known to have lost nothing was meant, and has no reason: here all have one.
    bombs = {number for number, ply in enumerate(GAME.plies, 1) if ply.is_bomb}
    lost = {k: loss for k, loss in losses(GAME).items() if loss.points or k not in bombs}
    shown = list(frames(GAME, lost))
    told = of_game(GAME, lost) | {"show": {"tab": "game", "notation": "framework"}}
    seen = open_page(page(told)).page
    assert seen.locator("#title").inner_text() == title(GAME)
    for number, frame in enumerate(shown):
        assert seen.locator("#caption").inner_text() == frame.caption
        if number:
            facts = seen.locator("#move-facts").inner_text()
            assert "41.25 ms, 40.5 ms of processor time" in facts
            assert ("overrun: returned late" in facts) == (number == 3)
            assert seen.locator("#move-output").inner_text() == "thinking\nhard"
        if number < len(shown) - 1:
            seen.keyboard.press("PageDown")
            seen.wait_for_function(
                "n => bombe.store.study.current === n && !bombe.frame", arg=number + 1
            )
    end = seen.locator("#move-facts").inner_text()
    assert all(text in end for text in (ending(GAME), incidents_text(GAME), cpu_text(GAME)))
    assert any("was better" in frame.caption for frame in shown)
    assert any(frame.why and frame.why in frame.caption for frame in shown)
    assert any("(depth 4)" in frame.caption for frame in shown)


def test_sentences_count_from_1_unless_the_reader_wants_it_otherwise(open_page: Opener) -> None:
    seen = open_page(page(of_game(GAME, losses(GAME)))).page
    seen.keyboard.press("PageDown")
    first = list(frames(GAME))[1].caption.partition(";")[0]
    with notation("r1c1"):
        seen.locator("#caption", has_text=for_people(first)).wait_for()
    seen.keyboard.press("i")
    seen.locator("#caption", has_text=first).wait_for()


def test_a_page_of_many_games_lists_them_and_opens_one(open_page: Opener) -> None:
    other = random_game(read("easy-2x2"), 3, first="ada", second="bob")
    seen = open_page(page(of_games([GAME, other], "log.jsonl"))).page
    seen.get_by_text("ada").first.click()
    seen.wait_for_function("bombe.store.study.players[0] === 'ada'")
