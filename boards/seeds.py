"""Seeds: whole numbers of any size, of Python or of another library such as numpy."""

from __future__ import annotations

import contextlib
import operator

from bombe.boards.errors import UsageError


def checked_seed(seed: object) -> int:
    """Return a seed as an int; raise UsageError for what is no whole number."""
    with contextlib.suppress(TypeError):  # an array of several numbers has an __index__, too
        if not isinstance(seed, bool):
            return operator.index(seed)  # type: ignore[arg-type] # it checks
    raise UsageError(f"a seed of {repr(seed)[:40]}: give a whole number")
