"""What a study says of how bombs are seen: counts of levels, and what agents propose."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.shares import Share
from bombe.analysis.studies.why.study import SAFE
from bombe.analysis.why.ratings import LEVELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.studies.why.study import WhyPosition


class SeenLine(NamedTuple):
    """How the bombs of some positions are seen.

    `steps` is the median number of steps of those that singles refute, None without any; `deepest`
    is how deep cases stand in cases.
    """

    positions: int
    bombs: int
    levels: tuple[int, ...]
    steps: float | None
    deepest: int
    not_rated: int

    @classmethod
    def of(cls, positions: Sequence[WhyPosition]) -> SeenLine:
        """Return the line of some positions."""
        levels, steps, deepest = Counter[int](), Counter[int](), 0
        for each in positions:
            for seen in each.seen:
                levels[seen.level] += seen.bombs
                deepest = max(deepest, seen.depth)
                if seen.level == 1:
                    steps[seen.steps] += seen.bombs
        return cls(
            positions=len(positions),
            bombs=sum(each.bombs for each in positions),
            levels=tuple(levels[level] for level in range(len(LEVELS))),
            steps=median(steps.elements()) if steps else None,
            deepest=deepest,
            not_rated=sum(each.not_rated + each.undecided for each in positions),
        )

    @property
    def shares(self) -> list[Share]:
        """How many of the bombs have each level."""
        return [Share(count, self.bombs) for count in self.levels]


class ProposalLine(NamedTuple):
    """What an agent proposed on some positions.

    `drawn` are the shares in which a move drawn at random would be a bomb of each level.
    """

    positions: int
    levels: tuple[int, ...]
    unknown: int
    drawn: tuple[float, ...]

    @classmethod
    def of(cls, positions: Sequence[WhyPosition], agent: str) -> ProposalLine:
        """Return the line of some positions."""
        asked = [(each, its[agent]) for each in positions if agent in (its := dict(each.proposals))]
        proposed, drawn = Counter(level for _, level in asked), [0.0] * len(LEVELS)
        for each, _ in asked:
            for seen in each.seen:
                drawn[seen.level] += seen.bombs / each.moves
        levels = tuple(proposed[level] for level in range(len(LEVELS)))
        return cls(
            positions=len(asked),
            levels=levels,
            unknown=len(asked) - proposed[SAFE] - sum(levels),
            drawn=tuple(100 * each / len(asked) if asked else 0.0 for each in drawn),
        )

    @property
    def shares(self) -> list[Share]:
        """How many of the proposals are bombs of each level."""
        return [Share(count, self.positions) for count in self.levels]


def tenth_of(position: WhyPosition) -> int:
    """Return the tenth of its cells that are empty: 6 for 60 to 70 percent; all empty are 9."""
    return min(9, 10 * position.empties // len(position.board))
