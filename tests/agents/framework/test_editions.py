"""The edition that an agent is written for, found in its files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from folder_agents import agent_folder, written

from bombe.agents.framework.editions import clues, edition_of
from bombe.agents.framework.places.sources import MOST_BYTES, parsed
from bombe.boards.errors import InputError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "from competitive_sudoku.sudoku import Move, TabooMove as Taboo\n"


@pytest.mark.parametrize("body", ["first", "late_crash", "saves"])
@pytest.mark.parametrize("edition", ["v13", "v14"])
def test_agents_show_their_edition(tmp_path: Path, body: str, edition: str) -> None:
    from pathlib import Path

    assert edition_of(Path(agent_folder(tmp_path, body, edition))) == edition


@pytest.mark.parametrize(
    ("code", "edition"),
    [
        ("Move(0, 1, 2)", "v13"),
        ("Move(i=0, j=1, value=2)", "v13"),
        ("Move((0, 1), 2)", "v14"),
        ("Taboo((0, 1), 2) in taboo", "v14"),
        ("state.board.get(i, j)", "v13"),
        ("state.board.get(square)", "v14"),
        ("board.put(i, j, 3)", "v13"),
        ("state.current_player()", "v13"),
        ("state.current_player == 1", "v14"),
        ("state.allowed_squares1", "v14"),
        ("board.rc2f(0, 1)", "v13"),
        ("for x in state.player_squares(): pass", "v14"),
    ],
)
def test_one_clue_is_enough(tmp_path: Path, code: str, edition: str) -> None:
    written(tmp_path / "team", {"sudokuai.py": f"{HEAD}{code}\n"})
    assert edition_of(tmp_path / "team") == edition
    (clue,) = clues(tmp_path / "team")
    assert (clue.file, clue.line) == ("sudokuai.py", 2)


@pytest.mark.parametrize(
    "code",
    [
        "known.get(key, 0)",  # a dictionary
        "Move(*numbers)",
        "def Move(a, b): pass",
        "self.current_player",
        "# Move(0, 1, 2)",
    ],
)
def test_what_says_nothing_asks_for_the_edition(tmp_path: Path, code: str) -> None:
    written(tmp_path / "team", {"sudokuai.py": f"{HEAD}{code}\n"})
    with pytest.raises(UsageError, match=r"write .*team@v13 or .*team@v14"):
        edition_of(tmp_path / "team")


def test_a_file_that_python_cannot_read_is_named(tmp_path: Path) -> None:
    written(tmp_path / "team", {"sudokuai.py": f"{HEAD}this is no Python\n"})
    with pytest.raises(InputError, match=r"sudokuai.py:2: invalid syntax; correct the file"):
        edition_of(tmp_path / "team")


def test_a_move_of_another_package_is_no_clue(tmp_path: Path) -> None:
    text = "from chess import Move\nMove(1, 2, 3)\nstate.is_classic_game()\n"
    written(tmp_path / "team", {"sudokuai.py": text})
    assert edition_of(tmp_path / "team") == "v14"


def test_the_majority_decides_and_helpers_count(tmp_path: Path) -> None:
    files = {
        "sudokuai.py": f"{HEAD}Move(0, 1, 2)\n",
        "far.py": f"{HEAD}Move((0, 1), 2)\nx.index2square",
    }
    written(tmp_path / "team", files)
    assert edition_of(tmp_path / "team") == "v14"
    assert [clue.file for clue in clues(tmp_path / "team")] == ["sudokuai.py", "far.py", "far.py"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_odd_files_in_a_folder_hold_nobody_up(tmp_path: Path) -> None:
    from pathlib import Path

    folder = Path(agent_folder(tmp_path, "first"))
    os.mkfifo(folder / "pipe.py")
    (folder / "device.py").symlink_to(os.devnull)
    (folder / "nowhere.py").symlink_to("nowhere.py")
    (folder / "around").symlink_to(tmp_path, target_is_directory=True)
    (folder / "nested.py").write_text(f"x = {'-' * 100_000}1\n")
    (folder / "chained.py").write_text(f"x{'.current_player' * 5000}\n")
    with (folder / "large.py").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for name in ("pipe", "device", "nowhere", "large"):
        with pytest.raises(OSError):  # noqa: PT011 - of several kinds
            parsed(folder / f"{name}.py")
    with pytest.raises(ValueError, match="nested too deeply"):
        parsed(folder / "nested.py")
    assert edition_of(folder) == "v13"
