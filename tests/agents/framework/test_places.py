"""Agents inside packages, and agents in zips as they are handed in."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from folder_agents import HEADS, agent_folder, written

from bombe.agents.framework import folders
from bombe.agents.framework.places import archives
from bombe.agents.framework.places.homes import home_of
from bombe.agents.loading import resolve
from bombe.agents.processes.process import Worker
from bombe.boards import SudokuState
from bombe.boards.errors import InputError, UsageError
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from running import Bombe

    from bombe.agents.seats import TurnResult

START = SudokuState.start(read("easy-2x2").board)
AGENT = """
from competitive_sudoku.sudokuai import GameState, Move, SudokuAI as Base
{imports}
class SudokuAI(Base):
    def compute_best_move(self, game_state: GameState) -> None:
        self.propose_move(next(iter(legal(game_state))))
"""
HELPER = HEADS["v14"]
PLAIN = {"sudokuai.py": AGENT.format(imports=HELPER)}


def turn(spec: str) -> TurnResult:
    with Worker(spec) as worker:
        worker.open_game(1)
        return worker.turn(START, Budget(seconds=30.0))


def tree(home: Path, files: dict[str, str]) -> Path:
    """Write files by their paths."""
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    return home


def assert_plays(spec: str) -> None:
    answer = turn(spec)
    assert answer.ending is None, answer
    assert answer.proposals[-1].move == START.moves()[0]


# Packages -----------------------------------------------------------------------------------------

DEEP = "agents/team12/A2/versions/fast"
INITS = [f"{'/'.join(DEEP.split('/')[:n])}/__init__.py" for n in range(1, 6)]


@pytest.mark.parametrize("spawn", ["", ":spawn=yes"])
def test_an_agent_inside_packages_is_imported_by_its_full_name(tmp_path: Path, spawn: str) -> None:
    main = AGENT.format(imports="from agents.team12.A2.tools import legal")
    files = {f"{DEEP}/sudokuai.py": main, "agents/team12/A2/tools.py": HELPER}
    home = tree(tmp_path, dict.fromkeys(INITS, "") | files)
    assert home_of(home / DEEP).name == "agents.team12.A2.versions.fast"
    assert_plays(f"{home / DEEP}{spawn}")


def test_inits_alone_make_the_full_name(tmp_path: Path) -> None:
    tell = "import json\nprint(__name__)\n"
    home = tree(tmp_path, dict.fromkeys(INITS, "") | {f"{DEEP}/sudokuai.py": tell})
    (home / DEEP / "sudokuai.py").write_text(tell + PLAIN["sudokuai.py"])
    assert turn(str(home / DEEP)).output == "agents.team12.A2.versions.fast.sudokuai\n"


@pytest.mark.parametrize(
    ("imports", "name"),
    [
        ("from agents.team12.A2.tools import legal", "agents.team12.A2.versions.fast"),
        ("import agents.team12.A2.tools\nlegal = agents.team12.A2.tools.legal", None),
        ("from ...tools import legal", "A2.versions.fast"),
        ("from A2.tools import legal", "A2.versions.fast"),
        ("from A2 import tools\nlegal = tools.legal", "A2.versions.fast"),
    ],
)
def test_imports_show_the_name_without_inits(
    tmp_path: Path, imports: str, name: str | None
) -> None:
    main = AGENT.format(imports=imports)
    files = {f"{DEEP}/sudokuai.py": main, "agents/team12/A2/tools.py": HELPER}
    home = tree(tmp_path, files)
    assert home_of(home / DEEP).name == (name or "agents.team12.A2.versions.fast")
    assert_plays(str(home / DEEP))


def test_helpers_around_the_agent_show_the_name_too(tmp_path: Path) -> None:
    main = AGENT.format(imports="from ...tools import legal")
    tools = "from agents.team12.A2.more import legal\n"
    files = {f"{DEEP}/sudokuai.py": main, "agents/team12/A2/tools.py": tools}
    home = tree(tmp_path, files | {"agents/team12/A2/more.py": HELPER})
    assert home_of(home / DEEP).name == "agents.team12.A2.versions.fast"
    assert_plays(str(home / DEEP))


def test_an_init_that_strayed_into_the_checkout_changes_nothing(tmp_path: Path) -> None:
    main = AGENT.format(imports="from team42_A2.tools import legal")
    files = {"team42_A2/sudokuai.py": main, "team42_A2/tools.py": HELPER}
    home = tree(tmp_path / "checkout", files | {"__init__.py": "", "team42_A2/__init__.py": ""})
    assert home_of(home / "team42_A2").name == "team42_A2"
    assert_plays(str(home / "team42_A2"))


def test_a_checkout_called_as_the_frameworks_package_is_no_package(tmp_path: Path) -> None:
    files = {"competitive_sudoku/team01/sudokuai.py": PLAIN["sudokuai.py"]}
    home = tree(tmp_path, files | {"competitive_sudoku/__init__.py": ""})
    assert_plays(str(home / "competitive_sudoku" / "team01"))


def test_the_packages_around_show_the_edition_and_their_errors(tmp_path: Path) -> None:
    main = AGENT.format(imports="from ...tools import legal").replace("Move, ", "")
    files = {f"{DEEP}/sudokuai.py": main, "agents/team12/A2/tools.py": HELPER}
    home = tree(tmp_path, files)
    assert resolve(str(home / DEEP)).endswith("@v14")
    (home / "agents/team12/A2/tools.py").write_text(f"{HELPER}\n1 / 0\n")
    detail = turn(str(home / DEEP)).detail
    assert detail.startswith("raised ZeroDivisionError")
    assert detail.endswith("A2/tools.py")


def test_files_beside_a_package_are_found_from_the_folder_around_it(tmp_path: Path) -> None:
    use = "print(open('agents/team12/weights.txt').read(), open('fast/own.txt').read())\n"
    files = {f"{DEEP}/sudokuai.py": use + PLAIN["sudokuai.py"], f"{DEEP}/own.txt": "b"}
    home = tree(tmp_path, dict.fromkeys(INITS, "") | files | {"agents/team12/weights.txt": "a"})
    assert turn(str(home / DEEP)).output == "a b\n"


# Zips ---------------------------------------------------------------------------------------------

NAMED = {
    "sudokuai.py": AGENT.format(imports="from team26_A2.tools import legal"),
    "tools.py": HELPER,
    "weights/deep.txt": "1",
}


def zipped(path: Path, files: dict[str, str], folder: str = "") -> Path:
    """Write a zip of files, in a folder of it if one is named."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{folder}/{name}" if folder else name, text)
    return path


