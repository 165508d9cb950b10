"""Mutated texts through every reader: nothing but our own errors, and each with its line."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from mutated_texts import mutated
from random_states import SHAPES, random_state

from bombe.boards import Rules, Shape
from bombe.boards.errors import FormatError, UnsupportedError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.reading import ReadOptions, read_text, write

SMALL = [shape for shape in SHAPES if shape.size <= 12]


def texts(rng: random.Random) -> list[tuple[str, str]]:
    """Make valid texts of every format, each with its format's name."""
    found: list[tuple[str, str]] = []
    for shape in SMALL:
        for rules in Rules:
            state = random_state(rng, shape, rules, rng.randrange(8))
            for known in formats.FORMATS:
                with contextlib.suppress(UnsupportedError):
                    found.append((known.name, write(state, known.name)))
    state = random_state(rng, Shape(3, 3), Rules.CLASSIC, 20)
    found += [(name, write(state, name)) for name in ("opensudoku", "codecup")] * len(SMALL)
    quiz = write(state, "line").strip()
    return found + [("quizzes", f"quizzes,solutions\n{quiz},\n{quiz},\n")] * len(SMALL)


def attempt(text: str, source: str, options: dict[str, Any]) -> str:
    """Read a text; what was read must be writable, and what was refused must have its place."""
    try:
        entries = list(read_text(text, source, ReadOptions.of(**options)))
    except FormatError as error:
        refused = error
    except Exception as error:  # noqa: BLE001 - this is what we are here to find
        pytest.fail(f"{error!r} from {text!r} {options!r}")
    else:
        assert all(entry.place.line for entry in entries)
        for entry in entries[:3]:
            for known in formats.FORMATS:
                with contextlib.suppress(UnsupportedError):
                    assert write(entry.state, known.name)
        return "read"
    assert refused.place.line, (text, options)
    assert str(refused).isprintable(), (text, options)
    assert len(str(refused)) < 600, (text, options)
    return "refused"


def fuzz(count: int, seed: int) -> dict[str, int]:
    """Read mutated texts; count those that were read and those that were refused."""
    rng = random.Random(seed)
    names = [known.name for known in formats.FORMATS]
    sources = ["<text>", "x.sdk", "x.sdm", "x.json", "x.csv", "x.xml"]
    valid = texts(rng)
    outcomes = {"read": 0, "refused": 0}
    for _ in range(count):
        name, text = rng.choice(valid)
        text = mutated(rng, text, rng.choice(valid)[1])
        options = {
            "format": rng.choice((None, None, name, name, rng.choice(names))),
            "symbols": rng.choice((None, None, None, "numbers", "letters", "hex")),
            "shape": rng.choice(SMALL) if rng.random() < 0.1 else None,
        }
        outcomes[attempt(text, rng.choice(sources), options)] += 1
    return outcomes


def test_no_reader_raises_anything_but_errors_with_a_place() -> None:
    outcomes = fuzz(3_000, seed=1)
    assert min(outcomes.values()) > 200, outcomes


@pytest.mark.long
def test_no_reader_raises_anything_but_errors_with_a_place_at_length() -> None:
    assert sum(fuzz(200_000, seed=2).values()) == 200_000
