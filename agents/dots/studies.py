"""Runs the studies of Dots and Boxes whose results bombe.analysis.dots.studies describes."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from bombe.agents.contract import Clock
from bombe.agents.dots.scratch import DotsScratch
from bombe.agents.loading import load, spec_of
from bombe.analysis.dots.studies import FirstMoves, MoveTime, RandomGames
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import DotsState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bombe.boards.dots.state import Grid, Line

BATCH = 10_000
"""Playouts in one batch: about ten megabytes on the largest grids."""


def random_games(
    grid: Grid,
    *,
    extra_turn: bool,
    games: int,
    seed: int,
    is_stopped: Callable[[], bool] = bool,
) -> RandomGames:
    """Play random games from the empty grid, in batches, until it is stopped."""
    import numpy as np

    from bombe.agents.dots.playouts import play_out

    rng = np.random.default_rng(seed)
    position = DotsScratch(DotsState.start(grid, extra_turn=extra_turn))
    played = []
    for done in range(0, games, BATCH):
        played.append(play_out(position, min(BATCH, games - done), rng).margins)
        if is_stopped():
            break
    margins = np.concatenate(played)
    first, second = int((margins > 0).sum()), int((margins < 0).sum())
    return RandomGames(str(grid), extra_turn, len(margins), first, second, float(margins.mean()))


def move_times(
    agents: Sequence[str],
    grids: Sequence[Grid],
    *,
    extra_turn: bool,
    seconds: float,
    seed: int,
    is_stopped: Callable[[], bool] = bool,
) -> Iterator[MoveTime]:
    """Time the first move of each agent on each grid, until a grid takes it longer than `seconds`.

    A move that is stopped is not reported.
    """

    def now() -> float:
        return math.inf if is_stopped() else time.perf_counter()

    for name in agents:
        make = load(spec_of(name, DOTS.name))
        for grid in grids:
            agent, clock = make(seed), Clock(seconds, now=now)
            for _ in agent.choose(DotsState.start(grid, extra_turn=extra_turn), clock):
                pass
            if is_stopped():
                return
            found = MoveTime(name, str(grid), clock.seconds, clock.nodes, not clock.is_over)
            yield found
            if not found.is_done:
                break


def first_moves(
    state: DotsState,
    values: Mapping[Line, int],
    playouts: Iterable[int],
    *,
    runs: int,
    seed: int,
    is_stopped: Callable[[], bool] = bool,
) -> Iterator[FirstMoves]:
    """Compare the lines that pure Monte Carlo search chooses with the exact values of all lines.

    A number of playouts that is stopped is not reported.
    """
    from bombe.agents.dots.mcts import PmcsAgent

    margin = max(values.values())
    best = sum(value == margin for value in values.values())
    for count in playouts:
        losses, seconds = [], 0.0
        for run in range(runs):
            if is_stopped():
                return
            clock = Clock()
            *_, line = PmcsAgent(seed + run, playouts=count).choose(state, clock)
            losses.append(margin - values[line])
            seconds += clock.seconds / runs
        hits, loss = losses.count(0), sum(losses) / runs
        grid = str(state.grid)
        yield FirstMoves(grid, count, runs, hits, loss, len(values), best, margin, seconds)
