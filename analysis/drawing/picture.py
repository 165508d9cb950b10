"""What every SVG picture of a position shares: its size, title, texts, and its colours in the dark.

Elements are drawn in the colours of a light page. A style sheet inside the picture exchanges them
where the reader prefers dark pages, so that one file serves both.
"""

from __future__ import annotations

from bombe.boards.light import pattern
from bombe.boards.text.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_FONT = "ui-sans-serif, system-ui, Helvetica, Arial, sans-serif"
_PAINT = pattern(r'(fill|stroke)="(#[0-9a-f]{6})"')
DARK = {
    # grounds
    "#ffffff": "#1e1e1e",
    "#f5f5f5": "#2a2a2a",
    "#eceff1": "#30383d",
    "#ffcdd2": "#7f1d1d",
    "#bbdefb": "#0d3a5c",
    "#ffe0b2": "#5c3a0d",
    "#c8e6c9": "#1b4d20",
    "#e1bee7": "#4a2157",
    "#fff59d": "#57500f",
    "#b2dfdb": "#0e4a45",
    "#f8bbd0": "#5e1a36",
    "#d7ccc8": "#45352f",
    # texts and lines
    "#212121": "#f5f5f5",
    "#37474f": "#cfd8dc",
    "#555555": "#bdbdbd",
    "#78909c": "#90a4ae",
    "#b0bec5": "#546e7a",
    "#cfd8dc": "#455a64",
    "#1b5e20": "#81c784",
    "#2e7d32": "#81c784",
    "#00695c": "#80cbc4",
    "#01579b": "#81d4fa",
    "#c62828": "#ff8a80",
    "#ad1457": "#f48fb1",
    "#6a1b9a": "#ce93d8",
    "#8d6e00": "#ffd54f",
    "#ef6c00": "#ffb74d",
    "#4e342e": "#bcaaa4",
}
"""The dark counterpart of every colour that pictures use."""


def picture(title: str, width: int, height: int, body: Iterable[str]) -> str:
    """Put the elements on a ground; texts are centred unless they say otherwise."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bombe" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" font-family="{_FONT}" '
        'text-anchor="middle">'
    )
    elements = "\n".join([f'<rect width="{width}" height="{height}" fill="#ffffff"/>', *body])
    style = f"<style>{_dark_style(elements)}</style>"
    return "\n".join([head, f"<title>{_escaped(title)}</title>", style, elements, "</svg>\n"])


def _dark_style(elements: str) -> str:
    """Return the rules that exchange the colours which occur, in pictures of this class only."""
    paints = sorted(set(_PAINT.findall(elements)))
    rules = (f'.bombe [{kind}="{color}"]{{{kind}:{DARK[color]}}}' for kind, color in paints)
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def text_at(
    text: str, x: float, y: float, size: float, color: str, *, weight: str = "400", anchor: str = ""
) -> str:
    """Place a piece of text; without an anchor it has the picture's own."""
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" font-weight="{weight}" fill="{color}"'
    if anchor:
        place += f' text-anchor="{anchor}"'
    return f"<text {place}>{_escaped(text)}</text>"


def _escaped(text: str) -> str:
    """Return a text as a picture has it."""
    from html import escape  # drawings for terminals need none of its tables

    return escape(visible(text))
