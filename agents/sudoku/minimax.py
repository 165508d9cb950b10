"""The minimax agents of the course's reports: alpha-beta over all legal moves, deeper and deeper.

They know the rules and C0 but ask no solver, so any of their moves may be a bomb. Each extends the
one before: `minimax`, then pruning and a penalty, then the skip rule.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import MAX_DEPTH, checked_depth
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.search import MoveSearch, PenalisedMoves
from bombe.agents.sudoku.simple import draw_any, draw_greedy
from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.search import CellSearch
    from bombe.boards import Move, SudokuState


class MinimaxAgent:
    """Proposes a random legal move first, then the best of each depth, by the score difference.

    `depth` is the most moves that it looks ahead, including its own. With a `penalty`, so many
    times the most that the next move can score is subtracted where the search stops. With
    `discover` it begins at the depth that it finished in its turn before, kept on the clock. With
    `reach` territory counts where the search stops; where every cell is open to both there is none.
    """

    def __init__(
        self,
        seed: int,
        *,
        depth: int = MAX_DEPTH,
        penalty: float = 0.0,
        discover: bool = False,
        reach: bool = False,
    ) -> None:
        self._rng = random.Random(seed)
        self._depth, self._penalty = checked_depth(depth), penalty
        self._discover, self._reach = discover, reach

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a move at once, and better ones until the clock or the search ends."""
        position = Scratch(state)
        if first := self._first(position):
            yield position.move(first)
            yield from map(position.move, self._improvements(state, position, clock))

    def _first(self, position: Scratch) -> Action | None:
        """Draw the first proposal."""
        return draw_any(position, self._rng)

    def _improvements(
        self,
        state: SudokuState,  # noqa: ARG002 - subclasses that ask a solver need it
        position: Scratch,
        clock: Clock,
    ) -> Iterator[Action]:
        """Yield better and better actions as the search finds them."""
        search = self._search(position, clock)
        return self._deepened(search, self._roots(search), clock)

    def _roots(self, search: CellSearch) -> list[Action]:
        """Return the moves to choose from; of equal ones, the first is preferred."""
        actions = list(search.actions())
        self._rng.shuffle(actions)
        return actions

    def _deepened(self, search: CellSearch, roots: list[Action], clock: Clock) -> Iterator[Action]:
        """Search deeper and deeper; with `discover`, not what is shallower than needed."""
        if not self._discover:
            return search.deepen(roots, self._depth)
        kept = clock.kept
        first = kept if isinstance(kept, int) else 0
        # A turn that does not finish its first depth makes the next one begin lower.
        clock.keep(max(0, first - 1))
        return search.deepen(roots, self._depth, first_depth=first, finished=clock.keep)

    def _search(self, position: Scratch, clock: Clock) -> CellSearch:
        """Return the search for a turn."""
        return MoveSearch(position, clock, penalty=self._penalty, reach=self._reach)


class PrunedAgent(MinimaxAgent):
    """Minimax with a greedy first proposal, pruning, and a penalty for the opponent's next points.

    With `prune`, cells that still allow every value are left out while there are others. `penalty`
    times the points that moves give are subtracted: for the `last` move of the search the most that
    the next one can score, or for `every` move what it gives in its regions (`penalise`).
    """

    def __init__(
        self,
        seed: int,
        *,
        depth: int = MAX_DEPTH,
        penalty: float = 1.0,
        penalise: PenalisedMoves = PenalisedMoves.LAST,
        prune: bool = True,
        discover: bool = False,
        reach: bool = False,
    ) -> None:
        super().__init__(seed, depth=depth, penalty=penalty, discover=discover, reach=reach)
        self._penalise, self._prune = penalise, prune

    def _first(self, position: Scratch) -> Action | None:
        return draw_greedy(position, self._rng)

    def _roots(self, search: CellSearch) -> list[Action]:
        return ranked_actions(search, self._rng)

    def _search(self, position: Scratch, clock: Clock) -> MoveSearch:
        return MoveSearch(
            position,
            clock,
            penalty=self._penalty,
            penalise=self._penalise,
            prune=self._prune,
            reach=self._reach,
        )


class SkipAgent(PrunedAgent):
    """Pruned minimax that plays a sure bomb whenever the number of empty cells is even.

    If the players then fill in turns, this player fills the last cell, which completes three
    regions. With `box` it looks for bombs in boxes, too, not only in rows and columns.
    """

    def __init__(
        self,
        seed: int,
        *,
        depth: int = MAX_DEPTH,
        penalty: float = 1.0,
        penalise: PenalisedMoves = PenalisedMoves.LAST,
        prune: bool = True,
        box: bool = False,
        discover: bool = False,
        reach: bool = False,
    ) -> None:
        super().__init__(
            seed,
            depth=depth,
            penalty=penalty,
            penalise=penalise,
            prune=prune,
            discover=discover,
            reach=reach,
        )
        self._boxes = box

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a bomb if the number of empty cells is even and a bomb is found."""
        position = Scratch(state)
        if bomb := tempo_bomb(position, boxes=self._boxes):
            yield position.move(bomb)
        else:
            yield from super().choose(state, clock)


def tempo_bomb(position: Scratch, *, boxes: bool = False) -> Action | None:
    """Return a sure bomb if the number of empty cells is even; None if it is odd or none is found.

    If both players then fill in turns, the one who skipped fills the last cell.
    """
    return None if position.moves_left % 2 else sure_bomb(position, boxes=boxes)


def sure_bomb(position: Scratch, *, boxes: bool = False) -> Action | None:
    """Return a move that takes the only remaining value of another cell of its row or column.

    Rows are searched first, then columns, and with `boxes` boxes last.
    """
    tables, playable = position.tables, position.playable
    masks = [(cell, position.candidates(cell)) for cell in bit_list(position.empty)]
    singles = [(cell, mask) for cell, mask in masks if mask and not mask & (mask - 1)]
    size = tables.shape.size
    for region in tables.regions[: 3 * size if boxes else 2 * size]:
        for cell, only in singles:
            if region >> cell & 1:
                for other in bit_list(playable & region & ~(1 << cell)):
                    if position.candidates(other) & only:
                        return other, only
    return None


def ranked_actions(search: CellSearch, rng: random.Random) -> list[Action]:
    """Return the actions of the position, most points first, ties in random order."""
    actions = list(search.actions())
    rng.shuffle(actions)
    points = search.position.points
    return sorted(actions, key=lambda action: points(action[0]), reverse=True)
