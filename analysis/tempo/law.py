"""The tempo law: who fills the last cell, predicted from two numbers.

E is the number of empty cells, B the number of usable bombs. The mover loses if both are even, and
otherwise keeps the tempo: at even E by a skip, at odd E by a fill that leaves B even.
docs/theory/tempo.md has the proof, the exceptions and the measurements.

Two rules of play follow; the second is the skip rule of `minimax-skip`:

    P    E even and B odd: skip.   E odd: fill so that B is even afterwards.   Both even: fill.
    W    E even: skip if there is a bomb.   E odd: fill.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection


class Outlook(enum.StrEnum):
    """The law's verdict on the mover; OPEN if it has none or is not known to hold."""

    WON = "won"
    LOST = "lost"
    OPEN = "open"

    @property
    def turned(self) -> Outlook:
        """The same from the opponent's side."""
        return _TURNED[self]


_TURNED = {Outlook.WON: Outlook.LOST, Outlook.LOST: Outlook.WON, Outlook.OPEN: Outlook.OPEN}


class TempoClass(enum.StrEnum):
    """The six classes of positions: the parities of E and B, with B = 0 as a separate case."""

    EVEN_ODD = "even, odd"
    ODD_ODD = "odd, odd"
    ODD_EVEN = "odd, even"
    ODD_NONE = "odd, 0"
    EVEN_EVEN = "even, even"
    EVEN_NONE = "even, 0"

    @classmethod
    def of(cls, empties: int, bombs: int) -> TempoClass:
        """Return the class of E and B."""
        parity = ("even", "odd")
        return cls(f"{parity[empties % 2]}, {parity[bombs % 2] if bombs else '0'}")

    @property
    def outlook(self) -> Outlook:
        """The law's verdict on the class, where its condition holds."""
        lost = self in (TempoClass.EVEN_EVEN, TempoClass.EVEN_NONE)
        return Outlook.LOST if lost else Outlook.WON


def outlook(empties: int, bombs: int, left: Collection[int] = (), *, known: bool = True) -> Outlook:
    """Return who fills the last cell.

    `left` holds the number of bombs that each fill leaves; it is needed at odd E only. `known` says
    that no fill is missing.
    """
    if empties % 2 == 0:
        return Outlook.WON if bombs % 2 else Outlook.LOST
    if any(count % 2 == 0 for count in left):
        return Outlook.WON
    # Every fill gives the opponent an odd number of bombs to skip with. A skip could therefore help
    # only with a bomb that every fill kills; that case is left open.
    return Outlook.LOST if known and bombs == 0 else Outlook.OPEN


class MeasuredOutcomes(NamedTuple):
    """The outcomes of positions for the mover, in percent, and the mean margin.

    Endgames were decided by best play of both sides; with `games`, larger positions were played out
    by a rule on both sides: rule P, or R in the newer play modes.
    """

    won: float
    drawn: float
    lost: float
    margin: float
    positions: int
    games: bool = False

    def agreement(self, verdict: Outlook) -> float:
        """Return the percentage of the positions in which the law was right."""
        return self.won if verdict is Outlook.WON else self.lost


def measured(empties: int, bombs: int, *, proper: bool) -> MeasuredOutcomes | None:
    """Return the measured outcomes of such positions; None if there are none."""
    kind = TempoClass.of(empties, bombs)
    if empties > ENDGAME:
        return _GAMES[kind.outlook]
    return (_PROPER if proper else _SEVERAL).get(kind)


ENDGAME = 20
"""The most empty cells of a position that is judged by the figures of solved endgames."""
_PROPER: dict[TempoClass, MeasuredOutcomes] = {
    TempoClass.EVEN_ODD: MeasuredOutcomes(99.81, 0.19, 0.00, 8.4, 3129),
    TempoClass.ODD_ODD: MeasuredOutcomes(100.00, 0.00, 0.00, 10.0, 3095),
    TempoClass.ODD_EVEN: MeasuredOutcomes(96.09, 0.80, 3.11, 8.5, 1867),
    TempoClass.ODD_NONE: MeasuredOutcomes(100.00, 0.00, 0.00, 14.7, 5823),
    TempoClass.EVEN_EVEN: MeasuredOutcomes(6.34, 1.12, 92.54, -5.5, 1689),
    TempoClass.EVEN_NONE: MeasuredOutcomes(0.03, 1.12, 98.85, -8.7, 6411),
}
"""Endgames on boards with one solution, from the study in docs/theory/tempo.md."""
_SEVERAL: dict[TempoClass, MeasuredOutcomes] = {
    TempoClass.EVEN_ODD: MeasuredOutcomes(100.00, 0.00, 0.00, 11.3, 750),
    TempoClass.ODD_ODD: MeasuredOutcomes(100.00, 0.00, 0.00, 8.4, 738),
    TempoClass.ODD_EVEN: MeasuredOutcomes(99.46, 0.00, 0.54, 7.7, 369),
    TempoClass.ODD_NONE: MeasuredOutcomes(100.00, 0.00, 0.00, 13.6, 507),
    TempoClass.EVEN_EVEN: MeasuredOutcomes(0.28, 0.42, 99.29, -7.4, 706),
    TempoClass.EVEN_NONE: MeasuredOutcomes(0.12, 0.00, 99.88, -11.3, 848),
}
"""Endgames on boards with several solutions, from the same study."""
_GAMES = {
    Outlook.WON: MeasuredOutcomes(99.68, 0.00, 0.32, 14.8, 308, games=True),
    Outlook.LOST: MeasuredOutcomes(0.00, 1.09, 98.91, -14.1, 92, games=True),
}
"""Whole games between players of rule P, by the law's verdict on their start."""