@pytest.mark.parametrize("folder", ["", "team26_A2", "a/b/team26_A2"])
def test_a_zip_plays_as_its_folder(tmp_path: Path, folder: str) -> None:
    assert_plays(str(zipped(tmp_path / "team26_A2.zip", NAMED, folder)))


@pytest.mark.parametrize("name", ["team26_A2 (1).zip", "handed in 4711.ZIP"])
def test_a_zip_without_a_folder_is_called_as_its_files_call_it(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / name, NAMED)
    assert_plays(f"{path}@v14")
    assert Path(resolve(str(path)).removesuffix("@v14")).name == "team26_A2"


def test_notes_of_macos_and_other_agents_do_not_matter(tmp_path: Path) -> None:
    files = {f"team26_A2/{name}": text for name, text in NAMED.items()}
    files |= {
        "__MACOSX/team26_A2/sudokuai.py": "1 / 0",
        "team26_A2/__pycache__/sudokuai.cpython-311.pyc": "rubbish",
        "greedy_player/sudokuai.py": "1 / 0",
        "team26_A2\\more\\off.py": "",
        "README.md": "",
    }
    folder = Path(resolve(str(zipped(tmp_path / "team26_A2.zip", files))).removesuffix("@v14"))
    assert sorted(path.name for path in folder.parent.iterdir()) == [
        *("README.md", "greedy_player", "team26_A2")
    ]
    assert (folder / "more" / "off.py").is_file()
    assert not (folder / "__pycache__").exists()


def test_its_name_stays_the_players_and_a_match_takes_it(bombe: Bombe, tmp_path: Path) -> None:
    zipped(tmp_path / "team26_A2.zip", NAMED, "team26_A2")
    log = str(tmp_path / "log")
    path = str(tmp_path / "team26_A2.zip")
    words = ("--generate", "2x2", "--games", "2", "--time", "20", "--no-progress", "-o", log)
    done = bombe("match", path, "random", *words)
    assert done.code == 0
    assert f"{path} against random" in done.out
    assert "forfeit" not in done.err
    done = bombe("agent", "check", path, "--size", "2x2", "--time", "20", "--no-progress")
    assert (done.code, path in done.out) == (0, True)


CRASHES = {
    "sudokuai.py": """\
import competitive_sudoku.sudokuai
class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        raise ValueError("boom")
"""
}


