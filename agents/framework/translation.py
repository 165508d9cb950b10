"""Our states as game states of the framework, made of the classes of an edition."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bombe.boards import Board, SudokuState
    from bombe.boards.sudoku.state import Cells


def game_state_of(state: SudokuState, sudoku: ModuleType) -> Any:
    """Return the game state; `sudoku` is the module competitive_sudoku.sudoku of the edition."""
    is_newer = hasattr(sudoku.SudokuBoard, "square2index")

    def move_of(row: int, column: int, value: int, *, is_taboo: bool) -> Any:
        kind = sudoku.TabooMove if is_taboo else sudoku.Move
        return kind((row, column), value) if is_newer else kind(row, column, value)

    played = [move for move in state.history if move in state.taboo]
    taboo = [*played, *sorted(state.taboo.difference(played))]
    found = sudoku.GameState(
        _board(state.initial_board, sudoku),
        _board(state.board, sudoku),
        [move_of(*move, is_taboo=True) for move in taboo],
        [move_of(*move, is_taboo=move in state.taboo) for move in state.history],
        list(state.scores),
    )
    if is_newer:
        _add_squares(found, state)
    else:
        found.first_player = (state.to_move - 1 - len(state.history)) % 2 + 1
    return found


def _board(board: Board, sudoku: ModuleType) -> Any:
    made = sudoku.SudokuBoard(board.shape.m, board.shape.n)
    made.squares = list(board.values)
    return made


def _add_squares(found: Any, state: SudokuState) -> None:
    found.current_player = state.to_move
    for name, cells in (("allowed", state.allowed), ("occupied", state.occupied)):
        for player, mine in enumerate(cells or (), 1):
            setattr(found, f"{name}_squares{player}", _squares(mine, state))


def _squares(cells: Cells, state: SudokuState) -> list[tuple[int, int]]:
    return [state.board.shape.coordinates(cell) for cell in sorted(cells)]
