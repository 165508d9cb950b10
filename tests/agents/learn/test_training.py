"""What networks are told of moves, and the games in which they learn."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bombe.agents.learn.features import FEATURES, POINTS_SCALE, FeatureSet, of_fill, of_skip
from bombe.agents.learn.network import Network, NetworkLink, NetworkNode
from bombe.agents.learn.training import (
    SKIP,
    GamePlan,
    LearningGame,
    Opponent,
    Valuer,
    credit,
    play,
    reply,
    training_board,
)
from bombe.agents.sudoku.scratch import Scratch
from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards import Board, Move, SudokuState
from bombe.boards.bits import bit_list
from bombe.solvers import get

if TYPE_CHECKING:
    from bombe.agents.learn.features import Vector
    from bombe.agents.learn.training import TrainingBoard

SHAPES = ("2x2", "2x3", "3x3")
LAW = {"points": 7.0, "gives": -7.0, "empties odd": -20.0, "bombs odd": -20.0}


def linear(weights: dict[str, float]) -> Network:
    links = [NetworkLink(name, 0, weight) for name, weight in weights.items()]
    return Network(list(weights), [0], [NetworkNode(0, "identity", 0.0)], links)


def named(features: Vector) -> dict[str, float]:
    return dict(zip(FEATURES, features, strict=True))


def begun(shape: str, seed: int) -> tuple[TrainingBoard, LearningGame]:
    """Return a game after some random moves, skips among them."""
    rng = random.Random(seed)
    board = training_board(shape, seed)
    game = LearningGame(board, rng)
    for _ in range(rng.randrange(game.position.empty.bit_count() - 2)):
        fills = bit_list(game.position.empty)
        game.play(rng.choice([SKIP, *fills] if game.bombs else fills))
    return board, game


def state_of(board: TrainingBoard, game: LearningGame) -> SudokuState:
    """Return the position of a game, without its taboo moves."""
    shape = game.position.tables.shape
    empty = game.position.empty
    values = bytes(0 if empty >> cell & 1 else value for cell, value in enumerate(board.values))
    return SudokuState(Board(shape, values))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(6))
def test_features_are_what_the_rules_say(shape: str, seed: int) -> None:
    board, game = begun(shape, seed)
    state = state_of(board, game)
    scratch, size = Scratch(state), state.board.shape.size
    for view in (view for view in game.views if view.cell != SKIP):
        cell = view.cell
        row, column = state.board.shape.coordinates(cell)
        value = board.values[cell]
        move = next(m for m in state.moves() if m == (row, column, value))
        after = state.play(move)
        told = named(view.features)
        gives = max((after.points(reply) for reply in after.moves()), default=0)
        assert told["points"] * POINTS_SCALE == pytest.approx(state.points(move))
        assert told["gives"] * POINTS_SCALE == pytest.approx(gives)
        empties = after.board.values.count(0)
        assert (told["empties"], told["empties odd"]) == (empties, empties % 2)
        assert told["filled"] == pytest.approx(1 - empties / len(after.board.values))
        counts = sorted(
            sum(not after.board.values[other] for other in region)
            for region in state.board.shape.geometry.regions
            if cell in region
        )
        left = [told[name] * size for name in ("least left", "middle left", "most left")]
        assert left == pytest.approx(counts)
        assert of_fill(scratch, cell, None) == (*view.features[:6], 0.5, view.features[7], 0, 0,
                                                view.features[10])  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_bombs_after_a_fill_are_those_of_an_audit(shape: str) -> None:
    board = training_board(shape, 3)
    state = state_of(board, LearningGame(board, random.Random(0)))
    bombs = UsableBombs(state.board, (), get("auto").true_candidates(state.board).true)
    game = LearningGame(board, random.Random(0))
    for view in (view for view in game.views if view.cell != SKIP):
        row, column = state.board.shape.coordinates(view.cell)
        after = state.board.place(Move(row, column, board.values[view.cell]))
        audited = UsableBombs(after, (), get("auto").true_candidates(after).true)
        assert named(view.features)["bombs"] == audited.count
        assert named(view.features)["bombs odd"] == audited.count % 2
    skip = named(game.views[-1].features)
    assert (skip["skip"], skip["bombs"]) == (1, bombs.count - 1)


def test_feature_sets_leave_out_what_they_say() -> None:
    assert FeatureSet.PARITY.inputs == FEATURES
    assert set(FEATURES) - set(FeatureSet.COUNTS.inputs) == {"empties odd", "bombs odd"}
    assert set(FEATURES) - set(FeatureSet.NO_BOMBS.inputs) == {"bombs", "bombs odd"}


def test_a_skip_leaves_all_but_a_bomb() -> None:
    position = Scratch(SudokuState(Board.empty(training_board("2x3", 0).start.tables.shape)))
    before = position.to_move, position.empty
    told = named(of_skip(position, 5))
    assert (told["empties"], told["bombs"], told["bombs odd"], told["points"]) == (36, 5, 1, 0)
    assert before == (position.to_move, position.empty)


@pytest.mark.parametrize("seed", range(40))
def test_opponents_follow_their_rules(seed: int) -> None:
    _, game = begun("2x3", seed)
    views = game.views
    is_even = game.position.empty.bit_count() % 2 == 0
    fills = [view for view in views if view.cell != SKIP]
    told = {view.cell: named(view.features) for view in views}
    worth = {v.cell: told[v.cell]["points"] - told[v.cell]["gives"] for v in fills}
    greedy = reply(game, Opponent.GREEDY)
    assert greedy == SKIP or told[greedy]["points"] == max(t["points"] for t in told.values())
    assert worth[reply(game, Opponent.N)] == max(worth.values())
    assert (reply(game, Opponent.W) == SKIP) == (is_even and bool(game.bombs))
    lawful = reply(game, Opponent.P)
    assert (lawful == SKIP) == (is_even and game.bombs.bit_count() % 2 == 1)
    keeps = any(not told[view.cell]["bombs odd"] for view in fills)
    assert is_even or not keeps or not told[lawful]["bombs odd"]


def test_greedy_draws_bombs_on_the_cells_that_score_as_the_agent_does() -> None:
    skips = [reply(begun("2x3", seed)[1], Opponent.GREEDY) == SKIP for seed in range(200)]
    assert 10 < sum(skips) < 190


def test_a_network_that_says_the_law_beats_the_rules_that_do_not_know_it() -> None:
    player = Valuer(linear(LAW))
    plans = [
        GamePlan(number, 0, opponent, begins, str(number))
        for number in range(10)
        for opponent in (Opponent.N, Opponent.W)
        for begins in (True, False)
    ]
    margins = [play(plan, training_board("2x3", plan.board), player) for plan in plans]
    assert sum(margin > 0 for margin in margins) >= 36


def test_a_network_without_parities_does_not() -> None:
    player = Valuer(linear({"points": 7.0, "gives": -7.0}))
    plans = [GamePlan(n, 0, Opponent.P, b, str(n)) for n in range(10) for b in (True, False)]
    margins = [play(plan, training_board("2x3", plan.board), player) for plan in plans]
    assert sum(margin > 0 for margin in margins) <= 4


def test_a_win_is_worth_more_than_any_margin() -> None:
    assert credit(1) > credit(0) > credit(-1)
    assert credit(1) > credit(-1) + 79
    assert credit(5) > credit(1)
    assert 0 < credit(-100) < credit(100) <= 100
