"""Names with options: `mcts:c=1.5,k=5` is the agent mcts with two options.

The options of an agent or a solver are the keyword-only arguments of its class, with their
defaults; they are listed nowhere else. The type of the default decides how a value is read: as a
number, as `yes` or `no`, as one of the values of an enum, as the name of a file, or as a text.
`kind` is what messages call it: agent or solver.
"""

from __future__ import annotations

import enum
import importlib
import os
import re
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bombe.boards.errors import UnknownNameError, UsageError

_CLAUSE = re.compile(r"(?<=[.;])\s+(?=[A-Z`a-z])")
_YES_OR_NO = {"yes": True, "no": False}
CALLER_FOLDER = "BOMBE_CALLER_FOLDER"
"""The environment variable with the user's folder, where an agent runs in a folder of its own."""


class FileName(str):
    """The name of a file: `net.json` is in the user's folder, wherever the agent runs."""

    __slots__ = ()

    @classmethod
    def read(cls, text: str) -> FileName:
        """Return the name in the user's folder if it is relative; none stays none."""
        from pathlib import Path

        return cls(Path(os.environ.get(CALLER_FOLDER, ""), text) if text else "")


class OptionHelp(NamedTuple):
    """An option for people: its default, its values in words, and what it means."""

    name: str
    default: str
    values: str
    text: str


def users_module(name: str) -> types.ModuleType:
    """Import a module that the user has named; the user's folder is last on the path for it."""
    folder = os.environ.get(CALLER_FOLDER) or os.getcwd()  # noqa: PTH109 - a text is wanted
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)


NO_FILE = FileName()
"""The default of an option that names a file and may be left out."""


def defaults_of(factory: Callable[..., object]) -> dict[str, Any]:
    """Return the options of a class, and their defaults."""
    import inspect  # takes longer to import than many questions to answer

    parameters = inspect.signature(factory).parameters.values()
    return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}


def documented_options(factory: Callable[..., object]) -> list[OptionHelp]:
    """Return the options of a class as it documents them: every sentence that names one."""
    return [
        OptionHelp(name, _text(default), _values_in_words(default), _told(factory, name, default))
        for name, default in defaults_of(factory).items()
    ]


def _told(factory: Callable[..., object], name: str, default: object) -> str:
    """Return what an option means: the first line of its enum, or what the class says of it."""
    if isinstance(default, enum.Enum):
        return (type(default).__doc__ or "").partition("\n")[0].rstrip(".")
    for known in getattr(factory, "__mro__", ()):
        text = " ".join((vars(known).get("__doc__") or "").split())
        clauses = [
            part for part in _CLAUSE.split(text) if f"`{name}`" in part or f"`{name}=" in part
        ]
        if clauses:
            found = "; ".join(clause.rstrip(".;") for clause in clauses)
            return found[:1].upper() + found[1:]
    return ""


def _values_in_words(default: object) -> str:
    """Return in words which values an option takes."""
    kind = type(default)
    if isinstance(default, enum.Enum):
        return ", ".join(str(one.value) for one in type(default))
    known = {bool: "yes or no", int: "a whole number", float: "a number", FileName: "a file"}
    return known.get(kind, "a text")


def split(kind: str, text: str) -> tuple[str, dict[str, str]]:
    """Split `name:option=value,...` into the name and the options, as texts."""
    name, _, tail = text.partition(":")
    options: dict[str, str] = {}
    for item in filter(None, tail.split(",")):
        key, sign, value = item.partition("=")
        if not sign or key in options:
            problem = "is named twice" if key in options else "has no value"
            raise UsageError(f"{kind} {text!r}: {key!r} {problem}; write {name}:option=value,...")
        options[key] = value
    return name, options


def join(kind: str, name: str, options: Mapping[str, object]) -> str:
    """Return a name with these options added; their values are Python values."""
    texts = {key: _text(value) for key, value in options.items()}
    for key, text in texts.items():
        if "," in text:
            raise UsageError(
                f"{kind} {name!r}: {key}={text!r} has a comma: give a value without one"
            )
    has_options = "=" in name.rpartition(":")[2]
    added = ",".join(f"{key}={text}" for key, text in texts.items())
    return f"{name}{',' if has_options else ':'}{added}" if added else name


def read(
    kind: str, name: str, defaults: Mapping[str, Any], texts: Mapping[str, str]
) -> dict[str, Any]:
    """Return the values of options, read by the types of their defaults."""
    for key in texts:
        if not defaults:
            raise UsageError(f"{kind} {name} has no options: remove {key!r}")
        if key not in defaults:
            raise UnknownNameError(f"option of {name}", key, defaults)
    return {
        key: _value(f"{kind} {name}: {key}={text}", text, defaults[key])
        for key, text in texts.items()
    }


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, enum.Enum) else value)


def _value(where: str, text: str, default: Any) -> Any:
    kind = type(default)
    try:
        if kind is FileName:
            return FileName.read(text)
        return _YES_OR_NO[text] if kind is bool else kind(text)
    except (ValueError, KeyError):
        raise UsageError(f"{where}: give {_values_in_words(default)}") from None
