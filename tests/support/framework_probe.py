"""Uses all that agents use of the framework's package, and prints what comes of it as JSON.

    python framework_probe.py v13 ours      our package of edition v13
    python framework_probe.py v14 stand_in  the stand-in's

Both have to print the same.
"""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import sys
import threading
from pathlib import Path
from typing import Any


def raised(function: Any) -> str:
    """Name the class of the error that a call raises."""
    try:
        function()
    except Exception as error:  # noqa: BLE001 - any will do
        return type(error).__name__
    return "nothing"


def probe(edition: str) -> dict[str, Any]:
    """Try everything."""
    sudoku = importlib.import_module("competitive_sudoku.sudoku")
    is_newer = edition == "v14"

    def at(i: int, j: int) -> tuple[Any, ...]:
        return ((i, j),) if is_newer else (i, j)

    board = sudoku.SudokuBoard(2, 3)
    board.put(*at(1, 4), 6)
    move, taboo = sudoku.Move(*at(1, 2), 3), sudoku.TabooMove(*at(1, 2), 3)
    state = sudoku.GameState(copy.deepcopy(board), board, [taboo], [move, taboo], [1, 3])
    found = {
        "sizes": [board.m, board.n, board.N, board.empty, sudoku.SudokuBoard.empty],
        "regions": [board.region_width(), board.region_height()],
        "board": [board.board_width(), board.board_height()],
        "squares": board.squares,
        "get": [board.get(*at(1, 4)), board.get(*at(0, 0))],
        "text": str(board).split(),
        "default": sudoku.SudokuBoard().N,
        "move": [str(move), move.value, *(move.square if is_newer else (move.i, move.j))],
        "equal": [
            move == taboo,
            taboo == move,
            [taboo].index(move) == 0,
            move not in state.taboo_moves,
        ],
        "unequal": [move == sudoku.Move(*at(1, 2), 4), move == sudoku.Move(*at(2, 1), 3)],
        "hash": [raised(lambda: hash(move)), raised(lambda: {taboo})],
        "nothing": raised(lambda: move == None),  # noqa: E711 - agents write so
        "kinds": [isinstance(one, sudoku.TabooMove) for one in state.moves],
        "copies": [pickle.loads(pickle.dumps(move)) == move, copy.deepcopy(state).scores],  # noqa: S301 - our own
        "modules": [sudoku.Move.__module__, sudoku.GameState.__module__],
        "state": [state.scores, len(state.taboo_moves), state.initial_board.get(*at(1, 4))],
        "drawings": [
            type(sudoku.pretty_print_game_state(state)).__name__,
            type(sudoku.pretty_print_sudoku_board(board)).__name__,
        ],
        "player": probe_player(sudoku, move),
    }
    return found | (probe_squares(sudoku, board) if is_newer else probe_rows(board, state))


def probe_rows(board: Any, state: Any) -> dict[str, Any]:
    """Try what only the editions up to v13 have."""
    return {
        "index": [board.rc2f(1, 4), list(board.f2rc(10))],
        "turn": state.current_player(),
    }


def probe_squares(sudoku: Any, board: Any) -> dict[str, Any]:
    """Try what only v14 has."""
    board.put((5, 0), 3)
    classic = sudoku.GameState(board, board, [], [], [0, 0])
    first, second = [(0, 0), (1, 4)], [(5, 5)]
    state = sudoku.GameState(board, board, [], [], [0, 0], 1, first, second, [(1, 4)], [(5, 0)])
    mine, taken = state.player_squares(), state.occupied_squares()
    state.current_player = 2
    return {
        "index": [board.square2index((1, 4)), list(board.index2square(10))],
        "turn": classic.current_player,
        "classic": [
            classic.is_classic_game(),
            classic.player_squares(),
            classic.occupied_squares(),
        ],
        "mine": [state.is_classic_game(), sorted(mine), taken],
        "theirs": [sorted(state.player_squares()), state.occupied_squares()],
        "is the list": state.occupied_squares() is state.occupied_squares2,
    }


def probe_player(sudoku: Any, move: Any) -> list[Any]:
    """Try the base class in the current folder."""
    base = importlib.import_module("competitive_sudoku.sudokuai").SudokuAI
    importlib.import_module("competitive_sudoku.execute").solve_sudoku  # noqa: B018 - it is there

    class Mine(base):  # type: ignore[misc, valid-type] # whatever it is
        pass

    player = Mine()
    before = player.player_number
    player.player_number, player.lock, player.best_move = 2, threading.Lock(), [0, 0, 0]
    loaded = player.load()
    player.save({"moves": [move, sudoku.TabooMove]})
    player.propose_move(move)
    again = player.load()["moves"][0] == move
    files = [path.name for path in Path.cwd().iterdir()]
    refusal = raised(lambda: player.compute_best_move(None))
    return [before, loaded, again, list(player.best_move), files, player.lock.locked(), refusal]


if __name__ == "__main__":
    wanted, whose = sys.argv[1:]
    if whose == "ours":
        from bombe.agents.framework.editions import Edition
        from bombe.agents.framework.package import provide

        provide(Edition(wanted))
    else:
        sys.path.insert(0, str(Path(__file__).parent / whose / wanted))
    sys.stdout.write(json.dumps(probe(wanted)))
