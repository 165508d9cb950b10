"""The loony endgame: the value of independent chains and loops where nothing else is left.

The player to move has to open one of them. The opponent takes all of it and moves next, or takes
all but two boxes (all but four of a loop) and keeps control: the mover has to open the next one as
well.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.dots.strings import LONG, StringKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.analysis.dots.strings import String


class Piece(NamedTuple):
    """The kind and length of a chain or loop that has not been opened."""

    kind: StringKind
    boxes: int

    @property
    def declined(self) -> int:
        """The boxes left to the opponent to keep control; 0 if its middle line prevents that."""
        if self.kind is StringKind.LOOP:
            return 4
        return 2 if self.boxes >= LONG else 0


def piece_of(one: String) -> Piece:
    """Return the piece that a string is."""
    return Piece(one.kind, len(one.boxes))


def margin_of(pieces: Iterable[Piece]) -> int:
    """Return the mover's margin if only these are left, by trying every order of opening them.

    The number of steps is the number of sets of pieces that can be left, see `orders`.
    """
    counts = Counter(pieces)
    known: dict[tuple[int, ...], int] = {}
    # In this order, every set comes after those with one piece less.
    for left in itertools.product(*(range(count + 1) for count in counts.values())):
        known[left] = max(
            (
                -taken(piece, known[(*left[:i], left[i] - 1, *left[i + 1 :])])
                for i, piece in enumerate(counts)
                if left[i]
            ),
            default=0,
        )
    return known[tuple(counts.values())]


def margins_without(pieces: Iterable[Piece]) -> dict[Piece, int]:
    """Return for each kind of piece the mover's margin if one piece of it is gone."""
    counts = Counter(pieces)
    return {piece: margin_of((counts - Counter([piece])).elements()) for piece in counts}


def orders(pieces: Iterable[Piece]) -> int:
    """Count the sets of pieces that can be left during play."""
    return math.prod(count + 1 for count in Counter(pieces).values())


def taken(piece: Piece, rest: int) -> int:
    """Return the value of an opened piece to the taker, if moving in the rest is worth `rest`.

    The taker takes all of it and moves, or, if possible, all but a few, and the opponent moves.
    """
    whole = piece.boxes + rest
    if not piece.declined:
        return whole
    return max(whole, piece.boxes - 2 * piece.declined - rest)
