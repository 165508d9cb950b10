"""Which agent plays here, and with which options: an export writes this file anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.sudoku.simple import GreedyAgent

if TYPE_CHECKING:
    from bombe.agents.contract import Agent

SEED = None
"""Give a number, and the agent plays the same moves in the same positions, as time allows."""


def make() -> Agent:
    """Make the agent."""
    return GreedyAgent(SEED)  # type: ignore[arg-type] # None draws a seed from the system
