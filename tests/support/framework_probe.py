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
    if not is_newer:
        return found | probe_rows(sudoku, board, state)
    return found | probe_squares(sudoku, board) | probe_texts(sudoku) | probe_boards(sudoku)


def probe_rows(sudoku: Any, board: Any, state: Any) -> dict[str, Any]:
    """Try what only the editions up to v13 have."""
    sudoku.save_sudoku("saved.txt", board)
    text = Path("saved.txt").read_text(encoding="utf-8")
    saved = [text == str(board), sudoku.load_sudoku("saved.txt").squares == board.squares]
    Path("saved.txt").unlink()
    return {
        "saved": saved,
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


GAME = """# a game
rows = 2
columns = 2
board =
   .   1+  .   2-
   2-  .   3-  .

   4-  2-  .   .
   1+  .   2+  4+
moves = [(0,1) -> 1, (3,3) -> 1,
  (3,0) -> 1]
taboo-moves = [(3,3) -> 1]
scores = [0, 3]
"""
ALLOWED = """allowed-squares1 = (0,0), (2,2)
allowed-squares2 =
current-player = 2
initial-board =
   . . . .
   2- . 3- .
   4- 2- . .
   . . 2+ 4+
"""


def probe_texts(sudoku: Any) -> dict[str, Any]:
    """Read game texts of v14, also those on which it fails or which it takes for another."""
    modes = ("classic", "rows", "border")
    unsigned = GAME.replace("+", "").replace("-  ", " ").replace("2-", "12")
    texts = {"signed": GAME, "whole": GAME + ALLOWED, "unsigned": unsigned}
    found: dict[str, Any] = {
        f"{name} in {mode}": read_game(sudoku, text, mode)
        for name, text in texts.items()
        for mode in modes
    }
    bare = "rows = 2\ncolumns = 2\nboard =" + "\n . . . ." * 4
    found["bare"] = [read_game(sudoku, bare, mode) for mode in modes]
    found["short"] = [read_game(sudoku, bare[:-8], mode) for mode in modes]
    drawn = sudoku.parse_game_state(bare, "random")
    sizes = [len(drawn.allowed_squares1), len(drawn.allowed_squares2)]
    apart = set(drawn.allowed_squares1).isdisjoint(drawn.allowed_squares2)
    return found | {
        "properties": sudoku.parse_properties(GAME + "\n#x = 1\ny\nz=  1\n  2 # 3\n"),
        "random": [*sizes, apart, raised(lambda: sudoku.generate_random_tuples(0))],
        "tuples": len(set(sudoku.generate_random_tuples(3))),
    }


def read_game(sudoku: Any, text: str, mode: str) -> Any:
    """Read a game text; return what is in it, or the class of the error."""
    if (error := raised(lambda: sudoku.parse_game_state(text, mode))) != "nothing":
        return error
    state = sudoku.parse_game_state(text, mode)
    lists = [getattr(state, f"{n}_squares{k}") for n in ("allowed", "occupied") for k in (1, 2)]
    return [
        state.board.squares,
        state.initial_board.squares,
        [(type(move).__name__, str(move)) for move in state.moves + state.taboo_moves],
        [state.scores, state.current_player, state.is_classic_game()],
        [squares and sorted(squares) for squares in lists],
        state.player_squares(),
    ]


def probe_boards(sudoku: Any) -> dict[str, Any]:
    """Try board texts, the boards of a game state that is given one or none, allowed squares."""
    board = sudoku.SudokuBoard(2, 2)
    board.put((0, 1), 3)
    moves = [sudoku.Move((0, 1), 3)]
    later = sudoku.GameState(sudoku.SudokuBoard(2, 2), moves=moves)
    earlier = sudoku.GameState(board=board, moves=moves)
    texts = [
        "",
        "2",
        "2 2 1 .",
        "2 2" + " . 1" * 8,
        "2 2" + " x" * 16,
        sudoku.print_sudoku_board(board),
    ]
    return {
        "given": [sudoku.GameState().board.N, later.board.squares, earlier.initial_board.squares],
        "copied": earlier.board is board,
        "texts": [raised(lambda text=text: sudoku.parse_sudoku_board(text)) for text in texts],
        "read": sudoku.parse_sudoku_board(texts[3]).squares,
        "allowed": [
            [sorted(squares) for squares in sudoku.allowed_squares(board, mode)]
            for mode in ("classic", "rows", "border")
        ],
        "no mode": sudoku.allowed_squares(board, "columns"),
    }


def probe_player(sudoku: Any, move: Any) -> list[Any]:
    """Try the base class in the current folder."""
    module = importlib.import_module("competitive_sudoku.sudokuai")
    base, same = module.SudokuAI, [module.Move is sudoku.Move, module.GameState is sudoku.GameState]
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
    best, is_locked = list(player.best_move), player.lock.locked()
    return [before, loaded, again, best, files, is_locked, refusal, same]


if __name__ == "__main__":
    wanted, whose = sys.argv[1:]
    if whose == "ours":
        from bombe.agents.framework.editions import Edition
        from bombe.agents.framework.package import provide

        provide(Edition(wanted))
    else:
        sys.path.insert(0, str(Path(__file__).parent / whose / wanted))
    sys.stdout.write(json.dumps(probe(wanted)))
