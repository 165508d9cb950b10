"""What C0 allows; imported relatively."""

from __future__ import annotations

from typing import TYPE_CHECKING

from competitive_sudoku.sudoku import Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from competitive_sudoku.sudoku import GameState, Square, SudokuBoard


def legal_moves(game_state: GameState) -> Iterator[Move]:
    """Yield the legal moves, row by row."""
    board = game_state.board
    squares = game_state.player_squares()
    if squares is None:
        squares = [board.index2square(k) for k in range(board.N**2) if not board.squares[k]]
    for square in squares:
        used = seen_from(board, square)
        moves = (Move(square, value) for value in range(1, board.N + 1) if value not in used)
        yield from (move for move in moves if move not in game_state.taboo_moves)


def seen_from(board: SudokuBoard, square: Square) -> set[int]:
    """Return the values in the row, the column and the box of a square."""
    row, column = square
    m, n = board.region_height(), board.region_width()
    top, left = row - row % m, column - column % n
    return {
        *(board.get((row, k)) for k in range(board.N)),
        *(board.get((k, column)) for k in range(board.N)),
        *(board.get((top + a, left + b)) for a in range(m) for b in range(n)),
    }
