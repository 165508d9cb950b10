"""What of an answer about an ending can be verified without knowing the margin.

Bounds lie within the points that are left, no move contradicts them, and the line is played by the
rules, where bombs are told by a solver: it must score the margin, and from the place where few
cells are left, a table of its own must agree with the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.endgame.margins import solve
from bombe.analysis.endgame.prepare import most_points
from bombe.boards.errors import IllegalMoveError
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bombe.analysis.endgame.margins import Endgame
    from bombe.boards import Move, SudokuState

SMALL = 18
"""Empty cells from which the rest of a line is compared with an answer of its own."""


class EndingCheck(NamedTuple):
    """What is wrong with an answer, in words, and whether its line ends the game."""

    faults: tuple[str, ...]
    ends: bool


def check(found: Endgame) -> EndingCheck:
    """Return what is wrong with an answer; nothing if all checks hold."""
    bounds = tuple(_bounds(found))
    try:
        states = _played(found)
    except IllegalMoveError as error:
        return EndingCheck((*bounds, f"the line plays an illegal move: {error}"), ends=False)
    ends = states[-1].is_over
    line = _line(found, states) if found.exact and ends else ()
    return EndingCheck((*bounds, *line), ends)


def _bounds(found: Endgame) -> Iterator[str]:
    most = most_points(found.board)
    if not -most <= found.low <= found.high <= most:
        yield f"bounds {found.low} to {found.high}, but {most} points are the most"
    for value in found.moves:
        if not -most <= value.low <= value.high <= most or value.low > found.high:
            yield f"{value.move} is worth {value.low} to {value.high}, the margin {found.high}"
    if found.final and max((value.low for value in found.moves), default=0) != found.low:
        yield f"no move reaches the margin of {found.low}"


def _played(found: Endgame) -> list[SudokuState]:
    """Return the positions of the line, from the first to the last."""
    states = [found.state]
    for move in found.line:
        states.append(played(states[-1], move))
    return states


def _line(found: Endgame, states: Sequence[SudokuState]) -> Iterator[str]:
    """Compare what a line gains to the end with the margin."""
    gain = _gain(found.state, states[-1])
    if gain != found.low:
        yield f"the line gains {gain}, but the margin is {found.low}"
    small = next(state for state in states if len(state.board.empty_cells()) <= SMALL)
    rest = solve(small).margin
    if rest != _gain(small, states[-1]):
        yield f"the line gains {_gain(small, states[-1])} where best play gains {rest}"


def played(state: SudokuState, move: Move) -> SudokuState:
    """Return the position after a move, which may be a bomb."""
    is_bomb = as_solver("auto").solvable(state.question(move)) is Verdict.NO
    return state.reject(move) if is_bomb else state.play(move)


def _gain(before: SudokuState, after: SudokuState) -> int:
    """Return what the mover of a position has gained over the opponent since then."""
    gains = [now - old for now, old in zip(after.scores, before.scores, strict=True)]
    return gains[before.to_move - 1] - gains[2 - before.to_move]
