"""Monte Carlo tree search (UCT): a tree of moves, grown by random playouts.

Each playout descends the tree to a move that was not tried yet, adds it, finishes the game with
`finish`, and credits every move on its path with the result. On the way down it selects the move
with the largest mean reward plus c * sqrt(ln n / visits), where n counts the visits of the
position; so c is in the unit of the reward.
"""

from __future__ import annotations

import enum
import math
import random
from typing import TYPE_CHECKING, Generic

from bombe.agents.search.mutable import PositionT
from bombe.boards.errors import OutOfBudgetError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action

MAX_PLAYOUTS = 100_000
"""The most playouts of one turn; each adds a node to the tree, up to 200 MB."""


class Reward(enum.StrEnum):
    """The reward of a playout: the points won from here on less those lost, or 1, 0, -1."""

    MARGIN = "margin"
    RESULT = "result"


class Selection(enum.StrEnum):
    """Which move is best in the end: the one with the best mean, or the one visited most."""

    MAX = "max"
    ROBUST = "robust"


class Backpropagation(enum.StrEnum):
    """Whose reward a move is credited with: its mover's, or, as a known error, the opponent's."""

    MOVER = "mover"
    OPPONENT = "opponent"


class Node:
    """A move in the tree; `total` is the sum of the rewards of the player whom it is to serve."""

    __slots__ = ("action", "children", "mover", "total", "untried", "visits")

    def __init__(self, action: Action, mover: int) -> None:
        self.action = action
        self.mover = mover
        self.visits = 0
        self.total = 0
        self.children: list[Node] = []
        self.untried: list[Action] | None = None


class Tree(Generic[PositionT]):
    """The tree of one position. `actions` returns the legal actions to try in a position.

    `finish` plays a position to the end of the game and returns player 1's margin.
    """

    def __init__(
        self,
        position: PositionT,
        rng: random.Random,
        actions: Callable[[PositionT], Iterable[Action]],
        finish: Callable[[PositionT], int],
        *,
        c: float,
        reward: Reward,
        credit: Backpropagation = Backpropagation.MOVER,
    ) -> None:
        self._position, self._rng, self._actions = position, rng, actions
        self._finish, self._c, self._reward = finish, c, reward
        # The player for whose moves player 1's reward counts as it is.
        self._credited = 1 if credit is Backpropagation.MOVER else 2
        self._root = Node((0, 0), 0)

    def grow(self, clock: Clock) -> Iterator[int]:
        """Run playouts until the clock runs out, and note their number; yield it after each."""
        playouts = 0
        try:
            while playouts < MAX_PLAYOUTS:
                clock.spend()
                self._play_out()
                playouts += 1
                yield playouts
        except OutOfBudgetError:
            return
        finally:
            clock.note(playouts=playouts)

    @property
    def roots(self) -> list[Node]:
        """The moves of the position that were tried."""
        return self._root.children

    def best(self, selection: Selection) -> Action | None:
        """Return the best move of those that were visited more than once; None if there is none."""
        known = [node for node in self.roots if node.visits > 1]
        if selection is Selection.ROBUST:
            node = max(known, key=lambda node: (node.visits, self.mean(node)), default=None)
        else:
            node = max(known, key=self.mean, default=None)
        return node.action if node else None

    def mean(self, node: Node) -> float:
        """Return the mean reward of a move that was visited."""
        return node.total / node.visits

    def improvements(self, growth: Iterator[int], selection: Selection) -> Iterator[Action]:
        """Yield the best action whenever it changes; check less often as the tree grows."""
        proposed, due = None, 1
        for playouts in growth:
            if playouts >= due:
                due = playouts + playouts // 8 + 1
                best = self.best(selection)
                if best and best != proposed:
                    yield best
                    proposed = best
        # A budget of nodes ends the growth, not the turn: the last result is still of use.
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
            node.total += reward if node.mover == self._credited else -reward

    def _descend(self, position: PositionT) -> list[Node]:
        """Play down to a new node, or to the end of the game; return the nodes of the path."""
        node = self._root
        path = [node]
        while True:
            if node.untried is None:
                node.untried = self._untried_actions(position)
            if node.untried:
                new = Node(self._pop_untried(node.untried, position), position.to_move)
                node.children.append(new)
                node = new
            elif node.children:
                node = self._selected_child(node)
            else:
                return path
            path.append(node)
            position.play(*node.action)
            if not node.visits:
                return path

    def _selected_child(self, parent: Node) -> Node:
        factor = self._c * math.sqrt(math.log(parent.visits))
        return max(
            parent.children,
            key=lambda node: node.total / node.visits + factor / math.sqrt(node.visits),
        )

    def _untried_actions(self, position: PositionT) -> list[Action]:
        """Return the actions in the order of their points, the highest last."""
        actions = list(self._actions(position))
        if scoring := position.scoring():
            actions.sort(key=lambda action: scoring.get(action[0], 0))
        return actions

    def _pop_untried(self, untried: list[Action], position: PositionT) -> Action:
        """Remove and return the action that scores most, or a random one if none scores."""
        if not position.points(untried[-1][0]):
            at = int(self._rng.random() * len(untried))
            untried[at], untried[-1] = untried[-1], untried[at]
        return untried.pop()


class UctAgent:
    """An agent that grows a tree in each turn.

    `c`, in the unit of the `reward`, is the weight of exploration.
    """

    def __init__(
        self,
        seed: int,
        *,
        c: float = 1.5,
        reward: Reward = Reward.MARGIN,
        selection: Selection = Selection.ROBUST,
    ) -> None:
        if not c >= 0:
            raise UsageError(f"c={c:g}: give a c of 0 or more")
        self.rng, self.selection = random.Random(seed), selection
        self._c, self._reward = c, reward

    def tree(
        self,
        position: PositionT,
        actions: Callable[[PositionT], Iterable[Action]],
        finish: Callable[[PositionT], int],
    ) -> Tree[PositionT]:
        """Return a tree above the position, for `improvements`."""
        return Tree(position, self.rng, actions, finish, c=self._c, reward=self._reward)
