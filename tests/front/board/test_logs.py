"""The page reads the logs of matches as Python does, and writes games that Python reads."""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING, Any

from documents.damage import damaged
from games import random_game
from page_boards import as_json, page_boards
from paths import ROOT
from random_boards import rng_of
from running import runner

from bombe.boards import Rules, SudokuState
from bombe.boards.dots.state import DotsState
from bombe.boards.errors import FormatError
from bombe.boards.record import read_records
from bombe.boards.sudoku.reading import read
from bombe.pages import contents

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from bombe.boards.record import GameRecord

DATA = ROOT / "tests" / "data"
LOGS = [
    path
    for path in sorted([*DATA.glob("release_0_2/logs/*"), *DATA.glob("corpora/documents/*.jsonl")])
    if '"bombe.game/1"' in path.read_text("utf-8").partition("\n")[0]
]


def test_the_page_refuses_damaged_logs() -> None:
    """Where Python does, except for what JSON.parse cannot tell: 1.0, a key that is there twice."""
    rng = rng_of("logs")
    lines = [line for path in LOGS for line in path.read_text("utf-8").splitlines(keepends=True)]
    short = sorted(lines, key=len)[:20]
    logs = []
    for _ in range(150):
        log = damaged(rng, "".join(rng.sample(short, rng.choice((1, 2)))))
        with contextlib.suppress(UnicodeDecodeError):
            logs.append(log.decode("utf-8"))
    answers = page_boards([{"do": "read", "text": text} for text in logs])
    wrong = 0
    for text, answer in zip(logs, answers, strict=True):
        is_read = isinstance(answer, list)
        assert is_read or answer["refused"]["kind"] == "TextError", answer
        wrong += is_read and not is_read_by_python(text)
    refused = sum(isinstance(answer, dict) for answer in answers)
    assert refused > 50
    assert wrong < 15


def is_read_by_python(text: str) -> bool:
    try:
        return all(
            list(record.states()) for record in read_records(io.StringIO(text, newline=None), "log")
        )
    except FormatError:
        return False


def test_the_contents_of_a_log_are_those_of_a_page() -> None:
    for path in LOGS:
        text = path.read_text("utf-8")
        (answer,) = page_boards([{"do": "contents", "text": text}])
        expected = as_json(contents.of_games(read_records(io.StringIO(text), "log"), ""))["games"]
        games = answer["games"] if answer["kind"] == "games" else [answer]
        for game, known in zip(games, expected, strict=True):
            scores = [ply.pop("scores") for ply in game["plies"]]
            assert scores[-1:] in ([game["scores"]], [])
            assert {**game, "kind": 0} == {**known, "kind": 0}


def played(record: GameRecord, plies: int | None = None, **more: Any) -> dict[str, Any]:
    """Return the question for the log of a game, or of its first plies."""
    return {
        "do": "record",
        "game": record.game.name,
        "start": record.game.to_json(record.start),
        "moves": [{"move": ply.move, "isBomb": ply.is_bomb} for ply in record.plies[:plies]],
        "players": ["you", "greedy"],
        **more,
    }


def test_a_game_that_was_played_in_the_page_is_a_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = read("easy-2x2").board
    games = [
        random_game(SudokuState.start(board, rules), 3)
        for rules in (Rules.CLASSIC, Rules.ROWS, Rules.BORDER)
    ]
    asked = [played(game, id=f"{number}") for number, game in enumerate(games)]
    asked += [
        played(games[0], 4, id="broken off"),
        played(games[0], 3, id="given up", resigned=games[0].plies[3].player),
    ]
    lines = page_boards(asked)
    records = list(read_records(lines))
    for record, game in zip(records, games, strict=False):
        assert (record.scores, record.result) == (game.scores, game.result)
        assert [ply.points for ply in record.plies] == [ply.points for ply in game.plies]
    assert [record.termination for record in records[3:]] == ["void", "resigned"]
    log = tmp_path / "page.jsonl"
    log.write_text("".join(lines), encoding="utf-8")
    bombe = runner(capsys)
    verified = bombe("verify", str(log))
    assert (verified.code, verified.err) == (4, "")
    assert "5 games without a hash" in verified.out
    assert bombe("replay", f"{log}#1").code == 0
    rated = bombe("rate", str(log))
    assert rated.code == 0
    assert "greedy" in rated.out


def test_a_game_of_dots_that_was_played_in_the_page_is_a_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = DotsState.start("1x1")
    moves = [{"move": line} for line in state.grid.lines]
    (line,) = page_boards(
        [
            {
                "do": "record",
                "game": "dots",
                "start": state.game.to_json(state),
                "moves": moves,
                "players": ["you", "exact"],
            }
        ]
    )
    (record,) = read_records([line])
    assert (record.result, record.scores) == ("0-1", (0, 1))
    log = tmp_path / "page.jsonl"
    log.write_text(line, encoding="utf-8")
    assert runner(capsys)("verify", str(log)).code == 4  # the page writes no hashes


def test_an_illegal_move_is_not_written_into_a_log() -> None:
    state = DotsState.start("1x1")
    move = {"move": ["h", 0, 0]}
    (answer,) = page_boards(
        [
            {
                "do": "record",
                "game": "dots",
                "start": state.game.to_json(state),
                "moves": [move, move],
                "players": ["you", "exact"],
            }
        ]
    )
    assert answer["refused"]["message"] == "h 0 0 is refused: h 0 0 is drawn already"
