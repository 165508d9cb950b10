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

from bombe.boards.templates import data

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class Outlook(enum.StrEnum):
    """The law's verdict on the mover; OPEN if it has none or is not known to hold."""

    WON = "won"
    LOST = "lost"
    OPEN = "open"

    @property
    def for_opponent(self) -> Outlook:
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

    @classmethod
    def of(cls, row: Sequence[float], *, games: bool = False) -> MeasuredOutcomes:
        """Return the outcomes of a row of a measured table."""
        won, drawn, lost, margin, positions = row
        return cls(won, drawn, lost, margin, int(positions), games)

    def agreement(self, verdict: Outlook) -> float:
        """Return the percentage of the positions in which the law was right."""
        return self.won if verdict is Outlook.WON else self.lost


_MEASURED = data(__name__, "measured.json")
"""The figures of docs/theory/tempo.md: mean margins of all measured endgames with several solutions
and with one; endgames on boards with one solution, by the number of empty cells; whole games
between players of rule P, by the law's verdict on their start."""
LARGEST_ENDGAME: int = _MEASURED["largest endgame"]
"""Positions with more empty cells are judged by whole games."""
SIZES = range(_MEASURED["sizes"][0], _MEASURED["sizes"][1] + 1)
"""The numbers of empty cells of measured endgames, on boards with one solution."""


def measured(empties: int, bombs: int, *, proper: bool) -> MeasuredOutcomes | None:
    """Return the measured outcomes of positions of that size; None if there are none."""
    kind = TempoClass.of(empties, bombs)
    if empties > LARGEST_ENDGAME:
        return MeasuredOutcomes.of(_MEASURED["games"][kind.outlook], games=True)
    if not proper or empties not in SIZES:
        return None
    return MeasuredOutcomes.of(_MEASURED["endgames"][kind][(empties - SIZES.start) // 2])


def mean_margin(empties: int, bombs: int, *, proper: bool) -> float:
    """Return the mean margin of measured endgames of the same parities, of all sizes."""
    margin: float = _MEASURED["mean margins"][TempoClass.of(empties, bombs)][proper]
    return margin
