"""What an agent keeps from one turn of a game to the next: one plain value, as a JSON text.

An agent's object may be made anew for every turn, and its process may be killed at any moment. The
value is with the referee as soon as it is kept, as a text that the referee never looks into.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

from bombe.boards.errors import UsageError

MAX_MEMORY_CHARS = 10_000
"""The longest text that is kept."""


class AgentMemory:
    """The value that an agent keeps in a game; `tell` is called with the text of each new one."""

    def __init__(self, text: str = "", tell: Callable[[str], None] | None = None) -> None:
        self.text, self._tell = text, tell

    def load(self) -> Any:
        """Return the value that was kept last, None if there is none."""
        with contextlib.suppress(ValueError, RecursionError):  # an agent may have forged the text
            return json.loads(self.text)
        return None

    def save(self, value: object) -> None:
        """Keep a value; raise UsageError if it is not plain or too long."""
        try:
            text = json.dumps(value)
        except (TypeError, ValueError, RecursionError) as error:
            raise UsageError(
                f"clock.keep: {error}; keep numbers, texts, lists and dictionaries"
            ) from None
        if len(text) > MAX_MEMORY_CHARS:
            raise UsageError(
                f"clock.keep: the value takes {len(text)} characters of JSON; "
                f"keep at most {MAX_MEMORY_CHARS}"
            )
        if text != self.text:
            self.text = text
            if self._tell:
                self._tell(text)


def memory_text(reported: object, before: str = "") -> str:
    """Return the text that a process reports to be kept; if it cannot be, that of before."""
    is_kept = isinstance(reported, str) and len(reported) <= MAX_MEMORY_CHARS
    return str(reported) if is_kept else before
