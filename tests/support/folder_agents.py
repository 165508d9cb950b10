"""Folders of agents for the course framework, good ones and bad ones, as authors write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

HEADS = {
    "v13": """\
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai

def legal(state):
    board = state.board
    for k, old in enumerate(board.squares):
        i, j = board.f2rc(k)
        top, left = i - i % board.m, j - j % board.n
        used = {board.get(i, c) for c in range(board.N)} | {board.get(r, j) for r in range(board.N)}
        used |= {board.get(top + r, left + c) for r in range(board.m) for c in range(board.n)}
        for value in range(1, board.N + 1):
            if not old and value not in used and TabooMove(i, j, value) not in state.taboo_moves:
                yield Move(i, j, value)
""",
    "v14": """\
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai

def legal(state):
    board, mine = state.board, state.player_squares()
    for k, old in enumerate(board.squares):
        i, j = board.index2square(k)
        top, left = i - i % board.m, j - j % board.n
        used = {board.get((i, c)) for c in range(board.N)}
        used |= {board.get((r, j)) for r in range(board.N)}
        used |= {board.get((top + r, left + c)) for r in range(board.m) for c in range(board.n)}
        if old or (mine is not None and (i, j) not in mine):
            continue
        for value in range(1, board.N + 1):
            if value not in used and TabooMove((i, j), value) not in state.taboo_moves:
                yield Move((i, j), value)
""",
}
"""How agents of an edition list the legal moves."""
CLASS = """\

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def __init__(self):
        super().__init__()

    def compute_best_move(self, game_state: GameState) -> None:
"""
BODIES = {
    "first": "self.propose_move(next(legal(game_state)))",
    "prints": "print('I am player', self.player_number)\n"
    "self.propose_move(next(legal(game_state)))",
    "tireless": "import itertools, time\n"
    "for move in itertools.cycle(list(legal(game_state))):\n"
    "    self.propose_move(move)\n"
    "    time.sleep(0.002)",
    "crash": "raise ValueError('no idea')",
    "late_crash": "self.propose_move(next(legal(game_state)))\n1 / 0",
    "mute": "pass",
    "hang": "import time\ntime.sleep(60)",
    "none": "self.propose_move(None)",
    "saves": "turns = self.load() or []\n"
    "print('saved before:', turns)\n"
    "self.save([*turns, len(game_state.moves)])\n"
    "self.propose_move(next(legal(game_state)))",
    "forgets": "global TURNS\n"
    "TURNS += 1\n"
    "self.turns = getattr(self, 'turns', 0) + 1\n"
    "print('turns:', TURNS, self.turns)\n"
    "self.propose_move(next(legal(game_state)))\n",
    "exits": "import sys\nself.propose_move(next(legal(game_state)))\nsys.exit(3)",
    "dies": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
    "numpy": "import numpy\n"
    "board = numpy.array(game_state.board.squares)\n"
    "assert (board == 0).sum() > 0\n"
    "moves = list(legal(game_state))\n"
    "self.propose_move(moves[int(numpy.random.randint(len(moves)))])",
    "random": "import random\nself.propose_move(random.choice(list(legal(game_state))))",
    "writes": "move = next(legal(game_state))\n"
    "with self.lock:\n"
    "    self.best_move[0], self.best_move[1] = {cell}\n"
    "    self.best_move[2] = move.value",
    "taboo": "moves = game_state.taboo_moves or list(legal(game_state))\n"
    "self.propose_move(moves[0])",
    "illegal": "self.propose_move(Move({numbers}))",
    "needs_save": "moves = list(legal(game_state))\n"
    "if len(game_state.moves) > 3 and self.load() is None:\n"
    "    raise KeyError('my tree')\n"
    "self.save(1)\n"
    "self.propose_move(moves[-1])",
}
"""What agents do in a turn."""
CELLS = {"v13": "move.i, move.j", "v14": "move.square"}
NUMBERS = {"v13": "0, 0, 99", "v14": "(0, 0), 99"}


def agent_folder(home: Path, body: str, edition: str = "v13", name: str = "") -> str:
    """Write the folder of an agent with that body; give its path."""
    text = BODIES[body].replace("{cell}", CELLS[edition]).replace("{numbers}", NUMBERS[edition])
    lines = "".join(f"        {line}\n" for line in text.splitlines())
    start = "TURNS = 0\n" if body == "forgets" else ""
    files = {"sudokuai.py": f"{start}{HEADS[edition]}{CLASS}{lines}"}
    return written(home / (name or f"team_{body}_{edition}"), files)


def written(folder: Path, files: dict[str, str]) -> str:
    """Write files into a folder; give its path."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder)
