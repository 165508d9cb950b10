"""Imports the class of a foreign solver and makes the solver: this runs its code."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import sys
from typing import TYPE_CHECKING

from bombe.boards import options
from bombe.boards.errors import SolverFaultError, SolverMissingError, UsageError
from bombe.solvers.contract import Solver
from bombe.solvers.foreign.error_lines import error_line, naming_solver

if TYPE_CHECKING:
    import types

    from bombe.solvers.foreign.places import SolverPlace


def make(place: SolverPlace) -> Solver:
    """Return a solver of the class; raise an error that says what to do if a step fails."""
    found = _class(place, _module(place))
    missing = sorted(found.__abstractmethods__)
    if missing:
        raise UsageError(f"solver {place.text!r} lacks the method {missing[0]!r}: add it")
    if not isinstance(getattr(found, "name", None), str):
        raise UsageError(
            f'solver {place.text!r} has a name that is no text: write it as in name = "my"'
        )
    _, texts = options.split("solver", f"{place.name}:{place.options}")
    values = options.read("solver", place.text, options.defaults_of(found), texts)
    try:
        inspect.signature(found).bind(**values)
    except TypeError as error:
        raise UsageError(
            f"solver {place.text!r} cannot be made without arguments: {error}; give them defaults"
        ) from error
    with naming_solver(place.text):
        return found(**values)


def _module(place: SolverPlace) -> types.ModuleType:
    try:
        return _of_file(place) if place.is_file else options.users_module(place.module)
    except ModuleNotFoundError as error:
        missing, name = error.name, place.module
        if missing and not place.is_file and (name == missing or name.startswith(f"{missing}.")):
            raise UsageError(
                f"solver {place.text!r}: there is no module {missing!r}; change to its folder, or "
                "install it"
            ) from None
        raise SolverMissingError(
            f"solver {place.text!r} needs {missing!r}, which is missing: install it"
        ) from error
    except (Exception, SystemExit) as error:
        raise SolverFaultError(place.text, f"cannot be imported: {error_line(error)}") from error


def _of_file(place: SolverPlace) -> types.ModuleType:
    """Import a file by its path; files beside it can be imported, too."""
    path = place.file
    name = f"{path.stem}_of_a_solver" if path else ""  # no name that a library may have
    found = importlib.util.spec_from_file_location(name, path) if path else None
    if path is None or found is None or found.loader is None:
        raise UsageError(f"solver {place.text!r}: {path} is not a Python file")
    sys.path.insert(0, str(path.parent))
    module = sys.modules[name] = importlib.util.module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]  # it is incomplete: the next attempt imports it again
        raise
    return module


def _class(place: SolverPlace, module: types.ModuleType) -> type[Solver]:
    found = getattr(module, place.name, None)
    if isinstance(found, type) and issubclass(found, Solver) and found is not Solver:
        return found
    if found is not None:
        raise UsageError(
            f"solver {place.text!r} is not a solver class: let it inherit from bombe.solvers.Solver"
        )
    known = [name for name, _ in inspect.getmembers(module, _is_solver)]
    near = difflib.get_close_matches(place.name, known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise UsageError(
        f"solver {place.text!r}: the module has no {place.name!r}; {hint}"
        f"its solvers are {', '.join(known) or 'none'}"
    )


def _is_solver(member: object) -> bool:
    return (
        isinstance(member, type) and issubclass(member, Solver) and not inspect.isabstract(member)
    )
