"""Carries out the studies of Dots and Boxes whose results bombe.analysis.dots_studies shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.contract import Clock
from bombe.agents.dots_scratch import DotsScratch
from bombe.agents.loading import load, spec_of
from bombe.analysis.dots_studies import FirstMoves, MoveTime, RandomGames
from bombe.boards.dots import DotsState
from bombe.boards.games import DOTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bombe.boards.dots import Grid, Line

AT_ONCE = 10_000
"""Playouts in one batch: some ten megabytes on the largest grids that are played."""


def random_games(grid: Grid, *, extra_turn: bool, games: int, seed: int) -> RandomGames:
    """Play games of random lines from the empty grid."""
    import numpy as np

    from bombe.agents.dots_playouts import play_out

    rng = np.random.default_rng(seed)
    position = DotsScratch(DotsState.start(grid, extra_turn=extra_turn))
    batches = [min(AT_ONCE, games - done) for done in range(0, games, AT_ONCE)]
    margins = np.concatenate([play_out(position, count, rng).margins for count in batches])
    first, second = int((margins > 0).sum()), int((margins < 0).sum())
    return RandomGames(str(grid), extra_turn, games, first, second, float(margins.mean()))


def move_times(
    agents: Sequence[str], grids: Sequence[Grid], *, extra_turn: bool, seconds: float, seed: int
) -> Iterator[MoveTime]:
    """Let each agent make its first move of each grid, until one takes too long for it."""
    for name in agents:
        make = load(spec_of(name, DOTS.name))
        for grid in grids:
            agent, clock = make(seed), Clock(seconds)
            for _ in agent.choose(DotsState.start(grid, extra_turn=extra_turn), clock):
                pass
            found = MoveTime(name, str(grid), clock.seconds, clock.nodes, not clock.is_over)
            yield found
            if not found.is_done:
                break


def first_moves(
    state: DotsState, values: Mapping[Line, int], playouts: Iterable[int], *, runs: int, seed: int
) -> Iterator[FirstMoves]:
    """Hold the lines that pure Monte Carlo search chooses against the exact values of all lines."""
    from bombe.agents.dots_mcts import PmcsAgent

    margin = max(values.values())
    best = sum(value == margin for value in values.values())
    for count in playouts:
        losses, seconds = [], 0.0
        for run in range(runs):
            clock = Clock()
            *_, line = PmcsAgent(seed + run, playouts=count).choose(state, clock)
            losses.append(margin - values[line])
            seconds += clock.seconds / runs
        hits, loss = losses.count(0), sum(losses) / runs
        grid = str(state.grid)
        yield FirstMoves(grid, count, runs, hits, loss, len(values), best, margin, seconds)
