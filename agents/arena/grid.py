"""The results of a grid of matches: one agent against opponents, on boards, with limits of a turn.

points = [Point("greedy", "0.1 s", match, log, place="easy-2x2"), ...]
results = grid_results("mcts", points, games=2)         # what the logs hold
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from bombe.analysis.matches.breakdowns import break_down
from bombe.analysis.matches.categories import categories_named
from bombe.analysis.matches.grid_tables import CellScore, GridResults

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bombe.agents.arena.experiments import Point
    from bombe.boards.record import GameRecord

_CATEGORIES = "total,opponent,board,size,limit,seat,rules"
_BY_OPPONENT = "opponent+size,opponent+limit,opponent+seat"
"""Further categories if there are several opponents."""


def grid_results(
    agent: str, points: Sequence[Point], games: int, categories: str = ""
) -> GridResults:
    """Return what the logs of an agent's grid hold, by the usual categories or by others."""
    total = categories_named("total")
    scores = []
    for point in points:
        ((_, lines),) = [found[1:] for found in break_down(_records(agent, point), total, [agent])]
        score = lines[0].score if lines else None
        scores.append(CellScore(point.series, point.place, point.value, games, score))
    several = len({point.series for point in points}) > 1
    names = categories or (f"{_CATEGORIES},{_BY_OPPONENT}" if several else _CATEGORIES)
    records = (record for point in points for record in _records(agent, point))
    found = break_down(records, categories_named(names), [agent])
    return GridResults(agent, tuple(scores), tuple(found))


def _records(agent: str, point: Point) -> Iterator[GameRecord]:
    """Yield the games of a cell; where the agent plays itself, its first copy bears its name."""
    ((copy, _),) = point.match.pairings
    for record in point.records():
        first, second = (agent if name == copy else name for name in record.players)
        yield dataclasses.replace(record, first=first, second=second)
