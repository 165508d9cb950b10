"""Exact Dots and Boxes: the margin of a position, and what every line is worth.

    solve(state) -> DotsEndgame
    DotsTable(state)           the same, kept for the positions that come from this one

The margin is what the mover gets from here on minus what the opponent gets; the boxes that have
owners already do not matter. Without the native kernel small positions are solved in Python.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.dots import kernel as native
from bombe.analysis.results import Solved, counted
from bombe.boards.errors import UnsupportedError, UsageError
from bombe.solvers.budget import Meter, as_meter
from bombe.solvers.native import REMEDY

if TYPE_CHECKING:
    from bombe.analysis.dots.kernel import Answer, Dots, Rule, Watch
    from bombe.analysis.dots.plain import PlainDots
    from bombe.boards.dots.state import DotsState, Line
    from bombe.solvers.budget import BudgetLike, Effort

MEMORY = 2**29


class LineValue(NamedTuple):
    """What drawing a line is worth for the mover: at least `low`, at most `high`."""

    line: Line
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    def to_json(self) -> dict[str, Any]:
        """Render for JSON: the value, or null and its bounds."""
        if self.exact:
            return {"move": str(self.line), "value": self.low}
        return {"move": str(self.line), "value": None, "low": self.low, "high": self.high}


@dataclass(frozen=True, repr=False)
class DotsEndgame(Solved):
    """What best play makes of a position.

    The margin lies between `low` and `high`, which are equal where it is known. `moves` holds
    every line that can be drawn. It is `final` if everything is known.
    """

    schema = "bombe.dots/1"

    state: DotsState
    low: int
    high: int
    moves: tuple[LineValue, ...]
    final: bool
    solver: str
    effort: Effort

    @property
    def best(self) -> tuple[Line, ...]:
        """The lines that are known to reach the margin; all of these where it is final."""
        return tuple(value.line for value in self.moves if value.low >= self.high)

    def to_dict(self) -> dict[str, Any]:
        """Render as plain values, ready for JSON."""
        state = self.state
        bounds = {} if self.exact else {"low": self.low, "high": self.high}
        return {
            "schema": self.schema,
            "rows": state.grid.rows,
            "columns": state.grid.columns,
            "extra_turn": state.extra_turn,
            "edges": [str(line) for line in state.grid.lines_of(state.edges)],
            "to_move": state.to_move,
            "margin": self.margin,
            "exact": self.exact,
            **bounds,
            "moves": [value.to_json() for value in self.moves],
            "best": [str(line) for line in self.best],
            "final": self.final,
            "solver": self.solver,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }

    def to_json(self) -> str:
        """Render as one line of JSON."""
        return json.dumps(self.to_dict())

    def summary(self) -> str:
        """Say in one sentence who wins, by how much and with which lines."""
        rule = "" if self.state.extra_turn else ", no extra turn"
        left = counted(len(self.moves), "line")
        return f"{self.state.grid} boxes{rule}, {left} left; {self._verdict()}{self._advice()}"

    def _verdict(self) -> str:
        mover = f"player {self.state.to_move}"
        if not self.exact:
            return f"{mover} gets between {self.low} and {self.high} boxes more from here on"
        if not self.low:
            return f"nobody gets more boxes from here on, {mover} to move"
        boxes = counted(abs(self.low), "box", "boxes")
        return f"{mover} gets {boxes} {'more' if self.low > 0 else 'less'} from here on"

    def _advice(self) -> str:
        if not self.final or not self.moves:
            return ""
        best = self.best
        if len(best) == len(self.moves):
            return ": any line does it"
        others = f", or {counted(len(best) - 1, 'other line')}" if len(best) > 1 else ""
        return f": {best[0]}{others}"

    def __repr__(self) -> str:
        """Render for people."""
        return f"<{type(self).__name__}: {self.summary()}>"


def solve(
    state: DotsState,
    budget: BudgetLike = None,
    *,
    memory: int = MEMORY,
    threads: int = 1,
    rules: Rule = native.ALL_RULES,
    watch: Watch | None = None,
) -> DotsEndgame:
    """Tell the margin and the value of every line; bounds where the budget ends.

    `memory` is what the table may take, in bytes, and `threads` share it, as many as there are
    cores at most. `rules` are the ideas that are used, to measure what each is worth. `watch` is
    told nodes and bounds while it lasts.
    """
    meter = as_meter(budget)
    table = DotsTable(state, memory=memory, threads=threads, rules=rules)
    return table.solve(budget=meter, watch=watch)


class DotsTable:
    """A position and all that can come from it, with what was found out about them so far.

    An agent keeps it between its turns: `solve` and `margin` take any later position of the game.
    """

    def __init__(
        self,
        state: DotsState,
        *,
        memory: int = MEMORY,
        threads: int = 1,
        rules: Rule = native.ALL_RULES,
    ) -> None:
        if memory < 1 or threads < 1:
            raise UsageError(f"{memory} bytes, {threads} threads: give 1 or more of each")
        self.start = state
        self._engine: Dots | PlainDots
        if native.is_available():
            self.solver = "native"
            self._engine = native.Dots(
                state.grid,
                state.edges,
                extra_turn=state.extra_turn,
                memory=memory,
                threads=threads,
                rules=rules,
            )
        else:
            from bombe.analysis.dots.plain import PlainDots

            if len(state.moves()) > native.MOST_FREE:
                raise UnsupportedError(
                    f"without the native kernel up to {native.MOST_FREE} lines may be left: "
                    f"draw some first, or {REMEDY}"
                )
            self.solver = "plain"
            self._engine = PlainDots(state.grid, extra_turn=state.extra_turn)

    def covers(self, state: DotsState) -> bool:
        """Tell whether a position can come from this one."""
        start = self.start
        return (
            (state.grid, state.extra_turn) == (start.grid, start.extra_turn)
        ) and not start.edges & ~state.edges

    def margin(self, state: DotsState, budget: BudgetLike = None) -> tuple[int, int]:
        """Give the bounds of the margin of a position that comes from this one."""
        answer = self._ask(state, as_meter(budget), wants_all=False)
        return answer.low, answer.high

    def solve(
        self,
        state: DotsState | None = None,
        budget: BudgetLike = None,
        *,
        watch: Watch | None = None,
    ) -> DotsEndgame:
        """Tell all about a position that comes from this one, by default this one."""
        meter = as_meter(budget)
        state = self.start if state is None else state
        answer = self._ask(state, meter, wants_all=True, watch=watch)
        values = tuple(LineValue(state.grid.lines[i], low, high) for i, low, high in answer.moves)
        return DotsEndgame(
            state=state,
            low=max([answer.low, *(value.low for value in values)]),
            high=answer.high,
            moves=values,
            final=answer.done,
            solver=self.solver,
            effort=meter.effort(),
        )

    def _ask(
        self, state: DotsState, meter: Meter, *, wants_all: bool, watch: Watch | None = None
    ) -> Answer:
        answer = None
        if self.covers(state):
            answer = self._engine.ask(state.edges, meter, wants_all=wants_all, watch=watch)
        if answer is None:
            raise UsageError("the position does not come from the one that the table is about")
        return answer
