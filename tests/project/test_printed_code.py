"""The code of the add-a-... pages passes the checks that these pages ask their readers to run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from paths import DOCS, ROOT

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "add-an-agent.md": ("agents/sudoku/first.py", "agents/dots/first.py"),
    "add-a-format.md": ("boards/sudoku/formats/commas.py",),
    "add-a-game.md": ("boards/nim/game.py",),
    "add-a-solver.md": ("solvers/backends/plain.py",),
}
"""Where each page says that its file goes."""
CHECKS = ("ruff check .", "ruff format --check .", "mypy --strict .")
MOVES = """\
import bombe.boards.game
import nim.{first}, nim.{second}

bombe.boards.game.GAMES["nim"] = "nim.game:NIM"
start = nim.game.NIM.start("3,4,5")
print(start.play((0, 2)).heaps, start.game is nim.game.NIM)
"""


def printed(page: str) -> str:
    """Return the file that a page prints, from its first comment to the end of the block."""
    text = (DOCS / "reference" / page).read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(# \w+\.py\n.*?)^```\n", text, re.MULTILINE | re.DOTALL)
    return str(code)


def run(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_page_that_says_how_to_add_something_is_checked() -> None:
    assert {path.name for path in (DOCS / "reference").glob("add-*.md")} == {*FILES}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with the settings of this one and the printed files, each in its folder."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for page, places in FILES.items():
        for place in places:
            file = folder / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(printed(page), encoding="utf-8")
            for package in file.relative_to(folder).parents[:-1]:
                (folder / package / "__init__.py").write_text('"""A package."""\n')
    return folder


@pytest.mark.parametrize("check", CHECKS)
def test_the_printed_code_passes_the_checks_of_its_page(check: str, tree: Path) -> None:
    run(tree, "-m", *check.split())


@pytest.mark.parametrize(("first", "second"), [("state", "game"), ("game", "state")])
def test_the_printed_game_can_be_split_into_two_files(
    first: str, second: str, tmp_path: Path
) -> None:
    state, line, game = printed("add-a-game.md").partition("class Nim(")
    imports = "from bombe.boards.game import Game, parts_of_move\nfrom nim.state import *\n"
    (tmp_path / "nim").mkdir()
    (tmp_path / "nim" / "__init__.py").touch()
    (tmp_path / "nim" / "state.py").write_text(state, encoding="utf-8")
    (tmp_path / "nim" / "game.py").write_text(imports + line + game, encoding="utf-8")
    moves = MOVES.format(first=first, second=second)
    assert run(tmp_path, "-c", moves) == "(1, 4, 5) True\n"
