"""What a page starts with: positions and games, with all that is known of their moves."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from typing import Any

import pytest
from games import random_game
from nim import NimState

from bombe.analysis.matches.lost_points import losses
from bombe.analysis.matches.replay import frames, title
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.dots.text import read_dots
from bombe.boards.errors import UnsupportedError
from bombe.boards.record import GameRecord, Ply, Termination
from bombe.boards.sudoku.reading import read
from bombe.pages.contents import empty, of_game, of_games, of_position

GAME = random_game(read("hard-2x2"), 1)
HOSTILE = "one\x1b[2J"


def game_of_dots(grid: Grid, seed: int) -> GameRecord:
    """Return a game of random lines."""
    rng, state, plies = random.Random(seed), DotsState.start(grid), []
    while not state.is_over:
        line = rng.choice(state.moves())
        plies.append(Ply(state.to_move, line, is_bomb=False, points=state.completes(line)))
        state = state.play(line)
    one, two = state.scores
    winner, end = (one > two) + 2 * (two > one), Termination.SCORE
    start, reason = DotsState.start(grid), "played to the end"
    return GameRecord("1a", start, "one", "two", tuple(plies), state.scores, winner, end, reason)


def plain(value: object) -> Any:
    return json.loads(json.dumps(value))


def test_a_position_is_the_json_of_its_game() -> None:
    state = read("hard-3x3")
    found = plain(of_position(state, "hard"))
    assert found["name"] == "hard"
    assert state.game.from_json(found["position"]) == state
    dots = read_dots("2x3: h 0 0; v 1 2")
    found = plain(of_position(dots))
    assert (found["kind"], found["game"]) == ("position", "dots")
    assert dots.game.from_json(found["position"]) == dots
    assert empty() == {"kind": "empty"}
    with pytest.raises(UnsupportedError, match="draws sudoku and dots only, not nim"):
        of_position(NimState((1, 2)))


@pytest.mark.parametrize("record", [random_game(read("hard-2x2"), 5), game_of_dots(Grid(2, 2), 5)])
def test_a_game_has_all_that_the_terminal_tells(record: GameRecord) -> None:
    lost = losses(record)
    found = plain(of_game(record, lost))
    first, *shown = frames(record, lost)
    assert record.game.from_json(found["start"]) == record.start
    assert found["title"] == title(record)
    assert found["caption"]["framework"] == first.caption
    captions = [ply["caption"]["framework"] for ply in found["plies"]]
    assert captions == [frame.caption for frame in shown]
    assert [ply["scores"] for ply in found["plies"]] == [[*frame.state.scores] for frame in shown]
    for ply, told, frame in zip(record.plies, found["plies"], shown, strict=True):
        assert told["move"] == plain(ply.move)
        assert (told["player"], told["bomb"]) == (ply.player, ply.is_bomb)
        assert told["points"] == ply.points
        assert told.get("lost") == frame.lost
        assert told.get("better") == (frame.better and str(frame.better))
    assert any(told.get("better") for told in found["plies"])


def test_bombs_say_why_and_turns_what_they_took() -> None:
    plies = tuple(
        ply._replace(ms=2.5, cpu_ms=1.5, output="hi\x07\nho", notes=(("depth", 3),))
        for ply in GAME.plies
    )
    incidents = [{"ply": 1, "player": 2, "ending": "hang", "detail": f"ran {HOSTILE}"}]
    record = dataclasses.replace(GAME, plies=plies, first=HOSTILE, extra={"incidents": incidents})
    found = plain(of_game(record))
    assert found["players"][0] == "one\\x1b[2J"
    assert found["incidents"].endswith("hang in move 2")
    assert found["cpu"].startswith("processor time: ")
    told = found["plies"][1]
    assert told["incidents"] == ["hang: ran one\\x1b[2J"]
    assert told["output"] == "hi\\x07\nho"
    assert told["notes"] == {"depth": 3}
    assert (told["ms"], told["cpu_ms"]) == (2.5, 1.5)
    whys = [ply.get("why") for ply in found["plies"]]
    assert [bool(why) for why in whys] == [ply.is_bomb for ply in plies]
    assert any(whys)


def test_texts_are_in_the_readers_notation() -> None:
    found = plain(of_game(GAME, losses(GAME)))
    captions = [ply["caption"] for ply in found["plies"]]
    assert any("plays r" in caption["r1c1"] for caption in captions)
    assert any("plays (" in caption["framework"] for caption in captions)
    assert not any(" -> " in caption["r1c1"] for caption in captions)
    assert not re.search(r"\br\d+c\d", " ".join(caption["framework"] for caption in captions))


def test_many_games_have_what_their_log_has() -> None:
    other = game_of_dots(Grid(1, 2), 4)
    found = plain(of_games([GAME, other], "log.jsonl"))
    assert (found["kind"], found["title"]) == ("games", "log.jsonl")
    assert [game["id"] for game in found["games"]] == [GAME.id, other.id]
    assert [len(game["plies"]) for game in found["games"]] == [len(GAME.plies), len(other.plies)]
    assert "caption" not in found["games"][0]["plies"][0]
