"""What independent chains and loops are worth, where nothing else is left of Dots and Boxes.

Whoever is to move has to open one. The opponent takes it all and moves next, or takes all but two
boxes (of a loop all but four) and so keeps control: the mover has to open the next one as well.
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
    """What matters of a chain or a loop that nobody has opened: what it is, and how long."""

    kind: StringKind
    boxes: int

    @property
    def declined(self) -> int:
        """Boxes left to the opponent to keep control; 0 where its middle line prevents that."""
        if self.kind is StringKind.LOOP:
            return 4
        return 2 if self.boxes >= LONG else 0


def piece_of(one: String) -> Piece:
    """Give the piece that a string is."""
    return Piece(one.kind, len(one.boxes))


def margin_of(pieces: Iterable[Piece]) -> int:
    """Give the mover's margin where only these are left, by trying every order of opening them.

    It takes as many steps as there are ways to have taken some of them, see `orders`.
    """
    counts = Counter(pieces)
    known: dict[tuple[int, ...], int] = {}
    # In this order whatever has one piece less comes before.
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


def openings(pieces: Iterable[Piece]) -> dict[Piece, int]:
    """Give for each kind of piece what opening it first is worth to the mover."""
    counts = Counter(pieces)
    return {
        piece: -taken(piece, margin_of((counts - Counter([piece])).elements())) for piece in counts
    }


def orders(pieces: Iterable[Piece]) -> int:
    """Count the sets of pieces that can be left on the way."""
    return math.prod(count + 1 for count in Counter(pieces).values())


def taken(piece: Piece, rest: int) -> int:
    """Give what an opened piece is worth to the taker, where moving in the rest is worth `rest`.

    All of it, and then the move; or, where that can be, all but a few, and the opponent moves.
    """
    whole = piece.boxes + rest
    if not piece.declined:
        return whole
    return max(whole, piece.boxes - 2 * piece.declined - rest)


def controlled_value(pieces: Iterable[Piece]) -> int:
    """Give what control is worth among long chains and loops, by the formula for it.

    Each chain is worth its length less 4 to whoever keeps control, each loop its length less 8, and
    the last one is taken whole: 4 more, 8 where there are loops only, 6 where all chains have three
    boxes and there are loops. At 2 and more this is the margin of the controller.
    """
    given = tuple(pieces)
    chains = [piece.boxes for piece in given if piece.kind is StringKind.CHAIN]
    loops = [piece.boxes for piece in given if piece.kind is StringKind.LOOP]
    if not given:
        return 0
    last = 8 if not chains else 6 if loops and max(chains) == LONG else 4
    return sum(chains) - 4 * len(chains) + sum(loops) - 8 * len(loops) + last
