"""A grid of matches: one agent against opponents, on boards, with limits of a turn.

    cells = [GridCell("greedy", "easy-2x2", "0.1 s", point), ...]
    experiment = Experiment([cell.point for cell in cheap_first(cells)], games=2)
    ...
    results = grid_results("mcts", cells, games=2)    # what the logs hold

Cells are played in the order of what their games cost, so that an interrupted grid holds complete
cells for short limits and small boards.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.arena.log import read_logs
from bombe.analysis.matches.breakdowns import break_down
from bombe.analysis.matches.categories import OPENING_KEY, categories_named
from bombe.analysis.matches.grid_tables import CellScore, GridResults

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bombe.agents.arena.experiments import Point
    from bombe.boards.game import Json
    from bombe.boards.record import GameRecord

_CATEGORIES = "total,opponent,board,size,limit,seat,rules"
_BY_OPPONENT = "opponent+size,opponent+limit,opponent+seat"
"""Further categories if there are several opponents."""


class GridCell(NamedTuple):
    """A cell of a grid: the names of its opponent, board and limit, and what is to be played."""

    opponent: str
    board: str
    limit: str
    point: Point


def cheap_first(cells: Sequence[GridCell]) -> list[GridCell]:
    """Return the cells in the order in which they are played."""
    return sorted(cells, key=lambda cell: cell.point.match.work)


def facts_of_board(board: str) -> dict[str, Json]:
    """Return what the records of a cell say of its board."""
    return {OPENING_KEY: board}


def seconds_of_turns(cells: Sequence[GridCell], work_left: float, lanes: int) -> float | None:
    """Return how long the rest takes if every turn takes its limit; None without limits of time.

    Every game is taken to fill its board without a bomb on the way.
    """
    is_timed = all(cell.point.match.budget.seconds for cell in cells)
    return work_left / lanes if is_timed else None


def grid_results(
    agent: str, cells: Sequence[GridCell], games: int, categories: str = ""
) -> GridResults:
    """Return what the logs of an agent's grid hold, by the usual categories or by others."""
    total = categories_named("total")
    scores = []
    for cell in cells:
        ((_, lines),) = [found[1:] for found in break_down(_records(agent, cell), total, [agent])]
        score = lines[0].score if lines else None
        scores.append(CellScore(cell.opponent, cell.board, cell.limit, games, score))
    several = len({cell.opponent for cell in cells}) > 1
    names = categories or (f"{_CATEGORIES},{_BY_OPPONENT}" if several else _CATEGORIES)
    records = (record for cell in cells for record in _records(agent, cell))
    found = break_down(records, categories_named(names), [agent])
    return GridResults(agent, tuple(scores), tuple(found))


def _records(agent: str, cell: GridCell) -> Iterator[GameRecord]:
    """Yield the games of a cell; where the agent plays itself, its first copy bears its name."""
    ((copy, _),) = cell.point.match.pairings
    for record in read_logs((str(cell.point.log),)) if cell.point.log.exists() else ():
        first, second = (agent if name == copy else name for name in record.players)
        yield dataclasses.replace(record, first=first, second=second)
