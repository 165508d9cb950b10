"""Random draws from a seed, the same in Python and in the page (front/board/boards/draws.js).

32 bits of state take a step and are mixed by two multiplications (as in splitmix32). A seed of any
size is mixed in 32 bits at a time, the lowest first; its sign does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bombe.boards.seeds import checked_seed

T = TypeVar("T")

_MASK = 0xFFFFFFFF
_STEP = 0x9E3779B9


class Draws:
    """Draws that follow from a whole number."""

    def __init__(self, seed: int) -> None:
        self._state = 0
        rest = abs(checked_seed(seed))
        while rest:
            self._state = _mixed(self._state ^ rest & _MASK)
            rest >>= 32

    def bits(self, count: int) -> int:
        """Return a whole number of at most so many bits, which are 32 or fewer."""
        self._state = self._state + _STEP & _MASK
        return _mixed(self._state) >> 32 - count

    def below(self, limit: int) -> int:
        """Return a whole number from 0 on, below a limit of at most 2**32 - 1."""
        while (drawn := self.bits(limit.bit_length())) >= limit:
            pass
        return drawn

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` different items, in random order."""
        pool = list(items)
        for i in range(count):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:count]


def _mixed(word: int) -> int:
    """Return 32 bits that depend on 32 bits."""
    word = (word ^ word >> 16) * 0x21F0AAAD & _MASK
    word = (word ^ word >> 15) * 0x735A2D97 & _MASK
    return word ^ word >> 15