@pytest.mark.parametrize("folder", ["", "team26_A2"])
def test_its_errors_name_the_file_in_the_zip(bombe: Bombe, tmp_path: Path, folder: str) -> None:
    path = zipped(tmp_path / "team26_A2.zip", CRASHES, folder)
    place = f"{path}/{folder or 'team26_A2'}/sudokuai.py"
    for words in (("move", f"{path}@v13", "hard-2x2"), ("check", f"{path}@v13", "--size", "2x2")):
        done = bombe("agent", *words, "--time", "20")
        assert f"raised ValueError: boom, in line 4 of {place}" in done.out
        assert f'File "{place}", line 4' in done.out
        assert "bombe-zip" not in done.out + done.err


def test_it_is_unpacked_once_and_removed_at_the_end(tmp_path: Path) -> None:
    path = zipped(tmp_path / "team26_A2.zip", NAMED)
    assert folders.parse(str(path)) == folders.parse(str(path))
    code = f"from bombe.agents.loading import resolve; print(resolve({str(path)!r}))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    folder = Path(done.stdout.strip().removesuffix("@v14"))
    assert folder.name == "team26_A2"
    assert not folder.parent.exists()


@pytest.mark.parametrize("name", ["../out.py", "/out.py", "a/../../out.py", "C:\\out.py"])
def test_a_zip_that_leads_out_of_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    path = zipped(tmp_path / "team26_A2.zip", {**NAMED, name: "1"})
    with pytest.raises(InputError, match="leads out of it"):
        resolve(str(path))
    assert not (tmp_path / "out.py").exists()


def test_links_in_zips_are_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "team26_A2.zip", NAMED)
    link = zipfile.ZipInfo("secrets.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(InputError, match=r"'secrets\.txt' is a link"):
        resolve(str(path))


def test_zips_that_are_too_large_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = zipped(tmp_path / "team26_A2.zip", NAMED)
    monkeypatch.setattr(archives, "MOST_BYTES", 100)
    with pytest.raises(InputError, match="more than 10000 files or 0 MiB"):
        resolve(str(path))
    monkeypatch.undo()
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    with pytest.raises(InputError, match="more than 2 files"):
        resolve(str(path))


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"readme.txt": ""}, r"no sudokuai\.py in it; give the zip of an agent's folder"),
        ({"a/sudokuai.py": "", "b/sudokuai.py": ""}, "several agents in it, a, b; unpack it"),
        ({"a": "", "a/sudokuai.py": ""}, "cannot be unpacked"),
    ],
)
def test_a_zip_without_one_agent_is_refused(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        resolve(str(zipped(tmp_path / "team26_A2.zip", files)))


def test_a_file_that_is_no_zip_is_refused(tmp_path: Path) -> None:
    (tmp_path / "team26_A2.zip").write_text("no zip")
    with pytest.raises(InputError, match="not a zip that can be read"):
        resolve(str(tmp_path / "team26_A2.zip"))
    path = zipped(tmp_path / "torn.zip", NAMED)
    path.write_bytes(path.read_bytes().replace(b"propose_move", b"propose_mofe"))
    with pytest.raises(InputError, match="Bad CRC-32"):
        resolve(str(path))


def test_messages_name_the_zip(tmp_path: Path) -> None:
    path = zipped(tmp_path / "team26_A2.zip", {"sudokuai.py": "x = 1"})
    with pytest.raises(UsageError, match=rf"write {path}@v13 or {path}@v14"):
        resolve(str(path))


# The main file ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["", ":SudokuAI"])
def test_the_main_file_gets_the_hint_to_give_the_folder(
    bombe: Bombe, tmp_path: Path, mark: str
) -> None:
    folder = agent_folder(tmp_path, "first", "v14", "team33_A1")
    done = bombe("match", f"{folder}/sudokuai.py{mark}", "random", "--generate", "2x2")
    assert done.code == 2
    assert done.err.endswith(
        f"is the main file of an agent for the course framework: give its folder, {folder}\n"
    )
    done = bombe("agent", "check", f"{folder}/sudokuai.py{mark}")
    assert "give its folder" in done.err


def test_a_class_of_ours_may_be_in_a_file_of_that_name(tmp_path: Path) -> None:
    body = "class SudokuAI:\n    def __init__(self, seed): pass\n"
    own = written(tmp_path / "mine", {"sudokuai.py": body})
    assert resolve(f"{own}/sudokuai.py:SudokuAI") == f"{own}/sudokuai.py:SudokuAI"
    shutil.rmtree(own)
    with pytest.raises(UsageError):
        resolve(f"{own}/sudokuai.py:SudokuAI")
