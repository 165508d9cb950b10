"""The one interface of all backends.

A backend is a class with one method, `search`: a generator of the distinct solutions of a board.
The answers to all questions are built on it. A backend may override one for speed, but must agree
with all the others: tests/solvers/test_contract.py checks every backend in the table.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from bombe.boards import Board, Move, moves_of
from bombe.boards.errors import OutOfBudgetError, UsageError
from bombe.solvers.budget import BudgetLike, Meter, as_limit, as_meter
from bombe.solvers.codes import codes_of_masks


class Verdict(enum.Enum):
    """An answer to a yes-or-no question. A time-out is UNKNOWN, never NO."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> NoReturn:
        """Refuse: `if verdict:` would read UNKNOWN as yes or as no."""
        raise TypeError("a Verdict has three values: compare it, `verdict is Verdict.YES`")


class Count(NamedTuple):
    """A number of solutions: exactly `value` of them, or at least as many."""

    value: int
    exact: bool

    def __str__(self) -> str:
        """Return the number, with "at least" for a lower bound."""
        return f"{self.value}" if self.exact else f"at least {self.value}"

    def to_json(self) -> dict[str, int | str]:
        """Return plain values for JSON: {"value": 2, "kind": "at_least"}."""
        return {"value": self.value, "kind": "exact" if self.exact else "at_least"}


FrozenMasks = tuple[int, ...]
"""The values of each cell of a board, value v as bit v."""


@dataclass(frozen=True)
class TrueCandidates:
    """For every candidate of a board, whether it is in a solution, with the witnesses.

    `true` and `undecided` are masks; a candidate in neither is not a true candidate. `codes` says
    the same. Of the two forms, one is what the backend gave, and the other is made from it when it
    is asked for; so are moves and witnesses.
    """

    board: Board
    true: FrozenMasks
    undecided: FrozenMasks
    solutions: tuple[bytes, ...]

    @classmethod
    def of_codes(cls, board: Board, codes: bytes, solutions: tuple[bytes, ...]) -> TrueCandidates:
        """Return the verdicts that the kernel gave as codes."""
        truth = cls.__new__(cls)
        vars(truth).update(board=board, codes=codes, solutions=solutions)
        return truth

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> FrozenMasks:
            """Return masks that are asked for the first time."""
            if name not in {"true", "undecided"}:
                raise AttributeError(f"verdicts have no {name!r}", name=name, obj=self)
            from bombe.solvers.native.calls import masks_of  # where the codes are from

            masks = masks_of(self.board.shape, self.codes)
            vars(self).update(zip(("true", "undecided"), masks, strict=True))
            return vars(self)[name]

    @functools.cached_property
    def codes(self) -> bytes:
        """The verdict of every candidate as a byte, see bombe.solvers.codes."""
        return codes_of_masks(self.board.candidate_masks(), self.true, self.undecided)

    @functools.cached_property
    def verdicts(self) -> Mapping[Move, Verdict]:
        """The verdict of every candidate, in order."""
        verdicts = dict.fromkeys(self.board.candidates(), Verdict.NO)
        verdicts.update(dict.fromkeys(moves_of(self.board.shape, self.true), Verdict.YES))
        verdicts.update(dict.fromkeys(moves_of(self.board.shape, self.undecided), Verdict.UNKNOWN))
        return verdicts

    @functools.cached_property
    def witnesses(self) -> tuple[Board, ...]:
        """Solutions that together prove every true candidate: those found, and renamings."""
        empties, proved = self.board.empty_cells(), set[tuple[int, int]]()
        witnesses = []
        for values in self._renamed():
            held = {(cell, values[cell]) for cell in empties}
            if not held <= proved:
                proved |= held
                witnesses.append(Board(self.board.shape, values))
        return tuple(witnesses)

    def witness(self, move: Move) -> Board | None:
        """Return a solution that contains the move, if one was found."""
        at = self.board.shape.cell(move.row, move.column)
        held = next((values for values in self._renamed() if values[at] == move.value), None)
        return None if held is None else Board(self.board.shape, held)

    def _renamed(self) -> Iterator[bytes]:
        """Yield every solution that was found, and its renamings."""
        renamings = _rotations(unused_values(self.board))
        return (values.translate(each) for values in self.solutions for each in renamings)

    def __reduce__(self) -> tuple[type[TrueCandidates], tuple[object, ...]]:
        """Pickle what was found, without the cached properties."""
        return TrueCandidates, (self.board, self.true, self.undecided, self.solutions)


