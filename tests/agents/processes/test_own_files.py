"""Which files an agent's sandbox lets it read: its own, and those of nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from folder_agents import agent_folder

from bombe.agents.processes.own_files import sandbox_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

CLASS = "class Agent:\n    pass\n"


def written(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)


def readable(spec: str, tmp_path: Path, others: tuple[str, ...] = ()) -> set[str]:
    """Return the files below a folder that a sandbox lets read, by their names."""
    where = sandbox_of(spec, tmp_path / "home", others=others)
    files = (path for path in tmp_path.rglob("*") if path.is_file())
    return {path.name for path in files if any(path.is_relative_to(read) for read in where.reads)}


def test_a_folder_is_read_and_nothing_beside_it(tmp_path: Path) -> None:
    mine = agent_folder(tmp_path, "first", name="mine")
    written(tmp_path / "mine", {"weights.npy": "0", "near.py": ""})
    written(tmp_path / "theirs", {"sudokuai.py": "", "secret.py": ""})
    written(tmp_path, {"beside.py": "", "notes.txt": ""})
    found = readable(mine, tmp_path)
    assert {"sudokuai.py", "weights.npy", "near.py"} <= found
    assert not found & {"secret.py", "beside.py", "notes.txt"}


def test_packages_around_a_folder_are_read_without_the_agents_in_them(tmp_path: Path) -> None:
    top = tmp_path / "agents"
    mine = agent_folder(top / "team42", "first", name="A2")
    for name in ("", "team42", "team42/A2", "team43", "team43/A2", "shared"):
        written(top / name, {"__init__.py": ""})
    written(top / "team42", {"common.py": ""})
    written(top / "shared", {"helper.py": ""})
    written(top / "team43", {"secret.py": ""})
    written(top / "team43" / "A2", {"sudokuai.py": "", "hidden.py": ""})
    found = readable(mine, tmp_path)
    assert {"sudokuai.py", "common.py", "helper.py"} <= found
    assert not found & {"secret.py", "hidden.py"}


def test_beside_a_file_only_what_it_may_import_or_open_is_read(tmp_path: Path) -> None:
    written(tmp_path, {"mine.py": CLASS, "helper.py": "", "weights.npz": "", "theirs.py": CLASS})
    written(tmp_path, {"match.jsonl": "", "theirs.zip": "", ".env": ""})
    written(tmp_path / "package", {"__init__.py": "", "part.py": ""})
    written(tmp_path / "pictures", {"cat.png": ""})
    written(tmp_path / "team01", {"__init__.py": "", "sudokuai.py": ""})
    spec, other = f"{tmp_path / 'mine.py'}:Agent", f"{tmp_path / 'theirs.py'}:Agent"
    ours = {"mine.py", "helper.py", "weights.npz", "__init__.py", "part.py"}
    assert readable(spec, tmp_path, (other,)) == ours
    assert readable(spec, tmp_path) == {*ours, "theirs.py"}
    assert readable(other, tmp_path, (other,)) >= {"theirs.py"}


def test_a_package_is_read_and_not_what_is_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "mypackage", {"__init__.py": CLASS, "part.py": ""})
    written(tmp_path, {"beside.py": ""})
    assert readable("mypackage:Agent", tmp_path) == {"__init__.py", "part.py"}


def test_files_that_options_name_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "nets", {"net.json": "", "other.json": ""})
    written(tmp_path / "mine", {"agent.py": CLASS})
    spec = f"{tmp_path / 'mine' / 'agent.py'}:Agent:net=nets/net.json,depth=3"
    assert readable(spec, tmp_path) == {"agent.py", "net.json"}


def test_one_of_ours_reads_none_of_the_users_files(tmp_path: Path) -> None:
    written(tmp_path, {"file.py": ""})
    assert readable("greedy", tmp_path) == set()
