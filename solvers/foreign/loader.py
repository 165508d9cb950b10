"""How a foreign solver is got by its place: checked, and in a process that is kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import UsageError
from bombe.boards.options import CALLER_FOLDER
from bombe.solvers.foreign import places
from bombe.solvers.foreign.checked import CheckedSolver
from bombe.solvers.foreign.error_lines import error_line
from bombe.solvers.sandbox import Containment, enter, require
from bombe.solvers.table import CONFIRMED

if TYPE_CHECKING:
    from bombe.solvers.contract import Solver
    from bombe.solvers.foreign.remote import Remote

LEVEL = "BOMBE_CONTAIN"
"""The environment variable that says how a solver is contained: strict, usual or none."""
MOST_KEPT = 4
"""How many solvers keep a process that waits; another one starts anew when it is asked."""


class _KeptSolver(NamedTuple):
    """A solver, and what it was made from: another file of that name is another solver."""

    made_of: object
    remote: Remote
    solver: CheckedSolver


_kept: dict[str, _KeptSolver] = {}
"""The solvers of this process by their text."""


def load(text: str) -> Solver:
    """Return the solver of a place; one that was loaded before, unless its file has changed.

    A class in Bombe is loaded as it is. Inside an agent's process, whose sandbox holds for the
    solver, too, and where no process may be left after a turn, it runs in that process.
    """
    place = places.read(text.removeprefix(CONFIRMED))
    confirms = text.startswith(CONFIRMED)
    if place.is_ours or _is_inside():
        return load_here(place, confirms=confirms)
    level = _level()
    made_of = (place.state, level, os.getcwd(), os.getpid())  # noqa: PTH109 - a text is wanted
    before = _kept.pop(text, None)
    if before is None or before.made_of != made_of:
        from bombe.solvers.foreign.remote import Remote

        if before is not None:
            before.remote.close()
        remote = Remote(place, level)
        before = _KeptSolver(made_of, remote, CheckedSolver(remote, place.text, confirms=confirms))
    _kept[text] = before  # the last one is the newest
    while len(_kept) > MOST_KEPT:
        _kept.pop(next(iter(_kept))).remote.close()
    return before.solver


def load_here(place: places.SolverPlace, *, confirms: bool = False) -> Solver:
    """Return the solver of a place in this process."""
    from bombe.solvers.foreign.loading import make

    if place.program:
        raise UsageError(f"solver {place.text!r}: a program cannot be a solver here; give a class")
    made = make(place)
    return made if place.is_ours else CheckedSolver(made, place.text, confirms=confirms)


def get_bare(text: str, home: str) -> Solver:
    """Return the solver of a place in this process, unchecked, which goes in its sandbox."""
    from bombe.solvers.foreign.loading import make
    from bombe.solvers.foreign.sandboxing import sandbox_of
    from bombe.solvers.sandbox.paths import homes

    place = places.read(text)
    sys.excepthook = lambda _kind, error, _trace: print(error_line(error), file=sys.stderr)  # noqa: T201 - the last words of a process that measures
    os.environ.update(homes(home))
    enter(sandbox_of(place, Path(home), _level()))
    return make(place)


def _level() -> str:
    text = os.environ.get(LEVEL) or Containment.USUAL
    if text not in {*Containment}:
        raise UsageError(f"{LEVEL}={text}: give {', '.join(Containment)}")
    require(Containment(text))
    return text


def _is_inside() -> bool:
    """Return whether this is the process of an agent, or a system without fork."""
    return CALLER_FOLDER in os.environ or not hasattr(os, "fork")
