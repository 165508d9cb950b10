"""The Monte Carlo agents of the course's reports: a tree of legal moves, and a tree of cells."""

from __future__ import annotations

import enum
import functools
import heapq
import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from bombe.agents.search.shared_tree import SharedTree
from bombe.agents.search.uct import Backpropagation, Reward, Selection, Tree
from bombe.agents.sudoku.claims import prospect
from bombe.agents.sudoku.minimax import tempo_bomb
from bombe.agents.sudoku.rollouts import MovePlayout, MoveScratch
from bombe.agents.sudoku.scratch import Scratch
from bombe.agents.sudoku.simple import draw_greedy
from bombe.agents.sudoku.solution import Solution
from bombe.boards.bits import bit_list
from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.boards import Move, SudokuState

ScratchT = TypeVar("ScratchT", bound=Scratch)

WIDTH = 6
"""The cells that a tree tries in a position with `reach`; a tenth of a second has few playouts."""
_LATE_SHARE = 0.95
"""The share of a turn after which an agent that knows the length of turns proposes."""
_KEEP_FACTOR = 1.01
"""How much longer a turn must have lasted before its length is kept again, which takes time."""


class TreeAgent(ABC, Generic[ScratchT]):
    """Proposes a greedy move at once, then the best move of a growing tree."""

    def __init__(self, seed: int, c: float, k: int, reward: Reward, selection: Selection) -> None:
        if k < 1 or not c >= 0:
            raise UsageError(f"c={c:g}, k={k}: give a c of 0 or more, and a k of 1 or more")
        self._rng = random.Random(seed)
        self._c, self._k, self._reward, self._selection = c, k, reward, selection

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a move at once, and better ones until the clock runs out."""
        position = self._position(state)
        if first := self._first(position):
            yield position.move(first)
            moves = self._moves(state, position, clock)
            if moves and first not in moves.values():
                yield position.move(
                    moves[max(moves, key=lambda action: position.points(action[0]))]
                )
            if len(moves) > 1:
                found = self._improvements(self._tree(position), clock)
                yield from (position.move(moves[action]) for action in found if action in moves)

    @abstractmethod
    def _position(self, state: SudokuState) -> ScratchT:
        """Return the position that the tree plays on."""

    def _first(self, position: ScratchT) -> Action | None:
        """Draw the first proposal."""
        return draw_greedy(position, self._rng)

    @abstractmethod
    def _moves(self, state: SudokuState, position: ScratchT, clock: Clock) -> dict[Action, Action]:
        """Return the move to propose for each action of the position."""

    @abstractmethod
    def _actions(self, position: ScratchT) -> Iterable[Action]:
        """Return the actions that the tree tries in a position."""

    def _playout(self, root: ScratchT) -> Callable[[ScratchT], int]:  # noqa: ARG002 - for MctsAgent
        """Return what plays a position that follows from `root` to the end."""
        return functools.partial(play_to_end, rng=self._rng, k=self._k)

    def _tree(self, position: ScratchT) -> Tree[ScratchT]:
        finish = self._playout(position)
        return Tree(position, self._rng, self._actions, finish, c=self._c, reward=self._reward)

    def _improvements(self, tree: Tree[ScratchT], clock: Clock) -> Iterator[Action]:
        return tree.improvements(tree.grow(clock), self._selection)


class Rollout(enum.StrEnum):
    """Among what a playout picks: moves by points and penalty, moves by points, or cells."""

    PENALISED = "penalised"
    POINTS = "points"
    CELLS = "cells"


class MctsAgent(TreeAgent[MoveScratch]):
    """UCT over legal moves, all assumed to be safe; the reward is a win, a draw or a loss.

    `c` is the weight of exploration; playouts pick at random among the `k` best moves, or cells, by
    the score that `rollout` names. With `skip` it plays a sure bomb, and searches nothing, whenever
    the number of empty cells is even and it finds one. With `reach`, where not every cell is open
    to both, the tree tries only the cells of the best prospect, and playouts are short, prefer the
    front and add territory.
    """

    def __init__(
        self,
        seed: int,
        *,
        c: float = 1.5,
        k: int = 5,
        rollout: Rollout = Rollout.PENALISED,
        skip: bool = False,
        reach: bool = False,
    ) -> None:
        super().__init__(seed, c, k, Reward.RESULT, Selection.ROBUST)
        self._rollout, self._skip, self._reach = rollout, skip, reach

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
        """Propose a bomb if it is time to skip, else a greedy move, then those of the tree."""
        position = Scratch(state)
        if self._skip and (bomb := tempo_bomb(position)):
            yield position.move(bomb)
        else:
            yield from super().choose(state, clock)

    def _position(self, state: SudokuState) -> MoveScratch:
        return MoveScratch(state)

    def _first(self, position: MoveScratch) -> Action | None:
        if self._reach and not position.is_unrestricted:
            return next(iter(self._promising(position)), None)
        if self._rollout is not Rollout.PENALISED:
            return draw_greedy(position, self._rng)
        return MovePlayout(position, self._rng, 1, penalise=True).first(position)

    def _moves(
        self,
        state: SudokuState,  # noqa: ARG002 - no solver is asked
        position: MoveScratch,
        clock: Clock,  # noqa: ARG002 - no solver is asked
    ) -> dict[Action, Action]:
        return {action: action for action in position.actions()}

    def _actions(self, position: MoveScratch) -> Iterable[Action]:
        if self._reach and not position.is_unrestricted:
            return self._promising(position)
        return position.actions()

    def _promising(self, position: MoveScratch) -> list[Action]:
        """Return a legal move, drawn at random, for each of the cells of the best prospect."""
        drawn = (position.draw([cell], self._rng) for cell in bit_list(position.playable))
        return heapq.nlargest(
            WIDTH, filter(None, drawn), key=lambda action: prospect(position, action[0])
        )

    def _playout(self, root: MoveScratch) -> Callable[[MoveScratch], int]:
        if self._rollout is Rollout.CELLS:
            return super()._playout(root)
        penalise = self._rollout is Rollout.PENALISED
        return MovePlayout(root, self._rng, self._k, penalise=penalise, reach=self._reach)


class CellsAgent(TreeAgent[Scratch]):
    """UCT over cells; the values are those of a solution, so that no move is a bomb.

    `c`, in the unit of the `reward`, is the weight of exploration; playouts pick at random among
    the `k` cells that score most. `selection` decides which move is best: the one with the best
    mean (max) or with most visits (robust). With `table` the tree holds a position only once,
    whatever the order of the moves that lead to it. With `credit=opponent` a move is credited with
    the opponent's reward: an error, with which the agent prefers what is worst for itself.

    With `discover` the first turn is measured, and each later one yields only one more proposal,
    after 95 % of that time, which the agent keeps on the clock.
    `solver` is the name of a backend.
    """

    def __init__(
        self,
        seed: int,
        *,
        c: float = 1.5,
        k: int = 5,
        selection: Selection = Selection.ROBUST,
        reward: Reward = Reward.MARGIN,
        credit: Backpropagation = Backpropagation.MOVER,
        table: bool = False,
        discover: bool = False,
        solver: str = "auto",
    ) -> None:
        super().__init__(seed, c, k, reward, selection)
        self._solution = Solution(solver)
        self._credit, self._table, self._discover = credit, table, discover

    def _position(self, state: SudokuState) -> Scratch:
        return Scratch(state)

    def _moves(self, state: SudokuState, position: Scratch, clock: Clock) -> dict[Action, Action]:
        actions = self._solution.actions(state, position, clock)
        return {(cell, 0): (cell, bit) for cell, bit in actions}

    def _actions(self, position: Scratch) -> Iterable[Action]:
        return [(cell, 0) for cell in bit_list(position.playable)]

    def _tree(self, position: Scratch) -> Tree[Scratch]:
        finish = self._playout(position)
        make = functools.partial(SharedTree, key=cells_key) if self._table else Tree
        return make(
            position,
            self._rng,
            self._actions,
            finish,
            c=self._c,
            reward=self._reward,
            credit=self._credit,
        )

    def _improvements(self, tree: Tree[Scratch], clock: Clock) -> Iterator[Action]:
        if not self._discover:
            return super()._improvements(tree, clock)
        length = clock.kept
        if isinstance(length, float):
            return self._late_improvements(tree, clock, _LATE_SHARE * length)
        return tree.improvements(_measured(tree.grow(clock), clock), self._selection)

    def _late_improvements(
        self, tree: Tree[Scratch], clock: Clock, seconds: float
    ) -> Iterator[Action]:
        """Yield the best action once after these seconds, and when the nodes are used up."""
        is_due = True
        for _ in tree.grow(clock):
            if is_due and clock.seconds >= seconds and (best := tree.best(self._selection)):
                yield best
                is_due = False
        if best := tree.best(self._selection):
            yield best


def _measured(growth: Iterator[int], clock: Clock) -> Iterator[int]:
    """Let a tree grow, and keep again and again how long the turn has lasted."""
    due = 0.0
    for playouts in growth:
        seconds = clock.seconds
        if seconds >= due and not clock.is_over:
            clock.keep(round(seconds, 6))
            due = _KEEP_FACTOR * seconds
        yield playouts


def cells_key(position: Scratch) -> Hashable:
    """Return all that the rest of a game depends on if it is played over cells."""
    empty, reach = position.empty, position.reach
    if position.is_unrestricted:
        return empty, position.to_move
    return empty, position.to_move, reach[0] & empty, reach[1] & empty


def play_to_end(position: Scratch, rng: random.Random, k: int) -> int:
    """Play to the end, each time on one of the k cells that score most; return the margin.

    If fewer than k cells score, the rest of the k are random: all other cells are equal.
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
        if not position.is_unrestricted:
            pool = bit_list(position.playable)
    return position.margin
