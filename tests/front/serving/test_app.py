"""What the page asks its server for: questions, opponents, matches, logs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from serving import TOKEN, Asker, client_of

import bombe
from bombe.agents.processes.process import Settings
from bombe.boards.game import game_named
from bombe.serving.matches import LiveMatches

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BOARD = "hard-2x2"


@pytest.fixture
def asker() -> Iterator[Asker]:
    with client_of() as client:
        yield Asker(client)


def position(name: str = BOARD) -> object:
    state = bombe.read(name)
    return game_named("sudoku").to_json(state)


def test_a_question_has_the_fields_of_the_function(asker: Asker) -> None:
    *_, last = asker.stream("/ask", {"ask": "audit", "params": {"position": position()}})
    expected = bombe.audit(BOARD).to_dict()
    for name in ("safe", "bombs", "forced", "solutions"):
        assert last["answer"][name] == expected[name]


@pytest.mark.parametrize(
    ("name", "params", "words"),
    [
        ("oracle", {}, "question"),
        ("audit", {}, "no position"),
        ("audit", {"position": {"m": 2}}, "position"),
        ("audit", {"position": 3}, "no position"),
        ("shares", {"position": {"m": 1, "n": 2, "cells": [[0, 0], [0, 0]]}, "limit": -1}, "limit"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(
    asker: Asker, name: str, params: object, words: str
) -> None:
    (line,) = asker.stream("/ask", {"ask": name, "params": params})
    assert words in line["error"]


@pytest.mark.parametrize("body", [[], "text", {"ask": 3, "params": {}}, {"ask": "audit"}])
def test_what_is_no_question_is_refused(asker: Asker, body: object) -> None:
    assert "error" in asker.post("/ask", body)


def test_ratings_without_time_for_them_are_not_final(asker: Asker) -> None:
    params = {"position": position(), "seconds": 1e-9}
    *_, last = asker.stream("/ask", {"ask": "ratings", "params": params})
    assert last["answer"] == {"ratings": [], "unrated": [], "final": False}


@pytest.mark.parametrize("move", ["r1c1=5", 5, {"row": 1}])
def test_what_is_no_move_is_not_passed_over(asker: Asker, move: object) -> None:
    params = {"position": position(), "move": move}
    (line,) = asker.stream("/ask", {"ask": "why", "params": params})
    assert "give [row, column, value]" in line["error"]


def test_an_exact_ending_reports_how_far_it_is(asker: Asker) -> None:
    params = {"position": position(), "seconds": 20}
    *reports, last = asker.stream("/ask", {"ask": "values", "params": params})
    assert last["answer"]["margin"] == bombe.endgame(BOARD).margin
    assert all("low" in line["report"] for line in reports)


def test_an_opponent_plays_turn_after_turn(asker: Asker) -> None:
    opened = asker.post("/opponents", {"agent": "greedy", "game": "sudoku", "seed": 1})
    path = f"/opponents/{opened['opponent']}/turn"
    asked = {"position": position(), "game": "sudoku", "seconds": 0.5}
    for _ in range(2):
        *_, last = asker.stream(path, asked)
        assert last["answer"]["fate"] in ("stands", "bomb")
        assert len(last["answer"]["move"]) == 3


@pytest.mark.parametrize(
    "agent",
    [
        "/etc/passwd",
        "./team42",
        "os:system",
        "mine.py:Mine",
        "champion:solver=program:./mine",
        "oracle:of=mine.py:Mine",
        "neat:genome=/etc/passwd",
    ],
)
def test_agents_that_were_not_named_cannot_be_opened(asker: Asker, agent: str) -> None:
    found = asker.post("/opponents", {"agent": agent, "game": "sudoku", "seed": 1})
    assert "start the server with --agent" in found["error"]


def test_agents_of_both_games_are_listed(asker: Asker) -> None:
    listed = {(each["game"], each["agent"]) for each in asker.get("/agents")}
    assert {("sudoku", "champion"), ("dots", "exact"), ("dots", "random")} <= listed


def test_a_match_is_watched_to_its_end_and_then_browsed(asker: Asker) -> None:
    asked = {
        "players": ["greedy", "random"],
        "position": position(),
        "game": "sudoku",
        "games": 2,
        "seconds": 0.1,
        "seed": 1,
    }
    number = asker.post("/matches", asked)["match"]
    events = asker.events(f"/matches/{number}/events")
    kinds = [each["event"] for each in events]
    assert kinds.count("game") == kinds.count("over") == 2
    assert kinds.count("turn") >= 2 * 12
    assert kinds[-1] == "end"
    (log,) = asker.get("/logs")
    assert (log["games"], log["problem"]) == (2, "")
    page = asker.get(f"/logs/{log['log']}/games?player=Greed")
    assert page["total"] == 2
    assert asker.get(f"/logs/{log['log']}/games?result=1-0&player=nobody")["total"] == 0
    game = asker.get(f"/logs/{log['log']}/games/1")
    assert game["schema"] == "bombe.game/1"
    assert "no game 3" in asker.get(f"/logs/{log['log']}/games/3")["error"]


def test_a_feed_continues_after_the_event_that_was_seen_last(asker: Asker) -> None:
    asked = {
        "players": ["random", "random"],
        "position": position(),
        "game": "sudoku",
        "games": 2,
        "seconds": 0.1,
        "seed": 1,
    }
    number = asker.post("/matches", asked)["match"]
    every = asker.events(f"/matches/{number}/events")
    asker.client.headers["Last-Event-ID"] = "3"
    assert asker.events(f"/matches/{number}/events") == every[3:]


@pytest.mark.parametrize("seconds", [0, -1, 601, float("inf")])
def test_turns_of_a_match_have_an_end(asker: Asker, seconds: float) -> None:
    asked = {
        "players": ["random", "random"],
        "position": position(),
        "game": "sudoku",
        "games": 2,
        "seconds": seconds,
        "seed": 1,
    }
    answer = asker.client.post(f"/{TOKEN}/matches", content=json.dumps(asked)).json()
    assert "give up to 600" in answer["error"]


@pytest.mark.parametrize("games", [-2, 0, 1, 3, 1002])
def test_games_of_a_match_are_pairs(asker: Asker, games: int) -> None:
    asked = {
        "players": ["random", "random"],
        "position": position(),
        "game": "sudoku",
        "games": games,
        "seconds": 0.1,
        "seed": 1,
    }
    assert f"{games} games" in asker.post("/matches", asked)["error"]
    assert asker.get("/matches") == []


def test_the_logs_of_a_server_before_stay(tmp_path: Path) -> None:
    before = tmp_path / "match-1.jsonl"
    before.write_text("kept\n", encoding="utf-8")
    matches = LiveMatches(tmp_path, Settings())
    number = matches.start(["random", "random"], bombe.read(BOARD), 2, 0.1, 1)
    matches.close()
    assert number == "2"
    assert before.read_text(encoding="utf-8") == "kept\n"
    assert matches[number].problem == ""


@pytest.mark.parametrize(
    "path",
    ["/logs/x/games", "/logs/" + "9" * 5000 + "/games", "/logs/0/games?first=" + "9" * 5000],
)
def test_numbers_of_an_address_are_checked(asker: Asker, path: str) -> None:
    assert "give a number from 0 on" in asker.get(path)["error"]


def test_half_a_character_is_answered(asker: Asker) -> None:
    body = b'{"agent": "\\ud800", "game": "sudoku", "seed": 1}'
    answer = asker.client.post(f"/{TOKEN}/opponents", content=body)
    assert "cannot be opened" in answer.json()["error"]


def test_a_match_that_is_stopped_ends(asker: Asker) -> None:
    asked = {
        "players": ["champion", "champion"],
        "position": position("empty-3x3"),
        "game": "sudoku",
        "games": 100,
        "seconds": 1.0,
        "seed": 1,
    }
    number = asker.post("/matches", asked)["match"]
    assert asker.get("/matches")[0]["running"]
    asker.post(f"/matches/{number}/stop", {})
    assert not asker.get("/matches")[0]["running"]


def test_a_log_that_does_not_hold_says_so(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    with client_of(logs=[str(path), str(tmp_path / "none.jsonl")]) as client:
        edited, missing = Asker(client).get("/logs")
    assert "games.jsonl:1" in edited["problem"]
    assert "No such file" in missing["problem"]
