"""The champion in the newer play modes: it is not shut out, and plays no bomb by mistake."""

from __future__ import annotations

import contextlib

import pytest

from bombe.agents import Clock, get
from bombe.agents.sudoku.champion import ChampionAgent
from bombe.agents.sudoku.knowledge import Knowledge
from bombe.agents.sudoku.lookahead import TerritoryPlayer, can_search
from bombe.agents.sudoku.scratch import Scratch
from bombe.analysis.generate.kinds import generate
from bombe.analysis.territory import kernel as native
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.errors import OutOfBudgetError
from bombe.solvers import Verdict, as_solver

SOLVER = as_solver("auto")
MODES = [Rules.ROWS, Rules.BORDER, Rules.RANDOM]

pytestmark = pytest.mark.skipif(
    not native.is_available(Shape(3, 3)), reason="the kernel is missing"
)


def known_of(state: SudokuState) -> Knowledge:
    return Knowledge(state, Scratch(state), SOLVER.true_candidates(state.board), SOLVER)


def corridor(to_move: int) -> SudokuState:
    """Return a position in which a corridor of one cell leads to a room of eight.

    Both players may enter the corridor, and each has a cell of its own besides; who fills the
    corridor shuts the other one out of the room.
    """
    board = generate(Shape(3, 3), "full", 3)
    room = [0, 1, 2, 9, 10, 11, 18, 19]
    door = 28
    own = 80, 72
    board = board.clear([*room, door, *own])
    near = board.shape.geometry.neighbours
    outside = [cell for cell in near[door] if not set(near[cell]) & {*room, *own}]
    mine, theirs = outside[:1], outside[1:2]
    assert mine
    assert theirs
    return SudokuState(
        board,
        Rules.RANDOM,
        to_move=1 if to_move == 1 else 2,
        allowed=(frozenset(own[:1]), frozenset(own[1:])),
        occupied=(frozenset(mine), frozenset(theirs)),
    )


@pytest.mark.parametrize("to_move", [1, 2])
def test_it_closes_the_corridor_before_the_opponent(to_move: int) -> None:
    state = corridor(to_move)
    assert {28} <= state.playable(1) & state.playable(2)
    *_, move = ChampionAgent(1).choose(state, Clock(nodes=8))
    assert state.board.shape.cell(move.row, move.column) == 28
    after = state.play(move)
    assert not {28, 18, 19} & after.playable(3 - to_move)  # type: ignore[arg-type] # 1 or 2


@pytest.mark.parametrize("kind", ["improper", "irreducible", "loose"])
@pytest.mark.parametrize("rules", MODES)
def test_every_action_of_the_search_is_a_safe_fill_or_a_known_bomb(rules: Rules, kind: str) -> None:
    for seed in range(4):
        state = SudokuState.start(generate(Shape(2, 3), kind, seed), rules, seed)
        player, turns = TerritoryPlayer(), 0
        while not state.is_over:
            known = known_of(state)
            assert can_search(known)
            *_, action = actions(player, known)
            move = known.position.move(action)
            assert not state.reasons(move)
            is_bomb = SOLVER.solvable(state.question(move)) is Verdict.NO
            assert is_bomb == (action in known.skips)
            state = state.reject(move) if is_bomb else state.play(move)
            turns += 1
        assert turns


def actions(player: TerritoryPlayer, known: Knowledge) -> list[tuple[int, int]]:
    """Return what the search prefers while the clock runs."""
    preferred, found = player.preferred(known, Clock(nodes=2)), list[tuple[int, int]]()
    with contextlib.suppress(OutOfBudgetError):
        while (action := next(preferred, None)) is not None:
            found += [action]
    return found


@pytest.mark.parametrize("rules", MODES)
def test_the_opponent_is_shut_out_more_often(rules: Rules) -> None:
    margins = []
    for seed in range(4):
        state = SudokuState.start(generate(Shape(2, 3), "irreducible", seed), rules, seed)
        agents = ChampionAgent(seed), get("greedy", seed)
        side = 1 + seed % 2
        while not state.is_over:
            agent = agents[state.to_move != side]
            *_, move = agent.choose(state, Clock(nodes=12))
            stands = SOLVER.solvable(state.question(move)) is Verdict.YES
            state = state.play(move) if stands else state.reject(move)
        margins.append(state.scores[side - 1] - state.scores[2 - side])
    assert sum(margin > 0 for margin in margins) >= 3, margins
