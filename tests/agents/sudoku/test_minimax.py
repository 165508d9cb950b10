"""What distinguishes each agent: skips, solutions, a solver's advice, the human-style solver."""

from __future__ import annotations

import random

import pytest
from random_boards import full_grid, random_board

from bombe.agents import Clock, get
from bombe.agents.sudoku.human import HumanStyle
from bombe.agents.sudoku.minimax import sure_bomb
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.solution import Solution
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import OutOfBudgetError, UnknownNameError, UsageError
from bombe.boards.sudoku.state import Refusal
from bombe.solvers import Budget, Verdict, as_solver

SOLVER = as_solver("backtracking")


def dug_board(seed: int, shape: Shape, empties: int) -> Board:
    rng = random.Random(seed)
    values = full_grid(shape, rng)
    for cell in rng.sample(range(shape.cells), empties):
        values[cell] = 0
    return Board(shape, bytes(values))


def last_proposal(name: str, state: SudokuState, nodes: int = 60) -> Move:
    move: Move
    *_, move = get(name, 1).choose(state, Clock(nodes=nodes))
    return move


def is_bomb(state: SudokuState, move: Move) -> bool:
    return SOLVER.solvable(state.question(move)) is Verdict.NO


@pytest.mark.parametrize("rules", list(Rules))
def test_a_sure_bomb_is_a_legal_bomb_and_never_repeated(rules: Rules) -> None:
    found = 0
    for seed in range(20):
        state = SudokuState.start(dug_board(seed, Shape(2, 3), 14), rules, seed=seed)
        while bomb := sure_bomb(Scratch(state), 3):
            move = Scratch(state).move(bomb)
            assert not state.reasons(move)
            assert is_bomb(state, move)
            state = state.reject(move)
            found += 1
    assert found > 10


def test_boxes_are_searched_for_bombs_only_on_request() -> None:
    # (0,0) can only be 1; of its peers, only (1,1) in its box takes a 1.
    rows = [[0, 2, 3, 4], [0, 0, 0, 0], [2, 0, 0, 0], [3, 0, 1, 0]]
    board = Board(rows).place(Move(1, 0, 4))
    position = Scratch(SudokuState.start(board))
    found = sure_bomb(position, 3)
    assert found
    assert position.move(found) == Move(1, 1, 1)
    plain = sure_bomb(position, 2)
    assert plain is None or position.move(plain) != Move(1, 1, 1)


def test_skip_plays_bombs_only_with_an_even_number_of_empty_cells() -> None:
    played = 0
    for seed in range(12):
        state = SudokuState.start(dug_board(seed, Shape(2, 3), 12 + seed % 2))
        bomb = sure_bomb(Scratch(state))
        proposals = list(get("minimax-skip", 1).choose(state, Clock(nodes=20)))
        if bomb and seed % 2 == 0:
            assert proposals == [Scratch(state).move(bomb)]
            played += 1
        else:
            assert proposals[-1] == last_proposal("minimax-pruned", state, 20)
    assert played


@pytest.mark.parametrize(
    "name", ["minimax", "minimax-pruned", "minimax-skip", "minimax-even", "transposition"]
)
def test_a_depth_ends_a_search_without_a_clock(name: str) -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)))
    spent = []
    for depth in range(3):
        clock = Clock()
        assert list(get(f"{name}:depth={depth}", 1).choose(state, clock))
        spent.append(clock.nodes)
    assert 0 == spent[0] < spent[1] < spent[2]


@pytest.mark.parametrize("name", ["greedy", "minimax-pruned", "minimax-even"])
def test_a_greedy_move_comes_first(name: str) -> None:
    for seed in range(10):
        state = SudokuState.start(dug_board(seed, Shape(2, 3), 10))
        first = next(iter(get(name, seed).choose(state, Clock())))
        assert state.points(first) == max(map(state.points, state.moves()))


def test_naive_breaks_c0_and_nothing_else() -> None:
    state = SudokuState.start(dug_board(1, Shape(2, 3), 12))
    moves = [last_proposal("naive", state.reject(state.moves()[0])) for _ in "ab"]
    assert moves[0] == moves[1]
    refused = {
        reason.refusal
        for seed in range(30)
        for move in get("naive", seed).choose(state, Clock())
        for reason in state.reasons(move)
    }
    assert refused == {Refusal.BREAKS_C0}


@pytest.mark.parametrize("name", ["minimax-even", "minimax-even:solver=human"])
def test_even_plays_the_values_of_a_solution(name: str) -> None:
    for seed in range(10):
        state = SudokuState.start(dug_board(seed, Shape(2, 3), 18), Rules.ROWS)
        assert not is_bomb(state, last_proposal(name, state))


@pytest.mark.parametrize("of", ["random", "greedy", "minimax", "minimax-even"])
def test_the_advised_agent_plays_only_safe_moves_or_only_bombs(of: str) -> None:
    for seed in range(8):
        state = SudokuState.start(dug_board(seed, Shape(2, 3), 15 + seed % 2))
        has_bomb = any(is_bomb(state, move) for move in state.moves())
        assert not is_bomb(state, last_proposal(f"oracle:of={of}", state))
        assert is_bomb(state, last_proposal(f"oracle:of={of},bombs=yes", state)) == has_bomb
        even = is_bomb(state, last_proposal(f"oracle:of={of},bombs=even", state))
        assert even == (has_bomb and seed % 2 == 1)


def test_the_advised_agent_plays_any_move_if_none_is_of_the_wanted_kind() -> None:
    board = dug_board(1, Shape(2, 2), 1)
    (only,) = SudokuState.start(board).moves()
    assert last_proposal("oracle:bombs=yes", SudokuState.start(board)) == only


def test_the_advised_agent_passes_options_on_and_rejects_unknown_ones() -> None:
    assert get("oracle:of=minimax-pruned:penalty=2+prune=no,bombs=even")
    with pytest.raises(UnknownNameError, match="minimax"):
        get("oracle:of=minimx")
    with pytest.raises(UsageError, match="bombs=perhaps: give no, yes, even"):
        get("oracle:bombs=perhaps")
    with pytest.raises(UnknownNameError, match="solver"):
        get("minimax-even:solver=humn")


def test_a_solution_is_kept_until_a_move_deviates_from_it() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)))
    solution = Solution("backtracking")
    found = dict(solution.actions(state, Scratch(state), Clock()))
    assert len(found) == 16
    stopped = Clock(nodes=0)
    kept = state.play(Scratch(state).move((0, found[0])))
    rest = dict(solution.actions(kept, Scratch(kept), stopped))
    assert rest == {cell: bit for cell, bit in found.items() if cell}
    other = next(move for move in state.moves() if 1 << move.value != found[0])
    deviated = state.play(other)
    assert solution.actions(deviated, Scratch(deviated), stopped) == []
    assert len(solution.actions(deviated, Scratch(deviated), Clock())) == 15


def test_the_human_style_finds_the_solutions_that_backtracking_finds() -> None:
    human = HumanStyle()
    for seed in range(40):
        board = random_board(seed)
        assert human.count(board, 50) == SOLVER.count(board, 50)
        assert human.solvable(board) is SOLVER.solvable(board)
    found = list(human.solutions(dug_board(5, Shape(2, 2), 12)))
    assert len(set(found)) == len(found) > 0


def test_the_human_style_keeps_its_budget() -> None:
    with pytest.raises(OutOfBudgetError):
        list(HumanStyle().solutions(Board.empty(Shape(3, 3)), Budget(nodes=3)))
