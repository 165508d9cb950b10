"""One turn of an exported agent: whatever happens, what was proposed so far stands."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from bombe.agents.contract import Clock
from bombe.agents.exports.chosen import make

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.agents.exports.position import SudokuState
    from bombe.boards import Move


def proposals(
    state: SudokuState, load: Callable[[], object], save: Callable[[object], object]
) -> Iterator[Move]:
    """Yield better and better moves; keep for the next turn what the agent has in `kept`, if any.

    Turns are processes that are killed: nothing is left of an agent but what `save` wrote, and
    that may be torn or missing.
    """
    agent: Any = make()
    keeps, kept = hasattr(agent, "kept"), None
    with contextlib.suppress(Exception):  # a turn that fails is better than a game that ends
        for number, move in enumerate(agent.choose(state, Clock())):
            yield move
            if keeps and not number:
                agent.kept = kept = _recalled(load)
            elif keeps and agent.kept is not kept:
                kept = agent.kept
                with contextlib.suppress(Exception):  # the folder may not be for us to write to
                    save(kept)


def _recalled(load: Callable[[], object]) -> object:
    with contextlib.suppress(Exception):  # it may be torn, or the first turn
        return load()
    return None
