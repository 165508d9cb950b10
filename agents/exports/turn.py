"""One turn of an exported agent: whatever happens, what was proposed so far stands."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING, Any

from bombe.agents.contract import Clock
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.simple import draw_greedy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.exports.position import SudokuState
    from bombe.boards import Move


def prepare() -> None:
    """Import the agent: the processes that are forked from this one have it then."""
    from bombe.agents.exports.chosen import make

    del make


def proposals(state: SudokuState, memory: Any) -> Iterator[Move]:
    """Yield better and better moves; keep for the next turn what the agent has in `kept`, if any.

    Turns are processes that are killed: nothing is left of an agent but what `memory.save` wrote,
    and that may be torn or missing. Where they are not forked, they import the agent in its own
    time, so a greedy move comes first.
    """
    with contextlib.suppress(Exception):  # a turn that fails is better than a game that ends
        position = Scratch(state)  # type: ignore[arg-type] # it stands for ours
        if first := draw_greedy(position, random.Random()):
            yield position.move(first)
        from bombe.agents.exports.chosen import make

        agent: Any = make()
        kept = agent.kept = _recalled(memory) if hasattr(agent, "kept") else None
        for move in agent.choose(state, Clock()):
            yield move
            if agent.kept is not kept:
                kept = agent.kept
                with contextlib.suppress(Exception):  # the folder may not be for us to write to
                    memory.save(kept)


def _recalled(memory: Any) -> object:
    with contextlib.suppress(Exception):  # it may be torn, or the first turn
        return memory.load()
    return None
