"""Players of a Dots and Boxes notebook, good ones and bad ones, as their authors write them."""

from __future__ import annotations

import random
import time
from typing import Any


def undrawn(board: dict[Any, Any]) -> list[tuple[str, int, int]]:
    n, m = board["n"], board["m"]
    lines = [("h", r, c) for r in range(1, n + 1) for c in range(1, m)]
    lines += [("v", r, c) for r in range(1, n) for c in range(1, m + 1)]
    return [line for line in lines if line not in board]


def random_player(board: dict[Any, Any], player: int) -> dict[str, Any]:
    assert player in (1, -1)
    return {"move": random.choice(undrawn(board))}


def last_line(board: dict[Any, Any], player: int) -> dict[str, Any]:
    """Play the last line, and leave nothing of the board."""
    move = undrawn(board)[-1]
    board.clear()
    return {"move": move, "value": player}


def says_who_it_is(board: dict[Any, Any], player: int) -> dict[str, Any]:
    assert board[f"score{player}"] <= board["score1"] + board["score-1"]
    row = 1 if player == 1 else board["n"]
    lines = undrawn(board)
    return {"move": next((line for line in lines if line[1] == row), lines[0])}


def plays_a_drawn_line(board: dict[Any, Any], player: int) -> dict[str, Any]:
    del player
    drawn = [key for key in board if len(key) == 3]
    return {"move": drawn[0] if drawn else ("h", 1, 1)}


def plays_beside_the_board(board: dict[Any, Any], player: int) -> dict[str, Any]:
    del player
    return {"move": ("v", board["n"], 1)}


def forgets_the_dictionary(board: dict[Any, Any], player: int) -> tuple[str, int, int]:
    del player
    return undrawn(board)[0]


def returns_nothing(board: dict[Any, Any], player: int) -> None:
    del board, player


def crashes(board: dict[Any, Any], player: int) -> dict[str, Any]:
    return {"move": board["move", player]}


def runs_out_of_lines(board: dict[Any, Any], player: int) -> dict[str, Any]:
    return {"move": next(line for line in undrawn(board) if line[1] == 50 * player)}


def hangs(board: dict[Any, Any], player: int) -> dict[str, Any]:
    time.sleep(1000)
    return {"move": (board, player)}


NOT_A_PLAYER = 5
