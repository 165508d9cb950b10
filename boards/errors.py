"""Every error that Bombe raises on purpose, in one tree.

    BombeError
    ├── InputError            what was given cannot be used
    │   ├── BoardError        values that do not fit a shape
    │   ├── FormatError       a text that cannot be read; knows file, line and column
    │   └── SolverFaultError  a solver of the user's own that fails or answers wrongly
    ├── UsageError            a call, an option or a wish that makes no sense
    │   └── UnknownNameError  a name that is not in a table; lists those that are
    ├── IllegalMoveError      a move that the rules refuse; carries all the reasons
    ├── SolverMissingError    a backend whose package is not installed
    ├── UnsupportedError      a question that a backend or a format cannot answer
    ├── ExplanationError      an explanation that its checker refuses: a mistake in Bombe
    ├── DisturbedError        something outside keeps ending the processes of players
    └── OutOfBudgetError      seconds or nodes ran out, or a stop was requested

A message names the culprit, the place and the remedy, on one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from bombe.boards.visible import visible


class BombeError(Exception):
    """The root: catch this to catch everything that Bombe raises on purpose.

    `lines` are a heading and the errors below it, if the error joins several.
    """

    lines: tuple[str, ...] = ()


def several(kind: Callable[[str], BombeError], heading: str, of: Sequence[object]) -> BombeError:
    """Return one error for several: its text has all of them on one line."""
    found = kind(f"{heading} {'; '.join(map(str, of))}")
    found.lines = heading, *(f"  {each}" for each in of)
    return found


class InputError(BombeError):
    """What was given cannot be used."""


class BoardError(InputError, ValueError):
    """Values that do not fit a shape, or a shape that cannot be."""


class Place(NamedTuple):
    """A place in the input; lines and columns are counted from 1, 0 is unknown."""

    source: str = "<text>"
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """Render as editors know it: file:line:column."""
        numbers = [str(n) for n in (self.line, self.column) if n]
        return ":".join([self.source, *numbers])


class FormatError(InputError, ValueError):
    """A text that cannot be read."""

    def __init__(self, place: Place, problem: str, remedy: str) -> None:
        super().__init__(visible(f"{place}: {problem}; {remedy}"))
        self.place = place
        self.problem = problem
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[FormatError], tuple[Place, str, str]]:
        """Pickle by the three parts: errors come back from worker processes."""
        return FormatError, (self.place, self.problem, self.remedy)


class SolverFaultError(InputError):
    """A solver of the user's own that fails or answers wrongly; `problem` says how."""

    def __init__(self, solver: str, problem: str, board: str = "") -> None:
        of_board = f"; the board was {board}" if board else ""
        super().__init__(f"solver {solver!r} {problem}{of_board}")
        self.solver, self.problem, self.board = solver, problem, board

    def __reduce__(self) -> tuple[type[SolverFaultError], tuple[str, str, str]]:
        """Pickle by the three parts: errors come back from worker processes."""
        return SolverFaultError, (self.solver, self.problem, self.board)


class UsageError(BombeError, ValueError):
    """A call, an option or a wish that makes no sense."""


class UnknownNameError(UsageError):
    """A name that is not in a table."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        import difflib

        name = name if isinstance(name, str) else repr(name)[:40]
        self.what, self.name, self.known = what, name, sorted(map(str, known))
        near = difflib.get_close_matches(name, self.known, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        super().__init__(f"unknown {what} {name!r}: {hint}known are {', '.join(self.known)}")

    def __reduce__(self) -> tuple[type[UnknownNameError], tuple[str, str, list[str]]]:
        """Pickle by the three parts: errors come back from worker processes."""
        return UnknownNameError, (self.what, self.name, self.known)


class IllegalMoveError(BombeError, ValueError):
    """A move that the rules refuse."""

    def __init__(self, move: object, reasons: Sequence[object]) -> None:
        super().__init__(f"{move} is refused: {'; '.join(map(str, reasons))}")
        self.move = move
        self.reasons = tuple(reasons)

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[object, tuple[object, ...]]]:
        """Pickle by the two parts: errors come back from worker processes."""
        return IllegalMoveError, (self.move, self.reasons)


class SolverMissingError(BombeError, ImportError):
    """A backend whose package is not installed."""


class UnsupportedError(BombeError):
    """A question that a backend or a format cannot answer."""


class ExplanationError(BombeError):
    """An explanation that its checker refuses: a mistake in Bombe, to be reported."""


class DisturbedError(BombeError):
    """Something outside keeps ending the processes of players: a match cannot go on."""


class OutOfBudgetError(BombeError):
    """Seconds or nodes ran out, or a stop was requested, before the answer was known."""
