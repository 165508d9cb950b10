"""Who plays, and how games are judged.

An agent is an object with one method, `choose(state, clock)`, that yields proposals; the last one
before the clock runs out counts. A new agent is a class and one line in the table below.
"""

if __name__ == "agents":
    raise ImportError("this folder is the package bombe.agents: `pip install .`, then import that")

import importlib
from typing import NamedTuple, cast

from bombe.agents.contract import Agent, Clock
from bombe.boards.errors import UnknownNameError

__all__ = ["AGENTS", "Agent", "Clock", "Entrant", "get"]


class Entrant(NamedTuple):
    """A line of the table: where an agent lives, and what it does."""

    name: str
    place: str
    summary: str

    def make(self, seed: int) -> Agent:
        """Import the agent and make one whose chances come from the seed."""
        module, _, name = self.place.partition(":")
        return cast("Agent", getattr(importlib.import_module(module), name)(seed))


AGENTS = (
    Entrant("random", "bombe.agents.simple:RandomAgent", "any legal move, bombs included"),
    Entrant("greedy", "bombe.agents.simple:GreedyAgent", "most points now, ties at random"),
)
"""The agents, in the order in which people are shown them."""


def get(name: str, seed: int = 0) -> Agent:
    """Make the agent of that name."""
    for entrant in AGENTS:
        if entrant.name == name:
            return entrant.make(seed)
    raise UnknownNameError("agent", name, (entrant.name for entrant in AGENTS))
