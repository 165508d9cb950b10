"""The agent `neat`: its network decides, options have their effect, files are checked."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from random_states import random_state

from bombe import read
from bombe.agents import Clock, get
from bombe.agents.learn.agent import shipped_network
from bombe.agents.learn.designs import MoveDesign
from bombe.agents.learn.features import FEATURES, FeatureSet
from bombe.agents.learn.network import Network, NetworkLink, NetworkNode
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.errors import BombeError
from bombe.solvers import Verdict
from bombe.solvers import get as get_solver

if TYPE_CHECKING:
    from pathlib import Path

    from bombe.boards import Move

STATES = [
    read(name)
    for name in ("easy-2x2", "random-2x2", "easy-2x3", "random-2x3", "easy-3x3", "random-3x3")
]


def last(name: str, state: SudokuState, seed: int = 1) -> Move:
    *_, move = get(name, seed).choose(state, Clock(nodes=200))
    return move


def written(path: Path, **weights: float) -> str:
    """Write a linear network; return the agent with it."""
    named = {name.replace("_", " "): weight for name, weight in weights.items()}
    links = [NetworkLink(name, 0, weight) for name, weight in named.items()]
    Network(list(named), [0], [NetworkNode(0, "identity", 0.0)], links).write(path)
    return f"neat:genome={path}"


def verdict(state: SudokuState, move: Move) -> Verdict:
    return get_solver("auto").true_candidates(state.board).verdicts[move]


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.board.shape))
def test_the_network_decides_what_is_played(state: SudokuState, tmp_path: Path) -> None:
    skips = written(tmp_path / "skips.json", skip=1.0)
    fills = written(tmp_path / "fills.json", skip=-1.0)
    assert verdict(state, last(skips, state)) is Verdict.NO
    assert verdict(state, last(fills, state)) is Verdict.YES
    points = written(tmp_path / "points.json", points=1.0)
    most = max(state.points(move) for move in state.moves() if verdict(state, move) is Verdict.YES)
    assert state.points(last(points, state)) == most


def test_bombs_no_plays_no_bomb_and_changes_moves() -> None:
    rng = random.Random(5)
    states = [random_state(rng, Shape(2, 3), Rules.CLASSIC, 8) for _ in range(30)]
    states = [one for one in states if len(one.moves()) > 1] + STATES
    both = [(last("neat", one), last("neat:bombs=no", one)) for one in states]
    assert sum(one != other for one, other in both) >= 3
    for state, (_, careful) in zip(STATES, both[-len(STATES) :], strict=True):
        assert verdict(state, careful) is Verdict.YES


@pytest.mark.parametrize("name", ["random-2x2", "random-2x3", "random-3x3"])
def test_bombs_are_counted_where_there_are_several_solutions(name: str, tmp_path: Path) -> None:
    state = read(name)
    even = written(tmp_path / "even.json", bombs_odd=-1.0, skip=-5.0)
    move = last(even, state)
    board = state.board.place(move)
    true = get_solver("auto").true_candidates(board).true
    masks = board.candidate_masks()
    bombs = sum((mask & ~safe).bit_count() for mask, safe in zip(masks, true, strict=True))
    assert bombs % 2 == 0


def test_the_shipped_network_is_small_and_knows_the_law() -> None:
    network = shipped_network()
    assert set(network.inputs) <= set(FEATURES)
    assert len(network.links) < 40
    assert MoveDesign(FeatureSet.PARITY, 0, 2).measure(network) >= 90


@pytest.mark.parametrize(
    ("text", "words"),
    [(None, "No such file"), ("{", "not JSON"), ('{"schema": 3}', "schema is 3")],
)
def test_a_genome_that_cannot_be_used_is_refused(
    text: str | None, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "genome.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(BombeError, match=words):
        get(f"neat:genome={path}")
