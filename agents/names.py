"""One name for one agent: `./team42_A2`, `team42_A2/` and `team42_A2` are one player.

Two folders of one name stay two players, because their paths differ: `a/team42` and `b/team42`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from bombe.agents import table
from bombe.boards.game import GAMES

_PLACE = re.compile(r"(?P<place>.*\.py(?=:)|(?:[A-Za-z]:[\\/])?[^:@]*)(?P<rest>.*)", re.DOTALL)


def plain_name(spec: str) -> str:
    """Return the shortest spec of the same agent; what names no file or folder is left as it is."""
    place = place_in(spec)
    if not place:
        return spec
    rest, path = spec[len(place) :], os.path.normpath(place)
    if Path(path).is_absolute() and Path(path).is_relative_to(Path.cwd()):
        path = os.path.relpath(path)
    name = f"{path}{rest}"
    return f".{os.sep}{name}" if _is_ours(name) else name


def place_in(spec: str) -> str:
    """Return the folder or file that a spec begins with; empty if it names none that exists."""
    if _is_ours(spec):
        return ""
    match = _PLACE.fullmatch(spec)
    place = spec if _is_there(spec) else match["place"] if match else ""
    return place if _is_there(place) else ""


def _is_ours(spec: str) -> bool:
    return any(table.entrant_of(name) for name in (spec, *(f"{game}/{spec}" for game in GAMES)))


def _is_there(place: str) -> bool:
    return bool(place) and "\0" not in place and os.path.exists(place)  # noqa: PTH110 - a text
