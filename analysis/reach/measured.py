"""How often the law of reach was measured to be right: the figures of `bombe study modes`.

measured.json has them. Endgames: by mode, and whether the board is larger than 2x3; for each a
balance of -9 or less, -7, -5, -3, -1, 1, 3, 5, 7, 9 or more after the best move. Games from larger
positions: by mode, size and band of fills; for each a balance of -9 or less, -7 or -5, -3 or -1,
1 or 3, 5 or 7, 9 or more after the best move.
"""

from __future__ import annotations

from bombe.analysis.tempo.law import MeasuredOutcomes
from bombe.boards.templates import data

_MEASURED = data(__name__, "measured.json")
LEAST_FILLS: int = _MEASURED["fills"]["least"]
"""The fewest fills left of the endgames of the study."""
MOST_FILLS: int = _MEASURED["fills"]["most"]
"""The most fills left of the endgames of the study; larger positions were played by rule R."""
SMALL: int = _MEASURED["small"]
"""The size of the boards up to which the figures of small boards are used."""
STEPS: list[int] = _MEASURED["steps"]
"""The balances that are counted each on its own; farther ones are counted with the last."""
GAME_STEPS: list[int] = _MEASURED["steps of games"]
"""The same for larger positions: balances of at most 3, of at most 7, and more."""
BANDS: list[int] = _MEASURED["bands"][:-1]
"""Larger positions are counted by their fills: at most 25, 35, 45, and more."""
LAST_BAND: int = _MEASURED["bands"][-1]


def step_of(balance: int) -> int:
    """Return a balance, or the last step if it is farther from 0."""
    return max(-STEPS[-1], min(STEPS[-1], balance))


def game_step_of(balance: int) -> int:
    """Return the step of a larger position: the first that is as far from 0, or the last."""
    far = next((step for step in GAME_STEPS if abs(balance) <= step), GAME_STEPS[-1])
    return far if balance > 0 else -far


def band_of(fills: int) -> int:
    """Return the most fills of the band of a larger position."""
    return next((most for most in BANDS if fills <= most), LAST_BAND)


def measured_by_reach(mode: str, size: int, fills: int, balance: int) -> MeasuredOutcomes | None:
    """Return the measured outcomes of positions of such a balance after the mover's best move.

    None if there are none.
    """
    kind, most = f"{mode} small", MOST_FILLS
    if size > SMALL:
        kind, most = f"{mode} large", _MEASURED["fills"]["most on large boards"]
    is_endgame = fills <= most
    if is_endgame:
        rows, steps, step = _MEASURED["endgames"].get(kind), STEPS, step_of(balance)
    else:
        rows = _MEASURED["games"].get(f"{kind} {band_of(fills)}")
        steps, step = GAME_STEPS, game_step_of(balance)
    if rows is None:
        return None
    at = steps.index(abs(step))
    row = rows[len(steps) + at if step > 0 else len(steps) - 1 - at]
    return MeasuredOutcomes.of(row, games=not is_endgame)
