"""Rates many players by all their games together: Bradley-Terry, on the Elo scale.

    ratings = rate(tally, anchor="random")      # the anchor is 0; None: the first by the alphabet
    for line in ratings.lines: line.name, line.estimate.elo, line.estimate.low, ...high
    ratings.groups                              # more than one: no game ties them together

A draw is half a win. Two players get the interval of their pairs of games, as below a match. Those
of more players assume independent games, which pairs on one board are not quite.
Tables for people, CSV and PGN headers are in bombe.analysis.matches.tables.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.matches.pairs import TAIL, Estimate
from bombe.boards.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bombe.analysis.matches.tally import Tally

    Matrix = NDArray[np.float64]

_ELO = 400 / math.log(10)
_REACH = -NormalDist().inv_cdf(TAIL)
_FARTHEST = 3000 / _ELO  # no bound is searched beyond this
# A weak pull towards 0 keeps the strength of a player who won every game finite, and hardly moves
# the others.
_PULL = 1e-6


class RatedPlayer(NamedTuple):
    """A player's strength relative to the anchor."""

    name: str
    estimate: Estimate


@dataclass(frozen=True)
class Ratings:
    """The players, strongest first, and the groups between which no game was played."""

    anchor: str
    lines: tuple[RatedPlayer, ...]
    groups: tuple[tuple[str, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "anchor": self.anchor,
            "ratings": [{"name": name, **estimate._asdict()} for name, estimate in self.lines],
            "groups": [list(group) for group in self.groups],
        }


def rate(tally: Tally, anchor: str | None = None) -> Ratings:
    """Fit the ratings; the anchor is 0, by default the first player in the order of the alphabet.

    So they do not depend on which game came first.
    """
    names = sorted(player.name for player in tally.players.values() if player.games)
    if not names:
        void = f" ({tally.void})" if tally.void else ""
        raise InputError(f"no game that counts{void}, hence no rating; give a log with games")
    if anchor is not None and anchor not in names:
        raise UnknownNameError("anchor", anchor, names)
    zero = names.index(anchor) if anchor is not None else 0
    points = _points(tally, names)
    fit = _fit(points, {zero: 0.0})
    groups = _groups(points)
    home = next(group for group in groups if zero in group)
    order = sorted(range(len(names)), key=lambda i: (i not in home, -fit[i]))
    estimates = _of_two(tally, names, zero) or _estimates(points, fit, zero)
    return Ratings(
        anchor=names[zero],
        lines=tuple(RatedPlayer(names[i], estimates[i]) for i in order),
        groups=tuple(tuple(names[i] for i in sorted(group)) for group in groups),
    )


def _of_two(tally: Tally, names: list[str], zero: int) -> list[Estimate]:
    """Return the estimates of two players whose games are all in pairs; none for others."""
    if len(names) != 2:
        return []
    pairing = tally.pairing(names[1 - zero], names[zero])
    if pairing.unpaired or not pairing.pairs.total:
        return []
    found = [pairing.pairs.elo(), Estimate(0.0, 0.0, 0.0)]
    return found if zero else found[::-1]


def _points(tally: Tally, names: list[str]) -> Matrix:
    """Return the points that each player scored against each other player."""
    import numpy as np

    index = {name: i for i, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for pairing in tally.pairings():
        if pairing.games and pairing.one != pairing.other:
            i, j = index[pairing.one], index[pairing.other]
            points[i, j] = pairing.points
            points[j, i] = pairing.games - pairing.points
    return points


def _estimates(points: Matrix, fit: Matrix, zero: int) -> list[Estimate]:
    """Return the fit in Elo; a player tied to the anchor in one direction only has just a bound."""
    import numpy as np

    below, above = _reachable(points, zero), _reachable(points.T, zero)
    free = [i for i in range(len(fit)) if i != zero]
    spread = np.zeros(len(fit))
    if free:
        spread[free] = np.sqrt(
            np.diag(np.linalg.inv(_information(points, fit)[np.ix_(free, free)]))
        )
    found = []
    for i, value in enumerate(fit):
        if i in below and i in above:
            ends = (value, value - _REACH * spread[i], value + _REACH * spread[i])
            found.append(Estimate(*(float(_ELO * end) for end in ends)))
        else:
            low = _bound(points, fit, zero, i, -1) if i in above else None
            high = _bound(points, fit, zero, i, 1) if i in below else None
            found.append(Estimate(None, low, high))
    return found


def _bound(points: Matrix, fit: Matrix, zero: int, player: int, sign: int) -> float | None:
    """Return an end of the interval: the farthest strength that the games do not reject (95 %)."""
    least = _likelihood(points, fit) - _REACH**2 / 2
    near, far = -sign * _FARTHEST, sign * _FARTHEST
    for _ in range(30):
        middle = (near + far) / 2
        moved = _fit(points, {zero: 0.0, player: middle}, fit)
        if _likelihood(points, moved) >= least:
            near = middle
        else:
            far = middle
    return float(_ELO * near)


def _fit(points: Matrix, fixed: Mapping[int, float], start: Matrix | None = None) -> Matrix:
    """Return the strengths that make the points most likely: Newton's method with short steps."""
    import numpy as np

    strengths = np.zeros(len(points)) if start is None else start.copy()
    strengths[list(fixed)] = list(fixed.values())
    free = [i for i in range(len(points)) if i not in fixed]
    for _ in range(200 if free else 0):
        slope = (points - (points + points.T) * _chances(strengths)).sum(axis=1)
        slope -= _PULL * strengths
        step = np.linalg.solve(_information(points, strengths)[np.ix_(free, free)], slope[free])
        strengths[free] += step.clip(-1, 1)
        if abs(step).max() < 1e-3:  # the next step would be about its square
            break
    return strengths


def _chances(strengths: Matrix) -> Matrix:
    """Return each player's chance against each other player."""
    import numpy as np

    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _information(points: Matrix, strengths: Matrix) -> Matrix:
    import numpy as np

    chances = _chances(strengths)
    weights = (points + points.T) * chances * (1 - chances)
    return np.diag(weights.sum(axis=1) + _PULL) - weights


def _likelihood(points: Matrix, strengths: Matrix) -> float:
    import numpy as np

    return float((points * np.log(_chances(strengths))).sum())


def _reachable(points: Matrix, start: int) -> set[int]:
    """Return the players reached from `start` if each has scored against the next."""
    reached, todo = {start}, [start]
    while todo:
        player = todo.pop()
        new = {i for i, made in enumerate(points[player]) if made > 0} - reached
        reached |= new
        todo += new
    return reached


def _groups(points: Matrix) -> list[set[int]]:
    """Return the sets of players that are connected by games."""
    groups: list[set[int]] = []
    for player in range(len(points)):
        if not any(player in group for group in groups):
            groups.append(_reachable(points + points.T, player))
    return groups
