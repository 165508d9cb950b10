"""The package that agents of the course import: ours and the stand-in's, held to one another."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import framework_probe
import pytest
from paths import DOCS

from bombe.agents.framework.translation import game_state_of
from bombe.agents.framework.v13 import sudoku as older
from bombe.agents.framework.v14 import sudoku as newer
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.sudoku.reading import read_text

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = DOCS / "guide" / "framework.md"
EDITIONS = {"v13": older, "v14": newer}


def probed(edition: str, whose: str, folder: Path) -> dict[str, Any]:
    command = [sys.executable, framework_probe.__file__, edition, whose]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_our_package_and_the_stand_in_behave_alike(edition: str, tmp_path: Path) -> None:
    answers = []
    for whose in ("ours", "stand_in"):
        folder = tmp_path / whose
        folder.mkdir()
        answers.append(probed(edition, whose, folder))
    assert answers[0] == answers[1]
    assert answers[0]["hash"] == ["TypeError", "TypeError"]
    assert answers[0]["equal"] == [True, True, True, False]
    assert answers[0]["text"][:2] == ["2", "3"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_position_of_ours_becomes_a_game_state(edition: str) -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)))
    state = state.play(Move(0, 1, 3)).reject(Move(2, 2, 1)).play(Move(3, 3, 4))
    made: Any = game_state_of(state, EDITIONS[edition])
    assert [str(move) for move in made.moves] == ["(0,1) -> 3", "(2,2) -> 1", "(3,3) -> 4"]
    assert [type(move).__name__ for move in made.moves] == ["Move", "TabooMove", "Move"]
    assert [str(move) for move in made.taboo_moves] == ["(2,2) -> 1"]
    assert made.initial_board.squares == [0] * 16
    assert made.board.squares == list(state.board.values)
    player = made.current_player() if edition == "v13" else made.current_player
    assert (player, made.scores) == (2, [0, 0])


def test_a_game_that_player_2_began_says_so_in_the_older_edition() -> None:
    state = SudokuState(Board.empty(Shape(2, 2)), to_move=2)
    made: Any = game_state_of(state, older)
    assert made.current_player() == 2
    made.moves.append(older.Move(0, 0, 1))
    assert made.current_player() == 1


def test_the_newer_edition_knows_squares_as_our_rules_do() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 3)), Rules.ROWS)
    for _ in range(6):
        made: Any = game_state_of(state, newer)
        shape = state.board.shape
        assert [shape.cell(*square) for square in made.player_squares()] == sorted(state.playable())
        state = state.play(state.moves()[0])


def test_texts_can_be_read_again() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)), Rules.BORDER).play(Move(0, 0, 4))
    made: Any = game_state_of(state, newer)
    (entry,) = read_text(newer.print_game_state(made), "text")
    assert entry.state.board == state.board
    assert entry.state.occupied == state.occupied
    assert newer.parse_game_state(str(made), "rows").occupied_squares1 == [(0, 0)]
    board = older.load_sudoku_from_text(older.print_board(made.board))
    assert board.squares == made.board.squares
    assert "4+" in newer.pretty_print_game_state(made)
    assert "scores = [0, 0]" in str(game_state_of(SudokuState(state.board), older))


@pytest.mark.parametrize("column", range(2))
def test_we_provide_what_the_table_says(column: int) -> None:
    rows = re.findall(
        r"^\| `(competitive_sudoku[.\w]*)` \| (.*) \| (.*) \|$", DOCUMENT.read_text(), re.MULTILINE
    )
    assert len(rows) == 3
    code = "from bombe.agents.framework.package import provide; "
    code += f"provide({[*EDITIONS][column]!r})"
    for module, *cells in rows:
        names = re.findall(r"`(\w+)`", cells[column])
        assert names, f"{module} has nothing"
        code += f"\nfrom {module} import {', '.join(names)}"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["load_sudoku", "load_sudoku_from_text", "print_board"])
def test_we_provide_no_name_that_an_edition_does_not_have(name: str) -> None:
    assert hasattr(older, name)
    assert not hasattr(newer, name)
