"""OR-Tools CP-SAT: one model per board, to which an enumeration and an audit only add.

A node is a board that was examined, a call of the library, or a conflict inside it.
"""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from bombe.boards.errors import BombeError, OutOfBudgetError
from bombe.solvers.backends import clauses
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from bombe.boards import Board
    from bombe.solvers.backends.clauses import Encoding, Literals
    from bombe.solvers.budget import Meter
    from bombe.solvers.contract import Ledger

_PATIENCE = 2_000
"""Conflicts for an audit's proof about all open candidates; see clauses.decide."""
_GROWTH = 4
"""How many times more solutions an enumeration asks for than the one before."""
_LARGEST_BATCH = 1024
_NO_LIMIT = (1 << 63) - 1


class CpSat(Solver):
    """A literal per open candidate, an exactly-one constraint per cell, region and value."""

    name = "cpsat"

    def search(self, board: Board, meter: Meter) -> Iterator[Board]:
        """Yield the solutions in batches of 1, 1, 4, 16, ..., each then forbidden by clauses.

        On an empty 9x9 board the library's own enumeration takes 0.2 ms for a solution, a call for
        each 9 ms; but it cannot be paused, and most callers want two solutions at most. Batches
        need no thread that waits after each solution until the next one is wanted.
        """
        meter.spend()
        with meter.building():
            encoding = clauses.Encoding.of(board)
            if encoding is None:
                return
            if not encoding.options:
                # The library would take milliseconds to find that nothing is open.
                yield encoding.solution([])
                return
            engine = _CpModel(encoding)
        seen: set[Board] = set()
        size = 1
        while not (yield from engine.enumerate(meter, size, seen)):
            size = 1 if len(seen) < 2 else min(size * _GROWTH, _LARGEST_BATCH)

    def decide(self, ledger: Ledger, meter: Meter) -> None:
        """Decide by witnesses: a clause for any open candidate, assumptions if that is slow."""
        clauses.decide(ledger, meter, _load, _PATIENCE)


def _load(encoding: Encoding) -> contextlib.AbstractContextManager[_CpModel]:
    return contextlib.nullcontext(_CpModel(encoding))


