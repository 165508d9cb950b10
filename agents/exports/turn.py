"""One turn of an exported agent: whatever happens, what was proposed so far stands."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING, Any

from bombe.agents.contract import Clock
from bombe.agents.scratch import Scratch
from bombe.agents.simple import draw_greedy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.agents.exports.position import SudokuState
    from bombe.boards import Move


def proposals(
    state: SudokuState, load: Callable[[], object], save: Callable[[object], object]
) -> Iterator[Move]:
    """Yield better and better moves; keep for the next turn what the agent has in `kept`, if any.

    Turns are processes that are killed: nothing is left of an agent but what `save` wrote, and
    that may be torn or missing. An agent is imported in its own time, so a greedy move comes first.
    """
    position = Scratch(state)  # type: ignore[arg-type] # it stands for ours
    if first := draw_greedy(position, random.Random()):
        yield position.move(first)
    with contextlib.suppress(Exception):  # a turn that fails is better than a game that ends
        from bombe.agents.exports.chosen import make

        agent: Any = make()
        kept = agent.kept = _recalled(load) if hasattr(agent, "kept") else None
        for move in agent.choose(state, Clock()):
            yield move
            if agent.kept is not kept:
                kept = agent.kept
                with contextlib.suppress(Exception):  # the folder may not be for us to write to
                    save(kept)


def _recalled(load: Callable[[], object]) -> object:
    with contextlib.suppress(Exception):  # it may be torn, or the first turn
        return load()
    return None
