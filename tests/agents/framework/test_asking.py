"""Agents that ask the oracle program: ours answers in their process, and answers the same."""

from __future__ import annotations

import random
import shlex
import subprocess
from typing import TYPE_CHECKING

import oracle_program
import pytest
from oracle_program import installed, write_boards

from bombe.agents.framework.oracle import execute_command, program_path, solve_sudoku
from bombe.agents.processes.process import Worker
from bombe.boards import Move
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from pathlib import Path

BOARDS = oracle_program.boards()
CALLS = [call for call in oracle_program.calls() if call.words]
STOCK = """\
import random
import competitive_sudoku.sudokuai
from competitive_sudoku.execute import solve_sudoku
from competitive_sudoku.sudoku import Move

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        board = game_state.board
        text = solve_sudoku(self.solve_sudoku_path, str(board), "--random --taboo=''")
        k, value = (int(word) for word in text.split("(")[1].split(")")[0].split(","))
        self.propose_move(Move(*board.f2rc(k), value))
"""


@pytest.fixture
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every process that is started an error."""

    def refuse(*words: object, **_: object) -> None:
        raise AssertionError(f"a process was started: {words}")

    monkeypatch.setattr(subprocess, "run", refuse)


@pytest.mark.usefixtures("no_process")
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.words)
def test_our_program_is_asked_in_the_process_and_answers_as_the_original(
    call: oracle_program.Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_boards(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert execute_command(f'"{program_path()}" {call.words}') == call.text.strip()
    file, *options = shlex.split(call.words)
    if file in BOARDS and call.code != 3:
        text = solve_sudoku(program_path(), BOARDS[file], shlex.join(options))
        assert text == call.text.strip()


@pytest.mark.usefixtures("no_process")
@pytest.mark.parametrize("path", ["bin/solve_sudoku", "bin/solve_sudoku.exe", "../solve_sudoku"])
def test_a_program_that_the_framework_would_have_is_answered_for(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert solve_sudoku(path, BOARDS["open"], '--move "3 4"') == (
        "The score is 1 (valid move '3 4')."
    )


def test_a_program_of_another_maker_is_called(tmp_path: Path) -> None:
    program = installed(tmp_path / "a framework")
    program.write_text('#!/bin/sh\necho "theirs: $2"; cat "$1"\n')
    text = solve_sudoku(str(program), "a board", '--move "3 4"')
    assert text == "theirs: --move\na board"
    assert solve_sudoku(str(tmp_path / "nothing"), "a board").endswith("not found")


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("echo one && echo two >&2", "one\ntwo"),
        ("exit 3", ""),
        ("echo $((1 + 2))", "3"),
    ],
)
def test_any_other_command_goes_to_a_shell(command: str, output: str) -> None:
    assert execute_command(command) == output


def test_a_command_that_a_shell_cannot_read_is_left_to_it() -> None:
    assert "quote" in execute_command(f"'{program_path()}' 'board")


def test_our_program_behind_a_pipe_goes_to_a_shell(tmp_path: Path) -> None:
    write_boards(tmp_path)
    command = f'"{installed(tmp_path / "framework")}" "{tmp_path}/open" --greedy | tr a-z A-Z'
    assert execute_command(command) == "GENERATED MOVE (3,4)."


@pytest.mark.usefixtures("no_process")
def test_random_moves_come_from_the_seeded_generator() -> None:
    def drawn(seed: int) -> list[str]:
        random.seed(seed)
        return [solve_sudoku("bin/solve_sudoku", BOARDS["open"], "--random") for _ in range(8)]

    assert drawn(3) == drawn(3)
    assert len({*drawn(3), *drawn(4)}) > 4


def test_stock_players_move_without_starting_a_process(tmp_path: Path) -> None:
    folder = tmp_path / "random_player"
    folder.mkdir()
    (folder / "sudokuai.py").write_text(
        STOCK.replace("import random\n", "import random, subprocess\nsubprocess.run = None\n")
    )
    with Worker(str(folder)) as worker:
        found = set()
        for seed in (1, 1, 2, 3, 4, 5):
            worker.open_game(seed)
            answer = worker.turn(read("easy-2x2"), Budget(20.0))
            assert answer.ending is None, answer.detail
            assert isinstance(answer.proposals[0].move, Move)
            found.add((seed, answer.proposals[0].move))
    assert len(found) == 5
    assert len({move for _, move in found}) > 1
