"""The Monte Carlo agents of the course's reports: a tree of legal moves, and a tree of cells."""

from __future__ import annotations

import functools
import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from bombe.agents.search.uct import Reward, Selection, Tree
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.simple import draw_greedy
from bombe.agents.sudoku.solution import Solution
from bombe.boards.bits import bit_list, single_bits
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option
    from bombe.boards import Move, SudokuState

_LATE = 0.95
"""The share of a turn after which an agent that knows its length proposes."""


class TreeAgent(ABC):
    """Proposes a greedy move at once, then the best one of a tree that grows."""

    def __init__(self, seed: int, c: float, k: int, reward: Reward, selection: Selection) -> None:
        if k < 1 or not c >= 0:
            raise UsageError(f"c={c:g}, k={k}: give a c of 0 or more, and a k of 1 or more")
        self._rng = random.Random(seed)
        self._c, self._k, self._reward, self._selection = c, k, reward, selection

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a move at once, and better ones until the clock ends."""
        position = Scratch(state)
        if first := draw_greedy(position, self._rng):
            yield position.move(first)
            moves = self._moves(state, position, clock)
            if moves and first not in moves.values():
                yield position.move(
                    moves[max(moves, key=lambda option: position.points(option[0]))]
                )
            if len(moves) > 1:
                found = self._improvements(self._tree(position), clock)
                yield from (position.move(moves[option]) for option in found if option in moves)

    @abstractmethod
    def _moves(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[Option, Option]:
        """Give the move that each option of the position stands for."""

    @abstractmethod
    def _options(self, position: Scratch) -> Iterable[Option]:
        """Give what the tree tries in a position."""

    def _tree(self, position: Scratch) -> Tree[Scratch]:
        finish = functools.partial(play_on, rng=self._rng, k=self._k)
        return Tree(position, self._rng, self._options, finish, c=self._c, reward=self._reward)

    def _improvements(self, tree: Tree[Scratch], clock: Clock) -> Iterator[Option]:
        return tree.improvements(tree.grow(clock), self._selection)


class MctsAgent(TreeAgent):
    """UCT over legal moves, none of them taken for a bomb; a game is won, drawn or lost.

    `c` weighs exploration; playouts pick at random among the `k` moves that score most.
    """

    def __init__(self, seed: int, *, c: float = 1.5, k: int = 5) -> None:
        super().__init__(seed, c, k, Reward.RESULT, Selection.ROBUST)

    def _moves(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[Option, Option]:  # noqa: ARG002 - it asks no solver
        return {option: option for option in self._options(position)}

    def _options(self, position: Scratch) -> Iterable[Option]:
        return [
            (cell, bit)
            for cell in bit_list(position.playable)
            for bit in single_bits(position.candidates(cell))
        ]


class CellsAgent(TreeAgent):
    """UCT over cells; the values are those of a solution, so that no move is a bomb.

    `c`, in the unit of the `reward`, weighs exploration; playouts pick at random among the `k`
    cells that score most. In the end the move of the best mean (max) or of most visits (robust)
    is selected.

    `discover` measures how long the first turn is; in the later ones it then proposes once more,
    when 95 % of that are over. An agent that is made anew for each turn never gets to that.
    `solver` is the name of a backend, or `human`.
    """

    def __init__(
        self,
        seed: int,
        *,
        c: float = 1.5,
        k: int = 5,
        selection: Selection = Selection.ROBUST,
        reward: Reward = Reward.MARGIN,
        discover: bool = False,
        solver: str = "auto",
    ) -> None:
        super().__init__(seed, c, k, reward, selection)
        self._solution = Solution(solver)
        self._discover = discover
        self._length: float | None = None

    def _moves(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[Option, Option]:
        options = self._solution.options(state, position, clock)
        return {(cell, 0): (cell, bit) for cell, bit in options}

    def _options(self, position: Scratch) -> Iterable[Option]:
        return [(cell, 0) for cell in bit_list(position.playable)]

    def _improvements(self, tree: Tree[Scratch], clock: Clock) -> Iterator[Option]:
        if not self._discover:
            return super()._improvements(tree, clock)
        if self._length is None:
            return tree.improvements(self._measured(tree, clock), self._selection)
        return self._late(tree, clock, _LATE * self._length)

    def _measured(self, tree: Tree[Scratch], clock: Clock) -> Iterator[int]:
        """Grow the tree, and note the last moment at which the turn was not over."""
        for playouts in tree.grow(clock):
            if not clock.is_over:
                self._length = clock.seconds
            yield playouts

    def _late(self, tree: Tree[Scratch], clock: Clock, seconds: float) -> Iterator[Option]:
        """Yield the best option once after so many seconds, and where nodes end the turn."""
        is_due = True
        for _ in tree.grow(clock):
            if is_due and clock.seconds >= seconds and (best := tree.best(self._selection)):
                yield best
                is_due = False
        if best := tree.best(self._selection):
            yield best


def play_on(position: Scratch, rng: random.Random, k: int) -> int:
    """Play to the end, each time one of the k cells that score most; give the margin.

    Where fewer than k cells score, the others among the k are any, since all are alike.
    """
    draw = rng.random
    pool = bit_list(position.playable)
    while pool:
        at = int(draw() * min(k, len(pool)))
        scoring = position.scoring()
        if at < len(scoring):
            cell = sorted(scoring, key=scoring.__getitem__, reverse=True)[at]
            pool.remove(cell)
        else:
            at = int(draw() * len(pool))
            while pool[at] in scoring:
                at = int(draw() * len(pool))
            cell, pool[at] = pool[at], pool[-1]
            pool.pop()
        position.play(cell)
        if not position.open:
            pool = bit_list(position.playable)
    return position.margin
