"""The play mode of a match that names none: that in which the course plays.

Since v14 the framework plays `rows` unless it is told otherwise. So a match is played in `rows` if
folders of v14 take part and none of an earlier edition, which knows `classic` only. Our own agents
play every mode and decide nothing. A match has one mode for all its pairings, so that its ratings
mean one thing. A position that has a mode of its own keeps it.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, TypeVar

from bombe.agents import table
from bombe.agents.arena.schedule import spec_of_player
from bombe.agents.framework import folders
from bombe.agents.framework.editions import Edition
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.boards import Rules
from bombe.boards.errors import BombeError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.agents.arena.match import Match

    MatchT = TypeVar("MatchT", bound=Match)


def in_usual_mode(match: MatchT, players: Iterable[str] | None = None) -> MatchT:
    """Return the match in the mode that its players usually play; a remark says what and why.

    `players` are those that are given by name, by default all of them.
    """
    openings = match.openings
    if not isinstance(openings, SudokuOpenings) or Rules.CLASSIC not in openings.modes():
        return match
    if openings.rules is not None:
        return match
    names = {name for pairing in match.pairings for name in pairing} if players is None else players
    folders_of = _by_edition(sorted(names))
    older, newer = folders_of[Edition.V13], folders_of[Edition.V14]
    if not newer:
        return match
    if older:
        remark = (
            f"play mode classic: {_listed(older)} of edition v13, which has no other; "
            f"--rules rows is for folders of v14, such as {newer[0]}"
        )
        return dataclasses.replace(match, remark=remark)
    remark = (
        f"play mode rows: {_listed(newer)} of edition v14, with which the course plays it; "
        "--rules classic is the older game"
    )
    return dataclasses.replace(match, openings=openings.usually(Rules.ROWS), remark=remark)


def _by_edition(names: Iterable[str]) -> dict[Edition, list[str]]:
    """Return the folders among the players; those that cannot be read are left to the check."""
    found: dict[Edition, list[str]] = {edition: [] for edition in Edition}
    for spec in dict.fromkeys(map(spec_of_player, names)):
        try:
            folder = None if table.entrant_of(spec) else folders.parse(spec)
        except BombeError:
            continue
        if folder is not None:
            found[folder.edition].append(spec)
    return found


def _listed(names: list[str]) -> str:
    """Return names with their verb."""
    most = 3
    text = f"{len(names)} agents"
    if len(names) <= most:
        text = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return f"{text} {'is' if len(names) == 1 else 'are'}"
