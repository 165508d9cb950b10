"""Iterating over the bits of a mask."""

from __future__ import annotations

import random

from bombe.boards.bits import bits_of, single_bits


def test_bits_come_lowest_first() -> None:
    assert list(bits_of(0b10110)) == [1, 2, 4]
    assert list(single_bits(0b10110)) == [2, 4, 16]


def test_an_empty_mask_has_none() -> None:
    assert not [*bits_of(0), *single_bits(0)]


def test_both_agree_with_binary_digits_on_long_masks() -> None:
    rng = random.Random(14)
    for _ in range(50):
        mask = rng.getrandbits(200)
        expected = [place for place, digit in enumerate(reversed(f"{mask:b}")) if digit == "1"]
        assert list(bits_of(mask)) == expected
        assert list(single_bits(mask)) == [1 << place for place in expected]
