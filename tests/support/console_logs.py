"""Prints games as the course framework does, for the tests that read them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import sudoku

from bombe.boards.sudoku.reading import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.boards import SudokuState
    from bombe.boards.record import GameRecord


def drawing(state: SudokuState) -> list[str]:
    """Draw a position as edition v14 does."""
    return [*_grid(state, 6), *_below(state)]


def old_drawing(state: SudokuState) -> list[str]:
    """Draw a position as editions up to v13 do: narrower cells, and the scores only."""
    return [*_grid(state, 5), *_below(state)[:1]]


def board_text(state: SudokuState) -> list[str]:
    """Print a position as a board text, with the scores."""
    return [*write(state, "framework").splitlines(), *_below(state)[:1]]


def game_text(state: SudokuState) -> list[str]:
    """Print a position as a game text."""
    return write(state, "game").splitlines()


LOOKS = (drawing, old_drawing, board_text, game_text)


def console(
    record: GameRecord,
    look: Callable[[SudokuState], list[str]] = drawing,
    thoughts: str = "",
    ending: str = "",
) -> str:
    """Print a game; agents print their thoughts each turn. `ending` stands for the last lines."""
    states = list(map(sudoku, record.states()))
    lines = ["Initial state", *look(states[0])]
    for ply, after in zip(record.plies, states[1:], strict=True):
        lines += ["-" * 29, f"Calculate a move for player {ply.player}", *thoughts.splitlines()]
        lines.append(f"Best move: {ply.move}")
        if ply.is_bomb:
            lines.append(f"The sudoku has no solution after the move {ply.move}.")
        lines += [f"Reward: {ply.points}", *look(after)]
    who = f"Player {record.winner} wins the game." if record.winner else "The game ends in a draw."
    return "\n".join([*lines, ending or who]) + "\n"


def _grid(state: SudokuState, width: int) -> Iterator[str]:
    m, n, size = state.board.shape.m, state.board.shape.n, state.board.shape.size
    yield "  " + "".join(f"{column:>{width - 1}}  " for column in range(size))
    yield _rule("╔╤╦╗", n, size, width)
    for row in range(size):
        if row and row % m == 0:
            yield _rule("╠╪╬║", n, size, width)
        cells = range(row * size, (row + 1) * size)
        sides = ("║" if cell % n == 0 else "│" for cell in range(size))
        inner = (f"{side} {_cell(state, cell, width)}  " for side, cell in zip(sides, cells))  # noqa: B905 - of one length
        yield f"{row:2} " + "".join(inner) + "║"
    yield _rule("╚╧╩╝", n, size, width)


def _rule(corners: str, n: int, size: int, width: int) -> str:
    left, thin, thick, right = tuple(corners)
    marks = (left if k == 0 else thick if k % n == 0 else thin for k in range(size))
    return "   " + "".join(mark + "═" * width for mark in marks) + right


def _cell(state: SudokuState, cell: int, width: int) -> str:
    value = state.board.values[cell]
    text = f"{value:2}" if value else " -"
    if width == 5:
        return text
    first, second = state.occupied or ((), ())
    return text + ("+" if cell in first else "-" if cell in second else " ")


def _below(state: SudokuState) -> list[str]:
    one, two = state.scores
    lines = [f"Score: {one} - {two}", f"Current player: player{state.to_move}"]
    for name, pair in (("allowed", state.allowed), ("occupied", state.occupied)):
        for player, cells in enumerate(pair or (), 1):
            squares = [state.board.shape.coordinates(cell) for cell in sorted(cells)]
            lines.append(f"Player{player} {name} squares: {squares}")
    return lines
