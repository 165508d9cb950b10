"""Functions are small: the figures that a reader's patience sets."""

from __future__ import annotations

from statistics import median, quantiles

from project import functions, modules

LONGEST = 45


def test_functions_are_short() -> None:
    found = [function for path in modules() for function in functions(path)]
    lengths = [function.lines for function in found]
    assert not [function.place for function in found if function.lines > LONGEST]
    assert median(lengths) < 10
    assert quantiles(lengths, n=20)[-1] <= 25
