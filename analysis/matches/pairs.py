"""What pairs of games prove: Elo with an interval, likelihood of superiority, a sequential test.

Two games on one board with sides swapped make a pair, worth 0 to 4 half points to a player. Pairs
are counted by that (pentanomial counts): the advantage of a side or a lopsided board falls out.
"""

from __future__ import annotations

import enum
import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from bombe.boards.errors import UsageError

TAIL = 0.025
"""The probability beyond each end of a 95 % interval."""

_NORMAL = NormalDist()
_MAX_ELO = 2000  # a player that much stronger loses one game in 100,000
_WORTH = (0.0, 0.25, 0.5, 0.75, 1.0)


def elo_of(score: float) -> float | None:
    """Return the Elo difference of a mean score per game; None for 0 and 1."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def score_of(elo: float) -> float:
    """Return the expected mean score per game of an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


class Estimate(NamedTuple):
    """An Elo difference and its 95 % interval; None where the games determine no value or bound."""

    elo: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        """Return a short text: `+301 (95 %: +154 to +837)`, or a bound where there is no more."""
        elo, low, high = (None if value is None else f"{round(value):+d}" for value in self)
        bounds = [f"at least {low}"] * bool(low) + [f"at most {high}"] * bool(high)
        if not elo:
            return f"{' and '.join(bounds)} (95 %)" if bounds else "unknown"
        ends = f"{low} to {high}" if low and high else "".join(bounds) or "no bounds"
        return f"{elo} (95 %: {ends})"


@dataclass(frozen=True)
class Pairs:
    """The numbers of pairs in which a player made 0, 1, 2, 3 and 4 half points."""

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    @property
    def total(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The mean score per game, between 0 and 1; 0.5 if no pair was played."""
        points = sum(n * worth for n, worth in zip(self.counts, _WORTH, strict=True))
        return points / self.total if self.total else 0.5

    def plus(self, half_points: int) -> Pairs:
        """Return the counts with another pair."""
        return self + Pairs(tuple(int(worth == half_points) for worth in range(5)))

    def __add__(self, other: Pairs) -> Pairs:
        """Return the counts of both together."""
        return Pairs(tuple(map(operator.add, self.counts, other.counts)))

    def mirrored(self) -> Pairs:
        """Return the counts from the opponent's point of view."""
        return Pairs(self.counts[::-1])

    def elo(self) -> Estimate:
        """Return the Elo difference with its interval."""
        if not self.total:
            return Estimate(None, None, None)
        low, high = self._interval()
        return Estimate(elo_of(self.score), elo_of(low), elo_of(high))

    def superiority(self) -> float:
        """Return the likelihood that the player is the stronger one."""
        if not self.total:
            return 0.5
        if deviation := self._deviation():
            return _NORMAL.cdf((self.score - 0.5) / deviation)
        # All pairs are alike: like a coin of unknown bias that fell n times on one side.
        other = 0.5 ** (self.total + 1)
        return 0.5 if self.score == 0.5 else 1 - other if self.score > 0.5 else other

    def _deviation(self) -> float:
        """Return the standard error of the score."""
        spread = ((worth - self.score) ** 2 for worth in _WORTH)
        squares = sum(n * square for n, square in zip(self.counts, spread, strict=True))
        return math.sqrt(squares) / self.total

    def _interval(self) -> tuple[float, float]:
        if self.total in self.counts:
            # Pairs that are all alike show no spread: bound the share of such pairs instead.
            share = TAIL ** (1 / self.total)
            return share * self.score, 1 - share * (1 - self.score)
        reach = -_NORMAL.inv_cdf(TAIL) * self._deviation()
        return self.score - reach, self.score + reach


class Decision(enum.Enum):
    """The state of a sequential test."""

    ACCEPT_0 = "H0 accepted"
    ACCEPT_1 = "H1 accepted"
    OPEN = "undecided"


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test between two Elo differences, elo0 and elo1.

    The test may stop after any pair, taking them in the order in which they are played. The result
    is wrong with probability `alpha` if elo0 is true, and `beta` if elo1 is.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise UsageError(f"SPRT: elo0={self.elo0:g} is not below elo1={self.elo1:g}")
        if not (self.elo0 >= -_MAX_ELO and self.elo1 <= _MAX_ELO):
            raise UsageError(f"SPRT: give elo0 and elo1 between {-_MAX_ELO} and {_MAX_ELO}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UsageError("SPRT: alpha and beta must be between 0 and 0.5; give 0.05")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Return the test of a text: `elo0=0,elo1=50`, optionally with `alpha=0.05,beta=0.05`."""
        remedy = "write elo0=0,elo1=50, optionally with alpha=0.05,beta=0.05"
        values: dict[str, float] = {}
        for item in text.split(","):
            key, _, value = item.partition("=")
            try:
                values[key.strip()] = float(value)
            except ValueError:
                raise UsageError(f"SPRT {text!r}: {item!r} has no number; {remedy}") from None
        try:
            return cls(**values)
        except TypeError:
            raise UsageError(
                f"SPRT {text!r} needs elo0 and elo1 and nothing else; {remedy}"
            ) from None

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pairs) -> float:
        """Return the log-likelihood ratio of H1 against H0.

        It compares the two most likely distributions of pairs whose mean score is that of elo0
        and of elo1 (the generalised SPRT). Counts of 0 are taken as 0.001: what has not occurred
        may still occur.
        """
        if not pairs.total:
            return 0.0
        counts = [n or 0.001 for n in pairs.counts]
        at0, at1 = (_tilts(counts, score_of(elo)) for elo in (self.elo0, self.elo1))
        return sum(n * math.log(a / b) for n, a, b in zip(counts, at0, at1, strict=True))

    def decide(self, pairs: Pairs) -> Decision:
        """Return whether the pairs decide the test, and how."""
        ratio, (low, high) = self.ratio(pairs), self.bounds
        if ratio >= high:
            return Decision.ACCEPT_1
        return Decision.ACCEPT_0 if ratio <= low else Decision.OPEN

    def describe(self, pairs: Pairs) -> str:
        """Return the state of the test: `LLR 1.20 in [-2.94, 2.94], elo0 0, elo1 50: undecided`."""
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return (
            f"LLR {ratio:.2f} in [{low:.2f}, {high:.2f}], elo0 {self.elo0:g}, "
            f"elo1 {self.elo1:g}: {self.decide(pairs).value}"
        )


def _tilts(counts: Sequence[float], score: float) -> list[float]:
    """Return the divisors of the shares that make the mean `score` with the highest likelihood.

    They are 1 + t * (worth - score), for the one t at which the tilted mean is the score.
    """
    low, high = -1 / (1 - score), 1 / score
    for _ in range(60):
        t = (low + high) / 2
        divisors = [1 + t * (worth - score) for worth in _WORTH]
        parts = zip(counts, _WORTH, divisors, strict=True)
        if sum(n * (worth - score) / divisor for n, worth, divisor in parts) > 0:
            low = t
        else:
            high = t
    return divisors
