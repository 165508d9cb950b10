"""The base class of the framework's agents, as far as all editions have it in common."""

from __future__ import annotations

import contextlib
import os
import pickle
from pathlib import Path
from typing import Any


class Player:
    """What an agent inherits; a turn sets `player_number`, `lock` and the shared `best_move`."""

    def __init__(self) -> None:
        self.player_number = -1
        self.best_move = [0, 0, 0]
        self.lock: Any = None

    def compute_best_move(self, game_state: Any) -> None:
        """Find moves and propose them; every agent has its own."""
        raise NotImplementedError

    def save(self, thing: Any) -> None:
        """Keep something until a later turn of the same game."""
        path = self._saved()
        partial = path.with_suffix(".partial")
        partial.write_bytes(pickle.dumps(thing))
        # Saved as a whole or not at all: a turn may be killed at any moment.
        os.replace(partial, path)  # noqa: PTH105 - on Windows, too, it replaces the file

    def load(self) -> Any:
        """Give what was saved last, None where that was nothing."""
        with contextlib.suppress(FileNotFoundError):
            return pickle.loads(self._saved().read_bytes())  # noqa: S301 - the agent's own, in its process
        return None

    def _saved(self) -> Path:
        return Path(f"{self.player_number}.pkl")

    def _propose(self, row: Any, column: Any, value: Any) -> None:
        with self.lock or contextlib.nullcontext():
            self.best_move[:] = [row, column, value]
