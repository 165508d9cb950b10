"""Exact Dots and Boxes: the margin of a position and the value of every line.

    solve(state) -> DotsEndgame
    DotsTable(state)           the same, kept for the positions that follow

Boxes that have owners already do not count. Without the kernel, small positions are solved in
Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.arguments import one_or_more
from bombe.analysis.dots import kernel as native
from bombe.analysis.exact import ExactResult, ExactTable, MoveValue, Unit
from bombe.analysis.results import with_noun
from bombe.boards.dots.state import DotsState, Line, require_dots
from bombe.boards.errors import UnsupportedError
from bombe.solvers.budget import as_meter
from bombe.solvers.native import REMEDY

if TYPE_CHECKING:
    from bombe.analysis.dots.kernel import DotsAnswer, DotsSolver, Watch
    from bombe.analysis.dots.pure_python import PythonDots
    from bombe.solvers.budget import BudgetLike, Meter

MEMORY = 2**29


@dataclass(frozen=True, repr=False)
class DotsEndgame(ExactResult[DotsState, Line]):
    """The outcome of best play from a position of Dots and Boxes."""

    schema = "bombe.dots/1"
    unit = Unit("box", "boxes")

    @staticmethod
    def move_json(move: Line) -> str:
        """Return the text of a line."""
        return str(move)

    def svg(self) -> str:
        """Return the picture of the position, with the best lines dashed."""
        from bombe.analysis.dots.strings import strings_of
        from bombe.analysis.dots.svg import draw_svg

        return draw_svg(strings_of(self.state), self.best, "best line")

    def subject(self) -> dict[str, Any]:
        """Return the JSON fields of the position."""
        state = self.state
        return {
            "rows": state.grid.rows,
            "columns": state.grid.columns,
            "extra_turn": state.extra_turn,
            "edges": [str(line) for line in state.grid.lines_of(state.edges)],
            "to_move": state.to_move,
        }

    def heading(self) -> str:
        """Return the size of the grid, the rule and how many lines are left."""
        rule = "" if self.state.extra_turn else ", no extra turn"
        return f"{self.state.grid} boxes{rule}, {with_noun(len(self.moves), 'line')} left"

    def advice(self) -> str:
        """Return a best line, and how many there are."""
        if not self.final or not self.moves:
            return ""
        best = self.best
        if len(best) == len(self.moves):
            return ": any line does it"
        others = f", or {with_noun(len(best) - 1, 'other line')}" if len(best) > 1 else ""
        return f": {best[0]}{others}"


def solve(
    state: DotsState,
    budget: BudgetLike = None,
    *,
    memory: int = MEMORY,
    threads: int = 1,
    ideas: int = native.ALL_IDEAS,
    watch: Watch | None = None,
) -> DotsEndgame:
    """Return the margin and the value of every line; bounds if the budget runs out.

    `memory` limits the table, in bytes. It is shared by `threads`, at most as many as there are
    cores. `ideas` selects the ideas of the solver, to measure what each is worth. `watch` is called
    with the nodes and bounds so far while the search runs.
    """
    require_dots(state)
    meter = as_meter(budget)
    table = DotsTable(state, memory=memory, threads=threads, ideas=ideas, watch=watch)
    return table.solve(budget=meter)


class DotsTable(ExactTable[DotsState, "DotsAnswer", DotsEndgame]):
    """A position of Dots and Boxes and everything that can follow it."""

    result = DotsEndgame

    def __init__(
        self,
        state: DotsState,
        *,
        memory: int = MEMORY,
        threads: int = 1,
        ideas: int = native.ALL_IDEAS,
        watch: Watch | None = None,
    ) -> None:
        memory, threads = one_or_more("memory", memory), one_or_more("threads", threads)
        self.start, self._watch = state, watch
        self._engine: DotsSolver | PythonDots
        if native.is_available():
            self.solver = "native"
            self._engine = native.DotsSolver(
                state.grid,
                state.edges,
                extra_turn=state.extra_turn,
                memory=memory,
                threads=threads,
                ideas=ideas,
            )
        else:
            self.solver = "plain"
            self._engine = _without_kernel(state)

    def covers(self, state: DotsState) -> bool:
        """Return whether a position can follow from this one."""
        start = self.start
        return (
            (state.grid, state.extra_turn) == (start.grid, start.extra_turn)
        ) and not start.edges & ~state.edges

    def _look_up(self, state: DotsState, meter: Meter, *, wants_all: bool) -> DotsAnswer | None:
        if not self.covers(state):
            return None
        return self._engine.ask(state.edges, meter, wants_all=wants_all, watch=self._watch)

    def _values(self, state: DotsState, answer: DotsAnswer) -> tuple[MoveValue[Line], ...]:
        return tuple(MoveValue(state.grid.lines[i], low, high) for i, low, high in answer.moves)


def _without_kernel(state: DotsState) -> PythonDots:
    """Return the solver in Python, for positions of the size that the kernel solves, too."""
    from bombe.analysis.dots.pure_python import PythonDots

    if len(state.moves()) > native.MOST_FREE:
        raise UnsupportedError(
            f"without the kernel at most {native.MOST_FREE} lines may be left: draw some first, or "
            f"{REMEDY}"
        )
    return PythonDots(state.grid, extra_turn=state.extra_turn)
