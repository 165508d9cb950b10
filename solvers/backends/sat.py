"""python-sat: one incremental clause-learning solver per board.

A node is a board that was examined, a call of the library, or a conflict inside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

# MiniCARD is MiniSat with native at-most-one constraints: it loads empty boards 10 (9x9) to 90
# (25x25) times faster than the 10,000 to 690,000 pairs that plain clauses need, and on 9x9 and
# 16x16 boards it searches about as fast as the best of the others (CaDiCaL, Glucose, MergeSat,
# MiniSat; MapleChrono is far behind, Maplesat crashed). Gluecard loads as fast and needs half the
# conflicts on hard 25x25 boards, but does not respect its budget: on an empty 36x36 board it took
# 100,000 conflicts and 19 s where 100 conflicts were allowed.
from pysat.solvers import Minicard

from bombe.boards.errors import OutOfBudgetError
from bombe.solvers.backends import clauses
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bombe.boards import Board
    from bombe.solvers.backends.clauses import Encoding, Literals
    from bombe.solvers.budget import Meter
    from bombe.solvers.contract import Ledger

_SHORT = 500, 500_000
"""Conflicts and propagations of a short try: 25 ms on a hard 25x25 board. Most need less."""
_PATIENCE = 4_000
"""Conflicts for an audit's proof about all open candidates; see clauses.decide."""


class Sat(Solver):
    """Asks by clauses and assumptions, and keeps what it learns between questions."""

    name = "sat"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions; a clause then forbids each one."""
        meter.spend()
        with meter.building():
            encoding = clauses.Encoding.of(board)
            if encoding is None:
                return
            engine = _MiniCard(encoding)
        with engine:
            while engine.ask(meter):
                held = engine.true_literals()
                yield encoding.solution(held)
                engine.add([-literal for literal in held])

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Decide by witnesses: a clause for any open candidate, assumptions if that is slow."""
        clauses.decide(ledger, meter, _MiniCard, _PATIENCE)


class _MiniCard:
    """MiniCARD, loaded with an encoding."""

    def __init__(self, encoding: Encoding) -> None:
        self._minicard = Minicard()
        for group in encoding.groups:
            self._minicard.add_clause(group)
            self._minicard.add_atmost(group, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._minicard.delete()

    def add(self, clause: Literals) -> None:
        """Require that one of the literals is true from now on."""
        self._minicard.add_clause(clause)

    def prefer(self, literals: Literals) -> None:
        """Make the search try these variables as true first."""
        self._minicard.set_phases(literals)

    def ask(
        self, meter: Meter, assumptions: Sequence[int] = (), patience: int | None = None
    ) -> bool | None:
        """Return whether there is a solution; None if `patience` conflicts did not decide it.

        A short try first, then a thread that the budget can interrupt. Slices with a check of the
        budget in between would need no threads, but each begins with a small store of learned
        clauses and frequent restarts: 5 times slower on irreducible 25x25 boards.
        """
        meter.spend()
        start = self._conflicts
        answer = self._solve(meter, assumptions, *_SHORT)
        used = self._conflicts - start
        if answer is not None or (patience is not None and used >= patience):
            return answer
        rest = None if patience is None else patience - used
        answer = clauses.watch(
            meter, lambda: self._solve(meter, assumptions, rest, 0), self._minicard.interrupt
        )
        if answer is None and rest is None:
            raise OutOfBudgetError("python-sat stopped without an answer; ask again")
        return answer

    def _solve(
        self, meter: Meter, assumptions: Sequence[int], conflicts: int | None, propagations: int
    ) -> bool | None:
        """Call the library and account for its conflicts; return None if a limit ended it."""
        left = meter.nodes_left
        # One conflict more than the budget has ends the search; 0 would mean no limit.
        limits = [n for n in (conflicts, None if left is None else left + 1) if n is not None]
        before = self._conflicts
        # A propagation budget of 0 removes both limits, so it is set first.
        self._minicard.prop_budget(propagations)
        self._minicard.conf_budget(min(limits, default=0))
        # `expect_interrupt` lets other threads run and leaves Ctrl-C to Python; the library's own
        # handler would jump out of the search.
        answer: bool | None = self._minicard.solve_limited(list(assumptions), expect_interrupt=True)
        meter.spend(self._conflicts - before)
        return answer

    @property
    def _conflicts(self) -> int:
        conflicts: int = self._minicard.accum_stats()["conflicts"]
        return conflicts

    def true_literals(self) -> Literals:
        """Return the true variables of the solution found."""
        return [literal for literal in self._minicard.get_model() if literal > 0]
