"""How hard the bombs of a board are to see.

    rate_bombs(board, moves, meter) -> BombRatings

A bomb is direct if the move itself leaves a cell without a candidate or a value without a place;
or it is seen by singles, by pairs and locked candidates, or by cases only: see `Rating`.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.why.refutation import Fact, Question
from bombe.analysis.why.sentences import phrase
from bombe.boards.errors import OutOfBudgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bombe.analysis.why.finders import Finder
    from bombe.analysis.why.refutation import Rating
    from bombe.boards import Board, Move
    from bombe.solvers import Meter

LEVELS = ("direct", "singles", "pairs", "cases")
"""The names of the levels of a rating."""


def level_words(level: int, *, in_full: bool = False) -> str:
    """Return how bombs of a level are seen: direct, by singles; in full what pairs stand for."""
    return phrase("rating", "in full" if in_full else "levels", level)


@dataclass(frozen=True)
class BombRatings:
    """The ratings of bombs, in order; `unrated` are those for which the budget was too small."""

    by_move: Mapping[Move, Rating]
    unrated: tuple[Move, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many bombs there are of each level, by its name."""
        found = Counter(rating.level for rating in self.by_move.values())
        return {name: found[level] for level, name in enumerate(LEVELS)}

    def words(self) -> str:
        """Return how many bombs are seen how: 100 direct, 5 by singles."""
        counts = self.counts
        parts = [
            f"{counts[name]} {level_words(level)}"
            for level, name in enumerate(LEVELS)
            if counts[name]
        ]
        if self.unrated:
            parts.append(phrase("rating", "unrated", bombs=len(self.unrated)))
        return ", ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: the counts, and of each bomb the move and its rating."""
        return {
            **self.counts,
            "unrated": len(self.unrated),
            "moves": [[*move, *rating] for move, rating in self.by_move.items()],
        }


def rate_bombs(board: Board, bombs: Sequence[Move], meter: Meter) -> BombRatings:
    """Return how hard bombs are to see; where the budget ends, the others are unrated."""
    facts = {Fact(board.shape.cell(move.row, move.column), move.value): move for move in bombs}
    found = _rated(board, facts, meter)
    by_move = {move: found[fact] for fact, move in facts.items() if fact in found}
    return BombRatings(by_move, tuple(move for move in bombs if move not in by_move))


def _rated(board: Board, facts: Iterable[Fact], meter: Meter) -> Mapping[Fact, Rating]:
    """Return the ratings that the budget allows, of all bombs together where the kernel is."""
    # Imported when something is rated: the names of the levels are needed without that.
    from bombe.analysis.why.finders import finder_for
    from bombe.analysis.why.kernel import ChainFinder

    finder = finder_for(board.shape)
    if not isinstance(finder, ChainFinder):
        return dict(_rated_one_by_one(finder, board, facts, meter))
    masks = [0] * board.shape.cells
    for cell, value in facts:
        masks[cell] |= 1 << value
    return finder.rate(board, masks, meter)


def _rated_one_by_one(
    finder: Finder, board: Board, facts: Iterable[Fact], meter: Meter
) -> Iterator[tuple[Fact, Rating]]:
    """Yield the ratings of refutations, until the budget ends."""
    with contextlib.suppress(OutOfBudgetError):
        for fact in facts:
            if refutation := finder.refute(board, Question(fact), meter):
                yield fact, refutation.rating
