"""What the clause-learning backends share: a board as exactly-one groups, and their audit.

Singles are applied in Python first: that is cheaper than giving a library candidates that fall at
once. Every (cell, value) that is left is a variable. Exactly one is true for each cell, and exactly
one for the places of each value in each region.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from bombe.boards import Board, Move
from bombe.boards.bits import bits_of
from bombe.solvers.backends.singles import narrow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from bombe.solvers.backends.singles import Masks
    from bombe.solvers.budget import Meter
    from bombe.solvers.contract import Ledger

T = TypeVar("T")
Literals = list[int]
"""Variables counted from 1; a negated one is negative."""
_TICK = 0.03
"""Seconds between two checks of the budget while a library works."""


class Encoding:
    """The open part of a board. Variable i says that the cell of options[i - 1] has its value."""

    def __init__(self, board: Board, masks: Masks) -> None:
        self.board = board
        self.masks = masks
        self.options: list[tuple[int, int]] = []
        self.groups = self._number()
        self._fixed = bytes(0 if mask & (mask - 1) else mask.bit_length() - 1 for mask in masks)

    @classmethod
    def of(cls, board: Board) -> Self | None:
        """Return the encoding of a board; None if singles show that it has no solution."""
        masks = narrow(board)
        return None if masks is None else cls(board, masks)

    def _number(self) -> list[Literals]:
        """Number the options; return the groups of which exactly one is true."""
        size, regions_of = self.board.shape.size, self.board.shape.geometry.regions_of
        options = self.options
        groups: list[Literals] = []
        places: dict[int, Literals] = {}
        for cell, mask in enumerate(self.masks):
            if not mask & (mask - 1):
                continue
            first = len(options) + 1
            options += [(cell, value) for value in bits_of(mask)]
            groups.append(list(range(first, len(options) + 1)))
            for region in regions_of[cell]:
                base = region * (size + 1)
                for literal, (_, value) in enumerate(options[first - 1 :], first):
                    places.setdefault(base + value, []).append(literal)
        return groups + list(places.values())

    def solution(self, held: Literals) -> Board:
        """Return the board of the true variables of a model."""
        values = bytearray(self._fixed)
        for literal in held:
            cell, value = self.options[literal - 1]
            values[cell] = value
        return Board(self.board.shape, bytes(values))


class Engine(Protocol):
    """A library's solver, loaded with an encoding; it keeps what it learns between questions."""

    def add(self, clause: Literals) -> None:
        """Require that one of the literals is true from now on."""

    def prefer(self, literals: Literals) -> None:
        """Make the search try these variables as true first."""

    def ask(
        self, meter: Meter, assumptions: Sequence[int] = (), patience: int | None = None
    ) -> bool | None:
        """Return whether there is a solution; None if `patience` conflicts did not decide it."""

    def true_literals(self) -> Literals:
        """Return the true variables of the solution found."""


def decide(
    ledger: Ledger,
    meter: Meter,
    load: Callable[[Encoding], AbstractContextManager[Engine]],
    patience: int,
) -> None:
    """Search for a solution with any candidate that is still open, until there is none.

    That takes one search per witness and a single proof for all bombs, instead of a proof for each:
    on proper boards 1.5 to 2 times faster with python-sat, 10 to 40 times with CP-SAT, which starts
    every proof anew; on boards with many solutions 1 to 1.5 times. Each such clause implies the
    earlier ones, so all may stay. But a proof that does not end decides nothing: after `patience`
    conflicts the candidates are searched for one by one, and each answer helps the next try.
    """
    meter.spend()
    with meter.building():
        encoding = Encoding.of(ledger.board)
        if encoding is None:
            ledger.rule_out_rest()
            return
        moves = _open_moves(ledger, encoding)
        if not moves:
            ledger.add_witness(encoding.solution([]))
            return
        loaded = load(encoding)
    with loaded as engine:
        search = _WitnessSearch(ledger, encoding, engine, moves)
        # Without a first witness nothing is known of any candidate: that search has no limit.
        if engine.ask(meter):
            search.take_witness()
            while search.has_open:
                answer = search.ask_any(meter, patience)
                if answer is False:
                    break
                if answer is None:
                    search.ask_each(meter, patience)
                    patience *= 2
        ledger.rule_out_rest()


def watch(meter: Meter, work: Callable[[], T], interrupt: Callable[[], None]) -> T:
    """Return what a library computes in a thread; meanwhile check the budget and heed Ctrl-C."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            while not wait((future,), _TICK).done:
                meter.check()
        finally:
            # An interrupt that comes before the work has begun is lost, so it is repeated.
            while not future.done():
                interrupt()
                wait((future,), _TICK)
    return future.result()


def _open_moves(ledger: Ledger, encoding: Encoding) -> list[Move]:
    """Rule out what singles ruled out; return the moves of the options, in their order."""
    ledger.narrow_to(encoding.masks)
    shape = ledger.board.shape
    return [Move(*shape.coordinates(cell), value) for cell, value in encoding.options]


class _WitnessSearch:
    """A ledger, the engine that decides it, and the literals of the candidates still open."""

    def __init__(
        self, ledger: Ledger, encoding: Encoding, engine: Engine, moves: list[Move]
    ) -> None:
        self._ledger = ledger
        self._encoding = encoding
        self._engine = engine
        self._moves = moves
        self._open = list(range(1, len(moves) + 1))

    @property
    def has_open(self) -> bool:
        """Whether any candidate still lacks a verdict."""
        return bool(self._open)

    def ask_any(self, meter: Meter, patience: int) -> bool | None:
        """Search for a solution with any open candidate."""
        self._engine.add(self._open)
        # Solutions with many open candidates: half as many are needed, a tenth on empty boards.
        self._engine.prefer(self._open)
        answer = self._engine.ask(meter, patience=patience)
        if answer:
            self.take_witness()
        return answer

    def ask_each(self, meter: Meter, patience: int) -> None:
        """Search for each open candidate in turn, with some patience for each."""
        for literal in list(self._open):
            move = self._moves[literal - 1]
            if self._ledger.is_open(move):
                answer = self._engine.ask(meter, [literal], patience)
                if answer:
                    self.take_witness()
                elif answer is False:
                    self._ledger.rule_out(move)
                    self._engine.add([-literal])
        self._forget_decided()

    def take_witness(self) -> None:
        """Record the solution found."""
        held = self._engine.true_literals()
        self._ledger.add_witness(self._encoding.solution(held))
        self._open = sorted(set(self._open).difference(held))
        self._forget_decided()

    def _forget_decided(self) -> None:
        """Keep only the open literals: by renaming, a witness proves more than it contains."""
        is_open, moves = self._ledger.is_open, self._moves
        self._open = [literal for literal in self._open if is_open(moves[literal - 1])]
