"""Documents: whatever stands in one, it is read as what it should hold, or refused at its key."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bombe.boards.errors import FormatError, Place
from bombe.boards.text.schema import LARGEST, Datum, built, decode

PLACE = Place("a.jsonl", 3)


class Row(NamedTuple):
    level: int
    share: float


@dataclass(frozen=True)
class Thing:
    name: str
    count: int
    share: float
    is_new: bool
    pair: tuple[int, int]
    rows: tuple[Row, ...]
    sets: dict[str, int]
    limit: float | None
    word: str | int | None
    side: Literal["a", "b"] = "a"
    rest: Any = None


GOOD: dict[str, Any] = {
    "name": "x",
    "count": 3,
    "share": 0.5,
    "is_new": False,
    "pair": [1, 2],
    "rows": [[1, 0.5], [2, 1]],
    "sets": {"s": 1},
    "limit": None,
    "word": 4,
}


def read(document: object) -> Thing:
    return built(Thing, decode(json.dumps(document), PLACE, "remove the line"))


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as caught:
        built(Thing, decode(text, PLACE, "remove the line"))
    return str(caught.value)


def test_a_record_is_read_by_its_annotations() -> None:
    assert read(GOOD) == Thing(
        "x",
        3,
        0.5,
        is_new=False,
        pair=(1, 2),
        rows=(Row(1, 0.5), Row(2, 1)),
        sets={"s": 1},
        limit=None,
        word=4,
    )
    assert read({**GOOD, "side": "b", "rest": [{"a": [1]}]}).rest == [{"a": [1]}]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"count": True}, "count is true, not a whole number"),
        ({"count": 1.0}, "count is 1.0, not a whole number"),
        ({"count": None}, "count is null, not a whole number"),
        ({"name": []}, "name is an array, not a text"),
        ({"is_new": 1}, "is_new is 1, not true or false"),
        ({"pair": [1]}, "pair has 1 items, not 2"),
        ({"rows": [[1, 2], [1, "x"]]}, 'rows[1][1] is "x", not a number'),
        ({"rows": {}}, "rows is an object, not an array"),
        ({"sets": {"s p": "y"}}, 'sets."s p" is "y", not a whole number'),
        ({"limit": "x"}, 'limit is "x", not a number'),
        ({"word": 0.5}, "word is 0.5, not a text or a whole number"),
        ({"side": "c"}, 'side is "c", not "a" or "b"'),
        ({"stranger": 1}, "stranger is not a key of the record"),
    ],
)
def test_what_is_wrong_is_named_with_its_key_and_what_is_expected(
    changed: dict[str, Any], problem: str
) -> None:
    text = json.dumps({**GOOD, **changed})
    assert refusal(text) == f"a.jsonl:3: {problem}; remove the line"


@pytest.mark.parametrize("missing", GOOD)
def test_a_key_that_is_missing_is_named(missing: str) -> None:
    text = json.dumps({key: value for key, value in GOOD.items() if key != missing})
    assert refusal(text) == f"a.jsonl:3: {missing} is missing; remove the line"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a.jsonl:3:1: not JSON: expecting value"),
        ("[" * 100_000, "a.jsonl:3: brackets nested too deeply"),
        ('{"a":' * 30 + "1" + "}" * 30, "a.jsonl:3: a is not a key of the record"),
        ('{"a": 1, "a": 1}', 'a.jsonl:3: key "a" stands twice'),
        ('{"\\ud800": 1}', 'a.jsonl:3: "\\ufffd" is not a key of the record'),
        ('{"\udcff": 1}', "a.jsonl:3:3: byte 0xFF is not UTF-8"),
        ("[]", "a.jsonl:3: the line is an array, not an object"),
        ("3", "a.jsonl:3: the line is 3, not an object"),
        ('{"rest": 1', "a.jsonl:3:11: not JSON: "),
    ],
)
def test_texts_that_are_no_record(text: str, problem: str) -> None:
    assert refusal(text).startswith(problem)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "1" * 401, "9" * 5000])
def test_numbers_that_are_none(number: str) -> None:
    for key in ("count", "share", "limit", "rest"):
        assert f"{key} is " in refusal(json.dumps({**GOOD, key: "#"}).replace('"#"', number))


def test_minus_zero_is_zero() -> None:
    assert decode("-0", PLACE, "").whole() == 0
    assert str(decode("-0.0", PLACE, "").number()) == "0.0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('"\\ud83d \\ude00"', "\ufffd \ufffd"),
        ('"\\\\ud800"', "\\ud800"),
        ('"\\\\\\ud800"', "\\\ufffd"),
        ('"\\uDFFF\\uD800\\uDC00"', "\ufffd\U00010000"),
    ],
)
def test_halves_of_characters_become_one_that_can_be_written(text: str, expected: str) -> None:
    assert decode(text, PLACE, "").text() == expected


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=12,
    )
)
@example(10**400)
def test_plain_values_can_be_written_again(value: Any) -> None:
    try:
        found = decode(json.dumps(value), PLACE, "remove it").plain()
    except FormatError as error:
        found = str(error)
    json.dumps(found, allow_nan=False)
    json.dumps(found, ensure_ascii=False).encode()


def test_the_deepest_document_is_read_and_written() -> None:
    text = "[" * 24 + "]" * 24
    assert json.dumps(decode(text, PLACE, "").plain()) == text
    with pytest.raises(FormatError, match="has brackets nested too deeply"):
        decode("[" * 25 + "]" * 25, PLACE, "").plain()


def test_ranges() -> None:
    datum = Datum(LARGEST + 1, PLACE, "mend it", "seed")
    assert datum.whole(high=2**64) == LARGEST + 1
    with pytest.raises(FormatError, match="seed is 1000000000000000001, not a whole number; mend"):
        datum.whole()
    with pytest.raises(FormatError, match="not a whole number from 1 to 2"):
        datum.whole(1, 2)
