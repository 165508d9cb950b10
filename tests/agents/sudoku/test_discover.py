"""With `discover` a minimax agent begins at the depth that it finished in its turn before."""

from __future__ import annotations

import math

import pytest
from cell_endgames import endgame

from bombe.agents import Clock, get
from bombe.agents.memory import AgentMemory
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.search import CellSearch
from bombe.boards import Move, SudokuState

NAMES = ["minimax", "minimax-pruned", "minimax-even", "transposition:entries=0"]


def spec(name: str, option: str) -> str:
    return f"{name}{',' if ':' in name else ':'}{option}"


def play_turn(
    name: str, state: SudokuState, nodes: int | None, kept: AgentMemory
) -> tuple[Move, Clock]:
    clock = Clock(nodes=nodes, kept=kept)
    *_, move = get(name, 1).choose(state, clock)
    return Move.of(move), clock


@pytest.mark.parametrize("name", NAMES)
def test_what_a_turn_keeps_is_the_depth_that_it_finished(name: str) -> None:
    state = endgame(3, 12)
    for depth in (1, 2, 3):
        kept = AgentMemory()
        play_turn(spec(name, f"discover=yes,depth={depth}"), state, None, kept)
        assert kept.load() == depth - 1


@pytest.mark.parametrize("name", NAMES)
def test_the_next_turn_saves_what_is_shallower(name: str) -> None:
    state = endgame(3, 12)
    limited = spec(name, "discover=yes,depth=4")
    kept = AgentMemory()
    first_move, first = play_turn(limited, state, None, kept)
    again_move, again = play_turn(limited, state, None, kept)
    assert kept.load() == 3
    assert again.nodes != first.nodes
    position = Scratch(state)
    # The same value, if not the same move: the order of the moves at the root differs.
    if name == "minimax-even":
        values = {
            CellSearch(position, Clock()).action_value((cell, 0), 3, -math.inf, math.inf)
            for cell in (state.board.shape.cell(*move[:2]) for move in (first_move, again_move))
        }
        assert len(values) == 1


def test_a_depth_that_was_not_finished_makes_the_next_turn_begin_lower() -> None:
    state, seen = endgame(3, 14), []
    kept = AgentMemory("5")
    for _ in range(6):
        play_turn("minimax-even:discover=yes", state, 10, kept)
        seen.append(kept.load())
    assert seen[:5] == [4, 3, 2, 1, 0]


def test_the_end_of_the_game_limits_the_first_depth() -> None:
    state, kept = endgame(3, 2), AgentMemory("50")
    move, _ = play_turn("minimax-even:discover=yes", state, None, kept)
    assert move in state.moves()
    assert kept.load() == 1


@pytest.mark.parametrize("torn", ["null", '"deep"', "torn [", "[3]", "-7", "2.5"])
def test_other_values_count_as_nothing_discovered(torn: str) -> None:
    state = endgame(3, 8)
    plain, _ = play_turn("minimax-even:discover=yes", state, 300, AgentMemory())
    assert play_turn("minimax-even:discover=yes", state, 300, AgentMemory(torn))[0] == plain


@pytest.mark.parametrize("name", NAMES)
def test_discover_changes_moves(name: str) -> None:
    # Seldom: what it saves is rarely enough for another depth.
    states = [endgame(seed, empties) for seed in range(12) for empties in (8, 10)]
    assert any(is_changed(name, state, nodes) for state in states for nodes in (150, 400))


def is_changed(name: str, state: SudokuState, nodes: int) -> bool:
    """Return whether a second turn on the same position ends with another move."""
    kept = AgentMemory()
    moves = [play_turn(spec(name, "discover=yes"), state, nodes, kept)[0] for _ in range(2)]
    return moves[1] != play_turn(name, state, nodes, AgentMemory())[0]
