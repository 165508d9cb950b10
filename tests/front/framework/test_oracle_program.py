"""The oracle program: the original's answers to all calls, truth against brute force, bad input."""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

import brute
import oracle_program
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_program import BY_PATH, ask, run, text_of
from paths import ROOT
from random_boards import random_board

from bombe.agents.framework import answers
from bombe.boards import POINTS, SudokuState
from bombe.boards.sudoku.reading import read_all, write
from bombe.oracle import program
from bombe.solvers import native

if TYPE_CHECKING:
    from pathlib import Path

BOARDS = oracle_program.boards()
CALLS = oracle_program.calls()
CODES = {0, 1, 3, 255}


# The original's answers ---------------------------------------------------------------------------


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.words or "no-words")
def test_it_answers_as_the_original_does(call: oracle_program.Call) -> None:
    expected = (call.text, "") if call.code != 3 else ("", call.text)
    assert answers.answer(shlex.split(call.words), BOARDS.__getitem__) == (*expected, call.code)


@pytest.mark.parametrize("call", CALLS[::7], ids=lambda call: call.words or "no-words")
def test_a_fresh_process_answers_the_same_by_every_way_in(
    call: oracle_program.Call, tmp_path: Path
) -> None:
    oracle_program.write_boards(tmp_path)
    words = shlex.split(call.words)
    expected = answers.answer(words, BOARDS.__getitem__)
    as_command = "import sys; from bombe.oracle.program import main; sys.exit(main())"
    assert run([*BY_PATH, *words], tmp_path) == expected
    assert run([sys.executable, "-c", as_command, *words], tmp_path) == expected


def test_it_is_installed_as_a_command() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert EntryPoint("", project["scripts"]["solve_sudoku"], "").load() is program.main


# Truth --------------------------------------------------------------------------------------------


def some_board(seed: int) -> tuple[int, int, bytes]:
    """Draw a board, with none, one or many solutions, as plain numbers."""
    board = random_board(seed)
    return board.shape.m, board.shape.n, board.values


def expected_verdict(m: int, n: int, values: bytes, cell: int, value: int) -> str:
    """Return from the definitions what the program must say about a move."""
    if values[cell] or not brute.fits(m, n, values, cell, value):
        return f"Illegal move '{cell} {value}'."
    after = values[:cell] + bytes([value]) + values[cell + 1 :]
    if next(brute.solutions(m, n, after), None) is None:
        return f"The sudoku has no solution after move '{cell} {value}')."
    return f"The score is {points(m, n, values, cell)} (valid move '{cell} {value}')."


