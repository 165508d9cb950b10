"""Records of games and their replays: reading, drawings, captions, pages and the command."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import re
from typing import TYPE_CHECKING

import click
import pytest
from games import random_game, sudoku
from played_logs import log_of
from terminals import screens_of

from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.svg import draw_svg
from bombe.analysis.drawing.text import draw_text
from bombe.analysis.matches.lost_points import lost_points
from bombe.analysis.matches.replay import ending, frames, title
from bombe.analysis.matches.sudoku import SudokuFrame
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import FormatError, Place
from bombe.boards.record import GameRecord, Termination, read_record, read_records
from bombe.boards.sudoku.notation import Notation
from bombe.boards.sudoku.reading import read
from bombe.commands import main
from bombe.commands.matches.stepping import step

if TYPE_CHECKING:
    from pathlib import Path

EMPTY = SudokuState.start(Board.empty(Shape(2, 2)))
GAME = random_game(EMPTY, 3)
MOVE = {"player": 1, "move": [0, 3, 4], "verdict": "placed", "points": 0}


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3)])
def test_a_record_is_the_same_after_writing_and_reading(shape: Shape, rules: Rules) -> None:
    start = SudokuState.start(Board.empty(shape), rules, seed=4)
    record = random_game(start, 5, match="m", extra={"versions": {"bombe": "1"}})
    assert read_record(record.to_json()) == record


def test_a_record_keeps_the_history_of_its_start() -> None:
    (*_, middle, _, _) = map(sudoku, GAME.states())
    record = random_game(middle, 8)
    assert middle.history
    assert read_record(record.to_json()).start == middle


def test_replaying_ends_with_the_scores_of_the_record() -> None:
    last = list(GAME.states())[-1]
    assert last.is_over
    assert last.scores == GAME.scores
    assert any(ply.is_bomb for ply in GAME.plies), "pick a seed with a bomb"


def test_each_result_has_its_own_text() -> None:
    assert [dataclasses.replace(GAME, winner=w).result for w in (0, 1, 2)] == ["1/2", "1-0", "0-1"]
    assert dataclasses.replace(GAME, termination=Termination.VOID).result == "*"
    assert [t for t in Termination if not t.is_forfeit] == [Termination.SCORE, Termination.VOID]
    assert all(t.sentence for t in Termination)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[]", "not a game of schema"),
        ('{"schema": "bombe.game/2"}', "not a game of schema"),
        ('{"schema": "bombe.game/1"}', "id is missing"),
    ],
)
def test_lines_that_are_not_games_are_refused_with_their_place(line: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)) as caught:
        list(read_records([GAME.to_json(), "", line], "log"))
    assert str(caught.value.place).startswith("log:3")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("moves", [{}], "moves[0].player is missing"),
        ("moves", [MOVE | {"player": 3}], "moves[0].player is 3, not 1 or 2"),
        ("moves", [MOVE, MOVE | {"verdict": []}], "moves[1].verdict is an array, not"),
        (
            "moves",
            [MOVE | {"move": [1, 2]}],
            "moves[0].move is an array: a move is row, column",
        ),
        ("moves", [MOVE | {"move": ["a", 1, 2]}], 'not ["a", 1, 2]'),
        ("moves", [MOVE | {"points": math.inf}], "points is Infinity, not a whole number"),
        ("moves", [MOVE | {"ms": "1"}], 'ms is "1", not a number'),
        ("moves", [MOVE | {"proposals": [7]}], "moves[0].proposals[0] is 7, not an array of 2"),
        ("moves", [MOVE | {"notes": [4]}], "notes is an array, not an object"),
        ("moves", [MOVE | {"notes": {"depth": "4"}}], "depth is of type str, not a number"),
        ("moves", [MOVE | {"notes": {"a b": 4}}], "'a b' is not a name"),
        ("moves", [MOVE | {"notes": {"depth": math.nan}}], "depth is not a number between"),
        ("moves", [7], "moves[0] is 7, not an object"),
        ("moves", 7, "moves is 7, not an array"),
        ("scores", 3, "scores is 3, not an array of 2"),
        ("scores", [3], "scores has 1 items, not 2"),
        ("result", "2-0", 'result is "2-0", not "1-0" or "0-1" or "1/2" or "*"'),
        ("termination", "tired", 'termination is "tired", not "score" or'),
        ("start", {}, "m is missing"),
        ("start", [], "start is an array, not an object"),
        ("game", 7, "game is 7, not a text"),
        ("game", "chess", "unknown game 'chess'"),
        ("board", "1234", 'board is "1234", but the start has "................"'),
        ("m", 3, "m is 3, but the start has 2"),
        ("seeds", 7, "seeds is 7, not an array of 2"),
        ("reason", 7, "reason is 7, not a text"),
        ("extra", 10**400, "extra is"),
    ],
)
def test_a_game_with_an_invalid_value_is_refused_by_key(
    key: str, value: object, words: str
) -> None:
    line = json.dumps(json.loads(GAME.to_json()) | {key: value})
    with pytest.raises(FormatError, match=r"^log:7: ") as caught:
        read_record(line, Place("log", 7))
    assert words in str(caught.value)


def test_a_replay_of_an_impossible_record_names_the_refused_move_and_its_place() -> None:
    false = dataclasses.replace(GAME, plies=(*GAME.plies[:-1], GAME.plies[0], *GAME.plies[-1:]))
    (read,) = read_records(["", false.to_json()], "log")
    message = rf"^log:2: move {len(GAME.plies)} of game 3a is impossible: .* is refused: "
    for look in (lambda: list(frames(read)), lambda: lost_points(read)):
        with pytest.raises(FormatError, match=message):
            look()


def test_a_caption_ends_with_what_the_agent_noted() -> None:
    noted = GAME.plies[0]._replace(notes=(("depth", 4), ("nodes", 1200)))
    record = dataclasses.replace(GAME, plies=(noted, *GAME.plies[1:]))
    before, shown = list(frames(GAME))[1], list(frames(record))[1]
    assert shown.caption == f"{before.caption} (depth 4, nodes 1200)"


def test_frames_show_owners_bombs_and_scores() -> None:
    shown = list(frames(GAME))
    assert len(shown) == len(GAME.plies) + 1
    assert shown[0].caption == "start: 16 empty cells, one (player 1) begins"
    assert isinstance(shown[-1], SudokuFrame)
    assert len(shown[-1].owners) == 16
    bombs = [frame for frame in shown if frame.ply and frame.ply.is_bomb]
    assert all("plays the bomb" in frame.caption for frame in bombs)
    assert shown[-1].caption.endswith(f"{GAME.scores[0]} to {GAME.scores[1]}")


def test_a_bomb_says_why_unless_it_was_meant() -> None:
    shown = list(frames(GAME))
    bombs = [frame for frame in shown if frame.ply and frame.ply.is_bomb]
    assert bombs
    for frame in shown:
        assert bool(frame.why) == (frame in bombs)
    for frame in bombs:
        assert frame.ply is not None
        row, column, value = Move.of(frame.ply.move)
        assert frame.why.startswith(f"If {value} stands at ({row},{column}), ")
        assert frame.caption.endswith(frame.why)
        spelled = dataclasses.replace(frame, notation=Notation.R1C1)
        assert spelled.why.startswith(f"If {value} stands at r{row + 1}c{column + 1}, ")
        assert not re.search(r"\(\d+,\d+\)", spelled.caption)
        assert not re.search(r"\br\d+c\d", frame.caption)
        assert not dataclasses.replace(frame, lost=0).why, "it lost nothing: a skip"
        assert dataclasses.replace(frame, lost=2).why


@pytest.mark.parametrize(
    ("notes", "is_told"),
    [((("exact", 1),), False), ((("proven", 3),), False), ((("exact", 0),), True)],
)
def test_a_bomb_of_a_player_who_has_solved_the_game_was_meant(
    notes: tuple[tuple[str, int], ...],
    is_told: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    plies = tuple(ply._replace(notes=notes) for ply in GAME.plies)
    shown = frames(dataclasses.replace(GAME, plies=plies))
    bomb = next(frame for frame in shown if frame.ply and frame.ply.is_bomb)
    assert bool(bomb.why) is is_told


def test_a_long_chain_is_one_sentence() -> None:
    hard = random_game(SudokuState.start(read("hard-3x3").board), 1)
    whys = [frame.why for frame in frames(hard) if frame.why]
    assert not any("\n" in why for why in whys)
    assert any(" steps show a contradiction: " in why for why in whys)


def test_owners_and_the_last_move_are_drawn_without_colour() -> None:
    frame = list(frames(GAME))[-1]
    assert isinstance(frame, SudokuFrame)
    text = draw_text(frame.sheet(taboo=False), Look())
    grid = text[: text.index("filled")]
    assert len(re.findall(r"[1-4][+-]", grid)) == 16
    assert "filled by player 1" in text
    assert "> last move" in text
    picture = draw_svg(frame.sheet())
    assert "player 2" in picture
    assert "last move" in picture


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    games = [GAME, random_game(read("hard-2x2"), 9)]
    path.write_text("".join(game.to_json() + "\n" for game in games), encoding="utf-8")
    return path


def test_the_command_lists_the_games_of_a_log(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(log)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert title(GAME) in lines[0]


@pytest.mark.parametrize("wanted", ["2", "9a"])
def test_the_command_prints_a_game_by_number_or_id(
    log: Path, wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", f"{log}#{wanted}"]) == 0
    assert "9. " in capsys.readouterr().out


INCIDENTS = [
    {"ply": 1, "player": 2, "ending": "hang", "detail": "ran past \x1b[2J its deadline"},
    {"ply": len(GAME.plies), "player": 1, "ending": "overrun", "detail": "returned late"},
    {"ply": "1", "player": 2, "ending": "cpu"},
    7,
]


def test_incidents_are_reported_at_their_move_and_in_the_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.jsonl"
    game = dataclasses.replace(GAME, extra={"incidents": INCIDENTS})
    log.write_text(game.to_json() + "\n", encoding="utf-8")
    summary = f"incidents: {GAME.first}: in the last turn, overrun: returned late; {GAME.second}: "
    summary += "hang in move 2"
    words = r"hang: ran past \x1b[2J its deadline"
    assert main(["replay", f"{log}#1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if words in line] == [lines[3]]
    assert lines[3].startswith("2. ")
    assert summary in lines
    assert main(["replay", str(log)]) == 0
    assert capsys.readouterr().out.endswith("; 2 incidents\n")


def test_the_command_draws_one_position(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    assert main(["replay", f"{log}#1", "--ply", "2", "--svg", str(svg), "--html", str(html)]) == 0
    assert list(frames(GAME))[2].caption in capsys.readouterr().out
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert ending(GAME) in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("{log}#7", 2, "has no game '7': give a number from 1 to 2"),
        ("{log}x#1", 3, "give a log of `bombe match`"),
        ("{log} --html {log}.html", 2, "name one, such as"),
        ("{log}#1 --ply 999", 2, "give at most that"),
    ],
)
def test_the_command_refuses_invalid_arguments(
    log: Path, words: str, code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", *words.format(log=log).split()]) == code
    assert message in capsys.readouterr().err


KEYS = {
    "home": ["\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "\xe0G"],
    "end": ["\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "\xe0O"],
}
"""What terminals and Windows send for these keys."""


@pytest.mark.parametrize(("home", "end"), list(zip(*KEYS.values(), strict=True)))
def test_home_and_end_go_to_the_first_and_the_last_position(
    home: str, end: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = len(GAME.plies)
    keys = iter([end, "b", home, "n", "\x1bOC", "x", "\x1b[D", "q"])
    monkeypatch.setattr(click, "getchar", lambda: next(keys))
    step(GAME, list(frames(GAME)), Look(), ending(GAME))
    printed = capsys.readouterr().out
    shown = [int(number) for number in re.findall(rf"^(\d+) of {last} ", printed, re.MULTILINE)]
    assert shown == [0, last, last - 1, 0, 1, 2, 2, 1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo-terminal")
@pytest.mark.parametrize("shape", ["3x3", "4x4"])
def test_no_screen_is_higher_than_the_terminal(shape: str, tmp_path: Path) -> None:
    game = dataclasses.replace(random_game(read(f"random-{shape}"), 5), first="f" * 60)
    path = tmp_path / "log.jsonl"
    path.write_text(log_of([game]), encoding="utf-8")
    screens = screens_of(["replay", f"{path}#1"], "nnnnnnnnnnGbq", rows=24)
    assert len(screens) == 13
    assert max(len(screen) for screen in screens) <= 24
    for number, screen in zip(
        (*range(11), len(game.plies), len(game.plies) - 1), screens, strict=True
    ):
        assert screen[0].startswith("f" * 60)
        assert any(f"{number}. " in row or "start: " in row for row in screen[1:4])
        assert f"{number} of {len(game.plies)} " in screen[-1]
    assert all(("more lines" in "".join(screen)) == (shape == "4x4") for screen in screens)


def test_records_are_values() -> None:
    assert isinstance(GAME, GameRecord)
    assert random_game(EMPTY, 3) == GAME
