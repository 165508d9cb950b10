"""Tables that keep to a width: short names with a legend, columns in blocks, nothing lost."""

from __future__ import annotations

import itertools

import pytest

from bombe.analysis.columns import columns

NAMES = ["a", f"team_{'x' * 60}_v1", f"team_{'x' * 60}_v2", "b" * 70]
HEAD = ["", "player", *(f"figure {number}" for number in range(9))]
ROWS = [HEAD, *([str(rank), name, *"123456789"] for rank, name in enumerate(NAMES, 1))]


@pytest.mark.parametrize("width", [60, 80, 100, 132])
def test_no_line_is_longer_and_nothing_is_lost(width: int) -> None:
    text = columns(ROWS, (1,), width)
    tables, legend = text[: text.rindex("\n\n")], text[text.rindex("\n\n") :]
    assert all(len(line) <= width for line in tables.splitlines())
    for figure in range(9):
        assert tables.count(f"figure {figure}") == 1
    shown = [line.split(" =")[0] for line in legend.strip().splitlines() if " =" in line]
    assert len(set(shown)) == len(shown) == 3
    joined = legend.replace("\n  ", "")
    assert all(name in joined for name in NAMES[1:])
    for name in shown:
        assert len(name) >= width // 2 - len("~3")
        assert name in tables


def test_what_fits_stays_as_it_is() -> None:
    free = columns(ROWS, (1,))
    assert columns(ROWS, (1,), 1000) == free
    assert max(map(len, free.splitlines())) > 132
    assert free.splitlines()[1].startswith("1  a      ")


def test_a_name_in_the_head_is_shortened_too() -> None:
    rows = [["player " + "n" * 90, "games"], ["board  x", "3"]]
    text = columns(rows, (0,), 50)
    assert all(len(line) <= 50 for line in text.splitlines())
    assert "n" * 40 in text.replace("\n  ", "")


def test_names_that_are_alike_at_both_ends_keep_apart() -> None:
    names = ["x" * 30 + middle + "y" * 30 for middle in "abcd"]
    text = columns([["player", "games"], *([name, "1"] for name in names)], (0,), 40)
    short = [line.split()[0] for line in itertools.islice(text.splitlines(), 1, 5)]
    assert len(set(short)) == 4
