"""Which exit code an error ends a command with."""

from __future__ import annotations

import pytest

from bombe.boards.errors import (
    BoardError,
    ExplanationError,
    OutOfBudgetError,
    SolverMissingError,
    UsageError,
)
from bombe.commands.shared.exits import Exit, exit_code_of


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), Exit.USAGE),
        (BoardError("x"), Exit.BAD_INPUT),
        (FileNotFoundError("x"), Exit.BAD_INPUT),
        (OutOfBudgetError("x"), Exit.OUT_OF_BUDGET),
        (SolverMissingError("x"), Exit.SOLVER_MISSING),
        (ExplanationError("x"), Exit.MISTAKE),
    ],
)
def test_every_error_has_its_code(error: Exception, code: Exit) -> None:
    assert exit_code_of(error) is code
