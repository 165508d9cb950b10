"""Sentences that are chosen by the facts that they are about.

In the table of a JSON file, a sentence is a template of bombe.boards.templates, or a list of cases:
each is a condition and a sentence, or a sentence for all that is left. The first case counts whose
condition the facts meet. A field that is no fact is the name of another sentence. The page tells
the same tables in the same way: front/board/boards/telling.js.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bombe.boards.templates import fill, listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FIELD = re.compile(r"\{(\w+)")
_MOST = 8
"""The most items listed in a sentence."""


def tell(sentences: Mapping[str, Any], name: str, facts: Mapping[str, Any]) -> str:
    """Return a sentence about the facts; "" if no case of it applies."""
    template = _chosen(sentences[name], facts)
    others = [key for key in _FIELD.findall(template) if key not in facts]
    return fill(template, **facts, **{key: tell(sentences, key, facts) for key in others})


def _chosen(sentence: Any, facts: Mapping[str, Any]) -> str:
    """Return the template of the first case that applies."""
    if isinstance(sentence, str):
        return sentence
    for case in sentence:
        condition, told = ({}, case) if isinstance(case, str) else case
        if all(facts[key] == value for key, value in condition.items()):
            return _chosen(told, facts)
    return ""


def either(items: Sequence[str]) -> str:
    """Return alternatives in words: a, b or c; only the first if there are many."""
    return listed(items, "or") if 1 < len(items) <= _MOST else first_few(items)


def first_few(items: Sequence[str]) -> str:
    """Return the first items in words, and how many more there are."""
    more = len(items) - _MOST
    return ", ".join(items[:_MOST]) + (f" and {more} more" if more > 0 else "")
