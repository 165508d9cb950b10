"""Dots and Boxes.

    >>> import bombe
    >>> state = bombe.dots.read("2x2: h 0 0; v 1 1")
    >>> print(state.play("h 0 1"))
    +---+---+
    <BLANKLINE>
    +   +   +
        |
    +   +   +
    0 to 0, player 2 to move
    >>> bombe.solve(state).best
    (Line(kind='h', row=0, column=1),)

`bombe.solve`, `bombe.explain` and `bombe.write` take such positions, too. The helpers of a course
notebook, which work on its dictionary, are in `bombe.boards.dots.notebook`.
"""

from typing import TYPE_CHECKING

from bombe.boards.lazy import lazy_exports

if TYPE_CHECKING:
    from bombe.agents.dots.notebook import as_notebook_player
    from bombe.analysis.dots.control import control as explain
    from bombe.analysis.dots.exact import solve
    from bombe.boards.dots.state import DotsState, Grid, Line
    from bombe.boards.dots.text import read, write
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "bombe.agents.dots.notebook": ("as_notebook_player",),
            "bombe.analysis.dots.control": ("control as explain",),
            "bombe.analysis.dots.exact": ("solve",),
            "bombe.boards.dots.state": ("DotsState", "Grid", "Line"),
            "bombe.boards.dots.text": ("read", "write"),
        },
    )

__all__ = [
    "DotsState",
    "Grid",
    "Line",
    "as_notebook_player",
    "explain",
    "read",
    "solve",
    "write",
]