class Ledger:
    """The verdicts of one board while they are being found, candidate by candidate.

    Each solution is a witness for all its values, so that most candidates are never searched for.
    And values that no given has are interchangeable: renaming them gives more solutions.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._solutions: list[bytes] = []
        # For each cell, value v as bit v: the candidates without a verdict, and the true ones.
        self._open = board.candidate_masks()
        self._true = [0] * board.shape.cells
        self._empties = board.empty_cells()
        # For each value the values that it proves: itself, and those interchangeable with it.
        self._proves = [1 << value for value in range(board.shape.size + 1)]
        unused = unused_values(board)
        for value in unused:
            self._proves[value] = sum(1 << other for other in unused)

    @property
    def undecided(self) -> list[Move]:
        """The candidates without a verdict, in order; a copy, as more verdicts may follow."""
        return moves_of(self.board.shape, self._open)

    def is_open(self, move: Move) -> bool:
        """Return whether the candidate still lacks a verdict."""
        cell = self.board.shape.cell(move.row, move.column)
        return bool(self._open[cell] >> move.value & 1)

    def verdict(self, move: Move) -> Verdict:
        """Return the verdict of a move on an empty cell; NO if it is not a candidate."""
        cell = self.board.shape.cell(move.row, move.column)
        if self._true[cell] >> move.value & 1:
            return Verdict.YES
        return Verdict.UNKNOWN if self._open[cell] >> move.value & 1 else Verdict.NO

    def add_witness(self, solution: Board) -> None:
        """Accept a solution and its renamings as proof of the candidates that they contain."""
        values, is_new = solution.values, 0
        for cell in self._empties:
            proved = self._open[cell] & self._proves[values[cell]]
            self._open[cell] ^= proved
            self._true[cell] |= proved
            is_new |= proved
        if is_new:
            self._solutions.append(values)

    def rule_out(self, move: Move) -> None:
        """Record that no solution contains the move."""
        self._open[self.board.shape.cell(move.row, move.column)] &= ~(1 << move.value)

    def narrow_to(self, masks: Sequence[int]) -> None:
        """Record that no solution contains a candidate outside these masks, value v as bit v."""
        self._open = [mask & left for mask, left in zip(self._open, masks, strict=True)]

    def rule_out_rest(self) -> None:
        """Record that no solution contains any candidate that is still open."""
        self._open = [0] * len(self._open)

    def close(self) -> TrueCandidates:
        """Return the verdicts; what was not decided stays UNKNOWN."""
        known = tuple(self._true), tuple(self._open), tuple(self._solutions)
        return TrueCandidates(self.board, *known)


def unused_values(board: Board) -> list[int]:
    """Return the values that no given has: they are interchangeable."""
    return sorted(set(range(1, board.shape.size + 1)).difference(board.values))


def _rotations(values: list[int]) -> list[bytes]:
    """Return every rotation of the values for `bytes.translate`; the first changes nothing."""
    source = bytes(values)
    return [
        bytes.maketrans(source, source[turn:] + source[:turn])
        for turn in range(max(1, len(values)))
    ]


def _decided(board: Board, meter: Meter, decide: Callable[[Ledger], None]) -> Ledger:
    """Return a ledger of the board, decided as far as the budget goes; clashes decide it all."""
    ledger = Ledger(board)
    with contextlib.suppress(OutOfBudgetError):
        meter.check()
        if board.clashes():
            ledger.rule_out_rest()
        else:
            decide(ledger)
    return ledger


def checked_moves(board: Board, moves: Iterable[Move]) -> list[Move]:
    """Return the moves; raise UsageError if one is not a value from 1 to N on an empty cell."""
    checked, size, values = list(moves), board.shape.size, board.values
    for row, column, value in checked:
        is_move = 0 <= row < size and 0 <= column < size and 0 < value <= size
        if not is_move or values[row * size + column]:
            raise UsageError(
                f"({row},{column}) -> {value} is not a move on this board: give a value from 1 to "
                f"{size} on an empty cell"
            )
    return checked


class Solver(ABC):
    """What is true of a board. Subclasses write `search` and inherit the questions.

    Every question takes a budget: seconds, a Budget, or a Meter that is running already; without
    one it runs until it knows. A board whose givens clash has no solution and is not searched.
    """

    name: str
    """By default that of the class."""

    def __init_subclass__(cls) -> None:
        """Name a class that has no name, nor inherits one that was given."""
        super().__init_subclass__()
        named = next((each for each in cls.__mro__ if "name" in vars(each)), None)
        if named is None or vars(named)["name"] == named.__name__ != cls.__name__:
            cls.name = cls.__name__

    def backend_for(self, board: Board) -> Solver:  # noqa: ARG002 - `auto` looks at the board
        """Return the backend that will answer for this board: itself, except for `auto`."""
        return self

    @abstractmethod
    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield each solution once. Call `meter.spend()` for every node and let its error pass.

        The givens do not clash; the board may be full, empty, or without a solution.
        """

    def solutions(self, board: Board, budget: BudgetLike = None) -> Iterator[Board]:
        """Yield the distinct solutions lazily; raise OutOfBudgetError if the budget ends first."""
        meter = as_meter(budget)
        meter.check()
        if not board.clashes():
            yield from self.search(board, meter)

    def first_solutions(
        self, board: Board, limit: int | None, budget: BudgetLike = None
    ) -> Iterator[Board]:
        """Yield as `solutions` does, and stop after `limit` of them (None: after the last)."""
        return itertools.islice(self.solutions(board, budget), limit)

    def solvable(self, board: Board, budget: BudgetLike = None) -> Verdict:
        """Return whether the board has a solution."""
        try:
            found = next(self.first_solutions(board, 1, budget), None)
        except OutOfBudgetError:
            return Verdict.UNKNOWN
        return Verdict.NO if found is None else Verdict.YES

    def count(self, board: Board, limit: int | None = 2, budget: BudgetLike = None) -> Count:
        """Count the solutions, and stop at `limit` (None: count them all)."""
        limit = as_limit(limit)
        value = 0
        try:
            for _ in self.first_solutions(board, limit, budget):
                value += 1
                if value == limit:
                    return Count(value, exact=False)
        except OutOfBudgetError:
            return Count(value, exact=False)
        return Count(value, exact=True)

    def counts(
        self, boards: Iterable[Board], limit: int | None = 2, budget: BudgetLike = None
    ) -> list[Count]:
        """Count the solutions of many boards, each up to `limit`, on one budget."""
        meter = as_meter(budget)
        return [self.count(board, limit, meter) for board in boards]

    def solvable_after(
        self, board: Board, moves: Iterable[Move], budget: BudgetLike = None
    ) -> dict[Move, Verdict]:
        """Return for each move on an empty cell whether the board with it has a solution."""
        meter = as_meter(budget)
        wanted = checked_moves(board, moves)
        ledger = _decided(board, meter, lambda ledger: self._decide_each(ledger, wanted, meter))
        return {move: ledger.verdict(move) for move in wanted}

    def true_candidates(self, board: Board, budget: BudgetLike = None) -> TrueCandidates:
        """Return for every candidate whether it is in a solution."""
        meter = as_meter(budget)
        return _decided(board, meter, lambda ledger: self.decide(ledger, meter)).close()

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Decide every candidate of the ledger; OutOfBudgetError leaves the rest undecided.

        The default searches once for each candidate that no witness has proved yet. A backend
        that can do better overrides this.
        """
        self._decide_each(ledger, ledger.undecided, meter)

    def _decide_each(self, ledger: Ledger, moves: Iterable[Move], meter: Meter) -> None:
        """Search for each move in turn, unless a witness of an earlier one has proved it."""
        for move in moves:
            if ledger.is_open(move):
                solution = self._example(ledger.board.place(move), meter)
                if solution is None:
                    ledger.rule_out(move)
                else:
                    ledger.add_witness(solution)

    def _example(self, board: Board, meter: Meter) -> Board | None:
        """Return a solution of a board without clashes; None if there is none."""
        return next(self.search(board, meter), None)
