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
    """Return the measured outcomes of positions of that size; None if there are none."""
    kind = TempoClass.of(empties, bombs)
    if empties > LARGEST_ENDGAME:
        return _GAMES[kind.outlook]
    if not proper or empties not in SIZES:
        return None
    return _ENDGAMES[kind][(empties - SIZES.start) // 2]


def mean_margin(empties: int, bombs: int, *, proper: bool) -> float:
    """Return the mean margin of measured endgames of the same parities, of all sizes."""
    return _MEAN_MARGINS[TempoClass.of(empties, bombs)][proper]


LARGEST_ENDGAME = 20
"""Positions with more empty cells are judged by whole games."""
SIZES = range(8, 18)
"""The numbers of empty cells of measured endgames, on boards with one solution."""
_MEAN_MARGINS = {
    TempoClass.EVEN_ODD: (11.3, 8.4),
    TempoClass.ODD_ODD: (8.4, 10.0),
    TempoClass.ODD_EVEN: (7.7, 8.5),
    TempoClass.ODD_NONE: (13.6, 14.7),
    TempoClass.EVEN_EVEN: (-7.4, -5.5),
    TempoClass.EVEN_NONE: (-11.3, -8.7),
}
"""Of endgames with several solutions, and with one, as docs/theory/tempo.md has them by class."""
_ENDGAMES: dict[TempoClass, tuple[MeasuredOutcomes, ...]] = {
    TempoClass.EVEN_ODD: (
        MeasuredOutcomes(99.36, 0.64, 0.00, 7.3, 156),
        MeasuredOutcomes(100.00, 0.00, 0.00, 7.9, 185),
        MeasuredOutcomes(100.00, 0.00, 0.00, 8.1, 240),
        MeasuredOutcomes(100.00, 0.00, 0.00, 9.0, 222),
        MeasuredOutcomes(99.57, 0.43, 0.00, 9.4, 235),
    ),
    TempoClass.ODD_ODD: (
        MeasuredOutcomes(100.00, 0.00, 0.00, 9.1, 167),
        MeasuredOutcomes(99.02, 0.49, 0.49, 9.0, 204),
        MeasuredOutcomes(100.00, 0.00, 0.00, 9.9, 200),
        MeasuredOutcomes(100.00, 0.00, 0.00, 10.2, 219),
        MeasuredOutcomes(100.00, 0.00, 0.00, 10.5, 216),
    ),
    TempoClass.ODD_EVEN: (
        MeasuredOutcomes(95.83, 0.00, 4.17, 8.2, 72),
        MeasuredOutcomes(95.38, 0.77, 3.85, 7.9, 130),
        MeasuredOutcomes(97.37, 0.00, 2.63, 8.6, 114),
        MeasuredOutcomes(90.79, 1.32, 7.89, 8.2, 152),
        MeasuredOutcomes(96.23, 0.00, 3.77, 8.6, 159),
    ),
    TempoClass.ODD_NONE: (
        MeasuredOutcomes(100.00, 0.00, 0.00, 13.4, 561),
        MeasuredOutcomes(100.00, 0.00, 0.00, 14.3, 461),
        MeasuredOutcomes(100.00, 0.00, 0.00, 15.1, 376),
        MeasuredOutcomes(100.00, 0.00, 0.00, 15.6, 299),
        MeasuredOutcomes(100.00, 0.00, 0.00, 16.2, 257),
    ),
    TempoClass.EVEN_EVEN: (
        MeasuredOutcomes(0.00, 0.00, 100.00, -4.9, 39),
        MeasuredOutcomes(3.54, 0.88, 95.58, -5.3, 113),
        MeasuredOutcomes(3.33, 0.00, 96.67, -5.6, 150),
        MeasuredOutcomes(8.03, 1.46, 90.51, -5.2, 137),
        MeasuredOutcomes(10.00, 1.25, 88.75, -5.1, 160),
    ),
    TempoClass.EVEN_NONE: (
        MeasuredOutcomes(0.00, 4.30, 95.70, -7.0, 605),
        MeasuredOutcomes(0.00, 0.60, 99.40, -8.3, 501),
        MeasuredOutcomes(0.00, 0.00, 100.00, -9.5, 404),
        MeasuredOutcomes(0.00, 0.00, 100.00, -10.2, 329),
        MeasuredOutcomes(0.00, 0.00, 100.00, -11.2, 262),
    ),
}
"""Endgames on boards with one solution, by the number of empty cells, from the same page."""
_GAMES = {
    Outlook.WON: MeasuredOutcomes(99.68, 0.00, 0.32, 14.8, 308, games=True),
    Outlook.LOST: MeasuredOutcomes(0.00, 1.09, 98.91, -14.1, 92, games=True),
}
"""Whole games between players of rule P, by the law's verdict on their start."""
