"""The agents that every game has for nothing: they ask the rules, and no more.

A game of which more is known has faster ones of its own; these are what they should beat.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

from bombe.agents.search.alphabeta import DEEPEST, FULL_TABLE, Remembering
from bombe.agents.search.state_ground import StateGround
from bombe.agents.search.uct import Reward, Selection, Tree
from bombe.analysis.any_game import MemoSolver
from bombe.boards.errors import OutOfBudgetError, UsageError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.ground import Option
    from bombe.boards.game import AnyMove, AnyState, State

MoveT = TypeVar("MoveT", bound="AnyMove")


class GenericRandomAgent:
    """Proposes any legal move."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: State[MoveT], clock: Clock) -> Iterator[MoveT]:  # noqa: ARG002 - it needs no time
        """Propose one move."""
        if not state.is_over and (moves := state.moves()):
            yield self._rng.choice(moves)


class GenericAlphaBetaAgent:
    """Alpha-beta with a table of `entries` positions, to a depth of at most `depth` moves."""

    def __init__(self, seed: int, *, depth: int = DEEPEST, entries: int = FULL_TABLE) -> None:
        if depth < 1:
            raise UsageError(f"depth={depth}: give at least 1")
        self._rng = random.Random(seed)
        self._depth, self._entries = depth, entries

    def choose(self, state: State[MoveT], clock: Clock) -> Iterator[MoveT]:
        """Propose any move first, then the best of each depth."""
        position = StateGround(state)
        roots = position.options()
        self._rng.shuffle(roots)
        if roots:
            yield position.move(roots[0])
            search = _StateSearch(position, clock, entries=self._entries)
            yield from map(position.move, search.deepen(roots, self._depth))


class _StateSearch(Remembering[StateGround["AnyMove"]]):
    """Alpha-beta that knows only the rules: beyond its depth nobody scores."""

    def options(self) -> list[Option]:
        return self.preferred_first(self.position.options())

    def key(self) -> Hashable:
        return self.position.key()

    def horizon(self) -> float:
        return 0.0


class GenericMctsAgent:
    """UCT with random playouts. `c`, in the unit of the `reward`, weighs exploration."""

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
        self._rng = random.Random(seed)
        self._c, self._reward, self._selection = c, reward, selection

    def choose(self, state: State[MoveT], clock: Clock) -> Iterator[MoveT]:
        """Propose any move first, and better ones until the clock ends."""
        position = StateGround(state)
        options = position.options()
        if options:
            yield position.move(self._rng.choice(options))
        if len(options) > 1:
            tree = Tree(
                position,
                self._rng,
                StateGround.options,
                self._finish,
                c=self._c,
                reward=self._reward,
            )
            yield from map(position.move, tree.improvements(tree.grow(clock), self._selection))

    def _finish(self, position: StateGround[MoveT]) -> int:
        """Play to the end at random and return the margin."""
        while options := position.options():
            position.play(self._rng.choice(options)[0])
        return position.margin


class GenericExactAgent:
    """Plays exact values, as soon as the memoised solver knows them; until then at random."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: AnyState, clock: Clock) -> Iterator[AnyMove]:
        """Propose any move first, then one of the best where they are found in time."""
        if state.is_over:
            return
        yield self._rng.choice(state.moves())
        try:
            values = MemoSolver(clock).values(state)
        except OutOfBudgetError:
            return
        best = max(values.values())
        yield self._rng.choice([move for move, value in values.items() if value == best])
