"""Names of agents with their options: `mcts:c=1.5,k=5` is the agent mcts with two options.

The options of an agent are the keyword-only arguments of its class, with their defaults; they are
listed nowhere else. The type of the default decides how a value is read: as a number, as `yes` or
`no`, as one of the values of an enum, or as a text.
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
"""The game of an agent that plays every game whose line in bombe.agents.games names it."""
_YES_OR_NO = {"yes": True, "no": False}


class Entrant(NamedTuple):
    """A line of the table: where an agent is defined, what it does, and the game that it plays.

    `needs` is a package that the agent requires and Bombe does not.
    """

    name: str
    place: str
    summary: str
    game: str = DEFAULT_GAME
    needs: str = ""

    @property
    def is_available(self) -> bool:
        """Whether the package that it needs is installed; nothing is imported."""
        return not self.needs or importlib.util.find_spec(self.needs) is not None

    @property
    def spec(self) -> str:
        """The name with the game, unless that is the default: `dots/random`."""
        return self.name if self.game == DEFAULT_GAME else f"{self.game}/{self.name}"

    def make(self, seed: int, **options: Any) -> AnyAgent:
        """Import and return the agent; the seed is its only source of randomness."""
        return cast("AnyAgent", self._factory()(seed, **options))

    def defaults(self) -> dict[str, Any]:
        """Return the options and their defaults."""
        parameters = inspect.signature(self._factory()).parameters.values()
        return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}

    def _factory(self) -> Any:
        module, _, name = self.place.partition(":")
        return getattr(importlib.import_module(module), name)


def split(text: str) -> tuple[str, dict[str, str]]:
    """Split `name:option=value,...` into the name and the options, as texts."""
    name, _, tail = text.partition(":")
    options: dict[str, str] = {}
    for item in filter(None, tail.split(",")):
        key, sign, value = item.partition("=")
        if not sign or key in options:
            problem = "is named twice" if key in options else "has no value"
            raise UsageError(f"agent {text!r}: {key!r} {problem}; write {name}:option=value,...")
        options[key] = value
    return name, options


def option_texts(name: str, options: Mapping[str, object]) -> str:
    """Return an agent's name with these options added; their values are Python values."""
    texts = {key: _text(value) for key, value in options.items()}
    for key, text in texts.items():
        if "," in text:
            raise UsageError(
                f"agent {name!r}: {key}={text!r} has a comma: give a value without one"
            )
    has_options = "=" in name.rpartition(":")[2]
    added = ",".join(f"{key}={text}" for key, text in texts.items())
    return f"{name}{',' if has_options else ':'}{added}" if added else name


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, enum.Enum) else value)


def read_options(entrant: Entrant, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of options, read by the types of their defaults."""
    defaults = entrant.defaults()
    for key in texts:
        if not defaults:
            raise UsageError(f"agent {entrant.name} has no options: remove {key!r}")
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
