"""What people see of one answer among many, behind the place of its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.boards.sudoku.symbols import board_line
from bombe.solvers import Verdict

if TYPE_CHECKING:
    from bombe.analysis.questions import Counted, Solutions


def counted_line(result: Counted) -> str:
    """Return the number of solutions, and what to do where it is a lower bound."""
    if result.count.exact:
        return f"{result.count}"
    advice = "raise --limit, or --limit 0 for all" if result.final else "not complete"
    return f"{result.count} ({advice})"


def solved_line(result: Solutions) -> str:
    """Return the solutions, or why there are none."""
    return " ".join(map(board_line, result.found)) or none_found(result)


def checked_line(result: Solutions) -> str:
    """Return whether the board is proper, or why not."""
    if result.unique is Verdict.YES:
        return "proper: exactly one solution"
    return none_found(result) if len(result.found) < 2 else _two_found(result)


def none_found(result: Solutions) -> str:
    """Return why there is no solution, or that none, or no second one, was found in time."""
    if not result.final:
        found = "a solution, but no second one yet" if result.found else "no solution yet"
        return f"unknown: {found}"
    clashes = result.board.clashes()
    return f"no solution: {clashes[0]}" if clashes else "no solution, though no givens clash"


def _two_found(result: Solutions) -> str:
    """Return where two solutions differ first."""
    one, two = result.found
    cell = next(c for c in range(result.board.shape.cells) if one.values[c] != two.values[c])
    place = result.board.shape.coordinates(cell)
    return (
        f"not proper: at least 2 solutions, with {one[place]} or {two[place]} "
        f"at ({place[0]},{place[1]})"
    )
