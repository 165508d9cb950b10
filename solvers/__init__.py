"""What is true of a board: solvable, how many solutions, which candidates are true.

One interface (`Solver`), a file per backend, and the table of backends, `BACKENDS`, in table.py. A
new backend is a class with one method, `search`, and one line in the table. Names are imported
when they are first used: then bombe.solvers.native.quick is a short way to a first answer.
"""

if __name__ == "solvers":
    raise ImportError("this folder is the package bombe.solvers: `pip install .`, then import that")

from bombe.boards.lazy import lazy_exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bombe.solvers.budget import Budget, BudgetLike, Effort, Meter
    from bombe.solvers.contract import Count, Solver, TrueCandidates, Verdict
    from bombe.solvers.getting import as_solver, get, is_available
    from bombe.solvers.table import BACKENDS, Backend
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "bombe.solvers.budget": ("Budget", "BudgetLike", "Effort", "Meter"),
            "bombe.solvers.contract": ("Count", "Solver", "TrueCandidates", "Verdict"),
            "bombe.solvers.getting": ("as_solver", "get", "is_available"),
            "bombe.solvers.table": ("BACKENDS", "Backend"),
        },
    )

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
