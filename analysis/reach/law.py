"""The law of reach: who wins in the newer play modes, told from a few counts.

It is measured, not proved; docs/theory/modes.md has the figures. A player can force half a fill
for every shared cell that is open to it, and a whole one for every private cell (bounds.py). The
*lead* of the mover is the difference of these, in half fills. Who leads wins. Only if nobody leads
does the tempo decide, with F, the number of fills that are left, in the place of E, and B, the
number of usable bombs on cells that somebody can still reach:

    F odd                 the mover wins with a lead of at least -1 half fill
    F even, B odd         with a lead of at least 0
    both even             with a lead of at least 1

It is surer one move ahead: by the balance after the move with the most points, those expected from
then on included.

The *balance* puts this into one number, for searches: twice the lead, and 3, 1 or -1 for the
tempo. It is never 0, and the mover wins by the law if it is positive. The farther it is from 0, the
more often the law is right, and the larger the margin: about 4 points, and 3/4 for each 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.tempo.law import Outlook
from bombe.boards.templates import sentences

if TYPE_CHECKING:
    from bombe.analysis.reach.cells import Reach
    from bombe.boards.game import Player

ODD, EVEN_ODD, EVEN_EVEN = 3, 1, -1
"""What the tempo is worth: F odd, F even and B odd, both even."""
phrase = sentences(__name__)
"""Says the sentences of reach."""
TEMPO_WORDS = {
    ODD: phrase("tempo", "odd"),
    EVEN_ODD: phrase("tempo", "even, odd"),
    EVEN_EVEN: phrase("tempo", "even, even"),
}


def tempo_of(fills: int, bombs: int) -> int:
    """Return the worth of the tempo for the mover."""
    if fills % 2:
        return ODD
    return EVEN_ODD if bombs % 2 else EVEN_EVEN


def lead_of(reach: Reach, mover: Player) -> int:
    """Return the half fills that the mover can force beyond those of the opponent."""
    first, second = reach.ever
    one, two = reach.open
    lead = (
        2 * ((first & ~second).bit_count() - (second & ~first).bit_count())
        + (one & second).bit_count()
        - (two & first).bit_count()
    )
    return lead if mover == 1 else -lead


def balance_of(reach: Reach, mover: Player, bombs: int) -> int:
    """Return the balance of a position; `bombs` are those on cells that somebody can reach."""
    return 2 * lead_of(reach, mover) + tempo_of(reach.fills, bombs)


def verdict_of(balance: int) -> Outlook:
    """Return the law's verdict on the mover."""
    return Outlook.WON if balance > 0 else Outlook.LOST


def estimate_of(balance: int) -> float:
    """Return about how many points more than the opponent the mover gets from here on."""
    points = 4 + 0.75 * abs(balance)
    return points if balance > 0 else -points
