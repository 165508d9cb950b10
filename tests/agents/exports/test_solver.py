"""The solver, the endgames and the champion that are exported, held to ours."""

from __future__ import annotations

import contextlib
import itertools
import random
from typing import TYPE_CHECKING

import pytest
from light_positions import light
from random_boards import full_grid, random_board, rng_of
from random_states import SHAPES, random_state

from bombe import read
from bombe.agents import get as get_agent
from bombe.agents.contract import Clock
from bombe.agents.exports import chosen
from bombe.agents.exports.champion import ChampionAgent
from bombe.agents.exports.exact import Endgame
from bombe.agents.exports.solver import Cover, StepwiseAudit
from bombe.agents.exports.turn import proposals
from bombe.agents.sudoku.scratch import Scratch
from bombe.analysis.endgame import margins
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import get

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE = [Shape(3, 4), Shape(4, 3), Shape(2, 5), Shape(4, 4), Shape(1, 7), Shape(6, 1)]


def endgames(count: int, most: int) -> Iterator[SudokuState]:
    """Yield positions with one solution and a few empty cells."""
    for seed in itertools.count():
        rng = rng_of(f"endgame {seed}")
        shape = rng.choice((Shape(2, 2), Shape(2, 3), Shape(3, 3)))
        values = full_grid(shape, rng)
        for cell in rng.sample(range(shape.cells), rng.randint(1, most)):
            values[cell] = 0
        state = SudokuState(Board(shape, bytes(values)), scores=(rng.randint(0, 9), 3))
        if get("auto").count(state.board, 2).value == 1:
            yield with_taboo(state, rng)
            count -= 1
        if not count:
            return


def with_taboo(state: SudokuState, rng: random.Random) -> SudokuState:
    """Play some bombs."""
    truth = get("auto").true_candidates(state.board)
    for move in state.moves():
        cell = state.board.shape.cell(move.row, move.column)
        if not truth.true[cell] >> move.value & 1 and rng.random() < 0.2:
            state = state.reject(move)
    return state


def last(state: SudokuState, seed: int, clock: Clock | None = None) -> Move:
    """Return the last proposal of the exported champion."""
    *_, move = ChampionAgent(seed).choose(state, clock or Clock())
    return move


# The solver ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", LARGE, ids=str)
def test_placing_a_candidate_takes_away_its_rivals_and_nothing_else(shape: Shape) -> None:
    cover, rng = Cover(shape), random.Random(str(shape))
    for _ in range(5):
        cell, value = rng.randrange(shape.cells), rng.randrange(shape.size)
        after = cover.place(cover.empty, cell, value)
        assert after
        board = Board(shape, bytes(value + 1 if c == cell else 0 for c in range(shape.cells)))
        masks = cover.masks(after.options)
        assert masks == [mask or 2 << value for mask in board.candidate_masks()]
        for k, q in itertools.product(range(shape.size), range(4 * shape.cells)):
            place, v = cover.candidate(k, q)
            assert (k, q) in cover.options_of(place, v)
            assert after.options[k] >> q & 1 == masks[place] >> v + 1 & 1


def test_audits_are_those_of_our_solvers() -> None:
    for seed in range(120):
        board = random_board(seed)
        audit = StepwiseAudit(board)
        audit.finish(Clock())
        truth = get("auto").true_candidates(board)
        assert audit.true == truth.true
        assert not any(audit.undecided)


def test_an_audit_that_is_broken_off_says_nothing_wrong() -> None:
    open_ends = 0
    for seed in range(60):
        board = random_board(seed)
        truth = get("auto").true_candidates(board).true
        audit = StepwiseAudit(board)
        with contextlib.suppress(OutOfBudgetError):
            audit.finish(Clock(nodes=seed % 5))
        open_ends += any(audit.undecided)
        for found, undecided, true in zip(audit.true, audit.undecided, truth, strict=True):
            assert not found & ~true
            assert not true & ~(found | undecided)
    assert open_ends


def test_an_audit_that_continues_from_an_earlier_one_is_as_good() -> None:
    for seed in range(60):
        board = random_board(seed)
        earlier = StepwiseAudit(board)
        with contextlib.suppress(OutOfBudgetError):
            earlier.finish(Clock(nodes=seed % 7))
        for move in random.Random(seed).sample(board.candidates(), min(3, len(board.candidates()))):
            after = board.place(move)
            audit = StepwiseAudit(after, earlier)
            audit.finish(Clock())
            assert audit.true == get("auto").true_candidates(after).true


# Endgames -----------------------------------------------------------------------------------------


