"""The `bombe` command: what it prints, where, and how it ends, with good and with bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from games import random_game

from bombe.analysis.endgame import margins
from bombe.boards import SudokuState
from bombe.boards.errors import UnsupportedError
from bombe.boards.sudoku.bundled import catalogue
from bombe.boards.sudoku.reading import read
from bombe.commands.shared import interrupts

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

PROPER = "132442..31.22..1"
SEVERAL = "12..34122143432."
BROKEN = "11.............."
COMMANDS = ["audit", "solve", "count", "check", "generate", "convert", "show", "doctor"]


def process(*words: str, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "bombe", *words]
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", cwd="/", env=env
    )


# ------------------------------------------------------------------ audit


def test_an_audit_draws_one_board(bombe: Bombe) -> None:
    done = bombe("audit", PROPER)
    assert done.code == 0
    assert done.out.startswith(
        "2x2 board, 11 givens; solutions: 1; 5 safe, 2 bombs, 5 forced cells\n\n      0     1"
    )
    assert "[ 3x4]" in done.out


def test_an_audit_of_many_boards_is_a_line_each_in_order_and_a_summary(bombe: Bombe) -> None:
    done = bombe("audit", PROPER, "empty-2x2", BROKEN)
    lines = done.out.splitlines()
    assert len(lines) == 4
    assert lines[1].startswith("empty-2x2:1: 2x2 board, 0 givens; solutions: at least 2; 64 safe")
    assert "the givens clash: 1 stands 2 times in one row, at (0,0) and (0,1)" in lines[2]
    assert lines[3].startswith(
        "3 boards: 1 proper, 1 with several solutions, 1 without a solution; 69 safe moves, "
    )


def test_several_processes_give_the_same_lines_in_the_same_order(
    bombe: Bombe, tmp_path: Path
) -> None:
    boards = [PROPER, "................", BROKEN] * 20
    path = tmp_path / "boards.txt"
    path.write_text("\n".join(boards))

    def lines(jobs: str) -> list[dict[str, object]]:
        done = bombe("audit", str(path), "--jsonl", "-j", jobs)
        assert done.code == 0
        records = [json.loads(line) for line in done.out.splitlines()]
        return [{k: v for k, v in record.items() if k != "seconds"} for record in records]

    one = lines("1")
    assert [record["board"] for record in one] == boards
    assert one == lines("2")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bad_line_ends_an_audit_after_those_before_it(
    bombe: Bombe, tmp_path: Path, jobs: str
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{PROPER}\n{PROPER}\n{PROPER}7\n{PROPER}\n")
    done = bombe("audit", str(path), "--jsonl", "-j", jobs)
    assert done.code == 3
    assert len(done.out.splitlines()) == 2
    assert f"bombe: {path}:3:1: 17 symbols make no board" in done.err


def test_json_is_an_object_for_one_board_and_an_array_for_many(bombe: Bombe) -> None:
    one = json.loads(bombe("audit", PROPER, "--json").out)
    assert (one["schema"], one["bombs"]) == ("bombe.audit/1", [[1, 2, 3], [3, 2, 4]])
    many = json.loads(bombe("audit", PROPER, PROPER, SEVERAL, "--json").out)
    assert [result["givens"] for result in many] == [11, 11, 13]


def test_csv_is_a_header_and_a_row_for_each_board(bombe: Bombe) -> None:
    done = bombe("audit", PROPER, SEVERAL, "--csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["board"], row["bombs"], row["solutions_value"]) for row in rows] == [
        (PROPER, "2", "1"),
        (SEVERAL, "0", "1"),
    ]


def test_output_goes_to_a_file_and_the_summary_to_standard_error(
    bombe: Bombe, tmp_path: Path
) -> None:
    path = tmp_path / "out.csv"
    done = bombe("audit", PROPER, SEVERAL, "--csv", "-o", str(path))
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("bombe: 2 boards: ")
    assert len(path.read_text().splitlines()) == 3


def test_a_picture_is_drawn_of_one_board_only(bombe: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert bombe("audit", PROPER, "--svg", str(path)).code == 0
    assert path.read_text().startswith("<svg")
    done = bombe("audit", PROPER, PROPER, "--svg", str(path))
    assert done.code == 2
    assert "--svg draws one position" in done.err


def test_an_audit_that_runs_out_of_budget_exits_with_4_and_says_what_to_raise(
    bombe: Bombe,
) -> None:
    done = bombe("audit", "empty-3x3", "--nodes", "0", "--json")
    assert done.code == 4
    assert json.loads(done.out)["final"] is False
    assert len(json.loads(done.out)["undecided"]) == 729
    assert "raise --seconds or --nodes" in done.err


def test_exit_code_1_means_a_bomb_only_where_it_was_asked_for(bombe: Bombe) -> None:
    assert bombe("audit", PROPER).code == 0
    assert bombe("audit", PROPER, "--exit-code").code == 1
    assert bombe("audit", SEVERAL, "--exit-code").code == 0


def test_a_game_file_brings_its_taboo_moves_and_playable_cells(
    bombe: Bombe, tmp_path: Path
) -> None:
    path = tmp_path / "position.json"
    path.write_text(
        '{"m": 2, "n": 2, "cells": [[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],'
        ' "taboo": [[0,0,4]], "rules": "rows"}'
    )
    data = json.loads(bombe("audit", str(path), "--json").out)
    assert (data["rules"], data["taboo"], data["playable"]) == ("rows", [[0, 0, 4]], 4)
    assert len(data["safe"]) == 15


# ------------------------------------------------------- solve, count, check


def test_solve_draws_one_solution_and_lists_those_of_many(bombe: Bombe) -> None:
    assert " 0 │ 1  3 │ 2  4 │" in bombe("solve", PROPER).out
    many = bombe("solve", PROPER, "hard-2x2").out.splitlines()
    assert many[0] == "<board>:1: 1324421331422431"
    assert bombe("solve", BROKEN).out.startswith("no solution: 1 stands 2 times")


def test_count_says_exact_or_at_least_and_what_to_raise(bombe: Bombe) -> None:
    assert bombe("count", "empty-2x2").out == "288\n"
    limited = bombe("count", "empty-2x2", "--limit", "9")
    assert (limited.code, limited.out) == (
        0,
        "at least 9 (raise --limit, or --limit 0 for all)\n",
    )
    late = bombe("count", "empty-2x2", "--nodes", "1")
    assert late.code == 4
    assert late.out == "at least 0 (not complete)\n"
    assert "raise --seconds or --nodes" in late.err
    assert bombe("count", BROKEN, "--exit-code").code == 1


def test_check_tells_proper_from_none_and_several(bombe: Bombe) -> None:
    assert bombe("check", PROPER, "--exit-code") == (0, "proper: exactly one solution\n", "")
    several = bombe("check", "empty-2x2", "--exit-code")
    assert several.code == 1
    assert several.out.startswith("not proper: at least 2 solutions, with ")
    assert bombe("check", BROKEN).out.startswith("no solution: ")
    assert bombe("check", "empty-2x2", "--nodes", "0").code == 4


def test_questions_are_asked_in_several_processes_and_of_the_games_of_a_log(
    bombe: Bombe, tmp_path: Path
) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{PROPER}\n{SEVERAL}\n{BROKEN}\n" * 12)
    log = tmp_path / "log.jsonl"
    game = random_game(SudokuState.start(read("hard-2x2").board), 3)
    log.write_text(game.to_json() + "\n")
    for command in ("solve", "count", "check"):
        one = bombe(command, str(boards))
        assert one.out.count("\n") == 36
        assert one == bombe(command, str(boards), "-j", "2")
        every = bombe(command, f"{log}#1", "--jsonl").out.splitlines()
        only = bombe(command, f"{log}#1", "--ply", "2", "--jsonl").out.splitlines()
        assert len(every) == len(game.plies)
        assert [json.loads(line)["board"] for line in only] == [json.loads(every[2])["board"]]


def test_games_of_a_large_log_are_found_in_any_order(bombe: Bombe, tmp_path: Path) -> None:
    large, small = tmp_path / "large.jsonl", tmp_path / "small.jsonl"
    start = SudokuState.start(read("hard-2x2").board)
    text = "".join(random_game(start, seed, id=f"g{seed}").to_json() + "\n" for seed in range(1, 5))
    small.write_text(text)
    large.write_text(text * (1_000_000 // len(text) + 2))  # more than a text of boards may have
    words = ("count", "--ply", "2", "--csv", "--columns", "board")
    boards = [bombe(*words, f"{small}#{number}").out.splitlines()[1] for number in range(1, 5)]
    assert len(set(boards)) > 1
    for keys in (("1", "2", "4"), ("3", "1", "1"), ("g2", "4", "g1", "g3")):
        found = bombe(*words, *(f"{large}#{key}" for key in keys)).out.splitlines()[1:]
        assert found == [boards[int(key[-1]) - 1] for key in keys]
    assert "from 1 to" in bombe("count", f"{large}#1", f"{large}#99999").err


@pytest.mark.parametrize(
    ("style", "out", "err"),
    [
        ((), "empty-5x5:1: ", ""),
        (("--jsonl",), '"error": "', ""),
        (("--csv",), "schema,final", "bombe: empty-5x5:1: "),
    ],
)
def test_a_board_that_a_solver_does_not_support_does_not_end_a_run(
    bombe: Bombe,
    style: tuple[str, ...],
    out: str,
    err: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = margins.solve

    def solve(state: SudokuState, *words: Any, **options: Any) -> margins.Endgame:
        if state.board.shape.size > 9:
            raise UnsupportedError("boards of over 9 values are not for this solver")
        return real(state, *words, **options)

    monkeypatch.setattr(margins, "solve", solve)
    done = bombe("endgame", PROPER, "empty-5x5", PROPER, *style)
    assert done.code == 2
    assert done.out.count("2x2") + done.out.count("bombe.endgame/1") >= 2
    assert out in done.out
    assert err in done.err
    assert "1 of 3 positions not supported" in done.err


# ------------------------------------------------- generate, convert, show


def test_generated_boards_can_be_read_again(bombe: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    done = bombe("generate", "2x3", "--seed", "7", "--count", "3", "-o", str(path))
    assert (done.code, done.out) == (0, "")
    checked = bombe("check", str(path)).out.splitlines()
    assert [line.split(": ", 1)[1] for line in checked] == ["proper: exactly one solution"] * 3


def test_generate_refuses_impossible_requests(bombe: Bombe) -> None:
    assert bombe("generate", "9").code == 2
    assert bombe("generate", "7x7").code == 2
    assert "chosen for improper boards" in bombe("generate", "2x2", "--bombs", "3").err
    assert bombe("generate", "4x4", "--seconds", "0").code == 4


def test_convert_goes_by_name_or_suffix_and_says_what_is_lost(bombe: Bombe, tmp_path: Path) -> None:
    assert bombe("convert", PROPER, "--to", "framework").out.startswith("2 2\n")
    json_path, sdk_path = tmp_path / "a.json", tmp_path / "a.sdk"
    json_path.write_text('{"m":1,"n":2,"cells":[[0,0],[0,0]],"taboo":[[0,0,1]]}')
    done = bombe("convert", str(json_path), "-o", str(sdk_path))
    assert done.code == 0
    assert "cannot hold" in done.err
    assert bombe("convert", str(sdk_path), "--to", "line").out == "....\n"


def test_convert_needs_a_target_that_can_hold_the_boards(bombe: Bombe) -> None:
    assert "no format to write: give --to NAME" in bombe("convert", PROPER).err
    assert "did you mean 'json'" in bombe("convert", PROPER, "--to", "jsn").err
    assert "holds one board" in bombe("convert", PROPER, PROPER, "--to", "game").err


def test_show_draws_and_lists(bombe: Bombe) -> None:
    assert "[" not in bombe("show", PROPER).out
    assert " 1  " in bombe("show", PROPER, "--candidates").out
    listed = bombe("show", "--list").out
    assert all(line.name in listed for line in catalogue())
    assert bombe("show").code == 2


def test_the_doctor_examines_every_solver(bombe: Bombe) -> None:
    data = json.loads(bombe("doctor", "--json").out)
    states = {report["name"]: report["state"] for report in data["solvers"]}
    assert set(states.values()) <= {"works", "missing"}
    assert states["backtracking"] == "works"


# ------------------------------------------------------------ bad words


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(bombe: Bombe, command: str) -> None:
    done = bombe(command, "--help")
    assert done.code == 0
    assert "Examples:" in done.out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["audit"], 2, "Missing argument"),
        (["adit", "x"], 2, "did you mean 'audit'?"),
        (["dots", "sho"], 2, "did you mean 'show'?"),
        (["study", "temp"], 2, "did you mean 'tempo'?"),
        (["agent", "chek"], 2, "did you mean 'check'?"),
        (["oracle", "instal"], 2, "did you mean 'install'?"),
        (["experiment", "time-limit"], 2, "unknown command 'time-limit'"),
        (["audit", PROPER, "--json", "--csv"], 2, "exclude each other: give one of them"),
        (["rate", "log", "--csv", "--pgn"], 2, "exclude each other: give one of them"),
        (["audit", "hard-3x4x"], 3, "hard-3x4"),
        (["audit", "12.3", "--shape", "3x3"], 3, "a 3x3 board has 81"),
        (["audit", PROPER, "--shape", "nine"], 2, "such as 3x3"),
        (["audit", PROPER, "--solver", "cpsatt"], 2, "did you mean 'cpsat'?"),
        (["audit", PROPER, "--format", "sdx"], 2, "unknown format 'sdx'"),
        (["audit", PROPER, "--seconds", "-1"], 2, "--seconds"),
        (["audit", PROPER, "-o", "/no/such/folder/x"], 2, "cannot write /no/such/folder/x"),
        (["solve", "/no/such/file"], 3, "/no/such/file"),
        (["check", ""], 2, "the name of a board is empty"),
    ],
)
def test_bad_words_get_one_line_with_the_remedy(
    bombe: Bombe, words: list[str], code: int, message: str
) -> None:
    done = bombe(*words)
    assert done.code == code
    assert message in done.err
    assert "Traceback" not in done.err


def test_a_missing_backend_is_exit_code_5_and_says_how_to_get_it(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    done = bombe("audit", PROPER, "--solver", "sat")
    assert done.code == 5
    assert "pip install 'python-sat" in done.err


def test_the_output_may_be_the_input_and_an_error_spares_what_was_there(
    bombe: Bombe, tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{PROPER}\n" * 500)
    assert bombe("convert", str(path), "--to", "line", "-o", str(path)).code == 0
    assert path.read_text() == f"{PROPER}\n" * 500
    broken = tmp_path / "broken.txt"
    broken.write_text(f"{SEVERAL}\n{SEVERAL}\nxx\n")
    done = bombe("convert", str(broken), "--to", "line", "-o", str(path))
    assert done.code == 3
    assert path.read_text() == f"{PROPER}\n" * 500
    assert f"partial results are in {path}.partial" in done.err
    assert f"{path} is unchanged" in done.err
    assert (tmp_path / "boards.txt.partial").read_text() == f"{SEVERAL}\n" * 2


def test_nothing_is_reported_of_a_file_that_never_was(bombe: Bombe, tmp_path: Path) -> None:
    path, broken = tmp_path / "new.txt", tmp_path / "broken.txt"
    for text, left, said in (
        ("xx\n", ["broken.txt"], ""),
        (
            f"{SEVERAL}\n{SEVERAL}\nxx\n",
            ["broken.txt", "new.txt.partial", "new.txt.partial.made.jsonl"],
            "partial results are in",
        ),
    ):
        broken.write_text(text)
        done = bombe("convert", str(broken), "--to", "line", "-o", str(path))
        assert (done.code, "is unchanged" in done.err) == (3, False)
        assert said in done.err
        assert sorted(each.name for each in tmp_path.iterdir()) == left


def test_generate_refuses_many_boards_in_a_format_for_one(bombe: Bombe) -> None:
    done = bombe("generate", "2x2", "--count", "2", "--format", "game")
    assert done.code == 2
    formats = "json, f-puzzles, sudokupad, pencilmarks, line"
    assert f"format game holds one board, not 2: use {formats}" in done.err


def test_generate_says_when_it_had_to_keep_more_givens(bombe: Bombe) -> None:
    assert (
        "givens, not 1: none of them can be removed"
        in bombe("generate", "2x2", "--givens", "1").err
    )


# --------------------------------------------------------- as a process


def test_a_reader_that_leaves_ends_the_command_quietly() -> None:
    running = process("audit", *["empty-3x3"] * 50, "--jsonl")
    assert running.stdout
    assert running.stdout.readline()
    running.stdout.close()
    with running:
        assert running.stderr
        assert running.stderr.read() == ""
    assert running.returncode == 0


def test_ctrl_c_prints_what_is_known_and_exits_with_130() -> None:
    running = process("count", "empty-4x4", "--limit", "0", "--solver", "backtracking")
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert out.startswith("at least ")
    assert "interrupted" in err


def test_a_second_signal_at_once_is_the_same_ctrl_c_and_a_later_one_ends_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with interrupts.stop_signal() as stop:
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)
            assert stop.is_set()
        monkeypatch.setattr(interrupts, "_SAME", 0)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_boards_come_from_standard_input() -> None:
    running = process("check", "-")
    out, err = running.communicate(f"{PROPER}\n{SEVERAL}\n", timeout=20)
    assert out.splitlines() == [f"<stdin>:{n}: proper: exactly one solution" for n in (1, 2)]
    assert (err, running.returncode) == ("bombe: 2 boards: 2 proper\n", 0)


@pytest.mark.parametrize(
    ("environment", "has_unicode"), [({"PYTHONIOENCODING": "ascii"}, False), ({}, True)]
)
def test_ascii_terminals_are_respected(environment: dict[str, str], *, has_unicode: bool) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
    out, _ = process("show", PROPER, env=env).communicate(timeout=20)
    assert ("│" in out) == has_unicode
    assert "1  3" in out


def test_a_bundled_board_is_known_by_name(bombe: Bombe) -> None:
    for line in catalogue():
        if line.name.endswith("2x3"):
            data = json.loads(bombe("audit", line.name, "--json").out)
            assert (data["givens"], len(data["bombs"])) == (line.givens, line.bombs)
