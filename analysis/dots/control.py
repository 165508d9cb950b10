"""Who is ahead in the parity fight of a Dots and Boxes position, and which lines keep control.

    control(state) -> Control

The player who does not have to open the first long chain has control. Nimstring decides who that is
if the budget allows; otherwise the long chain rule gives a forecast. The exact margin is included
if only independent chains and loops are left beside the boxes that can be taken now, or if so few
lines are left that the exact solver finds it immediately.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.dots.captures import Captures, MoveEffect, captures_of, effects_of
from bombe.analysis.dots.exact import DotsTable
from bombe.analysis.dots.forecast import Forecast, forecast, open_boxes
from bombe.analysis.dots.loony_endgame import margin_of, margins_without, orders, piece_of
from bombe.analysis.dots.nimstring import Nimstring
from bombe.analysis.dots.strings import String, Strings, strings_of
from bombe.boards.display import Drawable
from bombe.boards.dots.state import DotsState, require_dots
from bombe.boards.errors import OutOfBudgetError, UnsupportedError
from bombe.solvers.budget import Budget, as_meter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.dots.state import Line
    from bombe.solvers.budget import BudgetLike, Meter

NODES = 10_000
DEFAULT_BUDGET = Budget(nodes=NODES)
"""Parts that are valued where no budget is given: some seconds."""
_MOST_ORDERS = 5_000
_FEW_LINES = 24
"""The exact solver is asked if at most this many lines are left."""
_SOLVER_NODES = {"native": 200_000, "plain": 20_000}
"""The nodes of the exact solver: a fraction of a second, and two seconds in pure Python."""
_SOLVER_MEMORY = 2**24


class Ahead(enum.StrEnum):
    """Who is ahead in the parity fight, the winner of nimstring; NOBODY if there is no fight.

    There is none without the extra turn, or if nothing is left after the boxes that can be taken.
    """

    MOVER = "mover"
    OPPONENT = "opponent"
    UNKNOWN = "unknown"
    NOBODY = "nobody"


class JudgedLine(NamedTuple):
    """A line, its immediate effect, and the nimstring value after it: None if loony or unknown."""

    effect: MoveEffect
    nimber: int | None


@dataclass(frozen=True, repr=False)
class Control(Drawable):
    """What is known about control in a position.

    `takeable` boxes can be taken now, and `may_leave` of them can be left to the opponent instead;
    0 means that there is no such choice. `leaves` is the string in which they are, None if they
    are not in one. `nimber` is the nimstring value of the rest after all are taken, None if the
    budget ran out, and `worth` is the margin of the player who moves there, None if the rest is not
    simple. `takes_all` is the better choice and `plan` its first lines, None and empty if that is
    not known: by the points if the rest is simple, else to keep control.

    `keeps` are all lines that keep control: after them the mover is still ahead. `best` and
    `margin` are the best lines and the mover's margin from here on, empty and None if they are not
    known.
    """

    schema = "bombe.dots-control/1"

    strings: Strings
    moves: tuple[JudgedLine, ...]
    takeable: int
    may_leave: int
    leaves: String | None
    ahead: Ahead
    nimber: int | None = None
    worth: int | None = None
    takes_all: bool | None = None
    plan: tuple[Line, ...] = ()
    keeps: tuple[Line, ...] = ()
    margin: int | None = None
    best: tuple[Line, ...] = ()
    forecast: Forecast | None = None

    @property
    def state(self) -> DotsState:
        """The position."""
        return self.strings.state

    @property
    def recommended(self) -> tuple[Line, ...]:
        """The lines that a drawing recommends."""
        return self.best or self.keeps

    @property
    def recommended_label(self) -> str:
        """What the recommended lines are, for the legend of a drawing."""
        return "best line" if self.best else "keeps control"

    def summary(self) -> str:
        """Return in one sentence what the position is and who is ahead."""
        from bombe.analysis.dots.explain import explanation_lines, heading

        return f"{heading(self.state)}; {explanation_lines(self)[0]}"

    def caption(self) -> str:
        """Return what notebooks say below the picture."""
        return self.summary()

    def __str__(self) -> str:
        """Return the whole explanation, a sentence on a line."""
        from bombe.analysis.dots.explain import explanation_lines, heading

        return "\n".join([heading(self.state), *explanation_lines(self)])

    def __repr__(self) -> str:
        """Return the summary."""
        return f"<Control: {self.summary()}>"

    def svg(self) -> str:
        """Return the picture of the position, its chains and loops."""
        from bombe.analysis.dots.svg import draw_svg

        return draw_svg(self.strings, self.recommended, self.recommended_label)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        rule = self.forecast
        return {
            "schema": self.schema,
            **self.strings.details(),
            "ahead": str(self.ahead),
            "nimber": self.nimber,
            "takeable": self.takeable,
            "may_leave": self.may_leave,
            "leaves": self.leaves and self.leaves.name,
            "takes_all": self.takes_all,
            "keeps": [str(line) for line in self.keeps],
            "margin": self.margin,
            "best": [str(line) for line in self.best],
            "long_chain_rule": rule and {**rule._asdict(), "mover_wants_odd": rule.mover_wants_odd},
            "moves": [
                {
                    "move": str(effect.line),
                    "kind": str(effect.kind),
                    "takes": effect.takes,
                    "gives": effect.gives,
                    "nimber": nimber,
                }
                for effect, nimber in self.moves
            ],
        }


def control(state: DotsState, budget: BudgetLike = DEFAULT_BUDGET) -> Control:
    """Return who has control, and by which lines; the default budget is NODES parts.

    The nodes are those of the nimstring values alone; the exact solver has its own, fixed number.
    """
    require_dots(state)
    meter = as_meter(budget)
    if state.is_over:
        return _plain(state)
    found = _fought(state, meter) if state.extra_turn else _plain(state)
    return _solved(found, meter) if found.margin is None else found


def _plain(state: DotsState) -> Control:
    """Return the effects of lines in a position without a fight for control."""
    moves = tuple(JudgedLine(effect, None) for effect in effects_of(state))
    takeable = max((judged.effect.takes for judged in moves), default=0)
    return Control(strings_of(state), moves, takeable, 0, None, Ahead.NOBODY)


def _fought(state: DotsState, meter: Meter) -> Control:
    """Return who has control, and the points if they are simple."""
    found = strings_of(state)
    grid, free = state.grid, state.grid.all_edges & ~state.edges
    captures = captures_of(grid, free)
    later = strings_of(DotsState(grid, grid.all_edges & ~captures.rest))
    nimber, moves = _judged(state, captures.rest, meter)
    worth = _margin(later)
    best = () if worth is None else tuple(_best(state, later, worth))
    takes_all = _takes_all(captures, nimber, worth, later)
    plan = best or tuple(_plan(state, captures, takes_all=takes_all))
    return Control(
        found,
        moves,
        captures.boxes,
        captures.may_leave,
        _leaves(found, captures),
        _ahead(nimber, captures),
        nimber,
        worth,
        takes_all,
        plan if captures.may_leave else (),
        tuple(_keeping(moves)) if captures.rest and nimber is not None else (),
        None if worth is None else captures.margin(worth),
        best,
        forecast(later),
    )


def _solved(found: Control, meter: Meter) -> Control:
    """Add the margin and best lines of the exact solver, if few lines are left."""
    if len(found.moves) > _FEW_LINES:
        return found
    try:
        table = DotsTable(found.state, memory=_SOLVER_MEMORY)
    except UnsupportedError:  # a large grid, however few lines are left
        return found
    nodes = _SOLVER_NODES[table.solver]
    endgame = table.solve(budget=replace(meter.rest(), nodes=nodes))
    return replace(found, margin=endgame.margin, best=endgame.best) if endgame.final else found


def _judged(state: DotsState, rest: int, meter: Meter) -> tuple[int | None, tuple[JudgedLine, ...]]:
    """Return the nimstring value of the rest, and after each line; None if the budget runs out."""
    grid, free = state.grid, state.grid.all_edges & ~state.edges
    effects = effects_of(state)
    values = Nimstring(grid, meter)
    try:
        nimber = values.value(rest)
        nimbers = [values.value(free & ~(1 << grid.edge(effect.line))) for effect in effects]
    except OutOfBudgetError:
        return None, tuple(JudgedLine(effect, None) for effect in effects)
    return nimber, tuple(map(JudgedLine, effects, nimbers))


def _leaves(found: Strings, captures: Captures) -> String | None:
    """Return the first opened string in which boxes can be left; None if that takes a joint."""
    for one in found.strings:
        leaving = any(captures.leaving >> edge & 1 for edge in one.edges)
        if leaving and one.is_opened and len(one.boxes) >= captures.may_leave:
            return one
    return None


def _ahead(nimber: int | None, captures: Captures) -> Ahead:
    if not captures.rest:
        return Ahead.NOBODY
    if captures.may_leave:
        return Ahead.MOVER
    if nimber is None:
        return Ahead.UNKNOWN
    return Ahead.MOVER if nimber else Ahead.OPPONENT


def _margin(later: Strings) -> int | None:
    """Return the exact margin of the player who moves in the rest, if it is simple enough."""
    if not later.is_simple:
        return None
    pieces = [piece_of(one) for one in later.strings]
    return margin_of(pieces) if orders(pieces) <= _MOST_ORDERS else None


def _takes_all(
    captures: Captures, nimber: int | None, worth: int | None, later: Strings
) -> bool | None:
    """Return whether to take everything: by points if they are known, else to keep control."""
    if not captures.may_leave:
        return None
    if worth is not None:
        return worth >= -captures.may_leave
    if open_boxes(later.state) <= captures.may_leave:
        return True
    return None if nimber is None else nimber != 0


def _plan(state: DotsState, captures: Captures, *, takes_all: bool | None) -> Iterator[Line]:
    """Yield the lines that take everything; or those on the way to leaving as few as possible."""
    if takes_all is None:
        return
    grid, free = state.grid, state.grid.all_edges & ~state.edges
    takes = [line for line in state.moves() if state.completes(line)]
    if not takes_all:
        left = {line: captures_of(grid, free & ~(1 << grid.edge(line))) for line in takes}
        takes = [line for line in takes if left[line].may_leave == captures.may_leave]
    yield from takes or grid.lines_of(captures.leaving)


def _keeping(moves: tuple[JudgedLine, ...]) -> Iterator[Line]:
    """Yield the lines after which the mover wins nimstring; who takes a box moves again."""
    for effect, nimber in moves:
        if (nimber != 0) if effect.takes else (nimber == 0):
            yield effect.line


def _best(state: DotsState, later: Strings, worth: int) -> Iterator[Line]:
    """Yield the best lines if what is left after taking all boxes consists of chains and loops.

    A line in one of them gives it away, and any other line leaves the rest as it is.
    """
    grid, free = state.grid, state.grid.all_edges & ~state.edges
    pieces = {edge: piece_of(one) for one in later.strings for edge in one.edges}
    without = margins_without(map(piece_of, later.strings))
    values = {}
    for line in state.moves():
        edge, takes = grid.edge(line), state.completes(line)
        rest = without[pieces[edge]] if edge in pieces else worth
        margin = captures_of(grid, free & ~(1 << edge)).margin(rest)
        values[line] = takes + margin if takes else -margin
    most = max(values.values())
    yield from (line for line, value in values.items() if value == most)
