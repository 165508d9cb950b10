"""Who plays, and how games are judged.

An agent is an object with one method, `choose(state, clock)`, that yields proposals; the last one
before the clock runs out counts. A new agent is a class and one line in bombe.agents.table.
"""

if __name__ == "agents":
    raise ImportError("this folder is the package bombe.agents: `pip install .`, then import that")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bombe.agents.arena.playing import match, play
    from bombe.agents.contract import Agent, Clock
    from bombe.agents.entrants import Entrant
    from bombe.agents.loading import get
    from bombe.agents.table import AGENTS
else:
    from bombe.boards.lazy import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "bombe.agents.arena.playing": ("match", "play"),
            "bombe.agents.contract": ("Agent", "Clock"),
            "bombe.agents.entrants": ("Entrant",),
            "bombe.agents.loading": ("get",),
            "bombe.agents.table": ("AGENTS",),
        },
    )

__all__ = ["AGENTS", "Agent", "Clock", "Entrant", "get", "match", "play"]
