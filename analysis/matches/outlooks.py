"""Who wins a game from its start, as far as theory can say: a verdict on the player to move.

    outlook(state)              "won", "lost", "drawn" or "open"
    solved(state)               the same by the exact values alone

The line of a game in bombe.analysis.games names its verdict: the tempo law in Competitive Sudoku,
and the exact values of all moves, where they are within reach, in other games.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from bombe.analysis.games import views_of
from bombe.analysis.matches.lost_points import NODES

if TYPE_CHECKING:
    from bombe.boards import SudokuState
    from bombe.boards.game import AnyState

WON, LOST, DRAWN, OPEN = "won", "lost", "drawn", "open"
_TURNED = {WON: LOST, LOST: WON}


def for_opponent(verdict: str) -> str:
    """Return a verdict from the opponent's side."""
    return _TURNED.get(verdict, verdict)


@functools.lru_cache(maxsize=1024)  # the games of a log begin on a few positions
def outlook(state: AnyState) -> str:
    """Return whether the player to move wins by theory; `open` if it has no verdict."""
    return views_of(state.game.name).load_outlook()(state)


@functools.lru_cache(maxsize=1024)
def solved(state: AnyState) -> str:
    """Return whether the player to move wins with best play; `open` if the game is too long."""
    return exact_outlook(state)


def exact_outlook(state: AnyState) -> str:
    """Return the verdict of the judge of a game; `open` if the game is too long for it."""
    values = views_of(state.game.name).load_judge()(NODES).values(state)
    if not values:
        return OPEN
    margin, (one, two) = max(values.values()), state.scores
    margin += one - two if state.to_move == 1 else two - one
    return DRAWN if not margin else WON if margin > 0 else LOST


SURE = 90.0
"""In the newer play modes: the percentage from which on the law of reach is believed."""


def tempo_outlook(state: SudokuState) -> str:
    """Return the verdict of the tempo law, or of the law of reach where that is sure enough."""
    from bombe.analysis.verdicts.report import tempo
    from bombe.solvers import Budget

    found = tempo(state, Budget(nodes=NODES), exact=0)
    if found.reach is not None:
        share = found.reach.measured
        if share is None or share.agreement(found.verdict) < SURE:
            return OPEN
    return str(found.verdict)
