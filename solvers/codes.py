"""The verdicts of all candidates of a board as bytes, one for each (cell, value).

The byte of (cell, value) is at cell * N + value - 1. So the kernel writes them, and so all moves of
a verdict are picked at once, from a table of moves or of texts, by `itertools.compress`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombe.boards.bits import bits_of

NOT_CANDIDATE, NO, YES, UNKNOWN = range(4)

IS_NO, IS_YES, IS_UNKNOWN = (bytes(code == it for code in range(256)) for it in (NO, YES, UNKNOWN))
"""Tables for `bytes.translate`: they turn codes into flags of the candidates with one verdict."""


def codes_of_masks(
    candidates: Sequence[int], true: Sequence[int], undecided: Sequence[int]
) -> bytes:
    """Return the codes of a board from its masks, which have value v of a cell as bit v."""
    size = round(len(candidates) ** 0.5)
    codes = bytearray(size * len(candidates))
    for masks, code in ((candidates, NO), (true, YES), (undecided, UNKNOWN)):
        for start, mask in zip(range(-1, len(codes), size), masks, strict=False):
            for value in bits_of(mask):
                codes[start + value] = code
    return bytes(codes)
