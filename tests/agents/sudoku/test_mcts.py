"""The tree search: playouts reach the end, the best move is found, options have their effect."""

from __future__ import annotations

import functools
import itertools
import random
from typing import TYPE_CHECKING

import pytest
from cell_endgames import cells, endgame, exact, exact_after, grown
from random_boards import full_grid
from random_states import random_state

from bombe.agents import Clock, get
from bombe.agents.memory import AgentMemory
from bombe.agents.search import uct
from bombe.agents.search.uct import Reward, Selection, Tree
from bombe.agents.sudoku.mcts import play_to_end
from bombe.agents.sudoku.scratch import Scratch
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.bits import bit_list
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import AnyAgent


def tree_of(position: Scratch, *, reward: Reward = Reward.MARGIN, k: int = 5) -> Tree[Scratch]:
    rng = random.Random(1)
    finish = functools.partial(play_to_end, rng=rng, k=k)
    return Tree(position, rng, cells, finish, c=0.5, reward=reward)


def turn(
    agent: AnyAgent, state: SudokuState, seconds: float, kept: AgentMemory | None = None
) -> list[tuple[Move, float]]:
    """Return the proposals of a turn and their times; every check of the clock takes 1 s."""
    looks = iter(range(10**6))
    clock = Clock(seconds, now=lambda: float(next(looks)), kept=kept)

    def timed() -> Iterator[tuple[Move, float]]:
        for move in agent.choose(state, clock):
            now = clock.seconds
            if now >= seconds:
                return
            yield move, now

    return list(timed())


@pytest.mark.parametrize("rules", list(Rules))
@pytest.mark.parametrize("k", [1, 3, 100])
def test_a_playout_ends_the_game(rules: Rules, k: int) -> None:
    rng = random.Random(k)
    for _ in range(20):
        state = random_state(rng, Shape(2, 3), rules, rng.randrange(20))
        position = Scratch(state)
        margin = play_to_end(position, rng, k)
        assert position.is_over
        assert margin == position.margin


def test_a_playout_with_one_choice_is_greedy() -> None:
    for seed in range(30):
        position = Scratch(endgame(seed, 2))
        best = max(map(position.points, bit_list(position.playable)))
        seen = {play_to_end(position.copy(), random.Random(n), 1) for n in range(5)}
        firsts = [c for c in bit_list(position.playable) if position.points(c) == best]
        assert seen <= {exact_after(position, cell) for cell in firsts}


@pytest.mark.parametrize("rules", [Rules.CLASSIC, Rules.RANDOM])
def test_many_playouts_find_the_best_cell_of_an_endgame(rules: Rules) -> None:
    right = 0
    first = 12 if rules is Rules.RANDOM else 0
    for seed in range(first, first + 12):
        position = Scratch(endgame(seed, 6, rules))
        best = grown(tree_of(position), 600).best(Selection.ROBUST)
        assert best is not None
        right += exact_after(position, best[0]) == exact(position)
    assert right >= 11


def test_the_reward_result_aims_at_the_result() -> None:
    right = 0
    for seed in range(12):
        position = Scratch(endgame(seed, 6))
        sign = 1 if exact(position) > 0 else -1 if exact(position) < 0 else 0
        best = grown(tree_of(position, reward=Reward.RESULT), 600).best(Selection.MAX)
        assert best is not None
        value = exact_after(position, best[0])
        right += (value > 0) - (value < 0) == sign
    assert right >= 11


def test_selection_goes_by_visits_or_by_means() -> None:
    differing = 0
    for seed in range(15):
        searched = grown(tree_of(Scratch(endgame(seed, 12))), 60)
        differing += searched.best(Selection.MAX) != searched.best(Selection.ROBUST)
        nodes = [node for node in searched._root.children if node.visits > 1]
        robust = max(node.visits for node in nodes)
        mean = max(node.total / node.visits for node in nodes)
        chosen = {node.action: node for node in nodes}
        assert chosen[searched.best(Selection.ROBUST) or (0, 0)].visits == robust
        node = chosen[searched.best(Selection.MAX) or (0, 0)]
        assert node.total / node.visits == mean
    assert differing


def test_moves_visited_once_are_not_considered_best() -> None:
    position = Scratch(endgame(3, 12))
    assert grown(tree_of(position), 12).best(Selection.MAX) is None
    assert grown(tree_of(position), 13).best(Selection.MAX) is not None


def test_a_full_tree_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uct, "MAX_PLAYOUTS", 40)
    clock = Clock()
    assert list(get("mcts").choose(endgame(1, 9), clock))
    assert clock.nodes == 40


def test_no_time_is_spent_on_an_only_move() -> None:
    clock = Clock()
    assert len(list(get("mcts").choose(endgame(1, 1), clock))) == 1
    assert clock.nodes == 0


def test_no_bomb_is_proposed_once_a_solution_is_known() -> None:
    for seed in range(5):
        rng = random.Random(seed)
        solution = full_grid(Shape(3, 3), rng)
        values = [v if rng.random() < 0.5 else 0 for v in solution]
        state = SudokuState.start(Board(Shape(3, 3), bytes(values)))
        (_, *later) = get("mcts-cells", seed).choose(state, Clock(nodes=60))
        oracle = get("oracle", seed)._solver  # type: ignore[attr-defined]
        verdicts = oracle.true_candidates(state.board).verdicts
        assert later
        assert all(verdicts[move].value == "yes" for move in later)


@pytest.mark.parametrize("is_new", [False, True])
def test_with_discover_later_turns_propose_late(*, is_new: bool) -> None:
    agent, state, kept = get("mcts-cells:discover=yes"), endgame(2, 20), AgentMemory()
    early = [now for _, now in turn(agent, state, 400.0, kept)]
    assert len(early) > 1
    assert 380 < kept.load() < 400
    for _ in range(2):
        agent = get("mcts-cells:discover=yes") if is_new else agent
        *first, late = (now for _, now in turn(agent, state, 400.0, kept))
        assert first
        assert max(first) < 20
        assert 360 <= late < 400


def test_discover_changes_nothing_in_a_first_turn() -> None:
    state = endgame(2, 20)
    moves = [
        [move for move, _ in turn(get(name, 1), state, 200.0)]
        for name in ("mcts-cells", "mcts-cells:discover=yes")
    ]
    assert moves[0][:2] == moves[1][:2]


def test_the_length_of_a_turn_is_kept_until_the_agent_is_killed() -> None:
    told: list[str] = []
    turn(get("mcts-cells:discover=yes"), endgame(2, 20), 400.0, AgentMemory(tell=told.append))
    lengths = list(map(float, told))
    assert lengths == sorted(lengths)
    # Often enough to be right to a few per cent, though not for every playout of a long turn.
    assert all(after <= 1.01 * before + 8 for before, after in itertools.pairwise(lengths))


def test_discover_is_reproducible_with_a_budget_of_nodes() -> None:
    def last_moves() -> list[Move]:
        agent, state, kept = get("mcts-cells:discover=yes", 1), endgame(2, 12), AgentMemory()
        found = []
        for _ in range(3):
            *_, move = agent.choose(state, Clock(nodes=60, kept=kept))
            found.append(move)
            state = state.play(move)
        return found

    assert last_moves() == last_moves()


@pytest.mark.parametrize("options", ["k=0", "c=-1", "c=nan"])
def test_invalid_numbers_are_rejected(options: str) -> None:
    with pytest.raises(UsageError, match="give a c of 0 or more, and a k of 1 or more"):
        get(f"mcts:{options}")
