"""Custom solvers, loaded from the place of their class: `package.module:Class`."""

from __future__ import annotations

import difflib
import importlib
import inspect
from typing import TYPE_CHECKING

from bombe.boards.errors import SolverMissingError, UsageError
from bombe.solvers.contract import Solver

if TYPE_CHECKING:
    import types


def load(place: str) -> Solver:
    """Return a solver of the class; raise an error that says what to do if a step fails."""
    module_name, _, class_name = place.partition(":")
    if not module_name or not class_name:
        raise UsageError(f"solver {place!r}: write it as package.module:Class")
    found = _class(place, _module(place, module_name), class_name)
    missing = sorted(found.__abstractmethods__)
    if missing:
        raise UsageError(f"solver {place!r} lacks the method {missing[0]!r}: add it")
    if not isinstance(getattr(found, "name", None), str):
        raise UsageError(f'solver {place!r} has no name: give the class a line such as name = "my"')
    try:
        return found()
    except TypeError as error:
        raise UsageError(
            f"solver {place!r} cannot be made without arguments: {error}; give them defaults"
        ) from error


def _module(place: str, name: str) -> types.ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            raise UsageError(
                f"solver {place!r}: there is no module {error.name!r}; change to its folder, or "
                "install it"
            ) from None
        raise SolverMissingError(
            f"solver {place!r} needs {error.name!r}, which is missing: install it"
        ) from error
    except Exception as error:
        where = f"{error.filename}:{error.lineno}: " if isinstance(error, SyntaxError) else ""
        raise UsageError(
            f"solver {place!r} cannot be imported: {where}{type(error).__name__}: {error}; fix it"
        ) from error


def _class(place: str, module: types.ModuleType, name: str) -> type[Solver]:
    found = getattr(module, name, None)
    if isinstance(found, type) and issubclass(found, Solver) and found is not Solver:
        return found
    if found is not None:
        raise UsageError(
            f"solver {place!r} is not a solver class: let it inherit from bombe.solvers.Solver"
        )
    known = [n for n, _ in inspect.getmembers(module, _is_solver)]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise UsageError(
        f"solver {place!r}: the module has no {name!r}; {hint}"
        f"its solvers are {', '.join(known) or 'none'}"
    )


def _is_solver(member: object) -> bool:
    return (
        isinstance(member, type) and issubclass(member, Solver) and not inspect.isabstract(member)
    )
