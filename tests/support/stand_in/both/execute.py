"""The call of the oracle program, through a shell."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path


def solve_sudoku(solve_sudoku_path: str, board_text: str, options: str = "") -> str:
    """Return what the program prints about a board."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "board.txt")
        file.write_text(board_text, encoding="utf-8")
        command = f'"{solve_sudoku_path}" "{file}" {options}'
        done = subprocess.run(  # noqa: S602 - the framework calls it so
            command, shell=True, stdout=subprocess.PIPE, text=True, check=False
        )
    return done.stdout
