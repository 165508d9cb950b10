"""Dots and Boxes in replays: drawings of positions, and the margin after each line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.matches.frames import Frame
from bombe.analysis.results import with_noun
from bombe.boards.dots.state import DotsState, Line
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bombe.analysis.drawing.look import Look
    from bombe.boards.game import AnyMove


class DotsFrame(Frame[DotsState]):
    """A position of Dots and Boxes, with its last line marked."""

    def left(self) -> str:
        """Return the number of lines that are not drawn, in words."""
        return f"{with_noun(len(self.state.moves()), 'line')} to draw"

    def text(self, look: Look) -> str:
        """Return the grid with its chains and loops as text."""
        from bombe.analysis.dots.strings import strings_of
        from bombe.analysis.dots.text import draw_text

        return draw_text(strings_of(self.state), look, self._latest())

    def svg(self) -> str:
        """Return the grid with its chains and loops as a picture."""
        return draw_dots(self.state, self._latest())

    def _latest(self) -> list[Line]:
        return [] if self.ply is None else [Line.of(self.ply.move)]


def draw_dots(state: DotsState, latest: Sequence[Line] | None = None) -> str:
    """Draw the grid with its chains and loops, and the last line."""
    from bombe.analysis.dots.strings import strings_of
    from bombe.analysis.dots.svg import draw_svg

    return draw_svg(strings_of(state), state.history[-1:] if latest is None else latest)


class DotsJudge:
    """Solves each position separately, once few lines are left."""

    most_lines, memory = 24, 2**24

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes

    def values(self, state: DotsState) -> Mapping[AnyMove, int] | None:
        """Return the margin after each line for the mover; None if that is too much work."""
        from bombe.analysis.dots.exact import solve

        if len(state.moves()) > self.most_lines:
            return None
        found = solve(state, Budget(nodes=self._nodes), memory=self.memory)
        known = all(value.exact for value in found.moves)
        return {value.move: value.low for value in found.moves} if known else None
