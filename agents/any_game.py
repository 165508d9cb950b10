"""The agents that play any game: they use its rules and nothing else.

A game may have faster agents of its own, which should beat these.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, TypeVar

from bombe.agents.search.alphabeta import (
    MAX_DEPTH,
    MAX_ENTRIES,
    TranspositionSearch,
    checked_depth,
)
from bombe.agents.search.mutable import Action
from bombe.agents.search.state_stack import StateStack
from bombe.agents.search.uct import UctAgent
from bombe.analysis.any_game import MemoSolver
from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    from bombe.agents.contract import Clock
    from bombe.boards.game import AnyMove, AnyState, State

MoveT = TypeVar("MoveT", bound="AnyMove")


class GenericRandomAgent:
    """Proposes a random legal move."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: State[MoveT], clock: Clock) -> Iterator[MoveT]:  # noqa: ARG002 - it takes no time
        """Propose one move."""
        if not state.is_over and (moves := state.moves()):
            yield self._rng.choice(moves)


class GenericAlphaBetaAgent:
    """Alpha-beta with a table of `entries` positions, to a depth of at most `depth` moves."""

    def __init__(self, seed: int, *, depth: int = MAX_DEPTH, entries: int = MAX_ENTRIES) -> None:
        self._rng = random.Random(seed)
        self._depth, self._entries = checked_depth(depth), entries

    def choose(self, state: State[MoveT], clock: Clock) -> Iterator[MoveT]:
        """Propose a random move first, then the best of each depth."""
        position = StateStack(state)
        roots = position.actions()
        self._rng.shuffle(roots)
        if roots:
            yield position.move(roots[0])
            search = _StateSearch(position, clock, entries=self._entries)
            yield from map(position.move, search.deepen(roots, self._depth))


class _StateSearch(TranspositionSearch[StateStack["AnyMove"]]):
    """Alpha-beta that knows only the rules: it assumes that nobody scores beyond its depth."""

    def actions(self) -> list[Action]:
        return self.preferred_first(self.position.actions())

    def key(self) -> Hashable:
        return self.position.key()

    def evaluate(self) -> float:
        return 0.0


class GenericMctsAgent(UctAgent):
    """UCT with random playouts, see UctAgent for its options."""

    def choose(self, state: State[MoveT], clock: Clock) -> Iterator[MoveT]:
        """Propose a random move first, and better ones until the clock runs out."""
        position = StateStack(state)
        actions = position.actions()
        if actions:
            yield position.move(self.rng.choice(actions))
        if len(actions) > 1:
            tree = self.tree(position, StateStack.actions, self._finish)
            yield from map(position.move, tree.improvements(tree.grow(clock), self.selection))

    def _finish(self, position: StateStack[MoveT]) -> int:
        """Play randomly to the end of the game and return the margin."""
        while actions := position.actions():
            position.play(self.rng.choice(actions)[0])
        return position.margin


class GenericExactAgent:
    """Plays a best move once the memoised solver has finished; until then a random one."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: AnyState, clock: Clock) -> Iterator[AnyMove]:
        """Propose a random move first, then one of the best if they are found in time."""
        if state.is_over:
            return
        yield self._rng.choice(state.moves())
        clock.note(exact=False)
        try:
            values = MemoSolver(clock).values(state)
            clock.note(exact=True)
        except OutOfBudgetError:
            return
        finally:
            clock.note(nodes=clock.nodes)
        best = max(values.values())
        yield self._rng.choice([move for move, value in values.items() if value == best])
