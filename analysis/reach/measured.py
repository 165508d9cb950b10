"""How often the law of reach was measured to be right: the figures of `bombe study modes`."""

from __future__ import annotations

from bombe.analysis.tempo.law import MeasuredOutcomes

LEAST_FILLS = 6
"""The fewest fills left of the endgames of the study."""
MOST_FILLS = 16
"""The most fills left of the endgames of the study; larger positions were played by rule R."""
SMALL = 6
"""The size of the boards up to which the figures of small boards are used."""
MOST_ON_LARGE = 18
"""The most fills for which the figures of endgames were confirmed on large boards."""
STEPS = (1, 3, 5, 7, 9)
"""The balances that are counted each on its own; farther ones are counted with the last."""
GAME_STEPS = (3, 7, 9)
"""The same for larger positions: balances of at most 3, of at most 7, and more."""
BANDS = (25, 35, 45)
"""Larger positions are counted by their fills: at most 25, 35, 45, and more."""
LAST_BAND = 99


ENDGAMES_OF_REACH = f"such endgames with {LEAST_FILLS} to {MOST_FILLS} fills left"
"""What the figures of endgames are measured on, in words."""


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
    is_large = size > SMALL
    if fills > (MOST_ON_LARGE if is_large else MOST_FILLS):
        games = _GAMES.get((mode, is_large, band_of(fills)))
        return games[_STEPS_OF_GAMES.index(game_step_of(balance))] if games else None
    steps = _MEASURED.get((mode, is_large))
    return steps[(step_of(balance) + STEPS[-1]) // 2] if steps else None


_STEPS_OF_GAMES = (-9, -7, -3, 3, 7, 9)
_MEASURED: dict[tuple[str, bool], tuple[MeasuredOutcomes, ...]] = {
    ("rows", False): (
        MeasuredOutcomes(0.5, 0.0, 99.5, -15.5, 193),
        MeasuredOutcomes(8.1, 3.2, 88.7, -8.2, 62),
        MeasuredOutcomes(7.9, 0.0, 92.1, -7.2, 38),
        MeasuredOutcomes(19.6, 5.4, 75.0, -4.6, 56),
        MeasuredOutcomes(31.9, 18.1, 50.0, -0.9, 72),
        MeasuredOutcomes(70.4, 8.2, 21.4, 3.8, 98),
        MeasuredOutcomes(79.8, 6.0, 14.3, 7.6, 84),
        MeasuredOutcomes(95.7, 2.9, 1.4, 9.3, 70),
        MeasuredOutcomes(93.9, 0.0, 6.1, 9.2, 49),
        MeasuredOutcomes(98.0, 1.0, 1.0, 18.2, 302),
    ),
    ("rows", True): (
        MeasuredOutcomes(0.9, 0.6, 98.5, -15.2, 529),
        MeasuredOutcomes(8.4, 3.8, 87.8, -7.2, 131),
        MeasuredOutcomes(11.8, 0.0, 88.2, -7.0, 51),
        MeasuredOutcomes(18.1, 7.2, 74.7, -4.7, 83),
        MeasuredOutcomes(39.0, 2.4, 58.5, -2.9, 41),
        MeasuredOutcomes(80.3, 2.3, 17.3, 5.5, 173),
        MeasuredOutcomes(88.2, 1.3, 10.5, 7.5, 76),
        MeasuredOutcomes(95.4, 0.9, 3.7, 9.8, 109),
        MeasuredOutcomes(96.4, 0.0, 3.6, 11.4, 55),
        MeasuredOutcomes(99.7, 0.0, 0.3, 19.2, 736),
    ),
    ("border", False): (
        MeasuredOutcomes(0.0, 0.0, 100.0, -13.1, 20),
        MeasuredOutcomes(4.5, 0.0, 95.5, -9.5, 22),
        MeasuredOutcomes(7.5, 1.5, 91.0, -6.7, 67),
        MeasuredOutcomes(11.5, 1.5, 87.0, -5.9, 131),
        MeasuredOutcomes(41.8, 9.7, 48.5, -0.5, 134),
        MeasuredOutcomes(84.6, 1.7, 13.7, 6.1, 292),
        MeasuredOutcomes(88.4, 1.8, 9.8, 8.2, 164),
        MeasuredOutcomes(96.9, 1.0, 2.1, 10.6, 97),
        MeasuredOutcomes(100.0, 0.0, 0.0, 12.4, 46),
        MeasuredOutcomes(100.0, 0.0, 0.0, 14.8, 44),
    ),
    ("border", True): (
        MeasuredOutcomes(0.0, 1.0, 99.0, -12.9, 104),
        MeasuredOutcomes(8.8, 3.9, 87.3, -8.2, 102),
        MeasuredOutcomes(15.3, 3.1, 81.6, -6.1, 98),
        MeasuredOutcomes(5.8, 1.3, 92.9, -9.2, 381),
        MeasuredOutcomes(18.6, 3.4, 78.0, -5.1, 118),
        MeasuredOutcomes(94.6, 0.3, 5.2, 10.2, 718),
        MeasuredOutcomes(91.3, 3.6, 5.1, 10.1, 138),
        MeasuredOutcomes(96.5, 0.7, 2.8, 13.5, 142),
        MeasuredOutcomes(98.3, 0.0, 1.7, 14.3, 59),
        MeasuredOutcomes(100.0, 0.0, 0.0, 17.1, 124),
    ),
    ("random", False): (
        MeasuredOutcomes(0.8, 1.6, 97.5, -14.3, 122),
        MeasuredOutcomes(6.9, 1.7, 91.4, -8.4, 58),
        MeasuredOutcomes(7.1, 4.8, 88.1, -8.1, 42),
        MeasuredOutcomes(14.3, 8.6, 77.1, -5.6, 70),
        MeasuredOutcomes(30.8, 7.7, 61.5, -1.6, 78),
        MeasuredOutcomes(68.5, 6.2, 25.4, 3.4, 130),
        MeasuredOutcomes(80.4, 2.0, 17.6, 5.8, 102),
        MeasuredOutcomes(94.8, 1.7, 3.4, 9.4, 116),
        MeasuredOutcomes(93.5, 0.0, 6.5, 10.2, 77),
        MeasuredOutcomes(98.2, 0.9, 0.9, 15.0, 228),
    ),
    ("random", True): (
        MeasuredOutcomes(1.1, 0.7, 98.2, -14.9, 442),
        MeasuredOutcomes(5.6, 1.2, 93.2, -8.4, 161),
        MeasuredOutcomes(7.0, 1.8, 91.2, -7.5, 57),
        MeasuredOutcomes(9.3, 5.5, 85.2, -6.0, 183),
        MeasuredOutcomes(40.0, 8.6, 51.4, -1.5, 35),
        MeasuredOutcomes(86.9, 1.7, 11.4, 6.8, 236),
        MeasuredOutcomes(93.0, 1.2, 5.8, 9.9, 86),
        MeasuredOutcomes(97.6, 0.0, 2.4, 11.2, 169),
        MeasuredOutcomes(96.9, 0.0, 3.1, 12.4, 64),
        MeasuredOutcomes(99.8, 0.0, 0.2, 18.8, 551),
    ),
}
"""Endgames from the study in docs/theory/modes.md: by mode, and whether the board is larger than
2x3; for each a balance of -9 or less, -7, -5, -3, -1, 1, 3, 5, 7, 9 or more after the best move."""
_GAMES: dict[tuple[str, bool, int], tuple[MeasuredOutcomes, ...]] = {
    ("rows", False, 25): (
        MeasuredOutcomes(3.1, 1.0, 95.8, -16.7, 96, games=True),
        MeasuredOutcomes(33.0, 4.3, 62.8, -4.9, 94, games=True),
        MeasuredOutcomes(38.0, 4.3, 57.8, -2.1, 187, games=True),
        MeasuredOutcomes(58.9, 2.6, 38.5, 2.1, 231, games=True),
        MeasuredOutcomes(56.1, 2.5, 41.4, 2.7, 157, games=True),
        MeasuredOutcomes(88.0, 2.9, 9.1, 12.4, 175, games=True),
    ),
    ("rows", True, 25): (
        MeasuredOutcomes(1.9, 0.0, 98.1, -14.3, 103, games=True),
        MeasuredOutcomes(11.8, 0.0, 88.2, -8.6, 34, games=True),
        MeasuredOutcomes(36.4, 6.1, 57.6, -2.5, 33, games=True),
        MeasuredOutcomes(46.3, 4.9, 48.8, 0.2, 41, games=True),
        MeasuredOutcomes(76.5, 5.9, 17.6, 5.1, 34, games=True),
        MeasuredOutcomes(95.2, 1.8, 3.0, 13.9, 165, games=True),
    ),
    ("rows", True, 35): (
        MeasuredOutcomes(7.3, 1.0, 91.7, -13.8, 96, games=True),
        MeasuredOutcomes(22.7, 2.3, 75.0, -8.3, 44, games=True),
        MeasuredOutcomes(37.7, 0.0, 62.3, -1.6, 53, games=True),
        MeasuredOutcomes(44.4, 2.2, 53.3, -1.0, 45, games=True),
        MeasuredOutcomes(58.8, 7.8, 33.3, 3.2, 51, games=True),
        MeasuredOutcomes(86.5, 2.6, 10.9, 11.3, 156, games=True),
    ),
    ("rows", True, 45): (
        MeasuredOutcomes(12.2, 2.2, 85.6, -11.1, 90, games=True),
        MeasuredOutcomes(37.5, 0.0, 62.5, -4.5, 40, games=True),
        MeasuredOutcomes(32.4, 2.9, 64.7, -3.9, 68, games=True),
        MeasuredOutcomes(39.3, 4.9, 55.7, -2.3, 61, games=True),
        MeasuredOutcomes(48.4, 7.8, 43.8, 1.7, 64, games=True),
        MeasuredOutcomes(76.5, 2.0, 21.6, 9.1, 153, games=True),
    ),
    ("rows", True, 99): (
        MeasuredOutcomes(30.6, 4.1, 65.3, -5.7, 49, games=True),
        MeasuredOutcomes(42.6, 3.3, 54.1, -0.3, 61, games=True),
        MeasuredOutcomes(44.7, 0.7, 54.6, -1.8, 141, games=True),
        MeasuredOutcomes(47.6, 3.4, 49.0, -1.2, 147, games=True),
        MeasuredOutcomes(58.0, 1.7, 40.3, 1.9, 119, games=True),
        MeasuredOutcomes(62.5, 0.0, 37.5, 4.4, 136, games=True),
    ),
    ("border", False, 25): (
        MeasuredOutcomes(0.0, 0.0, 100.0, -13.6, 8, games=True),
        MeasuredOutcomes(0.0, 0.0, 100.0, -10.8, 26, games=True),
        MeasuredOutcomes(34.8, 1.2, 64.0, -3.6, 161, games=True),
        MeasuredOutcomes(51.7, 1.4, 46.9, 0.6, 557, games=True),
        MeasuredOutcomes(73.0, 0.6, 26.4, 4.7, 178, games=True),
        MeasuredOutcomes(93.3, 3.3, 3.3, 11.3, 30, games=True),
    ),
    ("border", True, 25): (
        MeasuredOutcomes(5.9, 0.0, 94.1, -8.8, 17, games=True),
        MeasuredOutcomes(10.5, 0.0, 89.5, -8.3, 19, games=True),
        MeasuredOutcomes(16.5, 1.1, 82.4, -7.7, 91, games=True),
        MeasuredOutcomes(79.9, 0.0, 20.1, 7.0, 169, games=True),
        MeasuredOutcomes(61.2, 8.2, 30.6, 5.0, 49, games=True),
        MeasuredOutcomes(89.3, 0.0, 10.7, 10.9, 56, games=True),
    ),
    ("border", True, 35): (
        MeasuredOutcomes(2.6, 5.1, 92.3, -11.7, 39, games=True),
        MeasuredOutcomes(12.8, 2.6, 84.6, -9.9, 39, games=True),
        MeasuredOutcomes(39.4, 1.0, 59.6, -2.5, 104, games=True),
        MeasuredOutcomes(67.5, 4.2, 28.3, 3.6, 120, games=True),
        MeasuredOutcomes(63.0, 4.1, 32.9, 3.8, 73, games=True),
        MeasuredOutcomes(82.0, 0.0, 18.0, 9.2, 89, games=True),
    ),
    ("border", True, 45): (
        MeasuredOutcomes(4.9, 0.0, 95.1, -10.5, 41, games=True),
        MeasuredOutcomes(32.1, 0.0, 67.9, -4.3, 53, games=True),
        MeasuredOutcomes(29.1, 1.3, 69.6, -4.4, 79, games=True),
        MeasuredOutcomes(51.3, 1.3, 47.4, -1.0, 76, games=True),
        MeasuredOutcomes(67.8, 2.2, 30.0, 5.4, 90, games=True),
        MeasuredOutcomes(83.3, 1.7, 15.0, 8.0, 120, games=True),
    ),
    ("border", True, 99): (
        MeasuredOutcomes(36.0, 0.0, 64.0, -3.3, 25, games=True),
        MeasuredOutcomes(17.5, 2.5, 80.0, -7.7, 40, games=True),
        MeasuredOutcomes(38.4, 0.0, 61.6, -2.7, 138, games=True),
        MeasuredOutcomes(53.4, 1.6, 45.0, 0.6, 189, games=True),
        MeasuredOutcomes(60.4, 1.2, 38.5, 3.1, 169, games=True),
        MeasuredOutcomes(83.8, 0.0, 16.2, 8.0, 99, games=True),
    ),
    ("random", False, 25): (
        MeasuredOutcomes(0.0, 0.0, 100.0, -13.1, 33, games=True),
        MeasuredOutcomes(24.3, 2.7, 73.0, -6.6, 37, games=True),
        MeasuredOutcomes(35.7, 3.6, 60.7, -2.9, 140, games=True),
        MeasuredOutcomes(47.6, 3.0, 49.4, -0.7, 334, games=True),
        MeasuredOutcomes(61.5, 4.5, 34.0, 3.4, 244, games=True),
        MeasuredOutcomes(81.9, 2.4, 15.7, 7.7, 166, games=True),
    ),
    ("random", True, 25): (
        MeasuredOutcomes(4.3, 3.2, 92.5, -13.8, 93, games=True),
        MeasuredOutcomes(7.7, 2.6, 89.7, -8.6, 39, games=True),
        MeasuredOutcomes(16.7, 0.0, 83.3, -6.6, 54, games=True),
        MeasuredOutcomes(51.9, 3.7, 44.4, 0.1, 54, games=True),
        MeasuredOutcomes(80.4, 0.0, 19.6, 5.6, 56, games=True),
        MeasuredOutcomes(96.8, 0.6, 2.6, 14.7, 156, games=True),
    ),
    ("random", True, 35): (
        MeasuredOutcomes(2.2, 3.3, 94.5, -13.7, 91, games=True),
        MeasuredOutcomes(7.7, 0.0, 92.3, -10.1, 39, games=True),
        MeasuredOutcomes(31.4, 0.0, 68.6, -3.9, 51, games=True),
        MeasuredOutcomes(49.2, 1.6, 49.2, 0.3, 61, games=True),
        MeasuredOutcomes(65.5, 0.0, 34.5, 2.9, 55, games=True),
        MeasuredOutcomes(87.4, 2.0, 10.6, 11.3, 151, games=True),
    ),
    ("random", True, 45): (
        MeasuredOutcomes(17.5, 1.8, 80.7, -9.5, 57, games=True),
        MeasuredOutcomes(26.8, 14.6, 58.5, -3.4, 41, games=True),
        MeasuredOutcomes(34.4, 1.6, 64.1, -3.9, 64, games=True),
        MeasuredOutcomes(51.9, 1.9, 46.2, 0.6, 52, games=True),
        MeasuredOutcomes(51.4, 6.8, 41.9, 1.2, 74, games=True),
        MeasuredOutcomes(77.2, 2.5, 20.3, 7.9, 158, games=True),
    ),
    ("random", True, 99): (
        MeasuredOutcomes(15.5, 1.7, 82.8, -9.6, 58, games=True),
        MeasuredOutcomes(34.6, 3.8, 61.5, -5.2, 52, games=True),
        MeasuredOutcomes(35.6, 2.2, 62.2, -4.3, 90, games=True),
        MeasuredOutcomes(41.9, 0.0, 58.1, -1.0, 105, games=True),
        MeasuredOutcomes(60.3, 1.7, 37.9, 3.4, 116, games=True),
        MeasuredOutcomes(61.3, 1.4, 37.3, 3.4, 217, games=True),
    ),
}
"""Games from larger positions of the same study: by mode, size and band of fills; for each a
balance of -9 or less, -7 or -5, -3 or -1, 1 or 3, 5 or 7, 9 or more after the best move."""
