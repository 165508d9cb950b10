"""The exit codes of `bombe`, and which of them an error ends it with."""

from __future__ import annotations

import enum

from bombe.boards.errors import (
    DisturbedError,
    ExplanationError,
    InputError,
    OutOfBudgetError,
    SolverMissingError,
)


class Exit(enum.IntEnum):
    """How a command ends."""

    DONE = 0
    NO = 1
    """The property that was asked about is false; only with --exit-code."""
    USAGE = 2
    BAD_INPUT = 3
    OUT_OF_BUDGET = 4
    SOLVER_MISSING = 5
    MISTAKE = 6
    """Bombe found a fault in its own answer and withholds it."""
    INTERRUPTED = 130


def exit_code_of(error: Exception) -> Exit:
    """Return the exit code that an error ends the command with."""
    if isinstance(error, SolverMissingError):
        return Exit.SOLVER_MISSING
    if isinstance(error, OutOfBudgetError | DisturbedError):
        return Exit.OUT_OF_BUDGET
    if isinstance(error, ExplanationError):
        return Exit.MISTAKE
    return Exit.BAD_INPUT if isinstance(error, InputError | OSError) else Exit.USAGE
