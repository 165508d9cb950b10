"""What the answers of a run add up to, and what one of them adds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass
class RunTally:
    """Sums over positions; `remedies` say what to do about those that are not final.

    `noes` are all without a yes, `unknown` those of them of which a no is not known either.
    `messages` are to be told, and are no sums. `is_cut` says that a stop ended the answers early.
    """

    positions: int = 0
    unfinished: int = 0
    unsupported: int = 0
    noes: int = 0
    unknown: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    remedies: Counter[str] = field(default_factory=Counter)
    messages: tuple[str, ...] = ()
    is_cut: bool = False

    def add(self, more: RunTally) -> None:
        """Add what others add up to."""
        self.positions += more.positions
        self.unfinished += more.unfinished
        self.unsupported += more.unsupported
        self.noes += more.noes
        self.unknown += more.unknown
        self.seconds += more.seconds
        self.counts.update(more.counts)
        self.remedies.update(more.remedies)
        self.is_cut |= more.is_cut

    def to_dict(self) -> dict[str, Any]:
        """Return the sums, ready for the journal of an output."""
        return {
            "unfinished": self.unfinished,
            "unsupported": self.unsupported,
            "noes": self.noes,
            "unknown": self.unknown,
            "seconds": round(self.seconds, 6),
            "counts": dict(self.counts),
            "remedies": dict(self.remedies),
        }

    @classmethod
    def of(cls, positions: int, totals: Mapping[str, Any]) -> RunTally:
        """Return the sums of a run that goes on."""
        found = cls(positions)
        for name, value in totals.items():
            setattr(found, name, Counter(value) if isinstance(value, dict) else value)
        return found
