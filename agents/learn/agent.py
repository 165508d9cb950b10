"""An agent whose network values every move, as evolution by NEAT found it.

The highest value wins. The network is a few numbers in a file, and playing needs nothing that
training does. `bombe study neat` trains another.
"""

from __future__ import annotations

import functools
import math
import random
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.agents.learn.features import FEATURES, of_fill, of_skip
from bombe.agents.learn.network import load_network, read_network
from bombe.agents.sudoku.audits import Audits
from bombe.agents.sudoku.knowledge import Knowledge
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.simple import changes, draw_greedy
from bombe.agents.sudoku.solution import ready_solver
from bombe.boards.options import NO_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.learn.features import Vector
    from bombe.agents.learn.network import Network
    from bombe.agents.search.mutable import Action
    from bombe.boards import Move, SudokuState

SHIPPED = "neat.json"
"""The network that comes with Bombe."""


MAX_AUDITED = 24
"""The most fills to value on a board with several solutions, where each takes an audit."""


class NeatAgent:
    """Plays the move that its network values most; a greedy one until the values are known.

    `genome` is a file with another network. With `bombs=no` the network is told of no bombs, and
    skips are left out.
    """

    def __init__(
        self,
        seed: int,
        network: Network | None = None,
        *,
        genome: str = NO_FILE,
        bombs: bool = True,
    ) -> None:
        self._rng = random.Random(seed)
        if network is None:
            network = load_network(Path(genome), FEATURES) if genome else shipped_network()
        self._network = network
        self._inputs = [FEATURES.index(name) for name in self._network.inputs]
        self._bombs = bombs
        self._solver = ready_solver("auto")
        self._audits = Audits(self._solver)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a greedy move at once, and better ones as soon as they are valued."""
        return changes(self._proposals(state, clock))

    def _proposals(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        position = Scratch(state)
        first = draw_greedy(position, self._rng)
        if first is None:
            return
        yield position.move(first)
        truth = self._audits.of(state.board, clock)
        known = Knowledge(state, position, truth, self._solver)
        yield from map(position.move, self._improvements(known, clock))

    def _improvements(self, known: Knowledge, clock: Clock) -> Iterator[Action]:
        """Yield the best move so far, by the values that are known so far."""
        fills = known.ranked_fills(self._rng)
        skips = self._rng.sample(known.skips, min(1, len(known.skips))) if self._bombs else []
        count = known.bomb_count if self._bombs else 0
        best = -math.inf
        for skip in skips:
            best = self._value(of_skip(known.position, count - 1))
            yield skip
        for fill, left in self._counted(known, fills, clock):
            value = self._value(of_fill(known.position, fill[0], left))
            if value > best:
                best = value
                yield fill

    def _counted(
        self, known: Knowledge, fills: list[Action], clock: Clock
    ) -> Iterator[tuple[Action, int]]:
        """Yield fills with the number of bombs that each leaves, as far as the clock allows."""
        if not self._bombs:
            yield from ((fill, 0) for fill in fills)
            return
        if not known.is_proper:
            # Each fill takes an audit: those first that would be best if they left no bomb.
            hopes = {cell: self._value(of_fill(known.position, cell, 0)) for cell, _ in fills}
            fills = sorted(fills, key=lambda fill: hopes[fill[0]], reverse=True)[:MAX_AUDITED]
        for fill in fills:
            left = known.bombs_after(fill, clock)
            if left is None:
                return
            yield fill, left

    def _value(self, features: Vector) -> float:
        return self._network.value([features[at] for at in self._inputs])


@functools.cache
def shipped_network() -> Network:
    """Return the network that comes with Bombe."""
    text = resources.files("bombe.agents.learn").joinpath(SHIPPED).read_text("utf-8")
    return read_network(text, SHIPPED, FEATURES)
