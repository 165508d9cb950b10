"""A share of a sample with its confidence interval, for every study that counts something."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Share(NamedTuple):
    """How often something happened, with its 95 % interval (Wilson), in percent."""

    hits: float
    total: int

    @classmethod
    def of(cls, hits: Iterable[float]) -> Share:
        """Return the share of the items that hit; half a hit is 0.5."""
        found = list(hits)
        return cls(sum(found), len(found))

    @property
    def percent(self) -> float:
        """The share."""
        return 100 * self.hits / self.total if self.total else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The interval; it contains the true share in 95 of 100 studies."""
        if not self.total:
            return 0.0, 100.0
        z, n = 1.96, self.total
        p = self.hits / n
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # At the ends of the scale rounding would exclude the share itself.
        low, high = 100 * (middle - reach), 100 * (middle + reach)
        return max(0.0, min(low, self.percent)), min(100.0, max(high, self.percent))

    @property
    def interval_words(self) -> str:
        """The interval in words: 12.3 - 45.6."""
        low, high = self.interval
        return f"{low:.1f} - {high:.1f}"
