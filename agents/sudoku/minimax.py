"""The minimax agents of the course's reports: alpha-beta over all legal moves, deeper and deeper.

They know the rules and C0 but ask no solver, so any of their moves may be a bomb. Each extends the
one before: `minimax`, then pruning and a penalty, then the skip that won a tournament.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import MAX_DEPTH
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.search import MoveSearch
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

    `depth` is the most moves that it looks ahead, not counting its own.
    """

    def __init__(self, seed: int, *, depth: int = MAX_DEPTH) -> None:
        self._rng = random.Random(seed)
        self._depth = depth

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
        return search.deepen(ranked_actions(search, self._rng), self._depth)

    def _search(self, position: Scratch, clock: Clock) -> CellSearch:
        """Return the search for a turn."""
        return MoveSearch(position, clock)


class PrunedAgent(MinimaxAgent):
    """Minimax with a greedy first proposal, pruning, and a penalty for the opponent's next points.

    With `prune`, cells that still allow every value are left out while there are others. Where the
    search stops, `penalty` times the most that the opponent can score next is subtracted.
    """

    def __init__(
        self, seed: int, *, depth: int = MAX_DEPTH, penalty: float = 1.0, prune: bool = True
    ) -> None:
        super().__init__(seed, depth=depth)
        self._penalty, self._prune = penalty, prune

    def _first(self, position: Scratch) -> Action | None:
        return draw_greedy(position, self._rng)

    def _search(self, position: Scratch, clock: Clock) -> MoveSearch:
        return MoveSearch(position, clock, penalty=self._penalty, prune=self._prune)


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
        prune: bool = True,
        box: bool = False,
    ) -> None:
        super().__init__(seed, depth=depth, penalty=penalty, prune=prune)
        self._regions = 3 if box else 2

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a bomb if the number of empty cells is even and a bomb is found."""
        position = Scratch(state)
        if bomb := tempo_bomb(position, self._regions):
            yield position.move(bomb)
        else:
            yield from super().choose(state, clock)


def tempo_bomb(position: Scratch, regions: int = 2) -> Action | None:
    """Return a sure bomb if the number of empty cells is even; None if it is odd or none is found.

    If both players then fill in turns, the one who skipped fills the last cell.
    """
    return None if position.moves_left % 2 else sure_bomb(position, regions)


def sure_bomb(position: Scratch, regions: int = 2) -> Action | None:
    """Return a move that takes the only remaining value of another cell in its row or column."""
    tables, playable = position.tables, position.playable
    for cell in bit_list(position.empty):
        only = position.candidates(cell)
        if only & (only - 1) or not only:
            continue
        for region in tables.regions_of[cell][:regions]:
            for other in bit_list(playable & tables.regions[region] & ~(1 << cell)):
                if position.candidates(other) & only:
                    return other, only
    return None


def ranked_actions(search: CellSearch, rng: random.Random) -> list[Action]:
    """Return the actions of the position, most points first, ties in random order."""
    actions = list(search.actions())
    rng.shuffle(actions)
    points = search.position.points
    return sorted(actions, key=lambda action: points(action[0]), reverse=True)
