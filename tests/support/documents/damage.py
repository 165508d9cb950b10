"""Damage to a document: bytes and texts changed, JSON values swapped for others, lines lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

SPICE = (
    *("\0", "\x1b[2J", "\u202e", "\ufeff", "\u2028", "\udcff", '"', "\\", "[", "]", "{", "}", ","),
    *("[" * 9000, '{"a":' * 3000, '"\\ud800"', "NaN", "-Infinity", "1e400", "9" * 5000, "-0"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 10**9, 10**18, 10**19, 2**63, 10**400, -(10**18), 0.0, -0.0),
    *(
        0.5,
        1e17,
        1e308,
        -1e308,
        float("inf"),
        float("nan"),
        "",
        "x",
        "\ud800",
        "\x1b[31m",
        "$\\frac",
    ),
    *("a\nb", "3x3", "bombe.bench/1", "0-1", "placed", "random", [], [[]], {}, {"a": 1}, [0] * 9),
)


def damaged(rng: random.Random, text: str) -> bytes:
    """Return a text with one to three damages, as bytes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice((_value, _value, _value, _key, _line, _piece))(rng, text)
    content = text.encode("utf-8", "surrogateescape")
    return _bytes(rng, content) if rng.random() < 0.1 else content


def _value(rng: random.Random, text: str) -> str:
    """Put another value somewhere into the JSON of a line."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    try:
        document = json.loads(lines[at])
    except (ValueError, RecursionError):
        return _piece(rng, text)
    holder, key = _place(rng, document)
    if holder is None:
        return text
    old = holder[key]
    near = [old + 1, -old, old * 10**9, str(old)] if isinstance(old, (int, float)) else [[old], old]
    holder[key] = rng.choice((*VALUES, *near))
    lines[at] = json.dumps(document)
    return "\n".join(lines)


def _key(rng: random.Random, text: str) -> str:
    """Take away a key or an item, or add one."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    try:
        document = json.loads(lines[at])
    except (ValueError, RecursionError):
        return _piece(rng, text)
    holder, key = _place(rng, document)
    if isinstance(holder, dict):
        value = holder.pop(key)
        if rng.random() < 0.3:
            holder[rng.choice(("x", "", "\ud800", key + "s"))] = value
    elif isinstance(holder, list):
        rng.choice((lambda: holder.pop(key), lambda: holder.append(holder[key])))()
    lines[at] = json.dumps(document)
    return "\n".join(lines)


def _place(rng: random.Random, document: Any) -> tuple[Any, Any]:
    """Return a dictionary or a list of a document, and a key of it."""
    holder, key, inner = None, None, document
    while isinstance(inner, (dict, list)) and inner and (holder is None or rng.random() < 0.7):
        holder = inner
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
        inner = holder[key]
    return holder, key


def _line(rng: random.Random, text: str) -> str:
    """Lose a line, double it, swap two, or cut the last one."""
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    kept = [line for at, line in enumerate(lines) if at != i]
    swapped = [lines[j] if at == i else lines[i] if at == j else s for at, s in enumerate(lines)]
    doubled = [*lines[:i], lines[j], *lines[i:]]
    return rng.choice(("\n".join(kept), "\n".join(swapped), "\n".join(doubled), text[:-2]))


def _piece(rng: random.Random, text: str) -> str:
    """Put something else in place of a piece of the text."""
    start = rng.randint(0, len(text))
    end = min(len(text), start + rng.choice((0, 1, 1, 5, 40)))
    return text[:start] + rng.choice((*SPICE, text[start:end] * 2, "")) + text[end:]


def _bytes(rng: random.Random, content: bytes) -> bytes:
    """Damage bytes, or encode them in another way."""
    start = rng.randint(0, len(content))
    return rng.choice(
        (
            content[:start] + bytes([rng.randrange(256)]) + content[start + 1 :],
            content[:start],
            content.replace(b"\n", b"\r\n"),
            content.decode("utf-8", "replace").encode("utf-16"),
            b"\x1f\x8b" + content,
            b"",
        )
    )
