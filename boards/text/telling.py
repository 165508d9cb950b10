"""Sentences that stand in a JSON file: templates, chosen by the facts that they are about.

A sentence is a text, or a list of cases: each is a condition and a sentence, or a text for all that
is left, and the first case counts whose condition the facts meet. A field in braces is a fact, a
count with its noun, such as {boxes|box|boxes}, or the name of another sentence. The page tells the
same files in the same way: front/board/boards/telling.js.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FIELD = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}")
_MOST = 8
"""The most items listed in a sentence."""


def tell(sentences: Mapping[str, Any], name: str, facts: Mapping[str, Any]) -> str:
    """Return a sentence about the facts; "" if no case of it applies."""

    def field(match: re.Match[str]) -> str:
        key, one, many = match.groups()
        if key not in facts:
            return tell(sentences, key, facts)
        value = facts[key]
        if one is not None:
            return f"{value} {one if value == 1 else many}"
        return either(value) if isinstance(value, list) else str(value)

    return _FIELD.sub(field, _chosen(sentences[name], facts))


def _chosen(sentence: Any, facts: Mapping[str, Any]) -> str:
    """Return the text of the first case that applies."""
    if isinstance(sentence, str):
        return sentence
    for case in sentence:
        if isinstance(case, str):
            return case
        condition, told = case
        if all(facts[key] == value for key, value in condition.items()):
            return _chosen(told, facts)
    return ""


def either(items: Sequence[str]) -> str:
    """Return alternatives in words: a, b or c; only the first if there are many."""
    if not 2 <= len(items) <= _MOST:
        return first_few(items)
    return f"{', '.join(items[:-1])} or {items[-1]}"


def first_few(items: Sequence[str]) -> str:
    """Return the first items in words, and how many more there are."""
    more = len(items) - _MOST
    return ", ".join(items[:_MOST]) + (f" and {more} more" if more > 0 else "")
