"""The play mode of games that name none: decided here for every command and for Python.

Since v14 the framework plays `rows` unless it is told otherwise. So games are played in `rows` if
folders of v14 take part and none of an earlier edition, which knows `classic` only. Our own agents
play every mode and decide nothing. A match has one mode for all its pairings, so that its ratings
mean one thing. Only a board that nothing was played on gets the mode: a position that has a mode of
its own, or a game in progress, keeps its mode.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bombe.agents import table
from bombe.agents.arena.schedule import spec_of_player
from bombe.agents.framework import folders
from bombe.agents.framework.editions import MODES, Edition
from bombe.agents.sudoku.openings import SudokuOpenings, in_mode
from bombe.boards import Rules, SudokuState
from bombe.boards.errors import BombeError
from bombe.boards.game import AnyState

if TYPE_CHECKING:
    from bombe.agents.arena.match import Match

    MatchT = TypeVar("MatchT", bound=Match)


class UsualMode(NamedTuple):
    """The play mode of games that name none; `remark` says why, if the players decide it.

    `is_mixed` says that editions take part of which each usually plays another mode.
    """

    rules: Rules = Rules.CLASSIC
    remark: str = ""
    is_mixed: bool = False


def usual_mode(names: Iterable[str]) -> UsualMode:
    """Return the play mode that these players usually play together."""
    folders_of = _by_edition(sorted({*names}))
    older, newer = folders_of[Edition.V13], folders_of[Edition.V14]
    if not newer:
        return UsualMode()
    usual = MODES[Edition.V14][0]
    if older:
        remark = (
            f"play mode classic: {_listed(older)} of edition v13, which has no other; "
            f"agents of v14, such as {newer[0]}, usually play {usual}, and get no allowed squares "
            "here"
        )
        return UsualMode(Rules.CLASSIC, remark, is_mixed=True)
    remark = (
        f"play mode {usual}: {_listed(newer)} of edition v14, with which the course plays it; "
        "name the rules classic to play the older game"
    )
    return UsualMode(usual, remark)


def in_usual_mode(match: MatchT, players: Iterable[str] | None = None) -> MatchT:
    """Return the match in the mode that its players usually play; a remark says what and why.

    `players` are those that are given by name, by default all of them.
    """
    openings = match.openings
    if (
        not isinstance(openings, SudokuOpenings)
        or openings.with_default_mode(Rules.ROWS) == openings
    ):
        return match
    names = {name for pairing in match.pairings for name in pairing} if players is None else players
    mode = usual_mode(names)
    if mode.rules is not Rules.CLASSIC:
        openings = openings.with_default_mode(mode.rules)
    return dataclasses.replace(match, openings=openings, remark=mode.remark)


def state_in_usual_mode(state: AnyState, names: Iterable[str]) -> tuple[AnyState, UsualMode]:
    """Return a position in the mode that these players usually play, and that mode.

    A mode without a remark changed nothing.
    """
    if not isinstance(state, SudokuState) or in_mode(state, Rules.ROWS) == state:
        return state, UsualMode()
    mode = usual_mode(names)
    return in_mode(state, mode.rules), mode


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
