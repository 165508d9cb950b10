"""What a study says of how bombs are seen: counts by shape, by solutions and by how full it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, TypeVar

from bombe.analysis.shares import Share
from bombe.analysis.why.ratings import LEVELS
from bombe.analysis.why.study.records import SAFE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bombe.analysis.why.study.records import WhyPosition

Key = TypeVar("Key", int, tuple[Any, ...])


@dataclass(frozen=True)
class SeenLine:
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
        levels, steps, deepest = [0] * len(LEVELS), Counter[int](), 0
        for each in positions:
            for seen in each.seen:
                levels[seen.level] += seen.bombs
                deepest = max(deepest, seen.depth)
                if seen.level == 1:
                    steps[seen.steps] += seen.bombs
        return cls(
            positions=len(positions),
            bombs=sum(each.bombs for each in positions),
            levels=tuple(levels),
            steps=median(steps.elements()) if steps else None,
            deepest=deepest,
            not_rated=sum(each.not_rated + each.undecided for each in positions),
        )

    def share(self, level: int) -> Share:
        """Return how many of the bombs have a level."""
        return Share(self.levels[level], self.bombs)


@dataclass(frozen=True)
class ProposalLine:
    """What an agent proposed on some positions.

    `moves` are the legal moves of these positions and `bombs` the bombs among them by level: so
    often would a move drawn at random be one.
    """

    positions: int
    levels: tuple[int, ...]
    unknown: int
    drawn: tuple[float, ...]

    @classmethod
    def of(cls, positions: Sequence[WhyPosition], agent: str) -> ProposalLine:
        """Return the line of some positions."""
        proposed, drawn, asked = Counter[int](), [0.0] * len(LEVELS), 0
        for each in positions:
            levels = [proposal.level for proposal in each.proposals if proposal.agent == agent]
            proposed.update(levels)
            asked += len(levels)
            for seen in each.seen if levels else ():
                drawn[seen.level] += seen.bombs / each.moves
        return cls(
            positions=asked,
            levels=tuple(proposed[level] for level in range(len(LEVELS))),
            unknown=asked - proposed[SAFE] - sum(proposed[level] for level in range(len(LEVELS))),
            drawn=tuple(100 * each / asked if asked else 0.0 for each in drawn),
        )

    def share(self, level: int) -> Share:
        """Return how many of the proposals are bombs of a level."""
        return Share(self.levels[level], self.positions)


def tenth_of(position: WhyPosition) -> int:
    """Return the tenth of its cells that are empty: 6 for 60 to 70 percent; all empty are 9."""
    return min(9, 10 * position.empties // len(position.board))


def grouped(
    positions: Iterable[WhyPosition], key: Callable[[WhyPosition], Key]
) -> dict[Key, list[WhyPosition]]:
    """Return the positions by a key, in the order of the keys."""
    groups: dict[Key, list[WhyPosition]] = {}
    for each in positions:
        groups.setdefault(key(each), []).append(each)
    return {found: groups[found] for found in sorted(groups)}
