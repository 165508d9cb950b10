"""Names of agents with their options: `mcts:c=1.5,k=5` is the agent mcts with two options.

The options of an agent are the keyword-only arguments of its class, with their defaults; they are
listed nowhere else; bombe.boards.options reads them.
"""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bombe.boards import options
from bombe.boards.game import DEFAULT_GAME

if TYPE_CHECKING:
    from bombe.agents.contract import AnyAgent

ANY_GAME = "*"
"""The game of an agent that plays every game whose line in bombe.agents.games names it."""


class Entrant(NamedTuple):
    """A line of the table: where an agent is defined, what it does, and the game that it plays.

    `needs` is a package that the agent requires and Bombe does not, `remedy` how to get it.
    """

    name: str
    place: str
    summary: str
    game: str = DEFAULT_GAME
    needs: str = ""
    remedy: str = ""

    @property
    def is_available(self) -> bool:
        """Whether the package that it needs is installed; nothing is imported."""
        return not self.needs or importlib.util.find_spec(self.needs) is not None

    @property
    def spec(self) -> str:
        """The name with the game, unless that is the default: `dots/random`."""
        return self.name if self.game == DEFAULT_GAME else f"{self.game}/{self.name}"

    def make(self, seed: int, **values: Any) -> AnyAgent:
        """Import and return the agent; the seed is its only source of randomness."""
        return cast("AnyAgent", self.factory()(seed, **values))

    def defaults(self) -> dict[str, Any]:
        """Return the options and their defaults."""
        return options.defaults_of(self.factory())

    def documented_options(self) -> list[options.OptionHelp]:
        """Return the options with their defaults, their values and what they mean."""
        return options.documented_options(self.factory())

    def about(self) -> str:
        """Return what its class says of itself."""
        return inspect.getdoc(self.factory()) or ""

    def factory(self) -> Any:
        """Import and return the class."""
        module, _, name = self.place.partition(":")
        return getattr(importlib.import_module(module), name)


def split(text: str) -> tuple[str, dict[str, str]]:
    """Split `name:option=value,...` into the name and the options, as texts."""
    return options.split("agent", text)


def option_texts(name: str, given: Mapping[str, object]) -> str:
    """Return an agent's name with these options added; their values are Python values."""
    return options.join("agent", name, given)


def read_options(entrant: Entrant, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of options, read by the types of their defaults."""
    return options.read("agent", entrant.name, entrant.defaults(), texts)
