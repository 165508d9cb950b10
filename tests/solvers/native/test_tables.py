"""Sanitizers over the tables of endgames: rings, levels, several threads."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from paths import NATIVE_SOURCES

if TYPE_CHECKING:
    from pathlib import Path

DRIVER = """
import random
from bombe.analysis.endgame.kernel import EndgameInput, EndgameTable
from bombe.analysis.generate.kinds import generate
from bombe.solvers import Budget, Meter, get

def with_empty_cells(count, seed):
    board = generate("3x3", "irreducible", seed)
    solution = next(iter(get("auto").solutions(board)))
    rng = random.Random(seed)
    return solution, solution.clear(rng.sample(sorted(board.empty_cells()), count))

def ask(solution, board, level, top, cross, threads, memory=2**27):
    given = EndgameInput(board.values, bytes(729), None)
    table = EndgameTable(board.shape, given, [solution.values], memory, skips=True, threads=threads)
    choices = (cross % 2, cross, top, level)
    table._library.bombe_endgame_fill_by(table._memory.address, *choices)
    # A stop signal makes the first calls short, so that the other threads come in early.
    return table.ask(given, Meter(Budget(stop=lambda: False)), wants_all=True)

for seed, empties in ((1, 9), (2, 15), (3, 19), (4, 20)):
    solution, board = with_empty_cells(empties, seed)
    exact = ask(solution, board, -1, -1, -1, 1)
    for level in (0, 1, 3, 99):
        for cross in range(4):
            found = ask(solution, board, level, (level + cross) % 5, cross, 1 + 2 * (cross > 0))
            assert found.low <= exact.low <= found.high
            assert level or found.moves == exact.moves
    tight = ask(solution, board, -1, -1, -1, 2, memory=2**18)
    assert tight.low <= exact.low <= tight.high
print("done")
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("flags", "runtime"),
    [("address,undefined", "libasan.so"), ("thread", "libtsan.so")],
)
def test_sanitizers_find_nothing(flags: str, runtime: str, tmp_path: Path) -> None:
    sources = sorted(NATIVE_SOURCES.rglob("*.cpp"))
    library = tmp_path / "_kernel.so"
    build = [
        *("g++", "-std=c++17", "-O1", "-g", "-fno-exceptions", "-fno-rtti", "-march=x86-64-v2"),
        *("-I", str(NATIVE_SOURCES)),
        *(f"-fsanitize={flags}", "-fno-sanitize-recover=all", "-shared", "-fPIC"),
        *map(str, sources),
        *("-o", str(library)),
    ]
    subprocess.run(build, check=True, timeout=600)
    found = subprocess.run(
        ["g++", f"-print-file-name={runtime}"], check=True, capture_output=True, text=True
    )
    variables = {
        "BOMBE_KERNEL": str(library),
        "LD_PRELOAD": found.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself leaves some
    }
    done = subprocess.run(
        [sys.executable, "-c", DRIVER],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.stdout == "done\n", done.stderr
    assert "Sanitizer" not in done.stderr
