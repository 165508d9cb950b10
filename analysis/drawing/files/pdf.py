"""Pictures as PDF: the few elements that our SVG pictures are made of, as lines and letters."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

POINTS = 0.75
"""Of a unit of a drawing, which is a 96th of an inch."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_NORMAL, _BOLD = "Bombe", "Bombe-Bold"


def pdf_of(svg: str, normal: Path, bold: Path) -> bytes:
    """Return an SVG picture of ours as PDF, with letters of these two fonts."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name, path in ((_NORMAL, normal), (_BOLD, bold)):
        pdfmetrics.registerFont(TTFont(name, str(path)))
    root = ET.fromstring(svg)  # noqa: S314 - it is our own
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    written = io.BytesIO()
    # Invariant: without the time, so that the same picture is the same file.
    canvas = Canvas(written, (POINTS * width, POINTS * height), invariant=1)
    canvas.setTitle(root.findtext("{*}title") or "")
    canvas.transform(POINTS, 0, 0, -POINTS, 0, POINTS * height)
    for element in root:
        _Painter(canvas, element, root.get("text-anchor", "start")).draw()
    canvas.save()
    return written.getvalue()


class _Painter:
    """Draws one element on a canvas whose y axis points down, as that of SVG does."""

    def __init__(self, canvas: Any, element: ET.Element, anchor: str) -> None:
        self._canvas, self._element = canvas, element
        self._kind = element.tag.rpartition("}")[2]
        self._anchor = element.get("text-anchor", anchor)
        self._fills = element.get("fill", "#000000") != "none"
        self._strokes = element.get("stroke", "none") != "none"

    def draw(self) -> None:
        """Draw it; raise ValueError if no picture of ours has such an element."""
        if self._kind in ("title", "style"):
            return
        shapes = {
            "rect": self._rect,
            "line": self._line,
            "circle": self._circle,
            "polyline": self._polyline,
            "text": self._text,
        }
        if self._kind not in shapes:
            raise ValueError(f"a picture has an element {self._kind}, which PDF does not know yet")
        self._canvas.saveState()
        self._take_colors()
        shapes[self._kind]()
        self._canvas.restoreState()

    def _number(self, name: str, default: float = 0) -> float:
        return float(self._element.get(name, default))

    def _take_colors(self) -> None:
        canvas, element = self._canvas, self._element
        opacity = self._number("opacity", 1)
        if self._fills:
            canvas.setFillColor(_color(element.get("fill", "#000000")))
            canvas.setFillAlpha(opacity * self._number("fill-opacity", 1))
        if self._strokes:
            canvas.setStrokeColor(_color(element.get("stroke", "#000000")))
            canvas.setStrokeAlpha(opacity * self._number("stroke-opacity", 1))
            canvas.setLineWidth(self._number("stroke-width", 1))
            canvas.setLineCap(_CAPS[element.get("stroke-linecap", "butt")])
            canvas.setLineJoin(1 if element.get("stroke-linejoin") == "round" else 0)
        dashes = element.get("stroke-dasharray", "").replace(",", " ").split()
        if dashes:
            canvas.setDash([float(dash) for dash in dashes])

    def _rect(self) -> None:
        x, y, width, height = map(self._number, ("x", "y", "width", "height"))
        how = {"fill": int(self._fills), "stroke": int(self._strokes)}
        if radius := self._number("rx"):
            self._canvas.roundRect(x, y, width, height, radius, **how)
        else:
            self._canvas.rect(x, y, width, height, **how)

    def _line(self) -> None:
        self._canvas.line(*map(self._number, ("x1", "y1", "x2", "y2")))

    def _circle(self) -> None:
        x, y, radius = map(self._number, ("cx", "cy", "r"))
        self._canvas.circle(x, y, radius, fill=int(self._fills), stroke=int(self._strokes))

    def _polyline(self) -> None:
        words = self._element.get("points", "").replace(",", " ").split()
        numbers = [float(word) for word in words]
        path = self._canvas.beginPath()
        path.moveTo(*numbers[:2])
        for at in range(2, len(numbers), 2):
            path.lineTo(*numbers[at : at + 2])
        self._canvas.drawPath(path, fill=int(self._fills), stroke=int(self._strokes))

    def _text(self) -> None:
        canvas, text = self._canvas, self._element.text or ""
        font = (
            _BOLD if self._element.get("font-weight", "400") in ("600", "700", "bold") else _NORMAL
        )
        size = self._number("font-size", 16)
        wide = canvas.stringWidth(text, font, size)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[self._anchor]
        canvas.translate(self._number("x") - share * wide, self._number("y"))
        canvas.scale(1, -1)
        canvas.setFont(font, size)
        canvas.drawString(0, 0, text)


def _color(name: str) -> Any:
    """Return a color that is written as #rrggbb, or by its name."""
    from reportlab.lib import colors

    return colors.HexColor(name) if name.startswith("#") else colors.toColor(name)
