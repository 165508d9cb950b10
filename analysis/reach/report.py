"""Who can play where, and for how long: the facts of a position as a result.

    reach(position) -> ReachReport

cells.py and bounds.py prove what this says; no solver is asked, except to count the bombs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.reach.bounds import (
    FillBounds,
    fill_bounds,
    legal_masks,
    most_skips,
    skip_counts,
)
from bombe.analysis.reach.cells import Reach
from bombe.analysis.reach.law import phrase
from bombe.analysis.results import BoardResult, state_heading
from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards import state_of
from bombe.boards.bits import bit_list
from bombe.solvers import as_solver
from bombe.solvers.budget import as_meter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bombe.analysis.reach.bounds import SkipCounts
    from bombe.boards import PositionLike, SudokuState
    from bombe.boards.game import Player
    from bombe.solvers import Solver
    from bombe.solvers.budget import BudgetLike

Cell = tuple[int, int]
"""A row and a column."""


class CellFill(NamedTuple):
    """A fill that a player may make, and the cells that it opens to it and takes from the other."""

    player: Player
    cell: Cell
    opens: tuple[Cell, ...]
    takes: tuple[Cell, ...]


class ReachFacts(NamedTuple):
    """What is true of a position: sets of cells, bounds of fills, and where the bombs are.

    `bombs` holds the usable bombs of each cell as a mask of values, None if they are not counted.
    """

    reach: Reach
    bounds: FillBounds
    bombs: Sequence[int] | None

    @classmethod
    def of(cls, state: SudokuState, bombs: Sequence[int] | None = None) -> ReachFacts:
        """Return the facts of a position with these bombs."""
        reach = Reach.of_state(state)
        bounds = fill_bounds(reach, state.to_move, most_skips(reach, legal_masks(state)))
        return cls(reach, bounds, bombs)

    @property
    def skips(self) -> SkipCounts | None:
        """Where the usable bombs are; None if they are not counted."""
        return None if self.bombs is None else skip_counts(self.reach, self.bombs)

    @property
    def shut_out(self) -> tuple[bool, bool]:
        """Whether each player has no cell left to play on, which is final."""
        first, second = self.reach.open
        return not first, not second

    @property
    def is_divided(self) -> bool:
        """Whether no cell is shared, so that it is settled who fills which cell."""
        return not self.reach.shared

    def to_dict(self, size: int) -> dict[str, Any]:
        """Return plain values, ready for JSON, on a board of this size."""
        return {
            "shared": _cells(self.reach.shared, size),
            "dead": _cells(self.reach.dead, size),
            "fills_left": self.reach.fills,
            "players": [self._player(player, size) for player in (1, 2)],
            "shared_skips": None if self.skips is None else self.skips.shared,
        }

    def _player(self, player: Player, size: int) -> dict[str, Any]:
        at, skips = player - 1, self.skips
        return {
            "open": _cells(self.reach.open[at], size),
            "ever": _cells(self.reach.ever[at], size),
            "private": _cells(self.reach.private[at], size),
            "shut_out": self.shut_out[at],
            "fills": [self.bounds.low[at], self.bounds.high[at]],
            "forced": self.bounds.forced[at],
            "skips": None
            if skips is None
            else {"now": skips.now[at], "ever": skips.ever[at], "private": skips.private[at]},
        }

    def lines(self) -> Iterator[str]:
        """Yield the facts in words: one line for both players, and one for each."""
        reach, skips = self.reach, self.skips
        dead, shared = reach.dead.bit_count(), reach.shared.bit_count()
        yield phrase(
            "both",
            fills=reach.fills,
            shared=shared,
            bombs=phrase("bombs", bombs=skips.shared) if skips and shared else "",
            dead=phrase("dead", cells=dead) if dead else "",
        )
        if all(self.shut_out):
            yield phrase("over")
        else:
            yield from (self._words(player) for player in (1, 2))

    def _words(self, player: Player) -> str:
        at, reach, bounds, skips = player - 1, self.reach, self.bounds, self.skips
        if self.shut_out[at]:
            return phrase("shut out", player=player)
        low, high, forced = bounds.low[at], bounds.high[at], bounds.forced[at]
        kind = "fills between" if low < high else "fills"
        skipped = skips and phrase("skips", now=skips.now[at], private=skips.private[at])
        return phrase(
            "player",
            player=player,
            open=reach.open[at].bit_count(),
            private=reach.private[at].bit_count(),
            fills=phrase(kind, low=low, high=high, forced=forced),
            skips=skipped or "",
        )


@dataclass(frozen=True, repr=False)
class ReachReport(BoardResult):
    """Who can play where in a position, and what each fill opens and takes.

    `final` says whether the bombs were counted; all else needs no time.
    """

    schema = "bombe.reach/1"

    state: SudokuState
    facts: ReachFacts

    @property
    def fills(self) -> tuple[CellFill, ...]:
        """The fills of both players, by player and cell; values do not matter here."""
        return tuple(
            self._fill(player, cell)
            for player in (1, 2)
            for cell in bit_list(self.facts.reach.open[player - 1])
        )

    def _fill(self, player: Player, cell: int) -> CellFill:
        shape, changes = self.board.shape, self.facts.reach.fill(player, cell)
        opens, takes = (tuple(map(shape.coordinates, bit_list(cells))) for cells in changes)
        return CellFill(player, shape.coordinates(cell), opens, takes)

    def details(self) -> dict[str, Any]:
        """Return the JSON fields of the facts."""
        return {
            "rules": str(self.state.rules),
            **self.facts.to_dict(self.board.shape.size),
            "changes": [
                {
                    "player": fill.player,
                    "cell": list(fill.cell),
                    "opens": list(map(list, fill.opens)),
                    "takes": list(map(list, fill.takes)),
                }
                for fill in self.fills
            ],
        }

    def summary(self) -> str:
        """Return the facts in one sentence."""
        return f"{state_heading(self.state)}; {'; '.join(self.facts.lines())}"


def reach(
    position: PositionLike, budget: BudgetLike = None, *, solver: str | Solver = "auto"
) -> ReachReport:
    """Return who can play where in a position, for how long, and what each fill changes."""
    state, meter = state_of(position), as_meter(budget)
    backend = as_solver(solver).backend_for(state.board)
    truth = backend.true_candidates(state.board, meter)
    is_known = not any(truth.undecided)
    bombs = UsableBombs(state.board, state.taboo, truth.true).masks if is_known else None
    return ReachReport(
        board=state.board,
        final=is_known,
        solver=backend.name,
        effort=meter.effort(),
        state=state,
        facts=ReachFacts.of(state, bombs),
    )


def _cells(cells: int, size: int) -> list[list[int]]:
    return [list(divmod(cell, size)) for cell in bit_list(cells)]
