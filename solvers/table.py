"""The table of backends: their names, their modules and requirements; and how to get one."""

from __future__ import annotations

import sys

from bombe.boards import options
from bombe.boards.errors import SolverMissingError, UnknownNameError, UsageError
from bombe.boards.lazy import module_named
from bombe.boards.light import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bombe.solvers.contract import Solver


class Backend(NamedTuple):
    """A line of the table: the place of a backend's class, and its requirement.

    `needs` is a package, or a `module:function` that returns whether the backend can be used.
    """

    name: str
    place: str
    needs: str | None
    remedy: str
    summary: str

    @property
    def is_available(self) -> bool:
        """Whether the requirement is installed; a package is found without importing it."""
        if self.needs is None:
            return True
        module, _, function = self.needs.partition(":")
        if function:
            return bool(_named(module, function)())
        from importlib.util import find_spec  # takes longer to import than many questions to answer

        return find_spec(module) is not None

    @property
    def distribution(self) -> str | None:
        """The distribution that brings the package that it needs; None if that is Bombe.

        Of several that bring it, the one that is installed, or else the one that we ask for.
        """
        names = _DISTRIBUTIONS.get(self.needs or "", ())
        return next(filter(_version, names), names[0]) if names else None

    @property
    def version(self) -> str | None:
        """The version of that distribution; None if it is missing, or Bombe."""
        return _version(self.distribution) if self.distribution else None

    def load(self, **values: Any) -> Solver:
        """Import the backend and return a solver with these values of its options."""
        solver: Solver = self._factory()(**values)
        return solver

    def defaults(self) -> dict[str, Any]:
        """Return its options and their defaults: the keyword-only arguments of its class."""
        return options.defaults_of(self._factory())

    def _factory(self) -> Any:
        if not self.is_available:
            raise SolverMissingError(
                f"solver {self.name!r} needs {self.needs!r}, which is missing: {self.remedy}"
            )
        module, _, name = self.place.partition(":")
        return _named(module, name)


def _named(module: str, name: str) -> Any:
    """Return what a module has under a name; asked for with every question, so sought quickly."""
    found = sys.modules.get(module)
    return getattr(module_named(module) if found is None else found, name)


def _version(distribution: str) -> str | None:
    """Return the version of a distribution; None if it is not installed."""
    import importlib.metadata

    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


_DISTRIBUTIONS = {
    "ortools": ("ortools",),
    "constraint": ("python-constraint2", "python-constraint"),
    "pysat": ("python-sat",),
    "xcover": ("xcover",),
}
_OURS = "it comes with Bombe"
BACKENDS = (
    Backend(
        "auto",
        "bombe.solvers.backends.auto:Auto",
        None,
        _OURS,
        "native for every board; without it, backtracking up to 9x9, then sat or cpsat",
    ),
    Backend(
        "backtracking",
        "bombe.solvers.backends.backtracking:Backtracking",
        None,
        _OURS,
        "bit masks, naked and hidden singles, smallest choice first; pure Python",
    ),
    Backend(
        "native",
        "bombe.solvers.backends.native:Kernel",
        "bombe.solvers.native:is_available",
        "install Bombe again where there is a C++ compiler",
        "our compiled kernel, with vector instructions on 9x9 boards",
    ),
    Backend(
        "algorithm_x",
        "bombe.solvers.backends.algorithm_x:AlgorithmX",
        None,
        _OURS,
        "Knuth's exact cover on dictionaries of sets; pure Python",
    ),
    Backend(
        "dancing_links",
        "bombe.solvers.backends.dancing_links:DancingLinks",
        None,
        _OURS,
        "Knuth's exact cover on linked columns in flat arrays; pure Python",
    ),
    Backend(
        "cpsat",
        "bombe.solvers.backends.cpsat:CpSat",
        "ortools",
        "run `python -m pip install ortools`",
        "OR-Tools CP-SAT, one model per board",
    ),
    Backend(
        "constraint",
        "bombe.solvers.backends.constraint:Constraint",
        "constraint",
        "run `python -m pip install 'python-constraint2>=2.9'`",
        "python-constraint's backtracking solver",
    ),
    Backend(
        "sat",
        "bombe.solvers.backends.sat:Sat",
        "pysat",
        "run `python -m pip install 'python-sat>=1.9.dev'`",
        "python-sat, one incremental clause-learning solver per board",
    ),
    Backend(
        "human",
        "bombe.solvers.backends.human:HumanStyle",
        None,
        _OURS,
        "as people do: naked and hidden singles one at a time, then a guess; for comparison",
    ),
)
"""The backends, in the order in which people are shown them."""
CONFIRMED = "confirmed:"
"""In front of the place of a solver: the kernel confirms every claim, however long it takes."""
_LINES = {backend.name: backend for backend in BACKENDS}


def get(name: str, **values: object) -> Solver:
    """Return the solver of that name, or of a place such as `package.module:Class`.

    Options are part of the name, `human:guess=random,seed=3`, or keywords. See foreign/places.py
    for places; a solver of the user's own is checked, and runs in a process of its own. With
    `confirmed:` in front of a place, the kernel confirms every claim of that solver.
    """
    if name in _LINES and not values:
        return _LINES[name].load()
    if isinstance(name, str) and name.startswith(CONFIRMED) and (ours := _ours(name)):
        return get(ours, **values)
    text = options.join("solver", name, values)
    head, colon, _ = text.partition(":")
    if colon and head not in _LINES:
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
    return text if text.partition(":")[0] in _LINES else ""


def is_available(name: str) -> bool:
    """Return whether the package that the solver of that name needs is installed."""
    return _line(name).is_available


def _line(name: str) -> Backend:
    if isinstance(name, str) and name in _LINES:
        return _LINES[name]
    from bombe.solvers.foreign.places import refuse_file

    refuse_file(name)
    raise UnknownNameError("solver", name, _LINES)


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
