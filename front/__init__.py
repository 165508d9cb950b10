"""Bombe: bomb audits and exact endgames of Competitive Sudoku, exact play of Dots and Boxes.

    >>> import bombe
    >>> bombe.audit(bombe.read("hard-2x2"))
    <Audit: 2x2 board, 4 givens; solutions: 1; 12 safe, 14 bombs, 12 forced cells>

The few names that most users need are here; all the rest is in `bombe.boards`, `bombe.solvers`,
`bombe.analysis` and `bombe.agents`. Names are imported when they are first used, so that
`import bombe` stays light.
"""

import sys

if sys.argv[:1] == ["-m"] and {__name__, f"-m{__name__}"} & {*sys.orig_argv}:
    # `python -m bombe` is the command, which imports nothing from the current folder. Python has
    # put that first on the path, unless it was told not to, so this has to come before all imports.
    sys.path[:1] = sys.path[:1] if sys.flags.safe_path else []

from bombe.boards.lazy import lazy_exports

TYPE_CHECKING = False  # typing takes longer to import than many a question to answer
if TYPE_CHECKING:
    from bombe import agents, analysis, boards, dots, solvers
    from bombe.agents import match, play
    from bombe.analysis.audit import audit
    from bombe.analysis.bench.benchmark import bench
    from bombe.analysis.endgame.margins import solve as endgame
    from bombe.analysis.generate.kinds import generate
    from bombe.analysis.hint import hint
    from bombe.analysis.questions import count, solutions
    from bombe.analysis.runs.arrays import audits
    from bombe.analysis.runs.mask_files import masks
    from bombe.analysis.verdicts.report import tempo
    from bombe.analysis.why.question import why
    from bombe.boards import Board, Move, Position, Shape, SudokuState
    from bombe.boards.errors import BombeError
    from bombe.boards.sudoku.reading import read, read_all
    from bombe.notebooks import board
    from bombe.questions import explain, solve, write
    from bombe.solvers import Budget, Verdict
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "bombe.agents": ("match", "play"),
            "bombe.analysis.audit": ("audit",),
            "bombe.analysis.runs.arrays": ("audits",),
            "bombe.analysis.runs.mask_files": ("masks",),
            "bombe.analysis.bench.benchmark": ("bench",),
            "bombe.analysis.endgame.margins": ("solve as endgame",),
            "bombe.analysis.generate.kinds": ("generate",),
            "bombe.analysis.questions": ("count", "solutions"),
            "bombe.analysis.verdicts.report": ("tempo",),
            "bombe.analysis.why.question": ("why",),
            "bombe.analysis.hint": ("hint",),
            "bombe.boards.errors": ("BombeError",),
            "bombe.boards.sudoku.board": ("Board", "Move"),
            "bombe.boards.sudoku.reading": ("read", "read_all"),
            "bombe.boards.sudoku.shape": ("Shape",),
            "bombe.boards.sudoku.state": ("Position", "SudokuState"),
            "bombe.notebooks": ("board",),
            "bombe.questions": ("explain", "solve", "write"),
            "bombe.solvers": ("Budget", "Verdict"),
        },
    )

# The folder board/ holds the page's files. It is no package: an import of it would put a module in
# the place of the function.
sys.modules[f"{__name__}.board"] = None  # type: ignore[assignment] # so imports refuse a name

__version__ = "0.2.0"
PAINTER = "bombe.analysis.drawing.painter"
"""The module that draws what says `svg()`, see bombe.boards.display."""

__all__ = [
    "Board",
    "BombeError",
    "Budget",
    "Move",
    "Position",
    "Shape",
    "SudokuState",
    "Verdict",
    "agents",
    "analysis",
    "audit",
    "audits",
    "bench",
    "board",
    "boards",
    "count",
    "dots",
    "endgame",
    "explain",
    "generate",
    "hint",
    "masks",
    "match",
    "play",
    "read",
    "read_all",
    "solutions",
    "solve",
    "solvers",
    "tempo",
    "why",
    "write",
]