def test_exported_endgames_have_our_margins_and_best_moves() -> None:
    skips = 0
    for state in endgames(60, most=8):
        true = get("auto").true_candidates(state.board).true
        bombs = [legal & ~safe for legal, safe in zip(state.move_masks(), true, strict=True)]
        position = Scratch(state)
        game = Endgame(position, true, bombs, Clock())
        *_, best = game.best_moves()
        exact = margins.solve(state)
        assert game.margin() == exact.low == exact.high
        assert position.move(best) in exact.best
        skips += not true[best[0]] & best[1]
    assert skips


# The champion -------------------------------------------------------------------------------------


def test_the_exported_champion_ends_small_endgames_as_well_as_can_be() -> None:
    for seed, state in enumerate(endgames(40, most=7)):
        assert last(state, seed) in margins.solve(state).best


@pytest.mark.parametrize("rules", Rules)
def test_the_exported_champion_proposes_legal_moves_wherever_there_are_any(rules: Rules) -> None:
    for seed in range(40):
        rng = random.Random(f"{seed}{rules}")
        shape = rng.choice(SHAPES[:-2])
        state = random_state(rng, shape, rules, turns=rng.randint(0, 30))
        moves = set(state.moves())
        proposals = list(ChampionAgent(seed).choose(state, Clock(nodes=rng.randint(1, 60))))
        assert bool(proposals) == bool(moves)
        assert set(proposals) <= moves


@pytest.mark.parametrize("board", ["easy-2x2", "random-2x3", "easy-3x3", "random-3x3", "easy-4x4"])
def test_the_exported_champion_plays_a_bomb_only_where_the_law_wants_one(board: str) -> None:
    state, oracle = read(board), get("auto")
    rng = random.Random(board)
    for seed in range(6):
        move = last(state, seed, Clock(nodes=3000))
        true = oracle.true_candidates(state.board).true
        masks = zip(state.move_masks(), true, strict=True)
        bombs = sum((legal & ~safe).bit_count() for legal, safe in masks)
        cell = state.board.shape.cell(move.row, move.column)
        if not true[cell] >> move.value & 1:
            assert len(state.board.empty_cells()) % 2 == 0
            assert bombs
        safe = [m for m in state.moves() if true[state.board.shape.cell(*m[:2])] >> m.value & 1]
        state = state.play(rng.choice(safe))


def test_what_the_champion_keeps_is_used_only_where_it_holds() -> None:
    state = read("hard-3x3")
    clock = Clock(nodes=200)
    list(ChampionAgent(1).choose(state, clock))
    m, n, values, solution, is_only = clock.kept
    assert (m, n, values, is_only) == (3, 3, list(state.board.values), True)
    assert list(next(get("auto").solutions(state.board)).values) == solution
    for kept in (
        clock.kept,
        None,
        "torn",
        (3, 3),
        (2, 2, "", "", True),
        (3, 3, [0] * 81, [0] * 81, True),
    ):
        clock = Clock(nodes=200)
        clock.keep(kept)
        assert set(ChampionAgent(2).choose(state, clock)) <= set(state.moves())


class Memory:
    """The framework's save and load, which may fail in any way."""

    def __init__(self, loaded: object) -> None:
        self.loaded, self.saved = loaded, list[object]()

    def load(self) -> object:
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded

    def save(self, kept: object) -> None:
        self.saved.append(kept)
        if isinstance(self.loaded, Exception):
            raise self.loaded


@pytest.mark.parametrize("loaded", [None, "torn", (1, 2, 3, 4), EOFError("torn"), OSError("full")])
def test_a_turn_survives_whatever_becomes_of_saved_data(
    loaded: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chosen, "make", lambda: ChampionAgent(1))
    state, memory = read("easy-2x2"), Memory(loaded)
    found = list(proposals(light(state), memory))
    assert Move(*found[-1]) in margins.solve(state).best
    assert len(memory.saved) == 1
    again = Memory(memory.saved[0])
    assert Move(*list(proposals(light(state), again))[-1]) in margins.solve(state).best
    assert not again.saved
    assert list(proposals(light(state), None))[-1]


def test_an_exported_agent_discovers_through_the_framework(monkeypatch: pytest.MonkeyPatch) -> None:
    state = light(read("easy-2x2"))
    monkeypatch.setattr(chosen, "make", lambda: get_agent("minimax:discover=yes,depth=3", 1))
    memory = Memory(None)
    list(proposals(state, memory))
    assert memory.saved == [0, 0, 1, 2]  # it begins at 0, and finishes each depth
    later = Memory(2)
    list(proposals(state, later))
    assert later.saved == [1, 2]  # it begins at 2, and would begin lower if it did not finish it
