"""Seeds of players: the same from the same facts, and none that another one gives away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bombe.agents.arena.playing import play
from bombe.agents.loading import get
from bombe.agents.seeds import SEED_BYTES, new_salt, seed_of, seeds_of
from bombe.boards.game import game_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.boards.dots.state import DotsState, Line


def test_a_seed_depends_on_every_fact_and_on_the_salt() -> None:
    variants = [
        seed_of("game", 1, 2, "a", "b"),
        seed_of("game", 12, "a", "b"),
        seed_of("game", 1, 2, "ab"),
        seed_of("game", 1, 2, "a", "b", salt="s"),
        seed_of("turn", 1, 2, "a", "b"),
    ]
    assert len(set(variants)) == len(variants)
    assert seed_of("game", 1, 2, "a", "b") == variants[0]


def test_seeds_are_small_enough_for_numpy_and_use_all_bits() -> None:
    seeds = [seed for number in range(64) for seed in seeds_of(number, salt="s")]
    assert len(set(seeds)) == len(seeds)
    assert max(seeds) < 1 << 8 * SEED_BYTES == 1 << 32
    assert sum(seeds) / len(seeds) == pytest.approx(2**31, rel=0.25)


def test_no_distance_leads_from_one_players_seed_to_the_others() -> None:
    distances = {two - one for one, two in (seeds_of("game", number) for number in range(100))}
    assert len(distances) == 100


def test_salts_differ() -> None:
    assert len({new_salt() for _ in range(5)}) == 5


def test_random_cannot_be_foretold_from_a_seed_near_its_own() -> None:
    foretold = []

    class Prophet:
        """Plays the first move, and expects what `random` would answer with a seed near its own."""

        def __init__(self, seed: int) -> None:
            self._twins = [get("dots/random", seed + step) for step in (-1, 0, 1)]
            self._expected: list[object] = []

        def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
            if self._expected:
                foretold.append(state.history[-1] in self._expected)
            move = state.moves()[0]
            after = state.play(move)
            self._expected = [move for twin in self._twins for move in twin.choose(after, clock)]
            yield move

    for seed in range(4):
        play(game_named("dots").start("3x3"), Prophet, "random", seed=seed)
    assert len(foretold) > 20
    assert sum(foretold) < len(foretold) / 2
