"""Agents and the referee: every agent in the table plays; every way of losing is told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bombe.agents import AGENTS, Clock, get
from bombe.agents.referee import Outcome, Termination, play
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import UnknownNameError
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTY = Board.empty(Shape(2, 2))


class Scripted:
    """Proposes what it is told, whatever the position."""

    def __init__(self, *moves: Move) -> None:
        self.moves = moves

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - a script
        """Propose them all: the last one counts."""
        yield from self.moves


def play_against_random(*moves: Move, board: Board = EMPTY, **options: object) -> Outcome:
    return play(SudokuState.start(board), Scripted(*moves), get("random"), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("name", [entrant.name for entrant in AGENTS])
def test_every_agent_plays_every_mode_to_its_end(name: str, rules: Rules) -> None:
    state = SudokuState.start(Board.empty(Shape(2, 3)), rules, seed=1)
    outcome = play(state, get(name, 1), get(name, 2))
    assert outcome.termination is Termination.SCORE
    assert outcome.state.is_over
    assert not outcome.state.board.clashes()


def test_the_same_seeds_play_the_same_game() -> None:
    one, two = (play(SudokuState.start(EMPTY), get("greedy", 5), get("random", 6)) for _ in "ab")
    assert one == two


def test_greedy_takes_the_most_points() -> None:
    board = Board.from_rows(Shape(2, 2), [[1, 2, 3, 0], [3, 4, 1, 2], [2, 1, 4, 3], [4, 0, 0, 1]])
    (move,) = get("greedy").choose(SudokuState.start(board), Clock())
    assert move == Move(0, 3, 4)


def test_a_bomb_passes_the_turn_and_is_not_placed() -> None:
    board = Board.from_rows(Shape(2, 2), [[1, 3, 2, 4], [4, 2, 0, 0], [3, 1, 0, 2], [2, 0, 0, 1]])
    bomb = Move(1, 2, 3)
    first = Scripted(bomb)
    outcome = play(SudokuState.start(board), first, get("greedy"))
    assert outcome.state.history[0] == bomb
    assert outcome.state.taboo == {bomb}
    assert len(outcome.state.history) == 2
    assert outcome.termination is Termination.REFUSED
    assert outcome.winner == 2


def test_no_proposal_loses() -> None:
    outcome = play_against_random()
    assert (outcome.termination, outcome.winner) == (Termination.NO_PROPOSAL, 2)


def test_a_refused_move_loses_with_all_reasons() -> None:
    outcome = play_against_random(Move(0, 0, 1), Move(0, 0, 9))
    assert (outcome.termination, outcome.winner) == (Termination.REFUSED, 2)
    assert str(outcome) == (
        "player 2 wins, 0 : 0; player 1 proposed (0,0) -> 9: "
        "there is no value 9: values go from 1 to 4"
    )


def test_a_proposal_after_the_deadline_does_not_count() -> None:
    outcome = play_against_random(Move(0, 0, 1), seconds=0.0)
    assert outcome.termination is Termination.NO_PROPOSAL


def test_an_oracle_that_cannot_decide_voids_the_game() -> None:
    outcome = play_against_random(Move(0, 0, 1), budget=Budget(nodes=0))
    assert (outcome.termination, outcome.winner) == (Termination.VOID, 0)


def test_a_clock_runs_down_to_zero() -> None:
    now = [10.0]
    clock = Clock(2.0, now=lambda: now[0])
    assert clock.seconds_left == 2.0
    now[0] = 20.0
    assert clock.seconds_left == 0.0
    assert clock.is_over
    assert Clock().seconds_left is None
    assert not Clock().is_over


def test_an_unknown_agent_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'greedy'"):
        get("gredy")
