"""How a solver is got: a backend by its name, or the user's own by its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.boards import options
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.solvers.table import BY_NAME, CONFIRMED

if TYPE_CHECKING:
    from bombe.solvers.contract import Solver
    from bombe.solvers.table import Backend


def get(name: str, **values: object) -> Solver:
    """Return the solver of that name, or of a place such as `package.module:Class`.

    Options are part of the name, `human:guess=random,seed=3`, or keywords. See foreign/places.py
    for places; a solver of the user's own is checked, and runs in a process of its own. With
    `confirmed:` in front of a place, the kernel confirms every claim of that solver.
    """
    if name in BY_NAME and not values:
        return BY_NAME[name].load()
    if isinstance(name, str) and name.startswith(CONFIRMED) and (ours := _ours(name)):
        return get(ours, **values)
    text = options.join("solver", name, values)
    head, colon, _ = text.partition(":")
    if colon and head not in BY_NAME:
        from bombe.solvers.foreign.loader import load

        return load(text)
    line, (_, texts) = _line(head), options.split("solver", text)
    return line.load(**options.read("solver", head, line.defaults(), texts))


def confirmed(name: str) -> str:
    """Return the text of the same solver, every claim of which the kernel confirms."""
    return name if name.startswith(CONFIRMED) else f"{CONFIRMED}{name}"


def _ours(name: str) -> str:
    """Return what follows `confirmed:` if that is a backend, which has nothing to confirm."""
    text = name.removeprefix(CONFIRMED)
    return text if text.partition(":")[0] in BY_NAME else ""


def is_available(name: str) -> bool:
    """Return whether the package that the solver of that name needs is installed."""
    return _line(name).is_available


def _line(name: str) -> Backend:
    if isinstance(name, str) and name in BY_NAME:
        return BY_NAME[name]
    from bombe.solvers.foreign.places import refuse_file

    refuse_file(name)
    raise UnknownNameError("solver", name, BY_NAME)


def as_solver(solver: str | Solver) -> Solver:
    """Return the solver that `get` makes of a name, or a solver; one of the user's is checked."""
    if isinstance(solver, str):
        return get(solver)
    from bombe.solvers.contract import Solver

    if not isinstance(solver, Solver):
        raise UsageError(
            f"{solver!r} is not a solver: give a name, package.module:Class, or a Solver object"
        )
    if type(solver).__module__.partition(".")[0] == "bombe":
        return solver
    from bombe.solvers.foreign.checked import CheckedSolver

    return CheckedSolver(solver)
