"""Users' own files under `mypy --strict`: the guide's examples pass, slips are found."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from paths import DOCS, ROOT

if TYPE_CHECKING:
    from pathlib import Path

GUIDE = DOCS / "guide" / "from-python.md"
SLIPS = (
    "bombe.aduit(board)",
    "bombe.Board(3, 3)",
    "bombe.SudokuState.start('hard-2x2')",
    "state.play(5)",
    "bombe.solve(3)",
    "bombe.solve(dots, 2)",
    "bombe.audit(board, limit='2')",
    "bombe.audit(board)[0, 2, 8].verdict == 'yes'",
    "bombe.audit(board)[0, 2, 8] is bombe.Verdict.YES",
    "bombe.count(board, budget='1')",
    "bombe.explain(board)",
    "bombe.dots.read(3)",
    "bombe.solvers()",
    "board[0, 0, 0]",
)


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Check the guide's examples and a file of slips in one run of mypy."""
    folder = tmp_path_factory.mktemp("user")
    blocks = re.findall(
        r"^```python\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    write(folder / "guide.py", "".join(blocks))
    setup = 'board = bombe.Board("1")\nstate = bombe.read("1")\ndots = bombe.dots.read("1x1:")\n'
    write(folder / "slips.py", f"import bombe\n\n{setup}" + "".join(f"{one}\n" for one in SLIPS))
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file", ""),
            *("--cache-dir", ROOT / ".mypy_cache" / "user"),
            *("guide.py", "slips.py"),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    return {name: [x for x in lines if x.startswith(name)] for name in ("guide.py", "slips.py")}


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def test_the_examples_of_the_guide_are_typed(complaints: dict[str, list[str]]) -> None:
    assert not complaints["guide.py"]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_found(slip: str, complaints: dict[str, list[str]]) -> None:
    number = SLIPS.index(slip) + 6
    assert any(line.startswith(f"slips.py:{number}: error:") for line in complaints["slips.py"])
