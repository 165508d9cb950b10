"""The minimax agents of the course's reports: alpha-beta over all legal moves, ever deeper.

They know the rules and C0 but ask no solver, so that any move of theirs may be a bomb. Each adds
to the one before: `minimax`, then pruning and a penalty, then the skip that won a tournament.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.search.alphabeta import DEEPEST
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.search import MoveSearch
from bombe.agents.sudoku.simple import draw_any, draw_greedy
from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option
    from bombe.agents.sudoku.search import CellSearch
    from bombe.boards import Move, SudokuState


class MinimaxAgent:
    """Proposes any legal move first, then the best of each depth, by the difference of scores.

    `depth` is the most moves that it looks ahead, beyond its own.
    """

    def __init__(self, seed: int, *, depth: int = DEEPEST) -> None:
        self._rng = random.Random(seed)
        self._depth = depth

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a move at once, and better ones until the clock ends or all is known."""
        position = Scratch(state)
        if first := self._first(position):
            yield position.move(first)
            yield from map(position.move, self._improvements(state, position, clock))

    def _first(self, position: Scratch) -> Option | None:
        """Draw the move that is proposed at once."""
        return draw_any(position, self._rng)

    def _improvements(
        self,
        state: SudokuState,  # noqa: ARG002 - those who ask a solver need it
        position: Scratch,
        clock: Clock,
    ) -> Iterator[Option]:
        """Yield what the search prefers, better and better."""
        search = self._search(position, clock)
        return search.deepen(in_random_order(search, self._rng), self._depth)

    def _search(self, position: Scratch, clock: Clock) -> CellSearch:
        """Make the search."""
        return MoveSearch(position, clock)


class PrunedAgent(MinimaxAgent):
    """Minimax that proposes a greedy move first, fears what it gives away, and leaves cells out.

    With `prune`, cells about which nothing is known wait while there are others. `penalty` times
    the most that the opponent could score next is taken off where the search stops.
    """

    def __init__(
        self, seed: int, *, depth: int = DEEPEST, penalty: float = 1.0, prune: bool = True
    ) -> None:
        super().__init__(seed, depth=depth)
        self._penalty, self._prune = penalty, prune

    def _first(self, position: Scratch) -> Option | None:
        return draw_greedy(position, self._rng)

    def _search(self, position: Scratch, clock: Clock) -> MoveSearch:
        return MoveSearch(position, clock, penalty=self._penalty, prune=self._prune)


class SkipAgent(PrunedAgent):
    """Pruned minimax that plays a sure bomb whenever an even number of cells is empty.

    Whoever then fills cell by cell gets the last one, which completes three regions.
    `box` looks for the bombs in boxes, too, not in rows and columns only.
    """

    def __init__(
        self,
        seed: int,
        *,
        depth: int = DEEPEST,
        penalty: float = 1.0,
        prune: bool = True,
        box: bool = False,
    ) -> None:
        super().__init__(seed, depth=depth, penalty=penalty, prune=prune)
        self._regions = 3 if box else 2

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a bomb if the number of empty cells asks for one and one is seen."""
        position = Scratch(state)
        is_even = position.empty.bit_count() % 2 == 0
        if is_even and (bomb := sure_bomb(position, self._regions)):
            yield position.move(bomb)
        else:
            yield from super().choose(state, clock)


def sure_bomb(position: Scratch, regions: int = 2) -> Option | None:
    """Find a move that takes the only remaining value of another cell in its row or column."""
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


def in_random_order(search: CellSearch, rng: random.Random) -> list[Option]:
    """Give what the mover may do, most points first, else at random."""
    options = list(search.options())
    rng.shuffle(options)
    points = search.position.points
    return sorted(options, key=lambda option: points(option[0]), reverse=True)
