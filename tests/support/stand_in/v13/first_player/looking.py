"""What C0 allows; imported under the name of the agent's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from competitive_sudoku.sudoku import Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from competitive_sudoku.sudoku import GameState, SudokuBoard


def legal_moves(game_state: GameState) -> Iterator[Move]:
    """Yield the legal moves, row by row."""
    board = game_state.board
    for i in range(board.N):
        for j in range(board.N):
            if board.get(i, j) == board.empty:
                used = seen_from(board, i, j)
                moves = (Move(i, j, value) for value in range(1, board.N + 1) if value not in used)
                yield from (move for move in moves if move not in game_state.taboo_moves)


def seen_from(board: SudokuBoard, i: int, j: int) -> set[int]:
    """Return the values in the row, the column and the box of a cell."""
    m, n = board.region_height(), board.region_width()
    top, left = i - i % m, j - j % n
    return {
        *(board.get(i, k) for k in range(board.N)),
        *(board.get(k, j) for k in range(board.N)),
        *(board.get(top + a, left + b) for a in range(m) for b in range(n)),
    }
