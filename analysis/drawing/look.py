"""What a terminal can show, whatever is drawn there."""

from __future__ import annotations

from typing import NamedTuple


class Look(NamedTuple):
    """What the reader's terminal can show."""

    width: int = 80
    color: bool = False
    unicode: bool = True


def paint(text: str, style: str, look: Look) -> str:
    """Colour a text where there is colour, a style, and something to see."""
    return f"\x1b[{style}m{text}\x1b[0m" if look.color and style and text.strip() else text
