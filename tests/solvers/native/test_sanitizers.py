"""The kernel, compiled with sanitizers, passes the tests of its parts, and works in threads."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from paths import TESTS
from sanitized import MEMORY, THREADS, build_kernel, run_on

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        sys.platform != "linux" or shutil.which("g++") is None, reason="for Linux with g++"
    ),
]

PARTS = {
    "boards": ["test_batch", "test_kernel", "test_learn", "test_nine", "test_records"],
    "endgame": ["test_endgame", "test_bounds", "test_rings", "test_modes"],
    "reach": ["test_reach"],
    "tempo": ["test_search"],
    "territory": ["test_territory_search"],
    "dots": ["test_exact"],
    "why": ["test_cores", "test_kernel", "test_ratings"],
}
"""For each part of the kernel the files of its tests."""

IN_THREADS = {
    "boards": ["test_batch", "test_records"],
    "endgame": ["test_rings"],
    "dots": ["test_exact"],
}

CHOSEN = "not second_algorithm and not 6x6"
"""36x36 takes minutes here, and the second algorithm is not ours."""

BOARDS = """
import random_boards, threading
from bombe.boards import Board, Shape
from bombe.solvers import Budget
from bombe.solvers.backends.native import Kernel
from bombe.solvers.native.batch import audit_batch, count_batch
from bombe.solvers.native.quick import quick_counter, quick_solver

def work(seeds):
    for seed in seeds:
        board = random_boards.random_board(seed)
        Kernel().count(board, 30)
        list(Kernel().true_candidates(board).verdicts)
        Kernel().solvable_after(board, board.candidates())

for m, n in [(1, 1), (2, 2), (2, 3), (3, 3), (4, 4), (3, 11), (6, 6)]:
    shape = Shape(m, n)
    count_batch(shape, bytes(8 * shape.cells), 20, solutions=True, threads=2)
    audit_batch(shape, bytes(2 * shape.cells), threads=2, budget=Budget(nodes=2_000))
    assert quick_counter(m, n)(bytes(shape.cells)) and quick_solver(m, n)(bytes(shape.cells))
threads = [threading.Thread(target=work, args=[range(i, 160, 4)]) for i in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("done")
"""

TABLES = """
import random
from bombe.analysis.endgame.kernel import EndgameInput, EndgameTable
from bombe.analysis.generate.kinds import generate
from bombe.boards import Board, Shape
from bombe.solvers import Budget, Meter, get
from bombe.solvers.native.interface import interface

def with_empty_cells(count, seed):
    board = generate("3x3", "irreducible", seed)
    solution = next(iter(get("auto").solutions(board)))
    rng = random.Random(seed)
    return solution, solution.clear(rng.sample(sorted(board.empty_cells()), count))

def ask(solution, board, level, top, cross, threads, memory=2**27, **budget):
    given = EndgameInput(board.values, bytes(729), None)
    table = EndgameTable(board.shape, given, [solution.values], memory, skips=True, threads=threads)
    choices = (cross % 2, cross, top, level)
    interface().bombe_endgame_fill_by(table.memory.address, *choices)
    # A stop signal makes the first calls short, so that the other threads come in early.
    return table.ask(given, Meter(Budget(stop=lambda: False, **budget)), wants_all=True)

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

# With 64 bombs, all of them alive, a set of cells has more blocks than a word counts.
board = Board(Shape(3, 3), bytes.fromhex(
    "090008050603000000000500080900000000060000070000090000010609030700080005020305060809"
    "000000040800020105060900050100090006000000080902010307050604000706040508000000"))
assert len(board.candidates()) - len(board.empty_cells()) == 64
solution = next(iter(get("auto").solutions(board)))
for level in (-1, 0, 1, 2, 30):
    for cross in (-1, 0, 3):
        found = ask(solution, board, level, -1, cross, 1, seconds=1)
        assert found.low <= found.high
print("done")
"""

DOTS = """
import random
from bombe.analysis.dots import kernel
from bombe.boards.dots.state import Grid
from bombe.solvers import Budget, Meter

kernel.cores = lambda: 3
kernel.FIRST_CALL_NODES = 10  # so that the other threads come in early

def check(grid, drawn, seed, bits):
    edges = sum(1 << i for i in random.Random(seed).sample(range(grid.edges), drawn))
    answers = []
    for threads in (1, 3):
        solver = kernel.DotsSolver(
            grid, edges, extra_turn=bool(seed % 3), memory=2**22, threads=threads)
        solver.narrow(bits)
        answers.append(solver.ask(edges, Meter(Budget()), wants_all=True))
    assert answers[0] == answers[1]

for seed in range(12):
    for bits in (128, 256, 512):
        check(Grid(3, 3), 6, seed, bits)
check(Grid(3, 4), 8, 1, 512)
print("done")
"""

DRIVERS = {"boards": BOARDS, "tables": TABLES, "dots": DOTS}


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The kernel with each kind of sanitizer."""
    folders = {flags: tmp_path_factory.mktemp("kernel") for flags in (MEMORY, THREADS)}
    return {flags: build_kernel(flags, folder) for flags, folder in folders.items()}


def files_of(part: str, names: list[str]) -> list[str]:
    """Return the files of a part's tests."""
    folder = TESTS / ("solvers/native" if part == "boards" else f"analysis/{part}")
    return [str(folder / f"{name}.py") for name in names]


@pytest.mark.parametrize(
    ("flags", "part", "names"),
    [
        *((MEMORY, part, names) for part, names in PARTS.items()),
        *((THREADS, part, names) for part, names in IN_THREADS.items()),
    ],
)
def test_the_tests_of_a_part_pass_on_a_kernel_with_sanitizers(
    flags: str, part: str, names: list[str], kernels: dict[str, Path], tmp_path: Path
) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-k", CHOSEN]
    files = files_of(part, names)
    said = run_on(kernels[flags], flags, "-m", "pytest", *options, *files, folder=tmp_path)
    assert "passed" in said


@pytest.mark.parametrize("flags", [MEMORY, THREADS])
@pytest.mark.parametrize("part", DRIVERS)
def test_threads_work_on_a_kernel_with_sanitizers(
    flags: str, part: str, kernels: dict[str, Path], tmp_path: Path
) -> None:
    said = run_on(kernels[flags], flags, "-c", DRIVERS[part], folder=tmp_path)
    assert said == "done\n"
