"""The page reads and writes every text of Sudoku as Python does: alike, or refused alike."""

from __future__ import annotations

import contextlib
import json
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from mutated_texts import mutated
from page_boards import found_by_page, is_text, page_boards, refusal
from paths import ROOT
from random_boards import rng_of
from random_states import SHAPES, random_state

from bombe.boards import Rules
from bombe.boards.errors import FormatError, UnsupportedError, UsageError
from bombe.boards.sudoku import bundled, formats
from bombe.boards.sudoku.reading import ReadOptions, read_text, write

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

CORPUS = sorted((ROOT / "tests" / "data" / "corpora" / "texts").glob("sudoku*"))
SMALL = [shape for shape in SHAPES if shape.size <= 12]
Options = dict[str, Any]
"""What a text does not say of itself, by the names of ReadOptions."""


def by_python(text: str, options: Options) -> Any:
    """Return what Python reads of a text, as the page should answer."""
    try:
        return [
            {"position": json.loads(write(entry.state)), "line": entry.place.line}
            for entry in read_text(text, "<text>", ReadOptions.of(**options))
        ]
    except FormatError as error:
        return refusal(error)
    except UsageError as error:
        return {"usage": str(error)}


def question(text: str, options: Options) -> dict[str, Any]:
    given = {key: value for key, value in options.items() if value is not None}
    if shape := options.get("shape"):
        given["shape"] = [shape.m, shape.n]
    return {"do": "read", "text": text, "options": {"kind": "sudoku", "many": True, **given}}


def compare(cases: list[tuple[str, Options]]) -> dict[str, int]:
    """Read texts in the page and in Python; count those that are read and those that are not."""
    outcomes = {"read": 0, "refused": 0}
    answers = page_boards([question(text, options) for text, options in cases])
    for (text, options), answer in zip(cases, answers, strict=True):
        expected = by_python(text, options)
        assert found_by_page(answer) == expected, (text, options)
        outcomes["read" if isinstance(expected, list) else "refused"] += 1
    return outcomes


def texts(rng: random.Random) -> list[tuple[str, str]]:
    """Write random positions in every format."""
    found = []
    for shape, rules in product(SMALL, Rules):
        state = random_state(rng, shape, rules, rng.randrange(8))
        for known in formats.FORMATS:
            with contextlib.suppress(UnsupportedError):
                found.append((known.name, write(state, known.name)))
    return found


def damaged_cases(count: int, seed: str) -> Iterator[tuple[str, Options]]:
    rng = rng_of(seed)
    names = [known.name for known in formats.FORMATS]
    valid = texts(rng)
    for _ in range(count):
        name, text = rng.choice(valid)
        text = mutated(rng, text, rng.choice(valid)[1])
        options = {
            "format": rng.choice((None, None, name, name, rng.choice(names))),
            "symbols": rng.choice((None, None, None, "numbers", "letters", "hex")),
            "shape": rng.choice(SMALL) if rng.random() < 0.1 else None,
        }
        if is_text(text):
            yield text, options


def test_the_page_has_the_formats_of_python_in_the_same_order() -> None:
    (names,) = page_boards([{"do": "formats"}])
    assert names == [known.name for known in formats.FORMATS]


def test_the_page_reads_the_corpus_and_the_bundled_boards() -> None:
    sudoku = [path.read_text("utf-8") for path in CORPUS]
    boards = [bundled.text_of(name) for name in bundled.names()]
    assert compare([(text, {}) for text in (*sudoku, *boards)])["refused"] == 0


ROWS_2X2 = "rows = 2\ncolumns = 2\nboard =\n 1+ 2- 3+ 4-\n . . . .\n . . . .\n . . . .\n"
TURN_PASSES = "allowed-squares1 =\nallowed-squares2 = (3,3)\ncurrent-player = 1\n"
SAID = (
    "." * 99 + "J",  # letters, since numbers have no J on a board of 10 values
    "." * 99 + "A",  # either
    "." * 99 + "9",
    "." * 254 + "0f",  # hex
    "." * 254 + "0G",
    "0123456789abcdef" * 16,
    f"{ROWS_2X2}current-player = 1\n",
    f"{ROWS_2X2}occupied-squares1 = (0,0)\noccupied-squares2 =\n{TURN_PASSES}",
    ROWS_2X2.replace("+", "").replace("-", "") + TURN_PASSES,
    f"{ROWS_2X2}initial-board = . . . . . . . . . . . . . . . 4\n",
    "1...\n🂡🂡 x\n",  # columns are counted in characters
    '{"m": 1, "n": 1, "cells": [[0]], "🂡": 1, "x": 2}',
    '{"m": 1, "n": 1, "cells": [[0]], "rules": "🂡"}',
)


def test_the_page_reads_what_alphabets_owners_and_turns_are_meant() -> None:
    assert min(compare([(text, {}) for text in SAID]).values()) > 3


def test_the_page_reads_random_positions_in_every_format() -> None:
    cases: list[tuple[str, Options]] = [(text, {}) for _, text in texts(rng_of("whole"))]
    assert compare(cases)["read"] > len(cases) * 0.9


def test_the_page_refuses_damaged_texts_where_python_does_and_in_its_words() -> None:
    outcomes = compare([*damaged_cases(900, "damage")])
    assert min(outcomes.values()) > 100, outcomes


@pytest.mark.long
def test_the_page_refuses_damaged_texts_where_python_does_and_in_its_words_at_length() -> None:
    for part in range(10):
        compare([*damaged_cases(6_000, f"more damage {part}")])


def test_a_paste_of_rows_is_one_board_and_a_collection_many() -> None:
    text = "1...\n..2.\n.2..\n...1\n"
    one, many = page_boards(
        [
            {"do": "read", "text": text, "options": {}},
            {"do": "read", "text": text, "options": {"many": True}},
        ]
    )
    assert [each["position"]["m"] for each in one] == [2]
    assert len(many) == 4


def test_the_suffix_of_a_file_is_a_hint() -> None:
    text = ".........\n" * 2
    as_lines, as_rows = page_boards(
        [
            {"do": "read", "text": text, "options": {"name": name, "many": True}}
            for name in ("x.sdm", "x.sdk")
        ]
    )
    assert len(as_lines) == 2
    assert as_rows["refused"]["problem"] == "the puzzle ends after 2 of 9 rows"


def test_the_page_writes_what_python_writes() -> None:
    rng = rng_of("writing")
    cases = [
        (random_state(rng, shape, rules, rng.randrange(12)), known.name)
        for shape, rules in product(SMALL, Rules)
        for known in formats.FORMATS
    ]
    asked = [
        {"do": "write", "game": "sudoku", "position": json.loads(write(state)), "format": name}
        for state, name in cases
    ]
    for (state, name), answer in zip(cases, page_boards(asked), strict=True):
        try:
            expected = write(state, name)
        except UnsupportedError:
            assert answer["refused"]["kind"] == "UsageError"
        else:
            same = (
                json.loads(answer) == json.loads(expected) if name == "json" else answer == expected
            )
            assert same, (answer, expected)
