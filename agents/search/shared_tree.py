"""Monte Carlo tree search on positions instead of sequences of moves: transpositions are shared.

In a game where many orders of moves lead to the same position, a tree counts each of them anew.
Here a position is held once. The mean reward belongs to the position, so that every playout through
it counts, whichever move led there. The visits that exploration asks for belong to the move, since
a position that is well known from elsewhere may still be new to this parent.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bombe.agents.search.mutable import PositionT
from bombe.agents.search.uct import Node, Reward, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from bombe.agents.search.mutable import Action


class SharedNode:
    """A position: `total` is the sum of player 1's rewards from here on."""

    __slots__ = ("links", "total", "untried", "visits")

    def __init__(self) -> None:
        self.visits = self.total = 0
        self.links: list[Link] = []
        self.untried: list[Action] | None = None


class Link(Node):
    """A move to a place; `gain` is what player 1 gains by it at once."""

    __slots__ = ("gain", "place")

    def __init__(self, action: Action, mover: int, place: SharedNode, gain: int) -> None:
        super().__init__(action, mover)
        self.place, self.gain = place, gain


class SharedTree(Tree[PositionT]):
    """A tree that holds positions with equal keys once.

    `key` returns all that the rest of the game depends on. If the reward is the result, the points
    scored before belong to it, too.
    """

    def __init__(self, *args: Any, key: Callable[[PositionT], Hashable], **options: Any) -> None:
        super().__init__(*args, **options)
        self._key = key
        self._places: dict[Hashable, SharedNode] = {}
        self._top = self._place_of(self._position)
        self._top.visits = 1  # the root is not played out itself

    @property
    def roots(self) -> list[Node]:
        """The moves of the position that were tried."""
        return [*self._top.links]

    def mean(self, node: Node) -> float:
        """Return the mean reward after a move: its points, and the mean of where it leads."""
        assert isinstance(node, Link)  # noqa: S101 - this tree has no others
        value = node.gain + node.place.total / node.place.visits
        return value if node.mover == self._credited else -value

    def _place_of(self, position: PositionT) -> SharedNode:
        key = self._key(position)
        if self._reward is Reward.RESULT:
            key = key, position.margin
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = SharedNode()
        return place

    def _play_out(self) -> None:
        position = self._position.copy()
        place, path = self._top, [(self._top, position.margin)]
        while place.visits and (link := self._link_from(place, position)):
            link.visits += 1
            place = link.place
            path.append((place, position.margin))
        margin = self._finish(position)
        is_result = self._reward is Reward.RESULT
        for place, before in path:
            place.visits += 1
            place.total += (margin > 0) - (margin < 0) if is_result else margin - before

    def _link_from(self, place: SharedNode, position: PositionT) -> Link | None:
        """Play the move to look at next, a new one if there is one; None at the end of the game."""
        if place.untried is None:
            place.untried = self._untried_actions(position)
        if not place.untried:
            link = self._selected_link(place)
            if link:
                position.play(*link.action)
            return link
        action, mover = self._pop_untried(place.untried, position), position.to_move
        before = position.margin
        position.play(*action)
        # With the result as the reward, points count only in the end.
        gain = 0 if self._reward is Reward.RESULT else position.margin - before
        place.links.append(link := Link(action, mover, self._place_of(position), gain))
        return link

    def _selected_link(self, place: SharedNode) -> Link | None:
        if not place.links:
            return None
        factor = self._c * math.sqrt(math.log(place.visits))
        return max(place.links, key=lambda link: self.mean(link) + factor / math.sqrt(link.visits))
