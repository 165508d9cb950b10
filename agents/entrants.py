"""Names of agents with their options: `mcts:c=1.5,k=5` is the agent mcts with two options set.

The options of an agent are the keyword-only arguments of its class, with their defaults; nothing
else lists them. A default's type says how a value is read: numbers, `yes` or `no`, one of an
enum's values, or a text.
"""

from __future__ import annotations

import enum
import importlib.util
import inspect
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.game import DEFAULT_GAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.agents.contract import AnyAgent

ANY_GAME = "*"
"""The game of an agent that plays any: those whose line in bombe.agents.games names it."""
_YES_OR_NO = {"yes": True, "no": False}


class Entrant(NamedTuple):
    """A line of the table: where an agent lives, what it does, and the game that it plays.

    `needs` is a package that Bombe does not depend on.
    """

    name: str
    place: str
    summary: str
    game: str = DEFAULT_GAME
    needs: str = ""

    @property
    def is_available(self) -> bool:
        """Whether the package is there; nothing is imported."""
        return not self.needs or importlib.util.find_spec(self.needs) is not None

    @property
    def spec(self) -> str:
        """The name that tells it from agents of other games: `dots/random`."""
        return self.name if self.game == DEFAULT_GAME else f"{self.game}/{self.name}"

    def make(self, seed: int, **options: Any) -> AnyAgent:
        """Import the agent and make one, whose randomness comes from the seed alone."""
        return cast("AnyAgent", self._factory()(seed, **options))

    def defaults(self) -> dict[str, Any]:
        """Return the options with their defaults."""
        parameters = inspect.signature(self._factory()).parameters.values()
        return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}

    def _factory(self) -> Any:
        module, _, name = self.place.partition(":")
        return getattr(importlib.import_module(module), name)


def split(text: str) -> tuple[str, dict[str, str]]:
    """Cut `name:option=value,...` into the name and its options, as texts."""
    name, _, tail = text.partition(":")
    options: dict[str, str] = {}
    for item in filter(None, tail.split(",")):
        key, sign, value = item.partition("=")
        if not sign or key in options:
            problem = "stands twice" if key in options else "has no value"
            raise UsageError(f"agent {text!r}: {key!r} {problem}; write {name}:option=value,...")
        options[key] = value
    return name, options


def option_texts(name: str, options: Mapping[str, object]) -> str:
    """Write an agent's name with more options, given as Python values."""
    texts = {key: _text(value) for key, value in options.items()}
    for key, text in texts.items():
        if "," in text:
            raise UsageError(f"agent {name!r}: {key}={text!r} has a comma; options have none")
    has_options = "=" in name.rpartition(":")[2]
    added = ",".join(f"{key}={text}" for key, text in texts.items())
    return f"{name}{',' if has_options else ':'}{added}" if added else name


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, enum.Enum) else value)


def read_options(entrant: Entrant, texts: Mapping[str, str]) -> dict[str, Any]:
    """Read the values of options by the types of their defaults."""
    defaults = entrant.defaults()
    for key in texts:
        if not defaults:
            raise UsageError(f"agent {entrant.name} has no options: leave {key!r} out")
        if key not in defaults:
            raise UnknownNameError(f"option of {entrant.name}", key, defaults)
    return {key: _value(entrant, key, text, defaults[key]) for key, text in texts.items()}


def _value(entrant: Entrant, key: str, text: str, default: Any) -> Any:
    kind = type(default)
    if kind is bool:
        known = "yes or no"
    elif isinstance(default, enum.Enum):
        known = ", ".join(str(one.value) for one in kind)
    else:
        known = {int: "a whole number", float: "a number"}.get(kind, "a text")
    try:
        return _YES_OR_NO[text] if kind is bool else kind(text)
    except (ValueError, KeyError):
        raise UsageError(f"agent {entrant.name}: {key}={text}: give {known}") from None
