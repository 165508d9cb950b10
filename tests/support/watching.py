"""Other processes, as tests see them: until something holds of them, and which there are."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def eventually(condition: Callable[[], bool]) -> bool:
    """Wait until a condition on other processes holds; return False if it never does."""
    until = time.monotonic() + 30
    while not (done := condition()) and time.monotonic() < until:
        time.sleep(0.01)
    return done


def mentions(text: str, what: str = "environ") -> list[str]:
    """Return the processes with a text in their environment, or in another file of /proc."""
    found = []
    for path in Path("/proc").glob(f"[0-9]*/{what}"):
        try:
            if text.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return found
