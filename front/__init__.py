"""Bombe: constraint solvers and bomb audits for Competitive Sudoku.

    >>> import bombe
    >>> bombe.audit(bombe.read("hard-2x2"))
    <Audit: 2x2 board, 4 givens; solutions: 1; 12 safe, 14 bombs, 12 forced cells>

The few names that most users need stand here; all the rest is in `bombe.boards`, `bombe.solvers`,
`bombe.analysis` and `bombe.agents`. Names are imported when they are first used, so that
`import bombe` stays light.
"""

TYPE_CHECKING = False  # typing takes longer to import than many a question to answer
if TYPE_CHECKING:
    from typing import Any

    from bombe import solvers
    from bombe.analysis.audit import audit
    from bombe.analysis.endgame.margins import solve as endgame
    from bombe.analysis.generate.kinds import generate
    from bombe.analysis.questions import count, solve
    from bombe.analysis.tempo.report import tempo
    from bombe.boards import Board, Move, Position, Shape, SudokuState
    from bombe.boards.errors import BombeError
    from bombe.boards.sudoku.reading import read, read_all, write
    from bombe.solvers import Budget, Verdict

__version__ = "0.2.0"

__all__ = [
    "Board",
    "BombeError",
    "Budget",
    "Move",
    "Position",
    "Shape",
    "SudokuState",
    "Verdict",
    "audit",
    "count",
    "endgame",
    "generate",
    "read",
    "read_all",
    "solve",
    "solvers",
    "tempo",
    "write",
]

_HOMES = {
    "Board": "bombe.boards",
    "BombeError": "bombe.boards.errors",
    "Budget": "bombe.solvers",
    "Move": "bombe.boards",
    "Position": "bombe.boards",
    "Shape": "bombe.boards",
    "SudokuState": "bombe.boards",
    "Verdict": "bombe.solvers",
    "audit": "bombe.analysis.audit",
    "count": "bombe.analysis.questions",
    "endgame": "bombe.analysis.endgame.margins:solve",
    "generate": "bombe.analysis.generate.kinds",
    "read": "bombe.boards.sudoku.reading",
    "read_all": "bombe.boards.sudoku.reading",
    "solve": "bombe.analysis.questions",
    "tempo": "bombe.analysis.tempo.report",
    "write": "bombe.boards.sudoku.reading",
}
"""The module of each name, and what it is called there if it is called otherwise."""


def __getattr__(name: str) -> "Any":
    """Import a public name when it is first asked for."""
    import importlib

    if name == "solvers":
        return importlib.import_module("bombe.solvers")
    if name not in _HOMES:
        raise AttributeError(f"module 'bombe' has no attribute {name!r}")
    module, _, there = _HOMES[name].partition(":")
    value = getattr(importlib.import_module(module), there or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted([*globals(), *__all__])
