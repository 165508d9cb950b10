"""The base class of agents. An agent thinks in a process of its own, which is killed."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from competitive_sudoku.sudoku import GameState, Move  # noqa: F401 - agents import them here


class SudokuAI:
    """What the game sets: the player's number, a shared list for its move, and a lock for that."""

    def __init__(self) -> None:
        self.player_number = -1
        self.lock: Any = None
        self.best_move: Any = None

    def compute_best_move(self, game_state: Any) -> None:
        raise NotImplementedError

    def propose_move(self, move: Any) -> None:
        """Let this move count unless another one follows."""
        with self.lock:
            self.best_move[:] = move.numbers()

    def save(self, data: Any) -> None:
        """Keep something for the next turn, in the current folder."""
        self._file().write_bytes(pickle.dumps(data))

    def load(self) -> Any:
        """Return what was saved last in this game, or None."""
        return pickle.loads(self._file().read_bytes()) if self._file().exists() else None  # noqa: S301 - its own

    def _file(self) -> Path:
        return Path(f"{self.player_number}.pkl")
