"""What agents note about their turns: numbers by name, such as depth=4 and nodes=1200.

notes = {}
add_note(notes, "depth", 4)         # "": it is kept; the latest value of a name counts
add_note(notes, "depth", "deep")    # "depth is a str, not a number"; the note is dropped
"""

from __future__ import annotations

import numbers
import re
from typing import TypeAlias

from bombe.boards.facts import FACTS

MAX_NOTES: int = FACTS["games"]["most_notes"]
"""How many names a turn may have."""
LARGEST = 1e15
"""No value is above this or below its negative: sums of values are finite, and nearly exact."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,23}")

Notes: TypeAlias = tuple[tuple[str, int | float], ...]
"""The notes of a turn, in the order in which their names came first."""


def add_note(notes: dict[str, int | float], name: object, value: object) -> str:
    """Add a note; if it is dropped, return why, else ""."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return f"{_short(name)} is not a name of up to 24 letters, digits and underscores"
    number = _plain(value)
    if number is None:
        return f"{name} is of type {type(value).__name__}, not a number"
    if not -LARGEST <= number <= LARGEST:
        return f"{name} is not a number between -{LARGEST:g} and {LARGEST:g}"
    if name not in notes and len(notes) >= MAX_NOTES:
        return f"{name} is one name too many: a turn has up to {MAX_NOTES}"
    notes[name] = number
    return ""


def remark_on(wrong: str) -> str:
    """Return the line that an agent's process prints on a note that is dropped."""
    return f"clock.note: {wrong}; it is dropped"


def remark_in(output: str) -> str:
    """Return the first such line of what was printed in a turn, "" if there is none."""
    start, end = remark_on("\n").split("\n")
    lines = output.splitlines()
    return next((line for line in lines if line.startswith(start) and line.endswith(end)), "")


def notes_text(notes: Notes) -> str:
    """Return notes as a text: `depth 4, nodes 1200`."""
    return ", ".join(f"{name} {value:.10g}" for name, value in notes)


def _plain(value: object) -> int | float | None:
    """Return a number of any type as an int or a float; None for anything else."""
    if type(value) is int or type(value) is float:
        return value
    try:
        if isinstance(value, numbers.Integral):
            return int(value)
        return float(value) if isinstance(value, numbers.Real) else None
    except Exception:  # noqa: BLE001 - the class may be an agent's own: it may raise anything
        return None


def _short(name: object) -> str:
    return repr(name)[:40] if isinstance(name, str) else f"a {type(name).__name__}"
