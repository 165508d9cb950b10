"""Positions and results that draw themselves: `svg()` for files, and the same in notebooks.

The rooms after this one draw. So that a board can ask for its picture without importing them, the
package `bombe` itself, which is always imported first, says in `PAINTER` which module draws.
Nothing is imported before something is drawn.
"""

from __future__ import annotations

import importlib
import sys


class Drawable:
    """Something with a picture, for light and for dark pages."""

    __slots__ = ()

    def svg(self) -> str:
        """Return the picture as a self-contained SVG document."""
        painter = importlib.import_module(sys.modules["bombe"].PAINTER)
        picture: str = painter.picture_of(self)
        return picture

    def caption(self) -> str:
        """Return what notebooks say below the picture; by default nothing."""
        return ""

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the picture inside the page, whose colours it follows."""
        from html import escape

        caption = f"<figcaption>{escape(self.caption())}</figcaption>" if self.caption() else ""
        return f'<figure style="margin:0">{self.svg()}{caption}</figure>'
