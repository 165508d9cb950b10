"""What the clause-learning backends share: a board as exactly-one groups, and their audit.

Singles are drawn in Python first: that is cheaper than handing a library candidates which fall at
once. Every (cell, value) that is left is a variable. Exactly one is true of each cell, and exactly
one of the places of each value in each region.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from bombe.boards import Board, Move
from bombe.solvers.backends.singles import narrow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from bombe.solvers.backends.singles import Masks
    from bombe.solvers.budget import Meter
    from bombe.solvers.contract import Ledger

T = TypeVar("T")
Literals = list[int]
"""Variables counted from 1, negative where they are denied."""
_TICK = 0.03
"""Seconds between two looks at the budget while a library works."""


class Encoding:
    """The open part of a board. Variable i says that the cell and value of options[i - 1] meet."""

    def __init__(self, board: Board, masks: Masks) -> None:
        self.board = board
        self.masks = masks
        self.options: list[tuple[int, int]] = []
        self.groups = self._number()
        self._fixed = bytes(0 if mask & (mask - 1) else mask.bit_length() - 1 for mask in masks)

    @classmethod
    def of(cls, board: Board) -> Self | None:
        """Encode a board; None where singles show that it has no solution."""
        masks = narrow(board)
        return None if masks is None else cls(board, masks)

    def _number(self) -> list[Literals]:
        """Number the options; give the groups of which exactly one is true."""
        size, regions_of = self.board.shape.size, self.board.shape.geometry.regions_of
        options = self.options
        groups: list[Literals] = []
        places: dict[int, Literals] = {}
        for cell, mask in enumerate(self.masks):
            if not mask & (mask - 1):
                continue
            first = len(options) + 1
            options += [(cell, value) for value in range(1, size + 1) if mask >> value & 1]
            groups.append(list(range(first, len(options) + 1)))
            for region in regions_of[cell]:
                base = region * (size + 1)
                for literal, (_, value) in enumerate(options[first - 1 :], first):
                    places.setdefault(base + value, []).append(literal)
        return groups + list(places.values())

    def solution(self, held: Literals) -> Board:
        """Turn the true variables of a model into a board."""
        values = bytearray(self._fixed)
        for literal in held:
            cell, value = self.options[literal - 1]
            values[cell] = value
        return Board(self.board.shape, bytes(values))


class Engine(Protocol):
    """A library's solver, loaded with an encoding; what it learns stays for the next question."""

    def add(self, clause: Literals) -> None:
        """Demand that one of the literals holds from now on."""

    def prefer(self, literals: Literals) -> None:
        """Make the search try these variables as true first."""

    def ask(
        self, meter: Meter, assumptions: Sequence[int] = (), patience: int | None = None
    ) -> bool | None:
        """Tell whether there is a solution; None when `patience` conflicts did not show it."""

    def held(self) -> Literals:
        """Give the true variables of the solution found."""


def decide(
    ledger: Ledger,
    meter: Meter,
    load: Callable[[Encoding], AbstractContextManager[Engine]],
    patience: int,
) -> None:
    """Ask for a solution with any candidate that is still open, until there is none.

    That is one question per witness and a single proof for all bombs, against one proof for each:
    on proper boards 1.5 to 2 times faster with python-sat, 10 to 40 times with CP-SAT, which starts
    every proof anew; on boards with many solutions equal to 1.5 times. Each such clause implies
    the earlier ones, so all may stay. But a proof that does not end decides nothing: after
    `patience` conflicts the candidates are asked one by one, and each answer helps the next try.
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
        audit = _Audit(ledger, encoding, engine, moves)
        # Without a first witness nothing is known of any candidate: that question has no end.
        if engine.ask(meter):
            audit.take_witness()
            while audit.has_open:
                answer = audit.ask_any(meter, patience)
                if answer is False:
                    break
                if answer is None:
                    audit.ask_each(meter, patience)
                    patience *= 2
        ledger.rule_out_rest()


def watch(meter: Meter, work: Callable[[], T], interrupt: Callable[[], None]) -> T:
    """Let a library work in a thread; look at the budget meanwhile, and be there for Ctrl-C."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            while not wait((future,), _TICK).done:
                meter.check()
        finally:
            # An interrupt that comes before the work has begun is forgotten, so it is repeated.
            while not future.done():
                interrupt()
                wait((future,), _TICK)
    return future.result()


def _open_moves(ledger: Ledger, encoding: Encoding) -> list[Move]:
    """Rule out what singles ruled out; give the moves of the options, in their order."""
    ledger.narrow_to(encoding.masks)
    shape = ledger.board.shape
    return [Move(*shape.coordinates(cell), value) for cell, value in encoding.options]


class _Audit:
    """A ledger, the engine that fills it, and the literals of the candidates still open."""

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
        """Look for a solution with an open candidate."""
        self._engine.add(self._open)
        # Solutions with many open candidates: half as many are needed, a tenth on empty boards.
        self._engine.prefer(self._open)
        answer = self._engine.ask(meter, patience=patience)
        if answer:
            self.take_witness()
        return answer

    def ask_each(self, meter: Meter, patience: int) -> None:
        """Ask candidate by candidate, each with some patience."""
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
        """Enter the solution found."""
        held = self._engine.held()
        self._ledger.add_witness(self._encoding.solution(held))
        self._open = sorted(set(self._open).difference(held))
        self._forget_decided()

    def _forget_decided(self) -> None:
        """Keep the open literals only: a witness proves more than it holds, by renaming."""
        is_open, moves = self._ledger.is_open, self._moves
        self._open = [literal for literal in self._open if is_open(moves[literal - 1])]
