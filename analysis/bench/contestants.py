"""The solvers that take part: backends of the table, custom solvers, and peers.

Peers are other packages that solve boards. They are measured for comparison only: no other command
knows them, and Bombe does not depend on them. `pip install 'bombe[bench]'` installs them.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from bombe.boards.errors import UnknownNameError, UsageError
from bombe.solvers import BACKENDS, Backend, Solver, as_solver
from bombe.solvers.foreign.checked import CheckedSolver
from bombe.solvers.foreign.places import refuse_file
from bombe.solvers.foreign.remote import Remote

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


@dataclass(frozen=True)
class Contestant:
    """A solver under its name; a fresh process makes it from its `place`."""

    name: str
    place: str
    solver: Solver = field(compare=False, repr=False)
    version: str | None = None
    in_batches: bool = False
    is_foreign: bool = False
    """Whether its code is not Bombe's: a fresh process loads it as such."""


def enter(wanted: Iterable[str | Solver] | None = None, *, batch: bool = False) -> list[Contestant]:
    """Return the contestants: names, places or solvers, by default all available but `auto`.

    `auto` passes every question on to one of the others. With `batch` each takes part a second
    time, and is asked about all boards of a set at once.
    """
    table = {line.name: line for line in (*BACKENDS, *PEERS)}
    if wanted is None:
        wanted = [line.name for line in table.values() if line.name != "auto" and line.is_available]
    single = _told_apart(
        [_listed(one, table) if _is_name(one) else _custom(one) for one in dict.fromkeys(wanted)],
        table,
    )
    if not single:
        raise UsageError("there is no solver to measure: give one, or None for all installed")
    if not batch:
        return single
    return [
        entered
        for one in single
        for entered in (
            one,
            replace(one, name=f"{one.name} batch", in_batches=True),
        )
    ]


def _is_name(wanted: str | Solver) -> TypeGuard[str]:
    """Return whether a solver is named as in the table; a place has a colon."""
    return isinstance(wanted, str) and ":" not in wanted


def _listed(name: str, table: Mapping[str, Backend]) -> Contestant:
    """Return the contestant of a line of the table."""
    if name not in table:
        refuse_file(name)
        raise UnknownNameError("solver", name, table)
    line = table[name]
    place = name if line in BACKENDS else line.place
    return Contestant(name, place, line.load(), line.version)


def _custom(wanted: str | Solver) -> Contestant:
    """Return a solver, or one from its place, under its name."""
    solver = as_solver(wanted)
    is_foreign = isinstance(solver, CheckedSolver)
    if isinstance(solver, CheckedSolver):
        # Its answers are checked against those of all the others, and outside the clock.
        solver = solver.inner
    kind = type(solver)
    place = wanted if isinstance(wanted, str) else f"{kind.__module__}:{kind.__qualname__}"
    return Contestant(solver.name, place, solver, is_foreign=is_foreign)


def _told_apart(entered: Sequence[Contestant], table: Mapping[str, Backend]) -> list[Contestant]:
    """Return the contestants, those of one name under their places; objects of a class by number.

    A name of the table is the name of its line alone.
    """
    names = Counter(one.name for one in entered)
    found: dict[str, Contestant] = {}
    for one in entered:
        is_listed = one.place == one.name or one.place == getattr(table.get(one.name), "place", "")
        is_alone = names[one.name] == 1 and one.name not in table
        name = plain = one.name if is_listed or is_alone else one.place
        for number in itertools.count(2):
            if name not in found:
                break
            name = f"{plain} {number}"
        found[name] = replace(one, name=name)
    return [*found.values()]


def check_programs(contestants: Iterable[Contestant]) -> None:
    """Raise UsageError for a program where Python's imports are measured."""
    for one in contestants:
        if isinstance(one.solver, Remote) and one.solver.place.program:
            raise UsageError(
                f"{one.place} is a program, which Python does not import: leave out the task import"
            )


def check_batches(contestants: Iterable[Contestant], limits: Iterable[int | None]) -> None:
    """Raise UsageError for batches where no task has a batch form."""
    if any(one.in_batches for one in contestants) and all(limit == 0 for limit in limits):
        raise UsageError("a batch asks for counts: give the task unique or count")
