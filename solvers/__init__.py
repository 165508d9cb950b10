"""What is true of a board: solvable, how many solutions, which candidates are true.

One interface (`Solver`), a file per backend, and the table of backends in table.py. A new backend
is a class with one method, `search`, and one line in the table. Names are imported when they are
first used: then bombe.solvers.native.quick is a short way to a first answer.
"""

import sys
import types

if __name__ == "solvers":
    raise ImportError("this folder is the package bombe.solvers: `pip install .`, then import that")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bombe.solvers.budget import Budget, BudgetLike, Effort, Meter
    from bombe.solvers.contract import Count, Solver, TrueCandidates, Verdict
    from bombe.solvers.table import BACKENDS, Backend, as_solver, get, is_available

__all__ = [
    "BACKENDS",
    "Backend",
    "Budget",
    "BudgetLike",
    "Count",
    "Effort",
    "Meter",
    "Solver",
    "TrueCandidates",
    "Verdict",
    "as_solver",
    "get",
    "is_available",
]

_HOMES = {
    "budget": ("Budget", "BudgetLike", "Effort", "Meter"),
    "contract": ("Count", "Solver", "TrueCandidates", "Verdict"),
    "table": ("BACKENDS", "Backend", "as_solver", "get", "is_available"),
}


def __getattr__(name: str) -> object:
    """Import the module that a public name comes from, and take over what it has."""
    import importlib

    for module, names in _HOMES.items():
        if name in names:
            found = importlib.import_module(f"bombe.solvers.{module}")
            globals().update({each: getattr(found, each) for each in names})
            return globals()[name]
    raise AttributeError(f"module 'bombe.solvers' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted({*globals(), *__all__})


class _Callable(types.ModuleType):
    """`bombe.solvers` is this package and, called, the table: import binds both to one name."""

    def __call__(self) -> "tuple[Backend, ...]":
        """Give the table of backends."""
        from bombe.solvers.table import BACKENDS

        return BACKENDS


sys.modules[__name__].__class__ = _Callable
