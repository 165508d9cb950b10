"""How agents of the framework call the oracle program: through a shell, with a file."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path


def execute_command(command: str) -> str:
    """Run a command in a shell; return its output, of both streams."""
    done = subprocess.run(  # noqa: S602 - the framework's interface is a shell command
        command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.stdout.decode("utf-8", errors="replace").strip()


def solve_sudoku(solve_sudoku_path: str, board_text: str, options: str = "") -> str:
    """Ask the oracle program about a board; return its output."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.txt"
        path.write_text(board_text, encoding="utf-8")
        return execute_command(f'"{solve_sudoku_path}" "{path}" {options}')
