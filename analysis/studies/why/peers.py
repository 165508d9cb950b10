"""Smallest cores by other packages, for comparison: the filled cells are the soft constraints.

    optux            OptUx of python-sat, which enumerates hitting sets with a SAT solver
    cpmpy            `smus` of CPMpy with python-sat below it, faster here than its default
    cpmpy-ortools    `smus` of CPMpy with its default, OR-Tools

What depends on the shape alone is made once for OptUx and not timed. CPMpy translates its model in
every call, and `ocus` without weights and constraints is the same function.
"""

from __future__ import annotations

import functools
import itertools
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards import Board
from bombe.boards.errors import UsageError
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bombe.analysis.why.refutation import Fact
    from bombe.boards import Shape


class PeerCore(NamedTuple):
    """The filled cells of a core, and the CPU time in which it was found."""

    cells: tuple[int, ...]
    seconds: float


def solvable_with(board: Board, fact: Fact, cells: Iterable[int]) -> bool:
    """Return whether there is a solution with the fact and these filled cells alone."""
    values = bytearray(board.shape.cells)
    for cell in cells:
        values[cell] = board.values[cell]
    values[fact.cell] = fact.value
    return as_solver("auto").solvable(Board(board.shape, bytes(values))) is not Verdict.NO


def _optux(board: Board, fact: Fact) -> PeerCore:
    from pysat.examples.optux import OptUx

    formula = _clauses(board.shape).copy()
    size = board.shape.size
    formula.append([fact.cell * size + fact.value])
    cells = _filled(board)
    for cell in cells:
        formula.append([cell * size + board.values[cell]], weight=1)
    begin = time.process_time()
    with OptUx(formula) as search:
        chosen = search.compute()
    seconds = time.process_time() - begin
    return PeerCore(tuple(cells[number - 1] for number in chosen), seconds)


@functools.cache
def _clauses(shape: Shape) -> Any:
    """Return the hard clauses of a shape; variable cell * size + value is that the cell has it."""
    from pysat.formula import WCNF

    formula, values = WCNF(), range(1, shape.size + 1)
    groups = [[cell * shape.size + value for value in values] for cell in range(shape.cells)]
    for region in shape.geometry.regions:
        groups += [[cell * shape.size + value for cell in region] for value in values]
    for group in groups:
        formula.append(group)
        for one, other in itertools.combinations(group, 2):
            formula.append([-one, -other])
    return formula


def _cpmpy(solver: str, hs_solver: str, board: Board, fact: Fact) -> PeerCore:
    import cpmpy
    from cpmpy.tools.explain import smus

    begin = time.process_time()
    shape = board.shape
    values = cpmpy.intvar(1, shape.size, shape=shape.cells)
    hard = [cpmpy.AllDifferent([values[at] for at in region]) for region in shape.geometry.regions]
    hard.append(values[fact.cell] == fact.value)
    soft = {values[cell] == board.values[cell]: cell for cell in _filled(board)}
    chosen = smus(list(soft), hard, solver=solver, hs_solver=hs_solver)
    seconds = time.process_time() - begin
    return PeerCore(tuple(soft[constraint] for constraint in chosen), seconds)


def _filled(board: Board) -> list[int]:
    return [cell for cell, value in enumerate(board.values) if value]


PEERS: dict[str, Callable[[Board, Fact], PeerCore]] = {
    "optux": _optux,
    "cpmpy": functools.partial(_cpmpy, "pysat", "rc2"),
    "cpmpy-ortools": functools.partial(_cpmpy, "ortools", "ortools"),
}
"""What finds a smallest core of a bomb."""
_PACKAGES = {"optux": ("pysat", "python-sat"), "cpmpy": ("cpmpy", "cpmpy")}


def check_peers(names: Iterable[str]) -> None:
    """Raise UsageError if the package of a peer is not installed."""
    import importlib.util

    for name in names:
        module, package = _PACKAGES[name.partition("-")[0]]
        if importlib.util.find_spec(module) is None:
            raise UsageError(f"--peer {name} needs {package}: pip install {package}")