class _CpModel:
    """A CP-SAT model of an encoding, with its solver."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._model = cp_model.CpModel()
        self._variables = [self._model.new_bool_var("") for _ in encoding.options]
        for group in encoding.groups:
            self._model.add_exactly_one([self._variables[literal - 1] for literal in group])
        self._solver = _solver()

    def add(self, clause: Literals) -> None:
        """Require that one of the literals is true from now on."""
        self._model.add_bool_or([self._literal(literal) for literal in clause])

    def prefer(self, literals: Literals) -> None:
        """Hint at these variables as true."""
        self._model.clear_hints()  # type: ignore[no-untyped-call] # theirs
        for literal in literals:
            self._model.add_hint(self._variables[literal - 1], True)  # noqa: FBT003 - its hint

    def ask(
        self, meter: Meter, assumptions: Sequence[int] = (), patience: int | None = None
    ) -> bool | None:
        """Return whether there is a solution; None if `patience` conflicts did not decide it."""
        self._model.clear_assumptions()
        self._model.add_assumptions([self._literal(literal) for literal in assumptions])
        status = self._run(meter, patience)
        if status == cp_model.UNKNOWN:
            if patience is None or self._solver.num_conflicts < patience:
                raise OutOfBudgetError("CP-SAT stopped without an answer; ask again")
            return None
        return bool(status != cp_model.INFEASIBLE)

    def true_literals(self) -> Literals:
        """Return the true variables of the solution found."""
        return self._verified(self._solver.response_proto.solution)

    def enumerate(self, meter: Meter, size: int, seen: set[Board]) -> Generator[Board, None, bool]:
        """Yield up to `size` new solutions and forbid them; return whether there are no others."""
        found = _Collector(size)
        self._solver.parameters.enumerate_all_solutions = size > 1
        ended: OutOfBudgetError | None = None
        status = cp_model.UNKNOWN
        try:
            status = self._run(meter, None, found)
        except OutOfBudgetError as error:
            ended = error
        for values in found.solutions:
            held = self._verified(values)
            solution = self._encoding.solution(held)
            # Enumerations of this library have repeated solutions (or-tools issue 4640).
            if solution not in seen:
                seen.add(solution)
                yield solution
                self.add([-literal for literal in held])
        if ended is not None:
            raise ended
        if status == cp_model.UNKNOWN:
            raise OutOfBudgetError("CP-SAT stopped without an answer; ask again")
        return bool(status == cp_model.INFEASIBLE or (size > 1 and status == cp_model.OPTIMAL))

    def _literal(self, literal: int) -> cp_model.LiteralT:
        variable = self._variables[abs(literal) - 1]
        return variable if literal > 0 else ~variable

    def _verified(self, values: Sequence[int]) -> Literals:
        """Return the true variables; raise BombeError if the library's solution is wrong."""
        held = [literal for literal, value in enumerate(values, 1) if value]
        board, solution = self._encoding.board, self._encoding.solution(held)
        if not board.is_solved_by(solution):
            raise BombeError(
                f"CP-SAT calls {list(solution.values)} a solution of the {board.shape} board "
                f"{list(board.values)}, which is wrong: report it, and use another solver"
            )
        return held

    def _run(
        self, meter: Meter, patience: int | None, callback: _Collector | None = None
    ) -> cp_model.CpSolverStatus:
        """Solve in a thread; check the budget meanwhile, and account for the conflicts."""
        meter.spend()
        parameters, left = self._solver.parameters, meter.nodes_left
        # One conflict more than the budget has ends the search.
        limits = [n for n in (patience, None if left is None else left + 1) if n is not None]
        parameters.max_number_of_conflicts = min(limits, default=_NO_LIMIT)
        seconds = meter.seconds_left
        parameters.max_time_in_seconds = math.inf if seconds is None else seconds
        solver, model = self._solver, self._model
        status = clauses.watch(meter, lambda: solver.solve(model, callback), solver.stop_search)
        if status == cp_model.MODEL_INVALID:
            raise BombeError(f"CP-SAT rejects the model: {self._model.validate()}; report it")
        meter.spend(self._solver.num_conflicts)
        return status


class _Collector(cp_model.CpSolverSolutionCallback):
    """Collects the solutions of one call, and stops it when there are enough."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size
        self.solutions: list[list[int]] = []

    def on_solution_callback(self) -> None:
        """Collect a solution; the library calls this."""
        self.solutions.append(list(self.response_proto.solution))
        if len(self.solutions) >= self._size:
            self.stop_search()


def _solver() -> cp_model.CpSolver:
    """Return a solver tuned for small, purely Boolean models that are solved many times.

    First solution with these, and with the defaults on one worker, in ms of CPU: proper 9x9 0.6
    and 1.9, 9x9 with many solutions 0.7 and 8, 16x16 with 40 % given 2.3 and 28, irreducible 16x16
    7 and 29, empty 16x16 4 and 376. Beside each parameter, how many times slower its default is.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1  # deterministic; more workers cost milliseconds to start
    parameters.random_seed = 1
    parameters.use_sat_inprocessing = False  # 2 to 9: it outlasts most searches
    parameters.cp_model_presolve = False  # 2 to 4: singles were applied before
    parameters.cp_model_probing_level = 0  # 2 on improper boards, 7 on empty ones
    parameters.symmetry_level = 0  # 15 on empty boards; else none
    parameters.linearization_level = 0  # 1 to 2: clauses suffice here
    parameters.hint_conflict_limit = 100  # 10: up to twice the witnesses
    parameters.catch_sigint_signal = False  # Ctrl-C belongs to Python, which stops the search
    return solver
