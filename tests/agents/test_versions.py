"""Versions of agents: what changes them, what does not, and who imports whom."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from folder_agents import HEADS

from bombe import __version__
from bombe.agents.names import plain_name
from bombe.agents.versions import UNKNOWN, remarks_on, shared_code, version_of, version_of_class

if TYPE_CHECKING:
    from pathlib import Path

AGENT = """\
from helper import pick
import json, numpy
from package.inner import other

class Mine:
    pass
"""
MAIN = f"from team42_A2.moves import best\n{HEADS['v13']}"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "mine.py", AGENT)
    write(tmp_path / "helper.py", "pick = max\n")
    write(tmp_path / "unrelated.py", "")
    write(tmp_path / "package" / "__init__.py", "")
    write(tmp_path / "package" / "inner.py", "from . import sibling\nother = sibling\n")
    write(tmp_path / "package" / "sibling.py", "")
    for name in ("team42_A2", "team42_old"):
        write(tmp_path / name / "sudokuai.py", MAIN)
        write(tmp_path / name / "moves.py", "best = max\n")
        write(tmp_path / name / "weights.bin", "1234")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_our_agents_have_the_version_of_bombe() -> None:
    ours = f"bombe {__version__}"
    for spec in ("greedy", "mcts:c=1.5,k=5", "dots/mcts", "oracle:of=greedy"):
        assert version_of(spec) == ours
    assert version_of("nobody") == UNKNOWN
    assert version_of("absent.py:Mine") == UNKNOWN


def test_a_file_in_an_option_is_part_of_the_version(folder: Path) -> None:
    write(folder / "net.json", "{}")
    specs = ("neat:genome=net.json", "oracle:of=neat:genome=net.json", "mine.py:Mine:file=net.json")
    before = [version_of(spec) for spec in specs]
    assert all(version.startswith(f"bombe {__version__}+") for version in before[:2])
    write(folder / "net.json", "[]")
    after = [version_of(spec) for spec in specs]
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize(
    "path",
    ["mine.py", "helper.py", "package/__init__.py", "package/inner.py", "package/sibling.py"],
)
def test_a_file_has_the_version_of_what_it_imports_nearby(folder: Path, path: str) -> None:
    before = version_of("mine.py:Mine")
    assert version_of("./mine.py:Mine:depth=3") == before
    with (folder / path).open("a", encoding="utf-8") as file:
        file.write("# another line\n")
    assert version_of("mine.py:Mine") != before


def test_a_module_has_the_version_of_its_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(folder)
    before = version_of("package.inner:Mine")
    assert before != UNKNOWN
    write(folder / "package" / "sibling.py", "x = 1\n")
    assert version_of("package.inner:Mine") != before
    assert version_of("colorsys:rgb_to_hls") != UNKNOWN


@pytest.mark.parametrize("path", ["sudokuai.py", "moves.py", "weights.bin", "new.txt"])
def test_a_folder_has_the_version_of_all_its_files(folder: Path, path: str) -> None:
    before = version_of("team42_A2")
    write(folder / "team42_A2" / path, f"{HEADS['v13']}# changed\n")
    assert version_of("team42_A2") != before


@pytest.mark.parametrize(
    "path", ["__pycache__/moves.pyc", ".git", "moves.pyc", "run.jsonl", "run.jsonl.1", "../x.py"]
)
def test_what_is_left_in_a_folder_does_not_count(folder: Path, path: str) -> None:
    before = version_of("team42_A2@v13")
    write(folder / "team42_A2" / path, "# new\n")
    assert version_of("team42_A2") == version_of("./team42_A2/:spawn=yes") == before


def test_a_folder_has_the_same_version_elsewhere_and_in_a_zip(folder: Path) -> None:
    before = version_of("team42_A2")
    shutil.make_archive("team42_A2", "zip", folder, "team42_A2")
    assert version_of("team42_A2.zip") == before
    shutil.move(folder / "team42_A2", folder / "package" / "team42_A2")
    assert version_of("package/team42_A2") == before


def test_the_class_of_an_agent_has_the_version_of_its_file() -> None:
    assert version_of_class(test_our_agents_have_the_version_of_bombe) not in ("", UNKNOWN)
    assert version_of_class(plain_name) == f"bombe {__version__}"
    assert version_of_class(type("Provenance", (), {"__module__": "nowhere"})) == UNKNOWN


def test_a_copy_that_imports_what_it_was_copied_from_is_reported() -> None:
    (sentence,) = shared_code(["team42_A2", "team42_old", "greedy", "nobody"])
    words = "team42_old imports moves.py of team42_A2 (in team42_old/sudokuai.py:1): they share"
    assert sentence.startswith(words)
    (alone,) = shared_code(["team42_old"])
    assert alone == sentence


def test_an_agent_that_imports_another_player_s_file_is_reported(folder: Path) -> None:
    write(folder / "old.py", "import mine\n")
    assert not list(shared_code(["mine.py:Mine", "greedy"]))
    (sentence,) = shared_code(["mine.py:Mine", "old.py:Old"])
    assert "old.py:Old imports mine.py of mine.py:Mine" in sentence
    assert not list(shared_code(["mine.py:Mine", "mine.py:Other"]))


def test_a_checkout_of_the_framework_around_agents_is_not_shared_code(folder: Path) -> None:
    before = version_of("team42_A2")
    framework = folder / "competitive_sudoku"
    write(framework / "__init__.py", "")
    write(framework / "sudoku.py", "from competitive_sudoku import sudokuai\n")
    write(framework / "sudokuai.py", "class SudokuAI: ...\n")
    assert not list(remarks_on(["team42_A2"]))
    assert version_of("team42_A2") == before
    write(folder / "plain.py", "import competitive_sudoku.sudokuai\n")
    assert not list(remarks_on(["plain.py:Plain", "team42_A2"]))
    version = version_of("plain.py:Plain")  # which imports that very package
    write(framework / "sudokuai.py", "")
    assert version_of("plain.py:Plain") != version


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("./team42_A2", "team42_A2"),
        ("team42_A2/", "team42_A2"),
        ("package/../team42_A2//", "team42_A2"),
        ("{folder}/team42_A2", "team42_A2"),
        ("./team42_A2@v14:spawn=yes", "team42_A2@v14:spawn=yes"),
        ("./mine.py:Mine:depth=3", "mine.py:Mine:depth=3"),
        ("mine.py:play@notebook", "mine.py:play@notebook"),
        ("./package/inner.py:A", "package/inner.py:A"),
        ("../elsewhere", "../elsewhere"),
        ("./greedy", "./greedy"),
        ("./mcts/", "./mcts"),
        ("greedy", "greedy"),
        ("mcts:c=1,k=2", "mcts:c=1,k=2"),
        ("./absent", "./absent"),
        ("package.inner:A", "package.inner:A"),
        ("", ""),
    ],
)
def test_an_agent_has_one_name(folder: Path, spec: str, name: str) -> None:
    for one in ("greedy", "mcts"):  # folders with names of our agents
        (folder / one).mkdir()
    found = plain_name(spec.format(folder=folder))
    assert found == name
    assert plain_name(found) == found


def test_two_folders_of_one_name_are_two_players(folder: Path) -> None:
    for one in ("a", "b"):
        (folder / one / "team").mkdir(parents=True)
    outside = os.path.relpath(folder, folder / "a")
    assert {plain_name(f"{one}/team/") for one in ("a", "./b", outside)} >= {"a/team", "b/team"}


def test_what_is_handed_in_may_be_no_file_endless_or_enormous(folder: Path) -> None:
    """Neither a pipe nor a device is opened; a large file counts by its size and date."""
    home = folder / "team42_A2"
    before = version_of("team42_A2")
    os.mkfifo(home / "pipe.py")
    (home / "endless.py").symlink_to("/dev/zero")
    (home / "loop").symlink_to(home)
    (home / "gone").symlink_to("nowhere")
    assert version_of("team42_A2") == before
    with (home / "sparse.bin").open("wb") as file:
        file.truncate(20 << 30)
    with_sparse = version_of("team42_A2")
    assert with_sparse not in (before, UNKNOWN)
    (sentence,) = (each for each in remarks_on(["team42_A2"]) if "sparse.bin" in each)
    assert sentence.startswith("team42_A2 has more files than are read for its version: sparse.bin")
    os.utime(home / "sparse.bin", (1, 1))
    assert version_of("team42_A2") != with_sparse
    write(home / "deep.py", "x = " + "(" * 100_000)
    with (home / "long.py").open("wb") as file:
        file.truncate(5 << 20)
    assert version_of("team42_A2") != UNKNOWN
