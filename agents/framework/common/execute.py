"""The oracle program, as agents call it."""

from bombe.agents.framework.oracle import execute_command, solve_sudoku

__all__ = ["execute_command", "solve_sudoku"]
