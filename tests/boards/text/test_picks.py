"""FILE#3 and FILE:12: one position of several, of both games, and files whose names end so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import bombe
from bombe.boards.errors import InputError, UsageError
from bombe.boards.sudoku.symbols import board_line
from bombe.boards.text.picks import Pick

if TYPE_CHECKING:
    from pathlib import Path

BOARDS = ["1234341221434321", "1...............", "...............2"]
GRIDS = ["2x2: h 0 0", "3x3: v 0 0; v 0 1", '{"rows": 1, "columns": 1, "edges": []}']


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "boards.txt"
    path.write_text(f"# three of them\n{BOARDS[0]}\n\n{BOARDS[1]}\n{BOARDS[2]}\n")
    return str(path)


@pytest.mark.parametrize(
    ("word", "pick"),
    [
        ("a.txt#3", Pick("a.txt", "3")),
        ("a.jsonl#12b", Pick("a.jsonl", "12b")),
        ("a.txt:12", Pick("a.txt", "12", is_line=True)),
        ("a#1:2", Pick("a#1", "2", is_line=True)),
        ("a:1#2", Pick("a:1", "2")),
        ("a.txt:x", None),
        ("#3", None),
        ("a#b/c.txt", None),
        ("a.txt", None),
    ],
)
def test_a_pick_is_told_from_other_words(word: str, pick: Pick | None) -> None:
    assert Pick.of(word) == pick


@pytest.mark.parametrize(
    ("ending", "board"), [("#1", 0), ("#3", 2), (":2", 0), (":4", 1), (":5", 2)]
)
def test_one_board_of_a_file(file: str, ending: str, board: int) -> None:
    assert board_line(bombe.read(file + ending).board) == BOARDS[board]
    (entry,) = bombe.read_all(file + ending)
    assert str(entry.place).startswith(f"{file}:{(2, 4, 5)[board]}")


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        ("#4", "boards.txt has no position '4': give a number from 1 to 3"),
        ("#0", "boards.txt has no position '0': give a number from 1 to 3"),
        ("#x", "boards.txt has no position 'x': give a number from 1 to 3"),
        (":1", "has no position that begins on line 1: the nearest to it begins on 2"),
        (":3", "has no position that begins on line 3: the nearest to it begin on 2 and 4"),
        (":99", "has no position that begins on line 99: the nearest to it begin on 4 and 5"),
    ],
)
def test_what_is_not_there_is_reported_with_what_is(file: str, ending: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        bombe.read(file + ending)


def test_bundled_boards_and_sets_are_files_too() -> None:
    boards = [entry.state for entry in bombe.read_all("set-easy-2x2")]
    assert bombe.read("set-easy-2x2#2") == boards[1]
    assert bombe.read("hard-3x3#1") == bombe.read("hard-3x3")
    with pytest.raises(UsageError, match="give a number from 1 to 1"):
        bombe.read("hard-3x3#2")


@pytest.mark.parametrize("name", ["a#2", "a:2", "a#2:1"])
def test_a_file_whose_name_ends_so_is_that_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "a").write_text("\n".join(BOARDS))
    (tmp_path / name).write_text(f"{BOARDS[2]}\n{BOARDS[1]}\n")
    own = [board_line(entry.state.board) for entry in bombe.read_all(str(tmp_path / name))]
    assert own == [BOARDS[2], BOARDS[1]]
    chosen = bombe.read(f"{tmp_path / name}#2")
    assert board_line(chosen.board) == BOARDS[1]


def test_a_one_line_board_with_its_shape_is_no_pick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert bombe.read(f"2x2:{BOARDS[0]}").board.givens == 16


def test_a_file_that_is_not_there_is_not_a_pick(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        bombe.read(str(tmp_path / "none.txt#1"))
    with pytest.raises(InputError, match="No such file"):
        bombe.dots.read(str(tmp_path / "none.txt#1"))


def test_positions_of_dots_and_boxes_are_on_lines_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "grids.txt"
    path.write_text("# grids\n" + "\n".join(GRIDS))
    for number, text in enumerate(GRIDS, 1):
        assert bombe.dots.read(f"{path}#{number}") == bombe.dots.read(text)
        assert bombe.dots.read(f"{path}:{number + 1}") == bombe.dots.read(text)
    with pytest.raises(UsageError, match="give a number from 1 to 3"):
        bombe.dots.read(f"{path}#4")


def test_a_mistake_in_a_chosen_position_has_its_own_line(tmp_path: Path) -> None:
    path = tmp_path / "grids.txt"
    path.write_text("2x2: h 0 0\n2x2: h 9 9\n")
    with pytest.raises(InputError, match=r"grids.txt:2:6: "):
        bombe.dots.read(f"{path}#2")


def test_a_drawing_is_one_position(tmp_path: Path) -> None:
    state = bombe.dots.read("2x2: h 0 0; v 1 1")
    path = tmp_path / "drawing.txt"
    path.write_text(bombe.dots.write(state, "drawing"))
    assert bombe.dots.read(f"{path}#1") == bombe.dots.read(path)
    with pytest.raises(UsageError, match="give a number from 1 to 1"):
        bombe.dots.read(f"{path}#2")
