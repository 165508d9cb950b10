"""One turn of an exported agent: whatever fails, the last proposal stands."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING, Any

from bombe.agents.exports.clock import Clock
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.simple import draw_greedy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.exports.position import SudokuState
    from bombe.boards import Move


def prepare() -> None:
    """Import the agent, so that processes forked from this one need not."""
    from bombe.agents.exports.chosen import make

    del make


def proposals(state: SudokuState, memory: Any) -> Iterator[Move]:
    """Yield better and better moves; what the agent keeps goes through `memory.save`.

    A turn is a process that is killed: only what was saved survives, and it may be damaged or
    missing. A process that is not forked imports the agent during its turn, so a greedy move comes
    first.
    """
    with contextlib.suppress(Exception):  # a bad turn is better than a lost game
        position = Scratch(state)  # type: ignore[arg-type] # a copy of our class
        if first := draw_greedy(position, random.Random()):
            yield position.move(first)
        from bombe.agents.exports.chosen import make

        agent: Any = make()
        yield from agent.choose(state, Clock(memory))
