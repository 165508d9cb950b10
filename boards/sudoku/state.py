"""Competitive Sudoku: the rules, as an immutable state.

The rules never ask a solver. A state says by `question(move)` which board must be solvable if
the move is to stand; the referee asks an oracle, then calls `play` or, for a bomb, `reject`.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bombe.boards.display import Drawable
from bombe.boards.errors import IllegalMoveError, UnknownNameError, UsageError
from bombe.boards.facts import FACTS
from bombe.boards.sentences import sentence
from bombe.boards.sudoku.board import Board, Move, moves_of
from bombe.boards.sudoku.refusals import Reason, Refusal, c0_reasons, range_reasons
from bombe.boards.sudoku.shape import Shape
from bombe.boards.sudoku.symbols import board_line

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from bombe.boards.game import MoveLike, Player
    from bombe.boards.sudoku.game import Sudoku

Cells = frozenset[int]
POINTS: tuple[int, ...] = tuple(FACTS["sudoku"]["points"])
"""Points for completing 0, 1, 2 or 3 regions with one move."""


class Rules(enum.StrEnum):
    """The play modes: where a player may start. In `classic` every cell is open to both."""

    CLASSIC = "classic"
    ROWS = "rows"
    BORDER = "border"
    RANDOM = "random"


@dataclass(frozen=True)
class SudokuState(Drawable):
    """A position of Competitive Sudoku, immutable: `play` returns the next one, `undo` the last.

    `allowed` and `occupied` hold a set of cells for each player, and are None in classic play.
    `history` holds the moves so far, bombs too; those that are taboo were bombs.
    """

    board: Board
    rules: Rules = Rules.CLASSIC
    taboo: frozenset[Move] = frozenset()
    scores: tuple[int, int] = (0, 0)
    to_move: Player = 1
    allowed: tuple[Cells, Cells] | None = None
    occupied: tuple[Cells, Cells] | None = None
    history: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board):
            raise UsageError(
                f"a state needs a Board, not {self.board!r:.40}: give bombe.Board(...), or read "
                "the position with bombe.read"
            )
        self._check_parts()
        classic = self.rules is Rules.CLASSIC
        if classic != (self.allowed is None) or classic != (self.occupied is None):
            raise UsageError(
                f"rules {self.rules} {'take no' if classic else 'need'} allowed and occupied "
                "cells; begin with SudokuState.start(board, rules)"
            )

    def _check_parts(self) -> None:
        """Raise UsageError for parts that no rules could be applied to."""
        shape = self.board.shape
        try:
            is_right = (
                type(self.rules) is Rules
                and self.to_move in (1, 2)
                and [type(points) for points in self.scores] == [int, int]
                and isinstance(self.taboo, frozenset)
                and isinstance(self.history, tuple)
                and not any(range_reasons(shape, move) for move in (*self.taboo, *self.history))
                and _are_cells(shape, self.allowed)
                and _are_cells(shape, self.occupied)
            )
        except (AttributeError, TypeError):
            is_right = False
        if not is_right:
            raise UsageError(
                f"these are no parts of a position on a {shape} board: begin with "
                "SudokuState.start(board, rules), and play, or read the position with bombe.read"
            )

    @classmethod
    def start(
        cls, board: Board, rules: Rules | str = Rules.CLASSIC, seed: int | None = None
    ) -> SudokuState:
        """Begin a game on `board`; the rules `random` draw their cells from `seed`."""
        return cls(board).under(rules, seed)

    def under(self, rules: Rules | str, seed: int | None = None) -> SudokuState:
        """Return this position in a play mode: with the same moves, scores, owners and turn."""
        rules = parse_rules(rules)
        if rules is self.rules:
            return self
        if rules is Rules.CLASSIC:
            return replace(self, rules=rules, allowed=None, occupied=None)
        return replace(
            self,
            rules=rules,
            allowed=starting_cells(self.board, rules, seed),
            occupied=self.filled,
        ).skip_stuck_player()

    def skip_stuck_player(self) -> SudokuState:
        """Return the position, with the turn passed on if only the opponent has a playable cell."""
        other: Player = 2 if self.to_move == 1 else 1  # what is asked of boards loads no contract
        if self.allowed is None or self.playable() or not self.playable(other):
            return self
        return replace(self, to_move=other)

    @property
    def game(self) -> Sudoku:
        """Competitive Sudoku."""
        from bombe.boards.sudoku.game import SUDOKU  # which is made of this class

        return SUDOKU

    @property
    def status(self) -> str:
        """Play mode, scores, who moves and what is taboo, on one line."""
        first, second = self.scores
        mover = "the game is over" if self.is_over else f"player {self.to_move} to move"
        taboo = f", taboo: {', '.join(map(str, sorted(self.taboo)))}" if self.taboo else ""
        return f"{self.rules}, {first} to {second}, {mover}{taboo}"

    def __array__(
        self,
        dtype: DTypeLike | None = None,
        copy: bool | None = None,  # noqa: FBT001 - numpy's protocol
    ) -> NDArray[Any]:
        """Return the values of the board as an array: what `numpy.array(state)` asks for."""
        return self.board.__array__(dtype, copy)

    def __str__(self) -> str:
        """Render the board, and the status below it."""
        return f"{self.board}\n{self.status}"

    def caption(self) -> str:
        """Return what notebooks say below the picture."""
        return self.status

    def __repr__(self) -> str:
        """Return the position on one line."""
        return f"<SudokuState {self.board.shape} {board_line(self.board)}: {self.status}>"

    @property
    def is_over(self) -> bool:
        """Whether the grid is full, or neither player has a cell to play on."""
        return self.board.is_full or not (self.playable(1) or self.playable(2))

    def playable(self, player: Player | None = None) -> Cells:
        """Return the empty cells on which a player, by default the mover, may play."""
        empties = frozenset(self.board.empty_cells())
        if self.allowed is None or self.occupied is None:
            return empties
        if player is not None and not (isinstance(player, int) and player in (1, 2)):
            raise UsageError(f"{player!r:.20} is not a player: give 1 or 2")
        index = (player or self.to_move) - 1
        neighbours = self.board.shape.geometry.neighbours
        reached = (near for cell in self.occupied[index] for near in neighbours[cell])
        return empties & (self.allowed[index].union(reached))

    def moves(self) -> list[Move]:
        """List the legal moves: candidates on playable cells that are not taboo. Bombs included."""
        return moves_of(self.board.shape, self.move_masks())

    def move_masks(self) -> list[int]:
        """Return for each cell the values of the legal moves, value v as bit v."""
        masks = self.board.candidate_masks()
        if self.allowed is not None:
            playable = self.playable()
            masks = [mask if cell in playable else 0 for cell, mask in enumerate(masks)]
        for move in self.taboo:
            masks[self.board.shape.cell(move.row, move.column)] &= ~(1 << move.value)
        return masks

    def reasons(self, move: MoveLike) -> tuple[Reason, ...]:
        """Return all the reasons for which the rules refuse a move; none means that it is legal."""
        move = Move.of(move)
        found = [Reason(Refusal.GAME_OVER, sentence("over"))] if self.is_over else []
        out = range_reasons(self.board.shape, move)
        if out:
            return (*found, *out)
        cell = self.board.shape.cell(move.row, move.column)
        where = f"({move.row},{move.column})"
        if value := self.board.values[cell]:
            found.append(Reason(Refusal.FILLED, sentence("filled", cell=where, value=value)))
        found += c0_reasons(self.board, cell, move.value)
        if move in self.taboo:
            found.append(Reason(Refusal.TABOO, sentence("taboo", move=move)))
        if not self.board.values[cell] and cell not in self.playable():
            detail = sentence("not-playable", player=self.to_move, cell=where)
            found.append(Reason(Refusal.NOT_PLAYABLE, detail))
        return tuple(found)

    def question(self, move: MoveLike) -> Board:
        """Return the board that must be solvable if the move is to stand."""
        move = self._require_legal(move)
        return self.board.place(move)

    def points(self, move: MoveLike) -> int:
        """Count what the move scores if it stands: 0, 1, 3 or 7 for the regions it completes."""
        move = Move.of(move)
        if out := range_reasons(self.board.shape, move):
            raise IllegalMoveError(move, out)
        geometry, values = self.board.shape.geometry, self.board.values
        cell = self.board.shape.cell(move.row, move.column)
        others = (
            [c for c in geometry.regions[region] if c != cell]
            for region in geometry.regions_of[cell]
        )
        return POINTS[sum(all(values[c] for c in region) for region in others)]

    def play(self, move: MoveLike) -> SudokuState:
        """Place a move that the oracle found solvable: score it and pass the turn."""
        move = Move.of(move)
        board = self.question(move)
        scores = list(self.scores)
        scores[self.to_move - 1] += self.points(move)
        occupied = self.occupied
        if occupied is not None:
            mine = occupied[self.to_move - 1] | {board.shape.cell(move.row, move.column)}
            occupied = (mine, occupied[1]) if self.to_move == 1 else (occupied[0], mine)
        placed = replace(self, board=board, scores=(scores[0], scores[1]), occupied=occupied)
        return _pass_turn(placed, move)

    def reject(self, move: MoveLike) -> SudokuState:
        """Refuse a bomb: nothing is placed, the move becomes taboo, the turn passes."""
        move = self._require_legal(move)
        return _pass_turn(replace(self, taboo=self.taboo | {move}), move)

    def undo(self) -> SudokuState:
        """Return the position before the last move of the history."""
        if not self.history:
            raise UsageError("there is no move to undo: the history is empty")
        last = self.history[-1]
        for before in (self._before(1), self._before(2)):
            after = before.reject if last in self.taboo else before.play
            if not before.reasons(last) and after(last) == self:
                return before
        raise UsageError(f"{last} cannot be undone: the history does not lead to this position")

    def _before(self, mover: Player) -> SudokuState:
        """Return what the position before the last move was, if that was this player's."""
        *earlier, last = self.history
        board, scores, occupied = self.board, list(self.scores), self.occupied
        if last not in self.taboo:
            cell = board.shape.cell(last.row, last.column)
            board = board.clear([cell])
            scores[mover - 1] -= self.points(last)
            occupied = occupied and (occupied[0] - {cell}, occupied[1] - {cell})
        return replace(
            self,
            board=board,
            taboo=self.taboo - {last},
            scores=(scores[0], scores[1]),
            to_move=mover,
            occupied=occupied,
            history=tuple(earlier),
        )

    @property
    def filled(self) -> tuple[Cells, Cells]:
        """The cells that each player filled; in classic games, as the history says."""
        if self.occupied is not None:
            return self.occupied
        filled: tuple[set[int], set[int]] = (set(), set())
        for ago, move in enumerate(reversed(self.history)):
            cell = self.board.shape.cell(move.row, move.column)
            # Texts of others may name moves that were refused and are not listed as taboo.
            is_placed = move not in self.taboo and self.board.values[cell] == move.value
            if is_placed and not any(cell in cells for cells in filled):
                filled[(self.to_move + ago) % 2].add(cell)
        return frozenset(filled[0]), frozenset(filled[1])

    @property
    def initial_board(self) -> Board:
        """The board before the moves of the history were placed."""
        cell = self.board.shape.cell
        return self.board.clear(
            cell(move.row, move.column) for move in self.history if move not in self.taboo
        )

    def _require_legal(self, move: MoveLike) -> Move:
        move = Move.of(move)
        if reasons := self.reasons(move):
            raise IllegalMoveError(move, reasons)
        return move


