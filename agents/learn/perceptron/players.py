"""Agents that play a network from its file, to compare them with others in matches.

    bombe.agents.learn.perceptron.players:DotsNetAgent:file=boxes-128-128.npz

is the name of such an agent, as `bombe match` takes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bombe.agents.dots.exact import ExactAgent
from bombe.agents.learn.agent import NeatAgent
from bombe.agents.learn.features import FeatureSet
from bombe.agents.learn.perceptron.fitting import read_network
from bombe.agents.learn.perceptron.samples import LabelledPosition
from bombe.boards.dots.state import DotsState
from bombe.boards.errors import InputError, UsageError
from bombe.boards.options import NO_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.dots.scratch import DotsScratch
    from bombe.agents.learn.features import Vector
    from bombe.boards.dots.state import Grid, Line


class _NetFile:
    """A network and the game that it was trained for."""

    def __init__(self, file: str, game: str) -> None:
        if not file:
            raise UsageError("file= is missing: give a network of `bombe study perceptron -o`")
        self.network, plan = read_network(Path(file))
        if plan.game != game:
            raise UsageError(f"{file}: a network for {plan.game}; give one for {game}")
        self.file, self.inputs, self.boxes = file, plan.inputs, plan.boxes
        self.subject = plan.subject()
        if self.network.inputs != self.subject.width:
            told, width = self.network.inputs, self.subject.width
            raise InputError(f"{file}: a network of {told} inputs, not {width}; give another one")


class DotsNetAgent:
    """Draws the line after which the network of `file` values the position best."""

    def __init__(self, seed: int, *, file: str = NO_FILE) -> None:  # noqa: ARG002 - every agent takes one
        self._net = _NetFile(file, "dots")

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:  # noqa: ARG002 - one pass
        """Propose one line."""
        if values := line_values(self._net, state.grid, state.edges):
            yield max(values, key=values.__getitem__)


class RatedExactAgent(ExactAgent):
    """`exact`, but the network of `file` rates the lines until the solver takes over."""

    def __init__(self, seed: int, *, file: str = NO_FILE, memory: int = 128) -> None:
        super().__init__(seed, memory=memory)
        self._net = _NetFile(file, "dots")

    def _rate_lines(self, position: DotsScratch) -> dict[Line, float]:
        edges = position.grid.all_edges & ~position.empty
        return line_values(self._net, position.grid, edges)


def line_values(net: _NetFile, grid: Grid, edges: int) -> dict[Line, float]:
    """Return what the network says of every line where `edges` are drawn."""
    if str(grid) != net.boxes:
        raise UsageError(f"{net.file}: a network for {net.boxes} boxes; give a game on them")
    moves = DotsState(grid, edges).moves()
    if not moves:
        return {}
    samples = net.subject.samples([LabelledPosition(f"{edges:x}", (0,) * len(moves))])
    outputs = net.network.values(net.subject.inputs(samples.facts, 0)) * net.subject.scale
    values = samples.points + samples.signs * outputs
    return dict(zip(moves, values.tolist(), strict=True))


class SudokuNetAgent(NeatAgent):
    """Plays as `neat` does, but the network of `file` values the moves."""

    def __init__(self, seed: int, *, file: str = NO_FILE) -> None:
        self._net = _NetFile(file, "sudoku")
        super().__init__(seed, bombs=self._net.inputs != FeatureSet.NO_BOMBS)

    def _value(self, features: Vector) -> float:
        import numpy as np

        inputs = self._net.subject.inputs(np.array([features], np.float32), 0)
        return float(self._net.network.values(inputs)[0])
