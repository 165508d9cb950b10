"""The fence of a foreign solver."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bombe.solvers.foreign.places import Place


def enter(place: Place, home: str, level: str) -> None:  # noqa: ARG001 - the fence comes
    """Put this process behind the fence of a solver; `home` is where it may write."""
    os.environ.update(dict.fromkeys(("HOME", "TMPDIR"), home))