def points(m: int, n: int, values: bytes, cell: int) -> int:
    """Count from the definition what filling a cell scores."""
    size = m * n
    regions = (lambda k: k // size, lambda k: k % size, lambda k: (k // size // m, k % size // n))
    cells = range(size * size)
    mates = [[k for k in cells if k != cell and of(k) == of(cell)] for of in regions]
    return POINTS[sum(all(values[k] for k in region) for region in mates)]


@pytest.mark.parametrize("seed", range(40))
def test_every_verdict_is_what_brute_force_says(seed: int) -> None:
    m, n, values = some_board(seed)
    text = text_of(m, n, values)
    has_one = next(brute.solutions(m, n, values), None) is not None
    assert ask(text) == f"The sudoku has {'a' if has_one else 'no'} solution."
    for cell in range(len(values)):
        for value in range(1, m * n + 1):
            verdict = expected_verdict(m, n, values, cell, value)
            assert ask(text, "--move", f"{cell} {value}") == verdict


@pytest.mark.parametrize("seed", range(20))
def test_a_printed_solution_is_one(seed: int) -> None:
    m, n, values = some_board(seed)
    head, *printed = ask(text_of(m, n, values), "--print").splitlines()
    if head == "The sudoku has a solution.":
        solution = bytes(int(word) for line in printed[1:] for word in line.split())
        assert printed[0] == f"{m} {n}"
        assert solution in set(brute.solutions(m, n, values))
    else:
        assert not printed


@pytest.mark.parametrize("seed", range(20))
def test_generated_moves_are_candidates_that_are_neither_taboo_nor_forbidden(
    seed: int,
) -> None:
    m, n, values = some_board(seed)
    candidates = sorted(brute.candidates(m, n, values))
    rng = random.Random(7)
    taboo = set(rng.sample(candidates, len(candidates) // 3))
    allowed = set(rng.sample(range(len(values)), max(1, len(values) // 2)))
    left = {
        (row * m * n + column, value)
        for row, column, value in set(candidates) - taboo
        if row * m * n + column in allowed
    }
    words = (
        f"--taboo={' '.join(f'{i} {j} {v}' for i, j, v in taboo)}",
        f"--allowed={' '.join(map(str, allowed))}",
    )
    text = text_of(m, n, values)
    drawn = {ask(text, "--random", f"--seed={seed}", *words) for seed in range(60)}
    greedy = ask(text, "--greedy", *words)
    if not left:
        assert drawn == {greedy} == {"Error: could not find a legal move."}
        return
    given = {f"Generated move ({cell},{value})." for cell, value in left}
    assert drawn <= given
    assert len(drawn) > min(len(left), 8) // 2
    best = max(points(m, n, values, cell) for cell, _ in left)
    first = min(move for move in left if points(m, n, values, move[0]) == best)
    assert greedy == "Generated move ({},{}).".format(*first)


def test_a_seed_makes_random_moves_reproducible_and_without_one_they_differ() -> None:
    text = text_of(3, 3, bytes(81))
    assert len({ask(text, "--random", "--seed", "7") for _ in range(5)}) == 1
    assert len({ask(text, "--random") for _ in range(20)}) > 1


def bundled_text(name: str) -> str:
    """Return the first board of that name as a board text."""
    return write(next(iter(read_all(name))).state, "framework")


@pytest.mark.parametrize("name", ["hard-2x2", "hard-3x4", "hard-4x4", "empty-5x5"])
def test_all_sizes_are_judged(name: str) -> None:
    text = bundled_text(name)
    assert ask(text) == "The sudoku has a solution."
    generated = re.fullmatch(r"Generated move \((\d+),(\d+)\)\.", ask(text, "--greedy"))
    assert generated
    verdict = ask(text, "--move", " ".join(generated.groups()))
    assert verdict.startswith(("The score is", "The sudoku has no solution after move"))


def test_its_rules_are_those_of_the_boards() -> None:
    for seed in range(60):
        board = random_board(seed)
        state = SudokuState.start(board)
        ours = answers._Board(board.shape.m, board.shape.n, board.values)
        cells = range(board.shape.cells)
        assert [ours.regions_of(k) for k in cells] == [*board.shape.geometry.regions_of]
        for move in board.candidates():
            cell = board.shape.cell(move.row, move.column)
            assert ours.fits(cell, move.value)
            assert ours.points(cell) == state.points(move)


# Slow boards, and no kernel -----------------------------------------------------------------------


@pytest.fixture
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_found", ["there is none in this test"])


@pytest.mark.usefixtures("without_kernel")
@pytest.mark.parametrize("call", CALLS[::3], ids=lambda call: call.words or "no-words")
def test_without_the_kernel_it_answers_the_same(call: oracle_program.Call) -> None:
    test_it_answers_as_the_original_does(call)


@pytest.mark.usefixtures("without_kernel")
def test_a_board_that_is_not_decided_in_time_is_said_to_be_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answers, "SECONDS", 1e-9)
    out, err, code = answers.answer(["board"], lambda _: BOARDS["open"])
    assert (out, code) == ("", 4)
    assert err.startswith("solve_sudoku: not decided in 1e-09 s whether the board has a solution")
    assert err.count("\n") == 1


@pytest.mark.skipif(not native.is_available(), reason=native.problem())
def test_the_kernel_is_given_the_time_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    text = bundled_text("set-irreducible-5x5")
    assert ask(text) == "The sudoku has a solution."
    monkeypatch.setattr(answers, "SECONDS", 1e-9)
    assert answers.answer(["board"], lambda _: text)[2] == 4


def test_a_slow_board_started_without_site_finds_the_other_backends(tmp_path: Path) -> None:
    text = bundled_text("set-irreducible-5x5")
    (tmp_path / "board").write_text(text, encoding="utf-8")
    expected = ("The sudoku has a solution.\n", "", 0)
    assert run([*BY_PATH, "board"], tmp_path) == expected


def test_a_kernel_that_is_required_and_missing_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "board").write_text(BOARDS["full"], encoding="utf-8")
    out, err, code = run([*BY_PATH, "board"], tmp_path, BOMBE_KERNEL="missing.so")
    assert (out, code) == ("", 5)
    assert err.startswith("solve_sudoku: the native kernel is not built: missing.so does not exist")
    assert err.count("\n") == 1


@pytest.mark.skipif(not native.is_available(), reason=native.problem())
def test_a_plain_question_imports_little(tmp_path: Path) -> None:
    (tmp_path / "board").write_text(BOARDS["open"], encoding="utf-8")
    command = [sys.executable, "-IS", "-X", "importtime", str(oracle_program.START)]
    _, err, code = run([*command, "board", "--move", "3 4"], tmp_path)
    imported = {line.rpartition("|")[2].strip() for line in err.splitlines()}
    assert code == 0
    assert {"bombe.oracle.program", "bombe.agents.framework.answers"} <= imported
    heavy = {"typing", "dataclasses", "enum", "pathlib", "click", "argparse", "inspect", "site"}
    assert not imported & heavy
    assert "bombe.boards.sudoku" not in imported  # the package itself imports nothing


# What cannot be used ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has no board"),
        ("3", "ends after m"),
        ("0 3\n", "m"),
        ("6 7\n" + "." * 2, "make no board"),
        ("2 2\n" + "1 " * 17, "more than the 16 cells"),
        ("2 2\n5" + " ." * 15, "over 4"),
        ("2 2\n1+" + " ." * 15, "is not a cell"),
        ("2 2\n\udcff" + " ." * 15, "UTF-8"),
        ("# a game\nrows = 2\n", "v14"),
        ("1...4...2.....3.", "m"),
    ],
)
def test_a_bad_file_gives_one_line_on_standard_error(text: str, problem: str) -> None:
    for question in ([], ["--greedy"], ["--move", "1 1"]):
        out, err, code = answers.answer(["board", *question], lambda _: text)
        assert (out, code) == ("", 3)
        assert problem in err
        assert err.startswith("solve_sudoku: ")
        assert err.count("\n") == 1


def test_comments_and_any_breaking_of_lines_are_accepted() -> None:
    text = "# from a lecture\n2\n2 1 2 3\n. 3 4 . 0\n\n2 . . . 0 0 . .\n"
    assert ask(text, "--greedy") == "Generated move (3,4)."


@pytest.mark.parametrize("file", ["missing", "."])
def test_a_file_that_cannot_be_read_is_named(file: str, tmp_path: Path) -> None:
    out, err, code = run([*BY_PATH, file], tmp_path)
    assert (out, code) == ("", 3)
    assert err.startswith(f"solve_sudoku: {file}: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("board --slow", "there is no option --slow"),
        ("board --move", "--move takes a value"),
        ("board --greedy=yes", "--greedy takes no value"),
        ("board board", "FILE is given twice"),
        ("board --greedy --random", "--greedy and --random are separate questions"),
        ("board --print --move '1 1'", "--print and --move are separate questions"),
        ("board --greedy --seed 1", "--seed goes with --random"),
        ("board --random --seed x", "--seed takes a whole number"),
        ("board --greedy --taboo='1 2'", "--taboo takes triples"),
        ("board --greedy --taboo='1 2 x'", "--taboo takes whole numbers"),
        ("board --move '3 4' --allowed=one", "--allowed takes whole numbers"),
    ],
)
def test_a_wrong_call_is_an_error_in_the_command_line(words: str, problem: str) -> None:
    answered = answers.answer(shlex.split(words), lambda _: BOARDS["open"])
    out, err, code = answered
    assert (err, code) == ("", 1)
    assert out.startswith(f"Error in command line: {problem}")


def test_help_tells_the_options() -> None:
    out, _, code = answers.answer(["--help"], BOARDS.__getitem__)
    assert code == 0
    assert all(option in out for option in answers._OPTIONS if option != "--help")


def test_a_reader_that_has_gone_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "board").write_text(BOARDS["full"], encoding="utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run(
            [*BY_PATH, "board"], cwd=tmp_path, stdout=gone, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /dev/full")
def test_an_answer_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "board").write_text(BOARDS["full"], encoding="utf-8")
    command = f"{shlex.join(BY_PATH)} board > /dev/full"
    out, err, code = run(["/bin/sh", "-c", command], tmp_path)
    assert (out, code) == ("", 3)
    assert err == "solve_sudoku: standard output: No space left on device; write to another place\n"