def _pass_turn(state: SudokuState, move: Move) -> SudokuState:
    """Note the move; give the turn to the opponent, unless only the mover has a cell to play on."""
    history = (*state.history, move)
    return replace(
        state, history=history, to_move=2 if state.to_move == 1 else 1
    ).skip_stuck_player()


Position = Board | SudokuState
"""A position in memory: a board stands for the start of a classic game on it."""
PositionLike = Position | str | os.PathLike[str] | Iterable[Iterable[int]]
"""What can be asked about: a position, whatever `bombe.read` reads, or rows of numbers."""


def board_of(position: PositionLike) -> Board:
    """Return the board of a position."""
    return state_of(position).board


def state_of(position: PositionLike) -> SudokuState:
    """Return the state of a position, which is read if it is a text, a name or a path."""
    if isinstance(position, SudokuState):
        return position
    if isinstance(position, Board):
        return SudokuState(position)
    if isinstance(position, (str, os.PathLike)):
        from bombe.boards.sudoku.reading import read

        return read(position)
    return SudokuState(Board(position))


def _are_cells(shape: Shape, pair: tuple[Cells, Cells] | None) -> bool:
    """Return whether these are the cells of both players, or None."""
    if pair is None:
        return True
    first, second = pair
    both = first | second
    return 0 <= min(both, default=0) <= max(both, default=0) < shape.cells


