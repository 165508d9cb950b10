"""The base class of agents, in all editions of the framework."""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
from pathlib import Path
from typing import Any

# In an agent's process this package is competitive_sudoku: agents get the classes of that one.
_sudoku: Any = importlib.import_module(f"{__package__}.sudoku")
GameState, Move = _sudoku.GameState, _sudoku.Move

__all__ = ["GameState", "Move", "SudokuAI"]


class SudokuAI:
    """Agents inherit from this; a turn sets `player_number`, `lock` and the shared `best_move`."""

    solve_sudoku_path: Any = None

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

    def propose_move(self, move: Any) -> None:
        """Propose a move; the last one before the time is over counts."""
        row, column = move.square if hasattr(move, "square") else (move.i, move.j)
        with self.lock or contextlib.nullcontext():
            self.best_move[:] = [row, column, move.value]
