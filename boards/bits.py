"""Sets of small numbers as the bits of an integer: iterating over their members."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def bits_of(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits, lowest first: 0 and 2 for 0b101."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def single_bits(mask: int) -> Iterator[int]:
    """Yield each set bit as a mask of its own, lowest first: 1 and 4 for 0b101."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
