"""Sentences and tables that Python and the page read: JSON files beside the module that owns them.

    phrase = sentences(__name__)
    phrase("plays", who="greedy", points=2)       that of "plays" in sentences.json
    phrase("ends", "won", who="greedy")           one of those below "ends"

A sentence is a template with fields in braces:

    {name}                   as it is; a list in a row: a, b and c
    {values:or}              a list: 1, 2 or 3
    {bombs:bomb}             a number and what is counted: 1 bomb, 2 bombs
    {keeps:leaves|leave}     the word that goes with a number
"""

from __future__ import annotations

import functools
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

_FIELD = re.compile(r"\{(\w+)(?::([^{}]+))?\}")


def data(module: str, name: str) -> Any:
    """Return the data of a JSON file in the folder of a module, which says `__name__`."""
    folder = os.path.dirname(sys.modules[module].__file__ or "")  # noqa: PTH120 - light
    with open(os.path.join(folder, name), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return json.load(file)


@functools.cache
def sentences(module: str) -> Callable[..., str]:
    """Return what says the sentences of sentences.json, by their names and fields."""
    table = data(module, "sentences.json")

    def phrase(*names: str | int, **fields: object) -> str:
        template = table
        for name in names:
            template = template[name]
        return fill(template, **fields)

    return phrase


def fill(template: str, **fields: object) -> str:
    """Return a sentence with its fields filled in."""

    def filled(field: re.Match[str]) -> str:
        value, words = fields[field[1]], field[2]
        if isinstance(value, list | tuple):
            return listed(value, words or "and")
        if words is None:
            return str(value)
        one, _, many = words.partition("|")
        word = one if value == 1 else many or f"{one}s"
        return word if many else f"{value} {word}"

    return _FIELD.sub(filled, template)


def listed(words: Sequence[object], last: str = "and") -> str:
    """Return words in a row: a, b and c."""
    *first, end = map(str, words)
    return f"{', '.join(first)} {last} {end}" if first else end
