"""The boards of a comparison, in sets."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bombe.boards import Board
    from bombe.boards.sudoku.formats import Entry


class Case(NamedTuple):
    """A board, the set in which it is counted, and where it came from."""

    name: str
    set: str
    board: Board


def cases_of(entries: Iterable[Entry], limit: int | None = None, seed: int = 0) -> list[Case]:
    """Make the sets: a source of many boards is one, and single boards share one by shape.

    With a limit each set is a sample of so many boards, drawn by the seed. A board that stands
    twice in a set is one case.
    """
    sources: dict[str, list[Entry]] = {}
    for entry in entries:
        sources.setdefault(entry.place.source, []).append(entry)
    sets: dict[str, dict[Board, Case]] = {}
    for source, found in sources.items():
        for entry in found:
            board = entry.state.board
            name = source if len(found) > 1 else f"{board.shape} boards"
            sets.setdefault(name, {}).setdefault(board, Case(str(entry.place), name, board))
    if not sets:
        raise UsageError("there is no board to compare solvers on: give a BOARD")
    return [
        case
        for name, cases in sets.items()
        for case in _sample(list(cases.values()), limit, random.Random(f"{seed} {name}"))
    ]


def _sample(cases: Sequence[Case], limit: int | None, rng: random.Random) -> list[Case]:
    """Draw so many cases; they stay in their order."""
    if limit is None or limit >= len(cases):
        return list(cases)
    return [cases[i] for i in sorted(rng.sample(range(len(cases)), limit))]
