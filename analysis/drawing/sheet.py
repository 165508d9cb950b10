"""What a drawing of a board shows, before it is drawn: text and SVG render the same sheet."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.results import with_noun
from bombe.boards import Board, Move, Shape, SudokuState

if TYPE_CHECKING:
    from bombe.analysis.audit import Audit
    from bombe.analysis.questions import Solutions


class Mark(enum.Enum):
    """What is said of a candidate, with the words of the legend."""

    OPEN = "candidate"
    SAFE = "safe"
    BOMB = "bomb"
    DIRECT = "direct bomb"
    SINGLES = "by singles"
    PAIRS = "by pairs"
    CASES = "by cases"
    UNRATED = "bomb, not rated"
    UNDECIDED = "undecided"
    TABOO = "taboo"


RATED = (Mark.DIRECT, Mark.SINGLES, Mark.PAIRS, Mark.CASES)
"""What is said of a bomb whose rating is known, by its level."""


class Pencil(NamedTuple):
    """A candidate in a cell, and what is said of it."""

    value: int
    mark: Mark


@dataclass(frozen=True)
class CellView:
    """What one cell shows: a value, or candidates; a frame says that the cell is forced.

    `owner` is the player who filled the cell, 0 is nobody; `latest` says that the last move was
    here.
    """

    value: int = 0
    given: bool = True
    clashes: bool = False
    pencils: tuple[Pencil, ...] = ()
    framed: bool = False
    owner: int = 0
    latest: bool = False


@dataclass(frozen=True)
class Sheet:
    """All cells of a board, row by row, under a title."""

    shape: Shape
    cells: tuple[CellView, ...]
    title: str

    @property
    def marks(self) -> list[Mark]:
        """The marks that occur, in the order of the legend."""
        seen = {pencil.mark for cell in self.cells for pencil in cell.pencils}
        return [mark for mark in Mark if mark in seen]

    @property
    def owners(self) -> list[int]:
        """The players who filled a cell."""
        return sorted({cell.owner for cell in self.cells} - {0})


def sheet_of_board(board: Board, givens: Board | None = None, *, pencils: bool = False) -> Sheet:
    """Show a board; cells that are empty in `givens` are set apart, candidates on request."""
    marked = [(move, Mark.OPEN) for move in board.candidates()] if pencils else []
    title = f"{board.shape} board, {with_noun((givens or board).givens, 'given')}"
    return _sheet(board, title, marked, givens=givens)


def sheet_of_solutions(found: Solutions) -> Sheet:
    """Show the first solution, or the board if there is none."""
    return sheet_of_board(found.solution or found.board, found.board)


def sheet_of_position(state: SudokuState, *, pencils: bool = False) -> Sheet:
    """Show a board, or a position in play: then the title has what the drawing cannot show."""
    if state == type(state)(state.board):
        return sheet_of_board(state.board, pencils=pencils)
    shown = state if pencils else replace(state, taboo=frozenset())
    sheet = sheet_of_state(shown, "", pencils=pencils)
    givens = with_noun(sum(view.value > 0 and not view.owner for view in sheet.cells), "given")
    return replace(sheet, title=f"{state.board.shape} board, {givens}; {state.status}")


def sheet_of_audit(audit: Audit) -> Sheet:
    """Show every legal move with its verdict or rating, and frames around the forced cells."""
    ratings = {} if audit.ratings is None else audit.ratings.by_move
    rated = {move: RATED[rating.level] for move, rating in ratings.items()}
    bomb = Mark.BOMB if audit.ratings is None else Mark.UNRATED
    marked = [
        (move, rated.get(move, mark))
        for moves, mark in (
            (audit.safe, Mark.SAFE),
            (audit.bombs, bomb),
            (audit.undecided, Mark.UNDECIDED),
            (audit.taboo, Mark.TABOO),
        )
        for move in moves
    ]
    return _sheet(audit.board, audit.summary(), marked, framed=audit.forced)


def sheet_of_play(
    state: SudokuState,
    title: str,
    owners: Mapping[int, int],
    latest: Move | None,
    *,
    pencils: bool = False,
) -> Sheet:
    """Show a position in play: who filled which cell, the last move, what is taboo; candidates."""
    cells = state.board.shape.cell
    open_taboo = {move for move in state.taboo if not state.board.values[cells(*move[:2])]}
    marked = [(move, Mark.TABOO) for move in open_taboo]
    if pencils:
        marked += [(move, Mark.OPEN) for move in state.board.candidates() if move not in open_taboo]
    givens = state.board.clear(owners)
    sheet = _sheet(state.board, title, marked, givens=givens)
    last = None if latest is None else cells(*latest[:2])
    views = (
        replace(view, owner=owners.get(cell, 0), latest=cell == last)
        for cell, view in enumerate(sheet.cells)
    )
    return replace(sheet, cells=tuple(views))


def sheet_of_state(state: SudokuState, title: str, *, pencils: bool = False) -> Sheet:
    """Show a position as its history and its owners tell it; candidates on request."""
    owners = {cell: player for player, mine in enumerate(state.filled, 1) for cell in mine}
    last = state.history[-1:]
    latest = last[0] if last and state.board[last[0][:2]] == last[0].value else None
    return sheet_of_play(state, title, owners, latest, pencils=pencils)


def _sheet(
    board: Board,
    title: str,
    marked: Iterable[tuple[Move, Mark]],
    *,
    framed: Iterable[Move] = (),
    givens: Board | None = None,
) -> Sheet:
    pencils: dict[int, list[Pencil]] = {}
    for move, mark in marked:
        pencils.setdefault(board.shape.cell(move.row, move.column), []).append(
            Pencil(move.value, mark)
        )
    frames = {board.shape.cell(move.row, move.column) for move in framed}
    given = (givens or board).values
    clashing = {board.shape.cell(*at) for clash in board.clashes() for at in clash.cells}
    cells = tuple(
        CellView(
            value,
            given=bool(given[cell]),
            clashes=cell in clashing,
            pencils=_in_order(pencils.get(cell, [])),
            framed=cell in frames,
        )
        for cell, value in enumerate(board.values)
    )
    return Sheet(board.shape, cells, title)


def _in_order(pencils: list[Pencil]) -> tuple[Pencil, ...]:
    return tuple(sorted(pencils, key=lambda pencil: pencil.value))
