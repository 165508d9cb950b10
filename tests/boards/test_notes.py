"""Notes of agents: which are kept, and what is said of the others."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from bombe.boards.notes import LARGEST, MAX_NOTES, add_note, notes_text


class Broken(int):
    """A number that fails when it is used."""

    def __int__(self) -> int:
        raise RuntimeError("on purpose")


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (4, 4),
        (-2.5, -2.5),
        (True, 1),
        (np.int64(7), 7),
        (np.float32(0.5), 0.5),
        (Fraction(1, 4), 0.25),
        (LARGEST, LARGEST),
    ],
)
def test_numbers_of_any_type_are_kept_as_plain_numbers(value: object, kept: float) -> None:
    notes: dict[str, int | float] = {}
    assert not add_note(notes, "depth", value)
    assert notes == {"depth": kept}
    assert type(notes["depth"]) in (int, float)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("depth", "4", "depth is of type str, not a number"),
        ("depth", None, "depth is of type NoneType, not a number"),
        ("depth", [1], "depth is of type list"),
        ("depth", 1j, "depth is of type complex"),
        ("depth", Broken(3), "depth is of type Broken"),
        ("depth", math.nan, "depth is not a number between"),
        ("depth", -math.inf, "depth is not a number between"),
        ("depth", 10**400, "depth is not a number between"),
        ("", 1, "'' is not a name"),
        ("2nd", 1, "'2nd' is not a name"),
        ("a b", 1, "'a b' is not a name"),
        ("a\n", 1, "is not a name"),
        ("x" * 25, 1, "is not a name of up to 24"),
        (7, 1, "a int is not a name"),
    ],
)
def test_what_is_not_a_number_by_a_name_is_dropped_with_a_reason(
    name: object, value: object, words: str
) -> None:
    notes: dict[str, int | float] = {"depth": 3}
    assert words in add_note(notes, name, value)
    assert notes == {"depth": 3}


def test_a_turn_has_a_limited_number_of_names_but_each_may_change() -> None:
    notes: dict[str, int | float] = {}
    wrong = [add_note(notes, f"n{number}", number) for number in range(MAX_NOTES + 3)]
    assert [bool(text) for text in wrong] == [False] * MAX_NOTES + [True] * 3
    assert "one name too many" in wrong[-1]
    assert not add_note(notes, "n0", 9)
    assert (notes["n0"], len(notes)) == (9, MAX_NOTES)


def test_notes_as_a_text_have_no_needless_digits() -> None:
    assert notes_text((("depth", 4), ("nodes", 123456789), ("share", 0.5))) == (
        "depth 4, nodes 123456789, share 0.5"
    )
