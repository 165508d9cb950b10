"""Who can play where, and how many fills are left, against every way to go on."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from endgame_positions import endgames, position_of, random_move
from every_way import EveryWay
from random_states import SHAPES, random_state

from bombe.analysis.reach.bounds import fill_bounds, legal_masks, most_skips, skip_counts
from bombe.analysis.reach.cells import Reach, cell_grid
from bombe.analysis.reach.report import ReachFacts, reach
from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.bits import bit_list
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget, get

if TYPE_CHECKING:
    from collections.abc import Iterator

    from endgame_brute import Minimax

NEWER = (Rules.ROWS, Rules.BORDER, Rules.RANDOM)
MODES = pytest.mark.parametrize("rules", NEWER)


def positions(rules: Rules, seed: int, count: int = 60) -> Iterator[tuple[SudokuState, Minimax]]:
    """Endgames that are small enough to go through every way."""
    yield from endgames(seed, count, 6, rules)


def cells(mask: int) -> set[int]:
    return set(bit_list(mask))


@MODES
def test_cells_are_filled_by_those_that_can_reach_them(rules: Rules) -> None:
    seen = Counter[str]()
    for state, minimax in positions(rules, 1):
        ways, found = EveryWay(minimax).of(position_of(state)), Reach.of_state(state)
        for player in (0, 1):
            assert cells(found.open[player]) == set(state.playable(1 if player == 0 else 2))
            assert ways.filled_by[player] <= cells(found.ever[player])
            assert not ways.filled_by[1 - player] & cells(found.private[player])
        assert ways.totals == {found.fills}
        assert ways.full_in_the_end == {frozenset(cells(found.ever[0] | found.ever[1]))}
        assert not found.dead & (found.ever[0] | found.ever[1])
        seen["private"] += any(found.private)
        seen["shared"] += bool(found.shared)
        seen["dead"] += bool(found.dead)
    assert min(seen.values()) > 3
    assert len(seen) == 3


@MODES
def test_fills_are_bounded_in_every_way_to_continue(rules: Rules) -> None:
    seen = Counter[str]()
    for state, minimax in positions(rules, 2, 100):
        ways, found = EveryWay(minimax).of(position_of(state)), Reach.of_state(state)
        skips = most_skips(found, legal_masks(state))
        bounds = fill_bounds(found, state.to_move, skips)
        for player in (0, 1):
            assert bounds.low[player] <= ways.low[player] <= ways.high[player]
            assert ways.high[player] <= bounds.high[player]
            assert bounds.low[player] <= bounds.forced[player] <= ways.forced[player]
            seen["tight"] += bounds.low[player] == ways.low[player]
            seen["forced tight"] += bounds.forced[player] == ways.forced[player]
            seen["all"] += 1
            seen["beyond private"] += bounds.low[player] > found.private[player].bit_count()
    assert seen["tight"] > 0.7 * seen["all"]
    assert seen["forced tight"] > 0.6 * seen["all"]
    assert seen["beyond private"]


@MODES
def test_a_fill_changes_what_it_says(rules: Rules) -> None:
    rng, seen = random.Random(3), Counter[str]()
    for _ in range(400):
        state = random_state(rng, rng.choice(SHAPES[4:9]), rules, rng.randint(0, 60))
        found, moves = Reach.of_state(state), state.moves()
        if not moves:
            continue
        move, player = rng.choice(moves), state.to_move
        cell = state.board.shape.cell(move.row, move.column)
        other = 2 - player
        after = Reach.of_state(state.play(move))
        change = found.fill(player, cell)
        assert found.after(player, cell) == after
        assert change.opens == after.open[player - 1] & ~found.open[player - 1]
        assert change.takes == found.ever[other] & ~after.ever[other] & ~(1 << cell)
        assert after.ever[player - 1] == found.ever[player - 1] & ~(1 << cell)
        assert after.dead == found.dead
        seen["opens"] += bool(change.opens)
        seen["takes"] += bool(change.takes)
    assert min(seen["opens"], seen["takes"]) > 2


def test_classic_play_is_open_to_both() -> None:
    found = Reach.of_state(SudokuState(read("hard-2x3").board))
    assert found.open == found.ever == (found.empty, found.empty)
    assert (found.private, found.dead, found.fills) == ((0, 0), 0, found.empty.bit_count())
    change = found.fill(1, bit_list(found.empty)[0])
    assert change == (0, 0)
    assert found.after(2, 0).near == (-1, -1)


@pytest.mark.parametrize("shape", SHAPES)
def test_steps_are_those_of_the_board(shape: Shape) -> None:
    grid, neighbours = cell_grid(shape), shape.geometry.neighbours
    for cell in range(shape.cells):
        assert cells(grid.spread(1 << cell)) == {cell, *neighbours[cell]}
    rng = random.Random(shape.cells)
    some = sum(1 << cell for cell in range(shape.cells) if rng.random() < 0.4)
    pieces = list(grid.pieces(some))
    assert sum(pieces) == some
    for piece in pieces:
        assert not grid.spread(piece) & some & ~piece
        assert grid.flood(piece & -piece, some) == piece


@MODES
def test_skips_are_counted_where_they_can_be_played(rules: Rules) -> None:
    seen, oracle = Counter[str](), get("backtracking")
    for state, minimax in endgames(4, 60, 16, rules):
        bombs = UsableBombs(state.board, state.taboo, oracle.true_candidates(state.board).true)
        found = Reach.of_state(state)
        skips = skip_counts(found, bombs.masks)
        own = [
            move
            for move in minimax.legal(position_of(state))
            if not minimax.stands(position_of(state), *move)
        ]
        assert skips.now[state.to_move - 1] == len(own)
        for player in (0, 1):
            assert skips.ever[player] == skips.private[player] + skips.shared
            seen["less now"] += skips.now[player] < skips.ever[player]
        assert sum(skips.private) + skips.shared <= bombs.count
        limits = most_skips(found, legal_masks(state))
        assert all(e <= limit for e, limit in zip(skips.ever, limits, strict=True))
        seen["private"] += any(skips.private)
    assert seen["less now"] > 3
    assert seen["private"]


def test_a_player_that_is_shut_out_stays_so() -> None:
    rng, seen = random.Random(5), 0
    for rules in NEWER:
        for start, minimax in positions(rules, 6, 40):
            state, facts = start, ReachFacts.of(start)
            for _ in range(8):
                state = random_move(rng, state, minimax)
                now = ReachFacts.of(state)
                for before, after in zip(facts.shut_out, now.shut_out, strict=True):
                    assert after >= before
                seen += now.shut_out != facts.shut_out
                facts = now
    assert seen > 20


def test_the_report_says_it_in_words_and_in_json() -> None:
    board = read("1..4.41.4.2.2341").board
    state = SudokuState.start(board, Rules.ROWS)
    found = reach(state)
    assert found.final
    assert "player 1: " in found.summary()
    document = json.loads(found.to_json())
    assert document["schema"] == "bombe.reach/1"
    assert document["rules"] == "rows"
    assert document["fills_left"] == found.facts.reach.fills
    assert len(document["changes"]) == sum(map(int.bit_count, found.facts.reach.open))
    assert found == reach(state)
    assert found.svg().startswith("<svg")


def test_without_time_the_bombs_are_not_counted() -> None:
    state = SudokuState.start(Board.empty(Shape(3, 3)), Rules.BORDER)
    found = reach(state, Budget(nodes=1), solver="backtracking")
    assert not found.final
    assert found.facts.skips is None
    assert "skip" not in found.summary()
    assert json.loads(found.to_json())["players"][0]["skips"] is None
