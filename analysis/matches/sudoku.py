"""Competitive Sudoku in replays: drawings of positions, and the margin after each move."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from bombe.analysis.drawing.sheet import Sheet, sheet_of_play
from bombe.analysis.matches.frames import Frame
from bombe.analysis.results import with_noun
from bombe.analysis.why.refutation import Fact, Question
from bombe.boards import Move, SudokuState
from bombe.boards.errors import BombeError
from bombe.boards.sudoku.notation import move_text
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.analysis.drawing.look import Look
    from bombe.analysis.endgame.margins import Table
    from bombe.boards.game import AnyMove
    from bombe.boards.record import Ply


_WHY_NODES = 100_000
"""The node limit of the reasons of one bomb, some milliseconds."""


class SudokuFrame(Frame[SudokuState]):
    """A position of Competitive Sudoku."""

    @property
    def owners(self) -> Mapping[int, int]:
        """The player who filled each cell in the game."""
        cell = self.state.board.shape.cell
        plies = self.record.plies[: self.number]
        moves = ((Move.of(ply.move), ply) for ply in plies if not ply.is_bomb)
        return {cell(move.row, move.column): ply.player for move, ply in moves}

    @functools.cached_property
    def why(self) -> str:
        """Why the last move is a bomb, in a sentence, unless it was meant; or an empty text.

        A bomb was meant as a skip if it lost nothing, or if its player noted that the game was
        solved.
        """
        ply = self.ply
        if ply is None or not ply.is_bomb or self.lost == 0 or _is_solved(ply):
            return ""
        # Imported where a bomb is shown: many games have none.
        from bombe.analysis.why.finders import refute
        from bombe.analysis.why.sentences import brief

        row, column, value = Move.of(ply.move)
        board = self.state.board
        question = Question(Fact(board.shape.cell(row, column), value))
        found = refute(board, question, Meter(Budget(nodes=_WHY_NODES)))
        return "" if found is None else brief(board.shape, question, found, self.notation)

    @property
    def skipped(self) -> str:
        """Who has no cell left to play on, which happens in the newer play modes only."""
        if self.state.is_over:
            return "neither player can move" if self.state.board.empty_cells() else ""
        ply, mover = self.ply, self.state.to_move
        return f"player {3 - mover} cannot move" if ply and ply.player == mover else ""

    @property
    def note(self) -> str:
        """The taboo moves, or an empty text."""
        taboo = ", ".join(move_text(move, self.notation) for move in sorted(self.state.taboo))
        return taboo and f"taboo: {taboo}"

    def sheet(self, *, taboo: bool = True) -> Sheet:
        """Return the position with owners, the last move and, unless switched off, taboo moves."""
        latest = None if self.ply is None else Move.of(self.ply.move)
        state = self.state if taboo else replace(self.state, taboo=frozenset())
        return sheet_of_play(state, self.caption, self.owners, latest)

    def left(self) -> str:
        """Return the number of empty cells, in words."""
        return with_noun(len(self.state.board.empty_cells()), "empty cell")

    def text(self, look: Look) -> str:
        """Return the board as text."""
        from bombe.analysis.drawing.text import draw_text

        return draw_text(self.sheet(taboo=False), look)

    def svg(self) -> str:
        """Return the board as a picture."""
        from bombe.analysis.drawing.svg import draw_svg

        return draw_svg(self.sheet())


def _is_solved(ply: Ply) -> bool:
    """Return whether the player noted of the turn that it knew the game's end."""
    return any(name == "proven" or (name == "exact" and value) for name, value in ply.notes)


class SudokuJudge:
    """Keeps the table of the first position that can be solved: it holds all later ones, too."""

    most_empty = 24

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._table: Table | None = None

    def values(self, state: SudokuState) -> Mapping[AnyMove, int] | None:
        """Return the margin after each move for the mover; None if that is too much work."""
        if len(state.board.empty_cells()) > self.most_empty:
            return None
        self._table = self._table or self._begin(state)
        if self._table is None:
            return None
        values = self._table.values(state, Budget(nodes=self._nodes))
        return {v.move: v.low for v in values} if all(v.exact for v in values) else None

    def _begin(self, state: SudokuState) -> Table | None:
        from bombe.analysis.endgame.margins import Table

        try:
            table = Table(state, budget=Budget(nodes=self._nodes))
            low, high = table.margin(state, Budget(nodes=self._nodes))
        except BombeError:  # too many solutions, too much memory, or too much work
            return None
        return table if low == high else None
