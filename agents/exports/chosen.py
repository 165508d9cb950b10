"""Which agent plays, and with which options; every export replaces this file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.sudoku.simple import GreedyAgent

if TYPE_CHECKING:
    from bombe.agents.contract import Agent
    from bombe.boards import Move, SudokuState

SEED = None
"""Set a number to get the same moves in the same positions, as far as time allows."""


def make() -> Agent[SudokuState, Move]:
    """Return a new agent."""
    return GreedyAgent(SEED)  # type: ignore[arg-type] # None: a seed from the system
