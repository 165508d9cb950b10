"""What every SVG picture of a position shares: its frame, its title, and how text is placed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FONT = "ui-sans-serif, system-ui, Helvetica, Arial, sans-serif"


def picture(title: str, width: int, height: int, body: Iterable[str]) -> str:
    """Put the elements on white ground; texts are centred unless they say otherwise."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{_FONT}" text-anchor="middle">'
    )
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *body, "</svg>\n"])


def text_at(
    text: str, x: float, y: float, size: float, color: str, *, weight: str = "400", anchor: str = ""
) -> str:
    """Place a piece of text; without an anchor it has the picture's own."""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" font-weight="{weight}" fill="{color}"'
    if anchor:
        place += f' text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"
