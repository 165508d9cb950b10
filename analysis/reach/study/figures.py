"""The figures of a study of the newer play modes, counted from its records."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.reach.law import EVEN_EVEN, EVEN_ODD, ODD, TEMPO_WORDS, tempo_of
from bombe.analysis.reach.measured import SMALL, band_of, game_step_of, step_of
from bombe.analysis.shares import Share
from bombe.analysis.tempo.law import MeasuredOutcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bombe.analysis.reach.study.records import ModesEnding, ModesGame

WIDEST_LEAD = 4
"""Leads of more half fills than this are counted together."""
THRESHOLDS = {ODD: -1, EVEN_ODD: 0, EVEN_EVEN: 1}
"""The least lead with which the mover wins by the law, in half fills."""


class StepLine(NamedTuple):
    """How the endgames of a balance ended, or of all on such boards if `balance` is 0."""

    mode: str
    is_large: bool
    balance: int
    right: Share
    measured: MeasuredOutcomes


class GameLine(NamedTuple):
    """How the games from larger positions ended, by the most fills of their band."""

    mode: str
    is_large: bool
    band: int
    step: int
    right: Share
    measured: MeasuredOutcomes


class LeadLine(NamedTuple):
    """How the endgames of a tempo and a lead ended; the lead is cut off at WIDEST_LEAD."""

    tempo: str
    lead: int
    won: Share
    margin: float


class SkipLine(NamedTuple):
    """How the endgames ended in which nobody leads, by who has a bomb to play now."""

    tempo: str
    who: str
    won: Share


class FittedLine(NamedTuple):
    """The least winning lead that fits the even seeds best, and how it does on the odd ones."""

    mode: str
    tempo: str
    fitted: int
    by_fitted: Share
    law: int
    by_law: Share


class RivalLine(NamedTuple):
    """A simpler rule: in how many endgames it names a winner, and how often that is right."""

    rule: str
    decided: Share
    right: Share


class PlayLine(NamedTuple):
    """How rule R chooses: how often an optimal move, and the points lost, beside plain greed."""

    mode: str
    optimal: Share
    lost: float
    greedy_optimal: Share
    greedy_lost: float


def outcomes_of(found: Sequence[ModesEnding | ModesGame]) -> MeasuredOutcomes:
    """Return how endgames ended for the mover."""
    total = len(found)
    return MeasuredOutcomes(
        won=100 * sum(each.margin > 0 for each in found) / total,
        drawn=100 * sum(each.margin == 0 for each in found) / total,
        lost=100 * sum(each.margin < 0 for each in found) / total,
        margin=sum(each.margin for each in found) / total,
        positions=total,
    )


def step_lines(endings: Iterable[ModesEnding]) -> list[StepLine]:
    """Return the figures by mode, size of the board and balance after the best move."""
    found: dict[tuple[str, bool, int], list[ModesEnding]] = {}
    for each in endings:
        for step in (0, step_of(each.ahead)):
            found.setdefault((each.mode, each.size > SMALL, step), []).append(each)
    keys = sorted(found, key=lambda key: (*key[:2], key[2] or -math.inf))
    return [StepLine(*key, _right(found[key]), outcomes_of(found[key])) for key in keys]


def game_lines(games: Iterable[ModesGame]) -> list[GameLine]:
    """Return the figures of the games by mode, size of the board, band of fills and balance."""
    found: dict[tuple[str, bool, int, int], list[ModesGame]] = {}
    for each in games:
        key = each.mode, each.size > SMALL, band_of(each.fills)
        found.setdefault((*key, game_step_of(each.ahead)), []).append(each)
    return [GameLine(*key, _right(found[key]), outcomes_of(found[key])) for key in sorted(found)]


def lead_lines(endings: Iterable[ModesEnding]) -> list[LeadLine]:
    """Return the figures by tempo and lead."""
    found: dict[tuple[str, int], list[ModesEnding]] = {}
    for each in endings:
        lead = max(-WIDEST_LEAD, min(WIDEST_LEAD, each.lead))
        found.setdefault((each.tempo, lead), []).append(each)
    return [
        LeadLine(
            *key,
            Share(sum(each.margin > 0 for each in chosen), len(chosen)),
            sum(each.margin for each in chosen) / len(chosen),
        )
        for key, chosen in sorted(found.items())
    ]


def skip_lines(endings: Iterable[ModesEnding]) -> list[SkipLine]:
    """Return the figures of endgames in which nobody leads, by tempo and who can skip."""
    found: dict[tuple[str, str], list[bool]] = {}
    for each in endings:
        if not each.lead:
            mine, theirs = map(bool, each.skips)
            who = _CAN_SKIP[mine, theirs]
            found.setdefault((each.tempo, who), []).append(each.margin > 0)
    return [SkipLine(*key, Share(sum(won), len(won))) for key, won in sorted(found.items())]


_CAN_SKIP = {
    (False, False): "nobody",
    (True, False): "the mover",
    (False, True): "the opponent",
    (True, True): "both",
}


def fitted_lines(endings: Sequence[ModesEnding]) -> list[FittedLine]:
    """Return by mode and tempo the threshold that fits one half best, tried on the other."""
    lines = []
    for mode in sorted({each.mode for each in endings}):
        for tempo, words in TEMPO_WORDS.items():
            found = [each for each in endings if (each.mode, each.tempo) == (mode, words)]
            train, test = ([each for each in found if each.seed % 2 == odd] for odd in (0, 1))
            if not train or not test:
                continue
            tried = range(-WIDEST_LEAD, WIDEST_LEAD + 1)
            # Of thresholds that do equally well, the one nearest to the law's.
            law = THRESHOLDS[tempo]
            fitted = max(tried, key=lambda low: (_hits(train, low), -abs(low - law)))
            by_fitted, by_law = (Share(_hits(test, low), len(test)) for low in (fitted, law))
            lines.append(FittedLine(mode, words, fitted, by_fitted, law, by_law))
    return lines


def _hits(found: Iterable[ModesEnding], least: int) -> int:
    """Count the endgames that end as a least winning lead says."""
    return sum(each.margin > 0 if each.lead >= least else each.margin < 0 for each in found)


def rival_lines(endings: Sequence[ModesEnding]) -> list[RivalLine]:
    """Return how well simpler rules tell the winner, on all endgames."""
    lines = []
    for rule, sign in _RIVALS.items():
        said = [(sign(each), each.margin) for each in endings]
        decided = [(one, margin) for one, margin in said if one]
        right = sum((one > 0) == (margin > 0) and margin != 0 for one, margin in decided)
        share = Share(len(decided), len(said))
        lines.append(RivalLine(rule, share, Share(right, len(decided))))
    return lines


def play_lines(endings: Iterable[ModesEnding]) -> list[PlayLine]:
    """Return how rule R plays, by mode."""
    found: dict[str, list[ModesEnding]] = {}
    for each in endings:
        found.setdefault(each.mode, []).append(each)
    return [
        PlayLine(
            mode,
            Share(sum(not each.lost for each in chosen), len(chosen)),
            sum(each.lost for each in chosen) / len(chosen),
            Share(sum(not each.greedy_lost for each in chosen), len(chosen)),
            sum(each.greedy_lost for each in chosen) / len(chosen),
        )
        for mode, chosen in sorted(found.items())
    ]


def pooled(shares: Iterable[Share]) -> Share:
    """Return the share of several samples taken together."""
    found = list(shares)
    return Share(sum(each.hits for each in found), sum(each.total for each in found))


def last_share(endings: Iterable[ModesEnding]) -> Share:
    """Return how often the winner makes the last fill in a line of best play."""
    known = [each for each in endings if each.last is not None and each.margin]
    return Share(sum(each.last == (each.margin > 0) for each in known), len(known))


def _right(found: Sequence[ModesEnding | ModesGame]) -> Share:
    return Share(sum(each.is_right for each in found), len(found))


def _difference(pick: Callable[[ModesEnding], tuple[int, int]]) -> Callable[[ModesEnding], int]:
    return lambda each: pick(each)[0] - pick(each)[1]


_RIVALS: dict[str, Callable[[ModesEnding], int]] = {
    "somebody is shut out": lambda each: int(each.shut_out),
    "more private cells": _difference(lambda each: each.private),
    "more open shared cells": _difference(lambda each: each.open),
    "more skips now": _difference(lambda each: each.skips),
    "more private skips": _difference(lambda each: each.private_skips),
    "private cells odd": lambda each: 1 if sum(each.private) % 2 else -1,
    "shared cells odd": lambda each: 1 if each.shared % 2 else -1,
    "the tempo law, with F and B": lambda each: -1 if tempo_of(each.fills, each.bombs) < 0 else 1,
    "the lead alone": lambda each: each.lead,
    "the law of reach": lambda each: each.balance,
    "the law of reach, one move ahead": lambda each: each.ahead,
}
"""For each rule a number: positive if the mover wins by it, 0 if it does not say."""
