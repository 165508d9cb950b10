"""What the base classes of agents have in common in all editions of the framework."""

from __future__ import annotations

import contextlib
import os
import pickle
from pathlib import Path
from typing import Any


class Player:
    """Base class of agents; a turn sets `player_number`, `lock` and the shared `best_move`."""

    def __init__(self) -> None:
        self.player_number = -1
        self.best_move = [0, 0, 0]
        self.lock: Any = None

    def compute_best_move(self, game_state: Any) -> None:
        """Find moves and propose them; agents override this."""
        raise NotImplementedError

    def save(self, thing: Any) -> None:
        """Save an object for later turns of the same game."""
        path = self._saved()
        partial = path.with_suffix(".partial")
        partial.write_bytes(pickle.dumps(thing))
        # All or nothing: a turn may be killed at any moment.
        os.replace(partial, path)  # noqa: PTH105 - replaces the file on Windows, too

    def load(self) -> Any:
        """Return what was saved last; None if nothing was."""
        with contextlib.suppress(FileNotFoundError):
            return pickle.loads(self._saved().read_bytes())  # noqa: S301 - the agent's own, in its process
        return None

    def _saved(self) -> Path:
        return Path(f"{self.player_number}.pkl")

    def _propose(self, row: Any, column: Any, value: Any) -> None:
        with self.lock or contextlib.nullcontext():
            self.best_move[:] = [row, column, value]
