"""The positions of a game that is replayed: a class per game says how they look and what is said.

frame.caption       a sentence for the move that led here
frame.text(look)    the position for a terminal, frame.svg() as a picture
frame.data()        what the page of a game needs of it, as plain values
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from bombe.analysis.drawing.sheet import Sheet, sheet_of_play
from bombe.analysis.results import counted
from bombe.boards.game import DOTS, SUDOKU

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.analysis.drawing.text import Look
    from bombe.boards import SudokuState
    from bombe.boards.dots.state import DotsState
    from bombe.boards.game import AnyState
    from bombe.boards.record import GameRecord, Ply


@dataclass(frozen=True)
class Frame(ABC):
    """The position of a record after `number` moves; `script` draws it on a page.

    `lost` is what the last move gave away, where that is known.
    """

    record: GameRecord
    number: int
    state: AnyState
    lost: int | None
    script: ClassVar[str]

    @property
    def ply(self) -> Ply | None:
        """The move that led here; none led to the start."""
        return self.record.plies[self.number - 1] if self.number else None

    @property
    def caption(self) -> str:
        """Say who played what, and how it stands."""
        ply, state = self.ply, self.state
        if ply is None:
            mover = f"{self.record.players[state.to_move - 1]} (player {state.to_move})"
            return f"start: {self.left()}, {mover} begins"
        score = "{} to {}".format(*state.scores)
        who = f"{self.number}. {self.record.players[ply.player - 1]} (player {ply.player})"
        lost = f"; {self.lost} lost against best play" if self.lost else ""
        if ply.is_bomb:
            return f"{who} plays the bomb {ply.move}, which becomes taboo; {score}{lost}"
        gain = f" for {counted(ply.points, 'point')}" if ply.points else ""
        return f"{who} plays {ply.move}{gain}; {score}{lost}"

    @property
    def note(self) -> str:
        """What is to be said below the position; nothing for most."""
        return ""

    @abstractmethod
    def left(self) -> str:
        """Say how much is left to play."""

    @abstractmethod
    def text(self, look: Look) -> str:
        """Draw the position for a terminal, with the last move."""

    @abstractmethod
    def svg(self) -> str:
        """Draw the position as a picture, with the last move."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Give what the page shows of the start, or of the last move."""


class SudokuFrame(Frame):
    """A position of Competitive Sudoku."""

    state: SudokuState
    script = "replay_sudoku.js"

    @property
    def owners(self) -> Mapping[int, int]:
        """Which player filled which cell."""
        cell = self.state.board.shape.cell
        plies = self.record.plies[: self.number]
        return {cell(*ply.move[:2]): ply.player for ply in plies if not ply.is_bomb}

    @property
    def note(self) -> str:
        """Name the taboo moves."""
        taboo = ", ".join(map(str, sorted(self.state.taboo)))
        return taboo and f"taboo: {taboo}"

    def sheet(self, *, taboo: bool = True) -> Sheet:
        """Show the position with its owners and the last move, and on request what is taboo."""
        latest = None if self.ply is None else self.ply.move
        state = self.state if taboo else replace(self.state, taboo=frozenset())
        return sheet_of_play(state, self.caption, self.owners, latest)

    def left(self) -> str:
        """Count the empty cells."""
        return counted(len(self.state.board.empty_cells()), "empty cell")

    def text(self, look: Look) -> str:
        """Draw the board."""
        from bombe.analysis.drawing.text import draw_text

        return draw_text(self.sheet(taboo=False), look)

    def svg(self) -> str:
        """Draw the board."""
        from bombe.analysis.drawing.svg import draw_svg

        return draw_svg(self.sheet())

    def data(self) -> dict[str, Any]:
        """Give the board of the start, or the cell and the value of the move."""
        board, shape = self.state.board, self.state.board.shape
        if self.ply is not None:
            row, column, value = self.ply.move
            return {"cell": shape.cell(row, column), "value": value, "bomb": self.ply.is_bomb}
        taboo = [[shape.cell(*move[:2]), move.value] for move in sorted(self.state.taboo)]
        return {"m": shape.m, "n": shape.n, "values": list(board.values), "taboo": taboo}


class DotsFrame(Frame):
    """A position of Dots and Boxes; its last line is pointed at."""

    state: DotsState
    script = "replay_dots.js"

    def left(self) -> str:
        """Count the lines that are not drawn."""
        return f"{counted(len(self.state.moves()), 'line')} to draw"

    def text(self, look: Look) -> str:
        """Draw the grid, its chains and loops."""
        from bombe.analysis.dots.strings import strings_of
        from bombe.analysis.dots.text import draw_text

        return draw_text(strings_of(self.state), look, self._latest())

    def svg(self) -> str:
        """Draw the grid, its chains and loops."""
        from bombe.analysis.dots.strings import strings_of
        from bombe.analysis.dots.svg import draw_svg

        return draw_svg(strings_of(self.state), self._latest())

    def data(self) -> dict[str, Any]:
        """Give the grid of the start, or the line of the move and the boxes that it completed."""
        state, grid = self.state, self.state.grid
        if self.ply is not None:
            edge = grid.edge(self.ply.move)
            boxes = [box for box in grid.boxes_of[edge] if not grid.box_edges[box] & ~state.edges]
            return {"line": self.ply.move, "boxes": boxes}
        owners = {box: owner for box, owner in enumerate(state.owners) if owner}
        drawn = grid.lines_of(state.edges)
        return {"rows": grid.rows, "columns": grid.columns, "drawn": drawn, "owners": owners}

    def _latest(self) -> list[Any]:
        return [] if self.ply is None else [self.ply.move]


FRAMES: dict[str, type[Frame]] = {SUDOKU.name: SudokuFrame, DOTS.name: DotsFrame}
"""How positions are shown, by the game."""
