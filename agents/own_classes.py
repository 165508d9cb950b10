"""Classes of agents that users write: which a file has, and whether they can be made.

Files are read for it, never run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

from bombe.agents.agent_files import source_of
from bombe.boards.errors import UsageError
from bombe.solvers.foreign import places


def class_names(path: Path) -> list[str]:
    """Return the names of the classes of a file; none of what is no Python."""
    try:
        return places.class_names(source_of(path))
    except (SyntaxError, ValueError, OSError):
        return []


def require_seed(factory: Callable[..., object], place: str) -> None:
    """Raise if a class of `place` does not take the seed, its only argument without a name."""
    try:
        parameters = inspect.signature(factory)
    except (TypeError, ValueError):
        return  # a class of C: calling it will show
    try:
        parameters.bind_partial(0)
    except TypeError:
        name = getattr(factory, "__name__", "it")
        raise UsageError(
            f"{place}{_line(factory)}: {name} must take the seed: def __init__(self, seed)"
        ) from None


def _line(factory: Callable[..., object]) -> str:
    """Return where a class begins, or its `__init__`, as messages write it."""
    own = vars(factory).get("__init__", factory)
    try:
        return f":{inspect.getsourcelines(own)[1]}"
    except (OSError, TypeError):
        return ""
