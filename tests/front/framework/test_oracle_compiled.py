"""The compiled oracle program: what it answers is what the program in Python answers."""

from __future__ import annotations

import random
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import oracle_program
import pytest
from oracle_program import BY_PATH, checkout, run, text_of
from random_boards import random_board

from bombe.boards.sudoku.reading import read_all, write
from bombe.oracle.install import InstalledOracle, install
from bombe.solvers.native.toolchain import compiler_name

if TYPE_CHECKING:
    from pathlib import Path

CALLS = oracle_program.calls()
MS = 3.0
"""What a call may take of a processor."""

if sys.platform == "win32" or not compiler_name():
    pytest.skip("nothing is compiled here", allow_module_level=True)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> InstalledOracle:
    """Compile the program into a checkout, once."""
    return install(checkout(tmp_path_factory.mktemp("compiled") / 'a "frame" \\ work'))


@pytest.fixture(scope="module")
def program(done: InstalledOracle) -> Path:
    return done.program


def same(program: Path, words: list[str], folder: Path) -> tuple[str, str, int]:
    """Ask both programs; they must answer the same, which is returned."""
    ours = run([program, *words], folder)
    assert ours == run([*BY_PATH, *words], folder), words
    return ours


def test_it_is_compiled_and_said_to_be(done: InstalledOracle) -> None:
    assert done.compiler == compiler_name()
    assert str(done) == f"the compiled program, made with {done.compiler}: a call takes 1 ms"
    assert not done.program.read_bytes().startswith(b"#!")


def test_it_is_replaced_as_one_of_ours(
    done: InstalledOracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, made = done.program.parents[1], (done.program.read_bytes(), done.compiler)
    monkeypatch.setattr("bombe.oracle.install._compiled", lambda: made)  # once is enough
    assert install(folder, compiled=False).was_ours
    assert install(folder).was_ours
    assert [path.name for path in done.program.parent.iterdir()] == ["solve_sudoku"]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.words or "no-words")
def test_it_answers_as_the_original_does(
    call: oracle_program.Call, program: Path, tmp_path: Path
) -> None:
    oracle_program.write_boards(tmp_path)
    expected = (call.text, "") if call.code != 3 else ("", call.text)
    command = f"{shlex.quote(str(program))} {call.words}"
    assert run(["/bin/sh", "-c", command], tmp_path) == (*expected, call.code)


