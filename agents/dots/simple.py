"""Rules of thumb of Dots and Boxes: the first proposal of other agents, and an agent of its own."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.dots.scratch import DotsScratch
from bombe.agents.loading import load, spec_of
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.boards.dots.state import DotsState


class FirstMovesAgent:
    """Completes a box if it can; else lets `of` choose among the lines that draw no third side.

    `of` may have options, with a plus sign for a comma: `first-moves:of=mcts:c=1+reward=result`.
    """

    def __init__(self, seed: int, *, of: str = "random") -> None:
        self._agent = load(spec_of(of.replace("+", ","), DOTS.name))(seed)
        self._rng = random.Random(seed)

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
        """Propose a line by the rules of thumb; then the choice of `of` if it takes no box."""
        position = DotsScratch(state)
        if edge := first_move(position, self._rng):
            yield position.move(edge)
            if not position.scoring():
                allowed = {position.move((edge, 0)) for edge in position.safe()}
                for line in map(Line.of, self._agent.choose(state, clock)):
                    if not allowed or line in allowed:
                        yield line


def first_move(position: DotsScratch, rng: random.Random) -> tuple[int, int] | None:
    """Return a random edge that completes most boxes, else a safe one, else any; None at the end.

    An edge is safe if it is no box's third side.
    """
    scoring = position.scoring()
    most = max(scoring.values(), default=0)
    best = [edge for edge, points in scoring.items() if points == most]
    edges = best or position.safe() or position.edges()
    return (rng.choice(edges), 0) if edges else None
