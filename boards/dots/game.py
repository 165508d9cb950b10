"""Dots and Boxes as a game: every legal line is drawn."""

from __future__ import annotations

from typing import cast

from bombe.boards.dots.state import DotsState, Grid, Kind, Line
from bombe.boards.game import Game, Json, MoveLike, Refused, Termination, parts_of_move


class Dots(Game[DotsState, Line]):
    """The rules, texts and records of Dots and Boxes."""

    name = "dots"
    title = "Dots and Boxes"
    state = DotsState

    def refusal(self, state: DotsState, move: MoveLike) -> Refused | None:
        """Return all the reasons; a line beside the grid is told from one that is drawn already."""
        if not (reasons := state.reasons(move)):
            return None
        is_outside = any(reason.startswith("there is no line") for reason in reasons)
        termination = Termination.OUT_OF_RANGE if is_outside else Termination.DRAWN_ALREADY
        return Refused(termination, "; ".join(reasons))

    def points(self, state: DotsState, move: MoveLike) -> int:
        """Return the number of boxes that the line completes."""
        return state.completes(move)

    def move(self, parts: object) -> Line:
        """Return the line of kind, row and column."""
        expected = 'h or v, row and column, such as ["h", 0, 1]'
        kind, row, column = parts_of_move(parts, (str, int, int), expected)
        if kind not in ("h", "v"):
            raise ValueError(f"a move is {expected}, not one of kind {kind!r}")
        return Line(cast("Kind", kind), int(row), int(column))

    def start(self, size: str) -> DotsState:
        """Return the empty grid of rows and columns of boxes, "3x3"."""
        return DotsState.start(Grid.parse(size))

    def read(self, text: str, source: str = "<text>") -> DotsState:
        """Return the position of a text in any of the forms."""
        from bombe.boards.dots.text import read_dots

        return read_dots(text, source)

    def write(self, state: DotsState) -> str:
        """Write the position as bombe.boards.dots.json_text does."""
        # Texts are imported when they are used: agents' processes start often and need none.
        from bombe.boards.dots.text import write_dots

        return write_dots(state)

    def facts(self, start: DotsState) -> dict[str, Json]:
        """Return the grid and the variant."""
        grid = start.grid
        return {"rows": grid.rows, "columns": grid.columns, "extra_turn": start.extra_turn}

    def one_line(self, state: DotsState) -> str:
        """Return the drawn lines as a list of edges."""
        from bombe.boards.dots.text import write_dots

        return write_dots(state, "edges").strip()

    def size(self, start: DotsState) -> str:
        """Return the rows and columns of boxes."""
        return str(start.grid)

    def variant(self, start: DotsState) -> str:
        """Return whether a completed box earns another turn."""
        return "extra turn" if start.extra_turn else "no extra turn"


DOTS = Dots()
