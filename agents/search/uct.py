"""Monte Carlo tree search (UCT): a tree of moves, grown by games that are played on at random.

Each playout goes down the tree to a move that was not tried yet, adds it, plays on to the end as
`finish` does, and credits every move on its way with the result. On the way down it takes the move
whose mean reward plus c * sqrt(ln n / visits) is largest, n being the visits of the position; so c
is in the unit of the reward.
"""

from __future__ import annotations

import enum
import math
from typing import TYPE_CHECKING, Generic

from bombe.agents.search.ground import GroundT
from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option

FULL_TREE = 100_000
"""Playouts of one turn, each a node of the tree, at most: up to 200 MB."""


class Reward(enum.StrEnum):
    """What a playout is worth: points won from here on less points lost, or 1, 0, -1."""

    MARGIN = "margin"
    RESULT = "result"


class Selection(enum.StrEnum):
    """Which move is best in the end: the one of the best mean, or the one visited most."""

    MAX = "max"
    ROBUST = "robust"


class Node:
    """A move in the tree; `total` sums the rewards of its mover."""

    __slots__ = ("children", "mover", "option", "total", "untried", "visits")

    def __init__(self, option: Option, mover: int) -> None:
        self.option = option
        self.mover = mover
        self.visits = 0
        self.total = 0
        self.children: list[Node] = []
        self.untried: list[Option] | None = None


class Tree(Generic[GroundT]):
    """The tree above one position. `options` says what may be tried where, all of it legal.

    `finish` plays a position to its end and gives the margin.
    """

    def __init__(
        self,
        position: GroundT,
        rng: random.Random,
        options: Callable[[GroundT], Iterable[Option]],
        finish: Callable[[GroundT], int],
        *,
        c: float,
        reward: Reward,
    ) -> None:
        self._position, self._rng, self._options = position, rng, options
        self._finish, self._c, self._reward = finish, c, reward
        self._root = Node((0, 0), 0)

    def grow(self, clock: Clock) -> Iterator[int]:
        """Play out again and again, yield how often, and end when the clock does."""
        for playouts in range(1, FULL_TREE + 1):
            try:
                clock.spend()
            except OutOfBudgetError:
                return
            self._play_out()
            yield playouts

    def best(self, selection: Selection) -> Option | None:
        """Give the best move of those that were visited more than once."""
        known = [node for node in self._root.children if node.visits > 1]
        if selection is Selection.ROBUST:
            node = max(known, key=lambda node: (node.visits, node.total), default=None)
        else:
            node = max(known, key=lambda node: node.total / node.visits, default=None)
        return node.option if node else None

    def improvements(self, growth: Iterator[int], selection: Selection) -> Iterator[Option]:
        """Yield the best option when it is another one; look for it ever more rarely."""
        proposed, due = None, 1
        for playouts in growth:
            if playouts >= due:
                due = playouts + playouts // 8 + 1
                best = self.best(selection)
                if best and best != proposed:
                    yield best
                    proposed = best
        # Where nodes are the limit, the last word is still heard.
        if best := self.best(selection):
            yield best

    def _play_out(self) -> None:
        position = self._position.copy()
        path = self._descend(position)
        margin = self._finish(position)
        if self._reward is Reward.RESULT:
            reward = (margin > 0) - (margin < 0)
        else:
            reward = margin - self._position.margin
        for node in path:
            node.visits += 1
            node.total += reward if node.mover == 1 else -reward

    def _descend(self, position: GroundT) -> list[Node]:
        """Play the moves down to a new one, or to the end of the game, and give them."""
        node = self._root
        path = [node]
        while True:
            if node.untried is None:
                node.untried = self._ordered(position)
            if node.untried:
                new = Node(self._next(node.untried, position), position.to_move)
                node.children.append(new)
                node = new
            elif node.children:
                node = self._promising(node)
            else:
                return path
            path.append(node)
            position.play(*node.option)
            if not node.visits:
                return path

    def _promising(self, parent: Node) -> Node:
        factor = self._c * math.sqrt(math.log(parent.visits))
        return max(
            parent.children,
            key=lambda node: node.total / node.visits + factor / math.sqrt(node.visits),
        )

    def _ordered(self, position: GroundT) -> list[Option]:
        """List the options, those that score last, and of these the best at the very end."""
        options = list(self._options(position))
        if scoring := position.scoring():
            options.sort(key=lambda option: scoring.get(option[0], 0))
        return options

    def _next(self, untried: list[Option], position: GroundT) -> Option:
        """Take the option that scores most, any one if none does."""
        if not position.points(untried[-1][0]):
            at = int(self._rng.random() * len(untried))
            untried[at], untried[-1] = untried[-1], untried[at]
        return untried.pop()
