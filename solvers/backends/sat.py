"""python-sat: one incremental clause-learning solver per board.

A node is a board that was looked at, a call of the library, or a conflict inside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

# MiniCARD is MiniSat with native at-most-one constraints: it loads empty boards 10 (9x9) to 90
# (25x25) times faster than the 10,000 to 690,000 pairs that plain clauses need, and on 9x9 and
# 16x16 boards it searches about as fast as the best of the others (CaDiCaL, Glucose, MergeSat,
# MiniSat; MapleChrono is far behind, Maplesat crashed). Gluecard loads as fast and needs half the
# conflicts on hard 25x25 boards, but does not keep its budget: on an empty 36x36 board it took
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
"""Conflicts for an audit's proof about all open candidates before it asks for each; see decide."""


class Sat(Solver):
    """Candidates are asked by clauses and assumptions; what was learned stays for the next."""

    name = "sat"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions; each one is then forbidden by a clause."""
        meter.spend()
        with meter.building():
            encoding = clauses.Encoding.of(board)
            if encoding is None:
                return
            engine = _Engine(encoding)
        with engine:
            while engine.ask(meter):
                held = engine.held()
                yield encoding.solution(held)
                engine.add([-literal for literal in held])

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Decide by witnesses: a clause for any open candidate, assumptions where that is slow."""
        clauses.decide(ledger, meter, _Engine, _PATIENCE)


class _Engine:
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
        """Demand that one of the literals holds from now on."""
        self._minicard.add_clause(clause)

    def prefer(self, literals: Literals) -> None:
        """Make the search try these variables as true first."""
        self._minicard.set_phases(literals)

    def ask(
        self, meter: Meter, assumptions: Sequence[int] = (), patience: int | None = None
    ) -> bool | None:
        """Tell whether there is a solution; None when `patience` conflicts did not show it.

        A short try first, then a thread that the budget can interrupt. Slices with a look at the
        budget in between would do without threads, but each begins with a small store of learned
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
            raise OutOfBudgetError("python-sat stopped before it knew; ask again")
        return answer

    def _solve(
        self, meter: Meter, assumptions: Sequence[int], conflicts: int | None, propagations: int
    ) -> bool | None:
        """Call the library, and pay for its conflicts; None where a limit ended it."""
        left = meter.nodes_left
        # One conflict more than the budget holds is what ends it; 0 would mean no limit.
        limits = [n for n in (conflicts, None if left is None else left + 1) if n is not None]
        before = self._conflicts
        # A propagation budget of 0 takes both limits away, so it comes first.
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

    def held(self) -> Literals:
        """Give the true variables of the solution found."""
        return [literal for literal in self._minicard.get_model() if literal > 0]
