"""Damage to texts: characters, numbers and pieces of formats put where they do not belong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

CHARACTERS = (
    "\0\t\n\r\x0b\x0c\x1c\x1f \x85\xa0\u2028\u2029\ufeff\udcff\ud800",
    "²٣１ßıẞé🂡",
    '.0123456789AaGgZz@+-#=:,;()[]{}"\\->x',
)
NUMBERS = ("-1", "1e999", "1.0", "NaN", "null", "true", "²", "٣", "0x1", "9" * 20, "9" * 5000)
PIECES = (
    *("[" * 5000, "[" * 3000 + "]" * 3000, '{"a":' * 3000 + "1" + "}" * 3000, '"\\ud800"', "\n "),
    *("2x3:", "rows = ", " # ", "[Puzzle]\n", "#Cshape 3x2\n", "initial-board = "),
    "occupied-squares1 =\n",
    *(
        "+---+---+\n",
        "| ",
        " | ",
        "-----\n",
        "\x1b[1m",
        "┌──┬──┐\n",
        "│",
        " 0 │",
        "quizzes,solutions\n",
    ),
    *("https://f-puzzles.com/?load=", "https://sudokupad.app/", "scl", "scf", "N4Ig", "%2B", "==="),
    *(
        "<game data='",
        "<!-- ",
        "-->",
        "<!DOCTYPE x [",
        "&amp;",
        "</opensudoku>",
        "Aa1 ",
        "Start",
        "_",
    ),
)


def swapped_lines(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return "\n".join(lines)


def replaced_number(rng: random.Random, text: str) -> str:
    numbers = list(re.finditer("[0-9]+", text))
    if not numbers:
        return text
    start, end = rng.choice(numbers).span()
    return text[:start] + rng.choice((*NUMBERS, *PIECES)) + text[end:]


def mutated(rng: random.Random, text: str, other: str) -> str:
    """Damage a text in one to three places."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((1, 1, 2, 5, 40)))
        piece = text[start:end]
        spice = rng.choice(rng.choice((*CHARACTERS, PIECES)))
        text = rng.choice(
            (
                swapped_lines(rng, text),
                replaced_number(rng, text),
                text[:start] + rng.choice("0123456789.AGz") + text[start + 1 :],
                text[:start] + text[end:],
                text[:start] + piece * 2 + text[end:],
                text[:start] + piece[::-1] + text[end:],
                text[:start] + spice + text[start:],
                text[:start] + spice + text[end:],
                text[:start],
                text[:start] + other[rng.randint(0, len(other)) :],
                text + other,
            )
        )
    return text
