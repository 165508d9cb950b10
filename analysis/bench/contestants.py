"""Who takes part: backends of the table, solvers of one's own, and peers.

Peers are packages that answer about boards and are measured against, nothing more: no other command
knows them, and Bombe does not depend on them. `pip install 'bombe[bench]'` brings them.
"""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bombe import solvers
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.solvers import BACKENDS, Backend

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bombe.solvers import Solver

_REMEDY = "run `python -m pip install 'bombe[bench]'`"
PEERS = (
    Backend(
        "persistent_sat",
        "bombe.analysis.bench.peers:PersistentSat",
        "pysat",
        _REMEDY,
        "python-sat's CaDiCaL, loaded once for each shape; the givens are assumptions",
    ),
    Backend(
        "xcover",
        "bombe.analysis.bench.peers:XCover",
        "xcover",
        _REMEDY,
        "the package xcover: Knuth's dancing cells, compiled by numba",
    ),
)
"""The peers, in the order in which people are shown them."""

PACKAGES = {
    "ortools": "ortools",
    "constraint": "python-constraint2",
    "pysat": "python-sat",
    "xcover": "xcover",
}
"""The distribution that brings a module."""


@dataclass(frozen=True)
class Contestant:
    """A solver under its name; `place` is what a fresh process makes it from."""

    name: str
    place: str
    solver: Solver = field(compare=False, repr=False)
    version: str | None = None
    in_batches: bool = False


def enter(names: Sequence[str] = (), *, batch: bool = False) -> list[Contestant]:
    """Make the contestants of these names, by default all that are there but `auto`.

    `auto` passes every question on to one of the others. With `batch` each takes part a second
    time, and is asked for all boards of a set at once.
    """
    table = (*BACKENDS, *PEERS)
    names = names or [line.name for line in table if line.name != "auto" and line.is_available]
    single: list[Contestant] = []
    for name in dict.fromkeys(names):
        contestant = _enter(name, table, [other.name for other in single])
        single.append(contestant)
    if not batch:
        return single
    return [
        entered
        for one in single
        for entered in (
            one,
            Contestant(f"{one.name} batch", one.place, one.solver, one.version, in_batches=True),
        )
    ]


def _enter(name: str, table: Iterable[Backend], taken: Iterable[str]) -> Contestant:
    lines = {line.name: line for line in table}
    if ":" in name:
        solver = solvers.get(name)
        return Contestant(name if solver.name in {*lines, *taken} else solver.name, name, solver)
    if name not in lines:
        raise UnknownNameError("solver", name, lines)
    line = lines[name]
    place = name if line in BACKENDS else line.place
    return Contestant(name, place, line.load(), version_of(line.needs))


def version_of(module: str | None) -> str | None:
    """Give the version of the distribution that brings a module."""
    try:
        return importlib.metadata.version(PACKAGES[module]) if module in PACKAGES else None
    except importlib.metadata.PackageNotFoundError:
        return None


def check_batches(contestants: Iterable[Contestant], limits: Iterable[int | None]) -> None:
    """Refuse batches where no task has a batch form."""
    if any(one.in_batches for one in contestants) and all(limit == 0 for limit in limits):
        raise UsageError("--batch asks for counts: give --task unique or --task count")