def parse_rules(text: Rules | str) -> Rules:
    """Read the name of a play mode."""
    if not isinstance(text, str) or text not in list(Rules):
        raise UnknownNameError("rules", text, Rules)
    return Rules(text)


def rules_of(shape: Shape, allowed: tuple[Cells, Cells] | None) -> Rules:
    """Return the play mode that has these allowed cells, for files that do not name it."""
    if allowed is None:
        return Rules.CLASSIC
    for rules in (Rules.ROWS, Rules.BORDER):
        if allowed == _fixed_cells(shape, rules):
            return rules
    return Rules.RANDOM


def starting_cells(board: Board, rules: Rules, seed: int | None = None) -> tuple[Cells, Cells]:
    """Return the cells on which each player may begin in one of the newer play modes."""
    if rules is not Rules.RANDOM:
        return _fixed_cells(board.shape, rules)
    if seed is None:
        raise UsageError(sentence("no-seed"))
    empties = board.empty_cells()
    count = min(board.shape.size, len(empties) // 2)
    from bombe.boards.draws import Draws

    drawn = Draws(seed).sample(empties, 2 * count)
    return frozenset(drawn[:count]), frozenset(drawn[count:])


def _fixed_cells(shape: Shape, rules: Rules) -> tuple[Cells, Cells]:
    rows, columns = shape.geometry.rows, shape.geometry.columns
    if rules is Rules.ROWS:
        return frozenset(rows[0]), frozenset(rows[-1])
    border = frozenset(rows[0] + rows[-1] + columns[0] + columns[-1])
    return border, border
