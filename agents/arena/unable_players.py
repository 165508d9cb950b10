"""Players that cannot play: found before the first game, all of them at once.

A match of two needs both. In a tournament, a broken entrant forfeits its games, with its reason,
and the others play. What is no entrant at all, such as a misspelt name, is refused in either.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.agents.arena.schedule import Fixture, spec_of_player
from bombe.agents.framework.folders import ARCHIVE
from bombe.agents.loading import refuse
from bombe.agents.turn import RAISED, REFUSALS, Trouble
from bombe.boards.errors import (
    BombeError,
    DisturbedError,
    InputError,
    SolverMissingError,
    UnknownNameError,
    several,
)
from bombe.boards.game import Termination
from bombe.boards.record import GameRecord

if TYPE_CHECKING:
    from bombe.agents.arena.match import Match
    from bombe.agents.seats import Seat

ATTEMPTS = 3
"""How often a game is played that something outside spoils, before the match stops."""
_REMEDY = (
    "; find out what ends processes here or keeps the machine busy, such as a lack of memory or "
    "other programs, and run it again"
)


class PlayerProblem(NamedTuple):
    """Why a player cannot play; without `trouble` it is no entrant, so the command is wrong."""

    error: BombeError
    trouble: Trouble | None = None


def problem_of(match: Match, name: str, tried: set[tuple[object, ...]]) -> PlayerProblem | None:
    """Return why a player of a match cannot play; None if it can.

    Starting agents takes time: those in `tried` are not started again, the others are added.
    """
    key = (name, match.game.name, match.settings)
    if key in tried:
        return _refused(match, name)
    try:
        seat = match.seat(name)
    except BombeError as error:
        is_entrant = _is_there(spec_of_player(name)) and not isinstance(error, UnknownNameError)
        return PlayerProblem(error, Trouble(Termination.CRASH, str(error)) if is_entrant else None)
    tried.add(key)
    with contextlib.closing(seat):
        if refused := _refused(match, name):
            return refused
        trouble = _tried(seat)
    return PlayerProblem(_error_of(name, trouble), trouble) if trouble else None


def _tried(seat: Seat) -> Trouble | None:
    """Return why an agent cannot be made; what is spoiled from outside is tried again."""
    for _ in range(ATTEMPTS):
        if (trouble := seat.trial()) is None or trouble.ending is not Termination.VOID:
            return trouble
    assert trouble is not None  # noqa: S101 - the last attempt was spoiled
    raise DisturbedError(f"agent {seat.name!r} {trouble.detail}, {ATTEMPTS} times{_REMEDY}")


def disturbed(fixture: Fixture, voided: Sequence[Mapping[str, Any]]) -> DisturbedError:
    """Return the error for a game that was spoiled each time."""
    reasons = "; ".join(dict.fromkeys(str(attempt["reason"]) for attempt in voided))
    return DisturbedError(
        f"game {fixture.id}, {fixture.first} against {fixture.second}, was void {len(voided)} "
        f"times: {reasons}{_REMEDY}"
    )


def _refused(match: Match, name: str) -> PlayerProblem | None:
    """Return why a player cannot play a match as it is, whatever it does; None if it may."""
    spec, openings = spec_of_player(name), match.openings
    try:
        refuse(spec, match.game.name, openings.modes(), match.budget.seconds, openings.positions)
    except BombeError as error:
        return PlayerProblem(error)
    return None


def raise_all(errors: Iterable[BombeError]) -> None:
    """Raise the error, or one that names them all; do nothing without any."""
    found = list(errors)
    if len(found) == 1:
        raise found[0]
    if found:
        raise several(_type_of(found), f"{len(found)} agents cannot play:", found)


def _type_of(errors: list[BombeError]) -> Callable[[str], BombeError]:
    """Return the kind of all errors, or else that of the first that Bombe itself refuses."""
    for kind in REFUSALS.values():
        if all(isinstance(error, kind) for error in errors):
            return kind
    kinds = [type(error) for error in errors if type(error) in REFUSALS.values()]
    return kinds[0] if kinds else InputError


def forfeit(match: Match, fixture: Fixture, broken: Mapping[str, Trouble]) -> GameRecord | None:
    """Return a game that a broken player forfeits; None if both can play. Two void it."""
    players = fixture.first, fixture.second
    unable = [seat for seat, name in enumerate(players, 1) if name in broken]
    if not unable:
        return None
    troubles = [broken[players[seat - 1]] for seat in unable]
    is_void = len(unable) == 2
    reasons = (
        f"player {seat} cannot play: {trouble.detail}"
        for seat, trouble in zip(unable, troubles, strict=True)
    )
    return GameRecord(
        id=fixture.id,
        start=fixture.start,
        first=fixture.first,
        second=fixture.second,
        plies=(),
        scores=fixture.start.scores,
        winner=0 if is_void else 3 - unable[0],
        termination=Termination.VOID if is_void else troubles[0].ending,
        reason="; ".join(reasons),
        seeds=fixture.seeds,
        match=match.fingerprint,
        extra={**match.salt_facts(), **match.conditions()},
    )


def _is_there(spec: str) -> bool:
    """Return whether a spec names a folder, or the archive of one, that exists."""
    places = [Path(place) for place in (spec, spec.partition("@")[0], spec.partition(":")[0])]
    return any(place.is_dir() or (place.suffix == ARCHIVE and place.is_file()) for place in places)


def _error_of(name: str, trouble: Trouble) -> BombeError:
    """Return the error for an agent that cannot be made: one of Bombe's own keeps its kind."""
    kind = REFUSALS.get(trouble.cause)
    if kind is SolverMissingError and trouble.detail.startswith(RAISED):
        remedy = "install the package, or add the module to the agent's files"
        return kind(f"agent {name!r} cannot play: {trouble.detail}; {remedy}")
    if kind:
        is_named = kind is SolverMissingError or trouble.detail.startswith("agent ")
        return kind(trouble.detail if is_named else f"agent {name!r}: {trouble.detail}")
    return InputError(f"agent {name!r} cannot play: {trouble.detail}")
