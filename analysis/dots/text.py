"""Draw a Dots and Boxes position as text: its chains and loops as letters, and in colours.

      h 0   1         the columns of horizontal and of vertical lines
    v 0   1   2
h 0   ·───·───·
v 0   │ A   A │       A: a chain; *: a joint; 1, 2: the owner of a box; #: owner unknown
h 1   ·═══·   ·       a double line: one that is recommended, or the last one drawn
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.dots.explain import describe_string
from bombe.analysis.drawing.look import paint
from bombe.boards.dots.state import Line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bombe.analysis.dots.strings import String, Strings
    from bombe.analysis.drawing.look import Look
    from bombe.boards.dots.state import Kind as LineKind

_COLORS = ("36", "33", "35", "34", "32", "31")
_JOINT, _POINTED, _OWNER = "1", "1;32", "2"
_LEFT = " " * 6
_STEP = 4


class _Signs(NamedTuple):
    dot: str
    across: str
    down: str
    pointed_across: str
    pointed_down: str


_UNICODE, _ASCII = _Signs("·", "─", "│", "═", "║"), _Signs("+", "-", "|", "=", ":")


def draw_text(found: Strings, look: Look, recommended: Collection[Line] = ()) -> str:
    """Return the drawing, with a legend below it."""
    return "\n".join(
        [*_LetteredGrid(found, look, recommended).lines(), "", *_legend(found, look)]
    ).rstrip()


class _LetteredGrid:
    """A grid drawn with the characters of its lines and boxes."""

    def __init__(self, found: Strings, look: Look, recommended: Collection[Line]) -> None:
        self.grid, self.look, self.recommended = found.state.grid, look, set(recommended)
        self.signs = _UNICODE if look.unicode else _ASCII
        self.drawn = set(self.grid.lines_of(found.state.edges))
        self.boxes = _boxes(found, look)

    def lines(self) -> Iterator[str]:
        """Yield the lines of text, with numbers above and on the left."""
        columns = self.grid.columns
        yield "      h " + "".join(f"{column:<{_STEP}}" for column in range(columns)).rstrip()
        yield "    v " + "".join(f"{column:<{_STEP}}" for column in range(columns + 1)).rstrip()
        for row in range(self.grid.rows + 1):
            lines = [self._line("h", row, column, 3) for column in range(columns)]
            dots = self.signs.dot.join(["", *lines, ""])
            yield f"h{row:>2}   {dots}".rstrip()
            if row < self.grid.rows:
                walls = [self._line("v", row, column, 1) for column in range(columns + 1)]
                boxes = self.boxes[row * columns : (row + 1) * columns]
                pieces = zip(walls, [*(f" {box} " for box in boxes), ""], strict=True)
                yield f"v{row:>2}   {''.join(map(''.join, pieces))}".rstrip()

    def _line(self, kind: LineKind, row: int, column: int, width: int) -> str:
        line, signs = Line(kind, row, column), self.signs
        if line in self.recommended:
            sign = signs.pointed_across if kind == "h" else signs.pointed_down
            return paint(sign * width, _POINTED, self.look)
        if line in self.drawn:
            return (signs.across if kind == "h" else signs.down) * width
        return " " * width


def _boxes(found: Strings, look: Look) -> list[str]:
    """Return the character of each box."""
    state = found.state
    signs = [paint(str(owner or "#"), _OWNER, look) for owner in state.owners]
    for box in found.joints:
        signs[box] = paint("*", _JOINT, look)
    for index, one in enumerate(found.strings):
        for box in one.boxes:
            signs[box] = paint(one.name[-1], _color(index, one), look)
    return signs


def _legend(found: Strings, look: Look) -> Iterator[str]:
    for index, one in enumerate(found.strings):
        yield f"   {paint(one.name, _color(index, one), look)}  {describe_string(one)}"
    if found.joints:
        yield f"   {paint('*', _JOINT, look)}  joint: a box with at least three lines to draw"
    state = found.state
    closed = [not sides & ~state.edges for sides in state.grid.box_edges]
    owners = {owner for owner, full in zip(state.owners, closed, strict=True) if full}
    for owner in sorted(owners):
        whose = f"player {owner}'s box" if owner else "complete, owner unknown"
        yield f"   {paint(str(owner or '#'), _OWNER, look)}  {whose}"


def _color(index: int, one: String) -> str:
    """Return a terminal colour: strings take turns, long ones are bold."""
    return ("1;" if one.is_long else "") + _COLORS[index % len(_COLORS)]
