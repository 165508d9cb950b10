"""Exact endgames in the page: Python's values, the golden positions, tables that are kept."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from asking_page import PageError, ask, ask_with_reports, driver, plain
from endgame_positions import emptied
from page_positions import assert_same, in_play
from paths import DATA

from bombe.analysis.endgame.margins import Table, solve
from bombe.analysis.generate.kinds import generate
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import BombeError
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget, get

if TYPE_CHECKING:
    from collections.abc import Iterator

SHAPES = [Shape(m, n) for m, n in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4))]
MEMORY = 2**28
"""What the page allows a table."""


def endings(seed: int, count: int, most_empty: int) -> Iterator[SudokuState]:
    """Yield positions with at most so many empty cells, with one solution or several."""
    rng = random.Random(seed)
    for _ in range(count):
        shape = rng.choice(SHAPES)
        board = emptied(rng, shape, rng.randint(0, min(most_empty, shape.cells)))
        yield in_play(rng, board, rng.choice(list(Rules)))


def proper(seed: int, empties: int, rules: Rules = Rules.CLASSIC) -> SudokuState:
    """Return a position on a 9x9 board with one solution and so many empty cells."""
    rng = random.Random(seed)
    board = generate(Shape(3, 3), "irreducible", seed)
    solution = next(iter(get("auto").solutions(board)))
    cells = board.empty_cells()
    for cell in rng.sample(cells, len(cells) - empties):
        board = board.place(Move(*board.shape.coordinates(cell), solution.values[cell]))
    return in_play(rng, board, rules)


def after(state: SudokuState, rng: random.Random, answer: dict[str, Any]) -> SudokuState:
    """Return the position after one of the moves of an answer."""
    chosen = rng.choice(answer["moves"])
    move = Move(*chosen["move"])
    return state.play(move) if chosen["kind"] == "fill" else state.reject(move)


def assert_line(state: SudokuState, answer: dict[str, Any]) -> None:
    """Play the line of an answer, and compare what it brings with the margin."""
    mover, before = state.to_move, state.scores
    for move in answer["line"]:
        is_fill = get("auto").solvable(state.board.place(Move(*move))).value == "yes"
        state = state.play(move) if is_fill else state.reject(move)
    assert state.is_over
    gained = [after - score for after, score in zip(state.scores, before, strict=True)]
    assert gained[mover - 1] - gained[2 - mover] == answer["margin"]


@pytest.mark.parametrize("seed", range(2))
def test_values_are_those_of_python(seed: int) -> None:
    rng = random.Random(seed)
    for state in endings(seed, 40, 15):
        found = ask("values", position=state)
        assert_same(found, solve(state, memory=MEMORY, threads=1))
        assert_line(state, found)
        later = state
        for _ in range(2 if not state.is_over else 0):
            later = after(later, rng, found)
            found = ask("values", position=later)
            # A table that is kept for later positions may prefer another line that is as good.
            assert_same(found, solve(later, memory=MEMORY, threads=1), "line")
            assert_line(later, found)
            if later.is_over:
                break


def test_values_are_those_of_the_golden_positions() -> None:
    lines = (DATA / "endgame_vectors.jsonl").read_text("utf-8").splitlines()
    for golden in map(json.loads, lines):
        position = {"m": golden["m"], "n": golden["n"], "cells": golden["grid"]}
        found = ask("values", position=position | {"taboo": golden["taboo"]})
        assert found["margin"] == golden["value"], golden["id"]
        values = {tuple(move["move"]): move["value"] for move in found["moves"]}
        wanted = {(m["row"], m["col"], m["value"]): m["result"] for m in golden["moves"]}
        assert values == wanted, golden["id"]
        assert sorted(found["best"]) == sorted(golden["optimal"]), golden["id"]


def test_values_in_the_newer_modes_are_those_of_brute_force() -> None:
    lines = (DATA / "mode_endings.jsonl").read_text("utf-8").splitlines()
    positions = map(json.loads, lines)
    for golden in sorted(positions, key=lambda each: each["board"].count("."))[:12]:
        board = Board(golden["board"])
        coordinates = board.shape.coordinates
        position = {"m": 3, "n": 3, "cells": [list(row) for row in board]}
        for key in ("rules", "to_move", "taboo"):
            position[key] = golden[key]
        for key in ("allowed", "occupied"):
            position[key] = [[coordinates(cell) for cell in cells] for cells in golden[key]]
        found = ask("values", position=position)
        assert (found["margin"], found["final"]) == (golden["margin"], True)


@pytest.mark.parametrize("rules", list(Rules))
def test_bounds_of_what_is_not_finished_are_those_of_python(rules: Rules) -> None:
    rng = random.Random(5)
    for number, nodes in enumerate((50, 300, 2000)):
        for state in (proper(number, 15, rules), in_play(rng, emptied(rng, SHAPES[4], 16), rules)):
            wanted = Table(state, memory=MEMORY).solve(budget=Budget(nodes=nodes))
            assert_same(ask("values", position=state, nodes=nodes), wanted)


def test_what_does_not_fit_into_the_memory_says_so() -> None:
    for empties in (34, 44):
        state, memory = proper(3, empties), 2**26
        wanted = solve(state, Budget(seconds=60), memory=memory, threads=1)
        assert wanted.problem
        assert_same(ask("values", position=state, memory=memory), wanted)


@pytest.mark.parametrize("name", ["empty-2x3", "hard-3x3", "empty-5x5"])
def test_what_is_too_large_has_bounds_and_says_why(name: str) -> None:
    state = read(name)
    wanted = solve(state, Budget(seconds=60), memory=MEMORY, threads=1)
    found = ask("values", position=state)
    assert wanted.problem
    assert found["moves"] == []
    assert_same(found, wanted)


@pytest.mark.parametrize(
    "text",
    [
        '{"m": 2, "n": 2, "cells": [[1,1,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}',
        '{"m": 2, "n": 2, "cells": [[1,2,3,4],[3,4,1,2],[2,1,4,3],[0,0,0,1]], "taboo": [[3,0,4]]}',
    ],
)
def test_positions_that_make_no_sense_are_refused_in_pythons_words(text: str) -> None:
    state = read(text)
    with pytest.raises(BombeError) as wanted:
        solve(state)
    with pytest.raises(PageError) as found:
        ask("values", position=state)
    assert str(found.value) == str(wanted.value)
    assert found.value.name == "UsageError"


def test_a_full_board_and_a_player_who_is_shut_out() -> None:
    full = SudokuState(generate(Shape(2, 2), "full", 1))
    assert_same(ask("values", position=full), solve(full))
    cells = [[0, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    shut = {"m": 2, "n": 2, "cells": cells, "rules": "rows", "to_move": 2}
    with pytest.raises(PageError, match="player 2 has no cell to play on"):
        ask("values", position=shut)


def test_bounds_only_narrow_while_a_table_grows() -> None:
    state = proper(1, 27)
    answer, reports = ask_with_reports("values", position=state)
    assert answer["exact"]
    assert reports
    for report in reports:
        assert not report["final"]
        assert report["low"] <= answer["margin"] <= report["high"]
        assert len(report["moves"]) == len(answer["moves"])
        assert 0 <= report["progress"]["states"] <= max(report["progress"]["of"], 0)
        for move, exact in zip(report["moves"], answer["moves"], strict=True):
            low = move.get("low", move["value"])
            high = move.get("high", move["value"])
            assert low <= exact["value"] <= high


def test_a_later_position_is_looked_up_in_the_table_that_is_kept() -> None:
    rng, state = random.Random(2), proper(2, 23)
    answer = ask("values", position=state)
    assert not ask("values", position=proper(3, 23), nodes=500)["final"]
    answer = ask("values", position=state)
    for _ in range(8):
        state = after(state, rng, answer)
        answer = ask("values", position=state, nodes=500)  # which fill no table
        assert_same(answer, solve(state, memory=MEMORY, threads=1), "line")


def test_cells_may_be_given_to_players_by_hand() -> None:
    rng = random.Random(8)
    for _ in range(12):
        board = emptied(rng, Shape(3, 3), rng.randint(8, 13))
        first = SudokuState.start(board, Rules.ROWS)
        filled = [cell for cell, value in enumerate(board.values) if value]
        mine = frozenset(rng.sample(filled, 20))
        theirs = frozenset(rng.sample(filled, 20)) - mine
        second = replace(first, occupied=(mine, theirs), to_move=1)
        for state in (first, second):
            if state.is_over or state.playable():
                wanted = solve(state, memory=MEMORY, threads=1)
                assert_same(ask("values", position=state), wanted, "line")


def test_tables_of_other_positions_take_the_place_of_each_other() -> None:
    for seed in range(6):  # of 256 MiB each
        found = ask("values", position=proper(seed, 32), nodes=1)
        assert "do not fit" not in found["summary"]
    state = proper(1, 14)
    assert_same(ask("values", position=state), solve(state, memory=MEMORY, threads=1))


def test_a_question_that_is_cancelled_lets_the_next_one_in() -> None:
    page, large, small = driver(), proper(4, 28), proper(5, 12)
    first = page.send(ask="values", params={"position": plain(large)})
    second = page.send(ask="values", params={"position": plain(large)})
    third = page.send(ask="values", params={"position": plain(small)})
    for cancelled in (first, second):
        page.send(id=cancelled, cancel=True)
    ended: dict[int, Any] = {}
    while len(ended) < 3:
        reply = page.receive()
        if "report" not in reply:
            ended[reply["id"]] = reply
    assert ended[first]["error"]["name"] == ended[second]["error"]["name"] == "Cancelled"
    assert_same(ended[third]["answer"], solve(small, memory=MEMORY, threads=1))