# Anything at all ----------------------------------------------------------------------------------

ANY = st.characters()  # surrogates, too; to find those of UTF-8 takes hypothesis three seconds
NUMBERS = st.one_of(
    st.integers(-3, 40).map(str), st.sampled_from(["", "x", "1_0", "\u0663", "9" * 5000])
)
LISTS = st.lists(NUMBERS, max_size=7).map(" ".join)
OPTIONS = st.one_of(
    st.sampled_from(sorted(answers._OPTIONS)),
    st.builds("{}={}".format, st.sampled_from(sorted(answers._OPTIONS)), LISTS),
    LISTS,
    st.text(ANY, max_size=6),
)
CELLS = st.lists(
    st.sampled_from([".", "0", "1", "2", "3", "4", "5", "1+"]), min_size=14, max_size=17
)
TEXTS = st.one_of(
    st.text(ANY, max_size=40),
    st.builds(lambda cells: "2 2 " + " ".join(cells), CELLS),
    st.sampled_from(sorted(BOARDS.values())),
)


@settings(max_examples=400)
@given(words=st.lists(OPTIONS, max_size=4), text=TEXTS)
def test_whatever_is_asked_gets_an_answer_and_no_traceback(words: list[str], text: str) -> None:
    out, err, code = answers.answer(["board", *words], lambda _: text)
    assert code in CODES
    assert bool(out) != bool(err)
    assert bool(err) == (code == 3)
    assert err.count("\n") <= 1


def test_bytes_that_are_no_text_get_an_answer_from_a_fresh_process(tmp_path: Path) -> None:
    rng = random.Random(9)
    for _ in range(3):
        (tmp_path / "board").write_bytes(rng.randbytes(200))
        words = [os.fsdecode(bytes(rng.choices(range(1, 256), k=4))), "--move=\udcff"]
        out, err, code = run([*BY_PATH, "board", *words], tmp_path)
        assert code in CODES
        assert "Traceback" not in out + err
