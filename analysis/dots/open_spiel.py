"""OpenSpiel's alpha-beta on empty grids of Dots and Boxes, for comparison.

It needs the extra `spiel`, and runs in a separate process, because it cannot be interrupted:
`python -m bombe.analysis.dots.open_spiel 2 2`.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import SolverMissingError, UnsupportedError

if TYPE_CHECKING:
    from bombe.boards.dots.state import DotsState


class OpenSpielAnswer(NamedTuple):
    """The margin, None if the time ran out, and the seconds of the search."""

    margin: int | None
    seconds: float


def ask_open_spiel(state: DotsState, seconds: float) -> OpenSpielAnswer:
    """Solve an empty grid with OpenSpiel, in at most so many seconds."""
    if importlib.util.find_spec("pyspiel") is None:
        raise SolverMissingError("OpenSpiel is not installed: pip install 'bombe[spiel]'")
    if state.edges or not state.extra_turn:
        raise UnsupportedError(
            "OpenSpiel only solves empty grids with the extra turn: take an empty grid"
        )
    sides = map(str, (state.grid.rows, state.grid.columns))
    command = [sys.executable, "-m", __name__, *sides]
    try:
        done = subprocess.run(  # noqa: S603 - our own module
            command, capture_output=True, text=True, check=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return OpenSpielAnswer(None, seconds)
    margin, took = done.stdout.split()[-2:]
    return OpenSpielAnswer(int(margin), float(took))


def _main(rows: int, columns: int) -> None:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    words = {"num_rows": rows, "num_cols": columns, "utility_margin": True}
    game = pyspiel.load_game("dots_and_boxes", words)
    begin = time.perf_counter()
    margin, _ = alpha_beta_search(game)
    sys.stdout.write(f"{margin:.0f} {time.perf_counter() - begin}\n")


if __name__ == "__main__":
    _main(*map(int, sys.argv[1:]))