def test_both_programs_answer_the_same_about_boards(program: Path, tmp_path: Path) -> None:
    rng = random.Random(4)
    for seed in range(25):
        board = random_board(seed)
        size, cells = board.shape.size, board.shape.cells
        text = text_of(board.shape.m, board.shape.n, board.values)
        (tmp_path / "board").write_text(text, encoding="utf-8")
        taboo = [
            f"{rng.randrange(size)} {rng.randrange(size)} {rng.randint(1, size)}" for _ in "12"
        ]
        allowed = " ".join(str(rng.randrange(cells)) for _ in range(cells // 2))
        move = f"{rng.randrange(-1, cells + 1)} {rng.randrange(size + 2)}"
        for words in (
            ["--print"],
            ["--greedy", f"--taboo={' '.join(str(number) for one in taboo for number in one)}"],
            ["--greedy", "--allowed", allowed],
            ["--move", move],
            ["--move", move, f"--allowed={allowed}"],
        ):
            same(program, ["board", *words], tmp_path)


@pytest.mark.parametrize("name", ["hard-2x2", "hard-3x4", "hard-4x4", "empty-5x5", "hard-3x3"])
def test_all_sizes_are_judged(name: str, program: Path, tmp_path: Path) -> None:
    text = write(next(iter(read_all(name))).state, "framework")
    (tmp_path / "board").write_text(text, encoding="utf-8")
    assert same(program, ["board", "--print"], tmp_path)[2] == 0
    assert same(program, ["board", "--greedy"], tmp_path)[0].startswith("Generated move (")


def test_random_moves_differ_and_are_candidates(program: Path, tmp_path: Path) -> None:
    oracle_program.write_boards(tmp_path)
    drawn = {run([program, "open", "--random"], tmp_path)[0] for _ in range(40)}
    cells = {re.fullmatch(r"Generated move \((\d+),(\d)\)\.\n", line) for line in drawn}
    assert len(drawn) > 5
    assert all(cells)


HANDED_OVER = [
    "--help",
    "open --random --seed 7",
    "open --slow",
    "open open",
    "open --print --greedy",
    "open --move",
    "open --taboo='1 2' --greedy",
    "open --allowed=x --greedy",
    "open --move '3 4' --allowed=1_0",
    "open --move '3 \u0664'",
    "open --move '03 +4'",
    "open --move '003 4'",
    "open --move '3 4 5'",
    "open --move '99999999999 4'",
    "missing",
    ".",
    "commented --greedy",
    "wide --greedy",
    "zero --greedy",
    "hard",
]


@pytest.mark.parametrize("words", HANDED_OVER)
def test_whatever_is_not_plain_gets_the_answer_of_the_other_program(
    words: str, program: Path, tmp_path: Path
) -> None:
    oracle_program.write_boards(tmp_path)
    boards = {
        "commented": "# from a lecture\n2\n2 1 2 3\n. 3 4 . 0\n\n2 . . . 0 0 . .\n",
        "wide": "7 6" + " ." * 42**2,
        "zero": "2 2" + " 01" * 16,
        "hard": write(next(iter(read_all("set-irreducible-5x5"))).state, "framework"),
    }
    for name, text in boards.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    same(program, shlex.split(words), tmp_path)


def test_bytes_that_are_no_text_get_the_answer_of_the_other_program(
    program: Path, tmp_path: Path
) -> None:
    rng = random.Random(9)
    for data in (
        rng.randbytes(200),
        b"2 2" + b" ." * 15 + b" \xa0.",
        b"2 2\x1c1" + b" ." * 15,
        b"",
    ):
        (tmp_path / "board").write_bytes(data)
        same(program, ["board"], tmp_path)


def test_a_program_whose_bombe_has_gone_still_judges_moves(program: Path, tmp_path: Path) -> None:
    oracle_program.write_boards(tmp_path)
    data = program.read_bytes()
    assert data.count(b"/oracle/start.py") == 1
    stranded = tmp_path / "solve_sudoku"
    stranded.write_bytes(data.replace(b"/oracle/start.py", b"/oracle/stray.py"))
    stranded.chmod(0o755)
    answer = run([stranded, "open", "--move", "3 4"], tmp_path)
    assert answer == ("The score is 1 (valid move '3 4').\n", "", 0)
    out, err, code = run([stranded, "open", "--random", "--seed", "7"], tmp_path)
    assert (out, code) == ("", 5)
    assert err.endswith("stray.py: install Bombe again, then run: bombe oracle install\n")


def test_a_reader_that_has_gone_is_no_error(program: Path, tmp_path: Path) -> None:
    oracle_program.write_boards(tmp_path)
    command = f"{shlex.quote(str(program))} open --print 2>err; echo $? >code"
    piped = ["/bin/sh", "-c", f"({command}) | true"]
    subprocess.run(piped, cwd=tmp_path, check=True)
    assert (tmp_path / "code").read_text() == "0\n"
    assert (tmp_path / "err").read_text() == ""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /dev/full")
def test_an_answer_that_cannot_be_written_is_an_error(program: Path, tmp_path: Path) -> None:
    oracle_program.write_boards(tmp_path)
    command = f"{shlex.quote(str(program))} open > /dev/full"
    out, err, code = run(["/bin/sh", "-c", command], tmp_path)
    assert (out, code) == ("", 3)
    assert err == "solve_sudoku: standard output: No space left on device; write to another place\n"


@pytest.mark.long
def test_sanitizers_find_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sanitized = "-fsanitize=address,undefined -fno-sanitize-recover=all"
    monkeypatch.setenv("CC", f"cc {sanitized}")
    program = install(checkout(tmp_path / "framework"))
    assert program.compiler.endswith(sanitized)
    oracle_program.write_boards(tmp_path)
    for call in CALLS:
        expected = (call.text, "") if call.code != 3 else ("", call.text)
        command = f"framework/bin/solve_sudoku {call.words}"
        answer = run(["/bin/sh", "-c", command], tmp_path, ASAN_OPTIONS="detect_leaks=0")
        assert answer == (*expected, call.code)
    for name in ("hard-3x3", "hard-4x4", "empty-5x5"):
        text = write(next(iter(read_all(name))).state, "framework")
        (tmp_path / "board").write_text(text, encoding="utf-8")
        assert run([program.program, "board", "--print"], tmp_path, ASAN_OPTIONS="detect_leaks=0")[
            1:
        ] == ("", 0)


def test_a_call_costs_little_of_a_processor(program: Path, tmp_path: Path) -> None:
    oracle_program.write_boards(tmp_path)
    count, before = 40, spent()
    for _ in range(count):
        run([program, "open", "--greedy"], tmp_path)
    assert 1000 * (spent() - before) / count < MS


def spent() -> float:
    """Return the seconds of processors that ended children have used."""
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
