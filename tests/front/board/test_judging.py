"""The page judges a game as Python does: losses, verdicts, and what nobody knows stays unknown."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
from typing import TYPE_CHECKING, Any

import pytest
from asking_page import ask, ask_with_reports
from games import random_game, sudoku

import bombe
from bombe.analysis.matches.lost_points import NODES, losses
from bombe.analysis.matches.outlooks import outlook
from bombe.analysis.matches.replay import frames
from bombe.boards import Rules, SudokuState
from bombe.boards.sudoku.notation import Notation

if TYPE_CHECKING:
    from bombe.boards.record import GameRecord

_ZERO, _ONE = re.compile(r"\(\d+,\d+\)"), re.compile(r"\br\d+c\d")
STARTS = [
    ("easy-2x2", "classic", 1),
    ("random-2x2", "classic", 2),
    ("random-2x2", "rows", 3),
    ("hard-2x3", "classic", 4),
    ("hard-2x2", "border", 5),
    ("empty-2x2", "random", 7),
]


@functools.cache
def game(name: str, rules: str, seed: int) -> GameRecord:
    return random_game(SudokuState.start(bombe.read(name).board, rules, seed), seed)


def judged(record: GameRecord) -> dict[str, Any]:
    """Return what the page says of a game, of which it is not told the bombs.

    Python gives nodes to the margin of a position and to its values, the page to both together.
    """
    moves = [[*ply.move] for ply in record.plies]
    answer: dict[str, Any] = ask("judge", start=sudoku(record.start), moves=moves, nodes=4 * NODES)
    return answer


@pytest.mark.parametrize(("name", "rules", "seed"), STARTS)
def test_games_are_judged_as_by_python(name: str, rules: str, seed: int) -> None:
    record = game(name, rules, seed)
    answer = judged(record)
    known = losses(record)
    assert len(known) > 5
    states = [sudoku(state) for state in record.states()]
    for ply, played, state in zip(answer["plies"], record.plies, states, strict=False):
        assert (ply["mover"], ply["move"]) == (played.player, [*played.move])
        assert ply["bomb"] == played.is_bomb
        assert ply["verdict"] == str(outlook(state))
        assert ply["solvable"]
        if loss := known.get(ply["ply"]):
            assert ply["lost"] == loss.points
            assert ply["better"] == (loss.better and [*loss.better])
        assert (ply["lost"] is None) == (ply["margin"] is None)
    assert answer["final"]
    assert answer["last_solvable"] is None
    assert answer["final_margin"] == record.scores[0] - record.scores[1]


def test_reasons_are_in_the_readers_notation() -> None:
    record = game("easy-2x2", "classic", 1)
    start, moves = sudoku(record.start), [ply.move for ply in record.plies]
    for notation, own, other in (("r1c1", _ONE, _ZERO), ("framework", _ZERO, _ONE)):
        plies = judged_moves(start, moves, notation=notation)["plies"]
        told = " ".join(ply["why"] for ply in plies)
        assert own.search(told)
        assert not other.search(told)


@pytest.mark.parametrize(("name", "rules", "seed"), STARTS)
def test_margins_are_those_of_best_play(name: str, rules: str, seed: int) -> None:
    plies = judged(game(name, rules, seed))["plies"]
    known = [ply for ply in plies if ply["margin"] is not None]
    assert len(known) > 5
    for ply, after in itertools.pairwise(known):
        sign = 1 if ply["mover"] == 1 else -1
        assert ply["margin"] - sign * ply["lost"] == after["margin"]


def test_bombs_that_lost_something_are_explained_in_the_words_of_replays() -> None:
    record = game("hard-2x3", "classic", 4)
    plies = judged(record)["plies"]
    explained = 0
    for frame in list(frames(record))[1:]:
        ply = plies[frame.number - 1]
        if ply["bomb"] and ply["meant"] is not True and ply["lost"]:
            assert frame.why
            assert dataclasses.replace(frame, notation=Notation.R1C1).why in ply["why"]
            explained += 1
    assert explained


def test_thrown_tempo_is_reported() -> None:
    answer = judged(game("hard-2x3", "classic", 4))
    plies = answer["plies"]
    assert answer["thrown"] == [ply["ply"] for ply in plies if ply["thrown"]]
    assert answer["thrown"]
    for ply, after in itertools.pairwise(plies):
        turned = ply["verdict"] == "won" and after["verdict"] != "lost"
        assert ply["thrown"] == (turned and ply["lost"] != 0)
        if ply["thrown"]:
            assert "tempo" in ply["why"]


def test_a_bomb_that_was_placed_ends_what_is_solvable() -> None:
    start = bombe.read("easy-2x2")
    safe = bombe.audit(start).safe[0]
    bomb = bombe.audit(start.play(safe)).bombs[0]
    last = start.play(safe).play(bomb).moves()[0]
    answer = judged_moves(start, [safe, bomb, last], bombs=[False, False, False])
    assert answer["last_solvable"] == 1
    assert [ply["solvable"] for ply in answer["plies"]] == [True, False, False]
    assert [ply["lost"] for ply in answer["plies"][2:]] == [None]
    assert answer["final_margin"] is None


def judged_moves(start: SudokuState, moves: list[Any], **params: Any) -> dict[str, Any]:
    answer: dict[str, Any] = ask("judge", start=start, moves=[[*move] for move in moves], **params)
    return answer


def test_a_board_that_never_had_a_solution_is_said_to_be_one() -> None:
    start = bombe.read("easy-2x2")
    broken = start.play(bombe.audit(start).bombs[0])
    answer = judged_moves(broken, broken.moves()[:1], bombs=[True])
    assert answer["problem"] == "The board had no solution before the first move."
    assert answer["last_solvable"] is None
    assert answer["plies"][0]["margin"] is None


def test_what_takes_too_long_is_unknown_and_reports_grow_from_the_end() -> None:
    record = game("hard-3x3", "classic", 7)
    moves = [[*ply.move] for ply in record.plies]
    start = sudoku(record.start)
    answer, reports = ask_with_reports("judge", start=start, moves=moves, seconds=0.4)
    counts = [solved(report) for report in (*reports, answer)]
    assert counts == sorted(counts)
    assert answer["plies"][0]["margin"] is None
    assert answer["plies"][0]["lost"] is None
    assert answer["plies"][-1]["margin"] is not None
    assert answer["final"]
    assert all(not report["final"] for report in reports)
    known = [ply["ply"] for ply in answer["plies"] if ply["margin"] is not None]
    assert known == [*range(known[0], len(moves) + 1)]


def solved(report: dict[str, Any]) -> int:
    return sum(ply["margin"] is not None for ply in report["plies"])


def test_all_play_modes_are_tried() -> None:
    assert {rules for _, rules, _ in STARTS} == {str(rules) for rules in Rules}
