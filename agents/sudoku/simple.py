"""Agents that do not look ahead: every other agent should beat them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bombe.agents.sudoku.scratch import Scratch
from bombe.boards.bits import bit_list, single_bits
from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.agents.contract import Clock
    from bombe.agents.search.mutable import Action
    from bombe.boards import Move, SudokuState


class RandomAgent:
    """Proposes a random legal move, which may be a bomb."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it takes no time
        """Propose one move."""
        position = Scratch(state)
        if action := draw_any(position, self._rng):
            yield position.move(action)


class GreedyAgent:
    """Proposes a legal move that scores most if it is not a bomb, ties at random.

    With `reach`, ties go to the move that leaves it most territory, where there is any to gain.
    """

    def __init__(self, seed: int, *, reach: bool = False) -> None:
        self._rng, self._reach = random.Random(seed), reach

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it takes no time
        """Propose one move."""
        position = Scratch(state)
        draw = draw_greedy
        if self._reach and not position.is_unrestricted:
            # Exported agents begin every turn with this module: what they import takes their time.
            from bombe.agents.sudoku.claims import draw_claiming as draw
        if action := draw(position, self._rng):
            yield position.move(action)


class NaiveAgent:
    """Proposes a random value that is not taboo on a random playable cell: it ignores C0.

    It soon loses by an illegal move, which makes it an opponent that tests referees.
    """

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:  # noqa: ARG002 - it takes no time
        """Propose one move."""
        position = Scratch(state)
        cells = bit_list(position.playable)
        for cell in self._rng.sample(cells, len(cells)):
            if values := list(
                single_bits(position.tables.all_values & ~position.taboo.get(cell, 0))
            ):
                yield position.move((cell, self._rng.choice(values)))
                return


def draw_any(position: Scratch, rng: random.Random) -> Action | None:
    """Draw a legal move, all equally likely; return None if there is none."""
    return position.draw(bit_list(position.playable), rng)


def draw_greedy(position: Scratch, rng: random.Random) -> Action | None:
    """Draw a legal move among those that score most; return None if there is none."""
    scoring = position.scoring()
    for points in sorted(set(scoring.values()), reverse=True):
        if action := position.draw([c for c in scoring if scoring[c] == points], rng):
            return action
    return draw_any(position, rng)


def changes(moves: Iterable[Move | None]) -> Iterator[Move]:
    """Yield each move that is not the one before it, until the clock runs out."""
    last = None
    try:
        for move in moves:
            if move and move != last:
                yield move
                last = move
    except OutOfBudgetError:
        pass
