"""What distinguishes each agent: skips, penalties, solutions, a solver's advice."""

from __future__ import annotations

import random

import pytest
from random_boards import full_grid
from random_states import random_state

from bombe.agents import AGENTS, Clock, get
from bombe.agents.sudoku.minimax import sure_bomb
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.solution import Solution
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.sudoku.refusals import Refusal
from bombe.solvers import Verdict, as_solver

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
        while bomb := sure_bomb(Scratch(state), boxes=True):
            move = Scratch(state).move(bomb)
            assert not state.reasons(move)
            assert is_bomb(state, move)
            state = state.reject(move)
            found += 1
    assert found > 10


def test_boxes_are_searched_on_request_and_only_where_lines_have_no_bomb() -> None:
    # About 1 in 100 where not every cell may be played on, 1 in 1,000 and fewer where it may.
    rng, changed = random.Random(3), 0
    for _ in range(400):
        state = random_state(rng, Shape(2, 3), Rules.RANDOM, rng.randrange(25))
        position = Scratch(state)
        bomb = sure_bomb(position, boxes=True)
        if bomb and not sure_bomb(position) and position.moves_left % 2 == 0:
            move = last_proposal("minimax-skip:box=yes", state)
            assert move == position.move(bomb)
            assert is_bomb(state, move)
            changed += last_proposal("minimax-skip", state) != move
        else:
            assert bomb == sure_bomb(position) or position.moves_left % 2
    assert changed > 1


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
    for depth in (1, 2):
        clock = Clock()
        assert list(get(f"{name}:depth={depth}", 1).choose(state, clock))
        spent.append(clock.nodes)
    assert 0 < spent[0] < spent[1]


@pytest.mark.parametrize("depth", [0, -1])
def test_no_agent_accepts_a_depth_below_one(depth: int) -> None:
    specs = [one.spec for one in AGENTS if one.is_available and "depth" in one.defaults()]
    assert len(specs) > 6
    for spec in specs:
        with pytest.raises(UsageError, match=f"depth={depth}: give 1, which is the own move only"):
            get(spec.replace("*/", "dots/"), depth=depth)


def test_minimax_looks_at_the_difference_of_scores_and_a_depth_of_one_at_its_own_move() -> None:
    for seed in range(20):
        state = SudokuState.start(dug_board(seed, Shape(2, 3), 10))
        assert state.points(last_proposal("minimax:depth=1", state)) == max(
            map(state.points, state.moves())
        )
        plain, explicit = (last_proposal(f"minimax{tail}", state) for tail in ("", ":penalty=0"))
        assert plain == explicit


def test_proposals_of_minimax_never_get_worse_at_depth_one() -> None:
    firsts = set()
    for seed in range(30):
        state = SudokuState.start(dug_board(1, Shape(2, 3), 10))
        proposals = list(get("minimax:depth=1", seed).choose(state, Clock()))
        points = [state.points(move) for move in proposals[1:]]
        assert points == sorted(set(points))
        firsts.add(proposals[0])
    assert len(firsts) > 10


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("minimax", "penalty=1"),
        ("minimax", "depth=1"),
        ("minimax-pruned", "penalise=every"),
        ("minimax-pruned", "penalty=0"),
        ("minimax-skip", "penalise=every"),
    ],
)
def test_each_option_changes_the_move_on_some_state(name: str, options: str) -> None:
    changed = 0
    for seed in range(30):
        state = SudokuState.start(dug_board(seed, Shape(2, 3), 5 + 2 * (seed % 4)))
        changed += last_proposal(name, state, 600) != last_proposal(f"{name}:{options}", state, 600)
    assert changed > 3


def test_pruning_changes_the_move_on_some_state() -> None:
    changed = 0
    for seed in range(30):
        state = SudokuState.start(dug_board(seed, Shape(2, 3), 31))
        changed += last_proposal("minimax-pruned", state, 150) != last_proposal(
            "minimax-pruned:prune=no", state, 150
        )
    assert changed > 3


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


@pytest.mark.parametrize("name", ["minimax-even", "minimax-even:solver=human:guess=random+seed=3"])
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
    with pytest.raises(UnknownNameError, match="option of human"):
        get("minimax-even:solver=human:gess=random")


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
