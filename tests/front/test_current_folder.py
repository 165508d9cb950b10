"""The command imports nothing from the current folder, but a solver or an agent that is named."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

DECOY = """\
import os
with open(os.environ["DECOYS_MET"], "a") as met:
    met.write(__name__ + "\\n")
raise ImportError("a decoy was imported")
"""
BOMBE = str(Path(sys.executable).with_name("bombe"))
FIRST = (
    ("--version",),
    ("doctor",),
    ("bench", "hard-2x2", "--rounds", "1", "--task", "first,import", "--solver", "native"),
    ("audit", "hard-2x2", "random-2x2", "-j", "2"),
    ("match", "random", "greedy", "--board", "hard-2x2", "--games", "2", "--nodes", "5"),
)
MORE = (
    ("show", "hard-2x2", "--svg", "x.svg"),
    ("solve", "hard-2x2"),
    ("count", "hard-2x2", "--solver", "cpsat"),
    ("hint", "hard-2x2"),
    ("why", "hard-2x2"),
    ("check", "hard-2x2"),
    ("tempo", "hard-2x2"),
    ("endgame", "hard-2x2"),
    ("convert", "hard-2x2", "--to", "line"),
    ("generate", "2x2"),
    ("dots", "solve", "1x2:"),
    ("dots", "explain", "1x2:"),
    ("dots", "show", "1x2:"),
    ("study", "tempo", "random-2x2", "--positions", "1", "--games", "0", "--pictures", "p"),
    ("study", "endings", "--shape", "2x2", "--empties", "6", "--positions", "1"),
    ("study", "modes", "random-2x2", "--positions", "1", "--games", "0"),
    ("study", "why", "hard-2x2", "--games", "1", "--positions", "1"),
    ("study", "neat", "--population", "10", "--generations", "1", "--games", "2", "-j", "2"),
    ("study", "perceptron", "--boxes", "2x2", "--positions", "9", "--epochs", "1", "-j", "2"),
    ("experiment", "mcts-k", "random", "--generate", "2x2", "--nodes", "1", "--games", "2"),
    ("agent", "check", "random"),
    ("oracle", "install", "--help"),
)


@pytest.fixture(scope="module")
def decoys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a file named like each module that could be imported."""
    folder = tmp_path_factory.mktemp("decoys")
    installed = {module.name for module in pkgutil.iter_modules()}
    for name in {*sys.stdlib_module_names, *installed, "xcover", "pysat", "pyspiel", "rsvg"}:
        (folder / f"{name}.py").write_text(DECOY, encoding="utf-8")
    (folder / "bombe.py").unlink(missing_ok=True)  # `python -m` would ask for that one by its name
    return folder


def met(folder: Path, *words: str) -> list[str]:
    """Run a command in the folder; return the decoys that were imported."""
    log = folder / "met.txt"
    log.write_text("", encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words,
        cwd=folder,
        env={**kept, "DECOYS_MET": str(log)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "decoy" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr, done.stderr
    return log.read_text("utf-8").split()


@pytest.mark.parametrize("words", FIRST, ids=" ".join)
def test_nothing_is_imported_from_the_current_folder(decoys: Path, words: tuple[str, ...]) -> None:
    assert met(decoys, BOMBE, *words) == []


@pytest.mark.parametrize("words", FIRST[:2], ids=" ".join)
def test_nor_by_python_dash_m(decoys: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    for path in decoys.glob("*.py"):
        if path.stem not in sys.stdlib_module_names:  # of these Python itself imports some first
            (tmp_path / path.name).write_text(DECOY, encoding="utf-8")
    assert met(tmp_path, sys.executable, "-m", "bombe", *words) == []


@pytest.mark.long
@pytest.mark.parametrize("words", MORE, ids=" ".join)
def test_no_command_imports_anything_from_there(decoys: Path, words: tuple[str, ...]) -> None:
    assert met(decoys, BOMBE, *words) == []


def test_a_decoy_is_met_where_python_looks_there(decoys: Path) -> None:
    """The test above can fail: plain Python takes the first of them."""
    assert (
        subprocess.run(
            [sys.executable, "-c", "import xcover"],
            cwd=decoys,
            env={**os.environ, "DECOYS_MET": os.devnull},
            capture_output=True,
            check=False,
        ).returncode
        == 1
    )


SOLVER = """\
import helper
from bombe.solvers.backends.algorithm_x import AlgorithmX


class Mine(AlgorithmX):
    name = "mine"
"""
AGENT = """\
import helper


class Mine:
    def __init__(self, seed):
        pass

    def choose(self, state, clock):
        yield state.moves()[0]
"""


def test_what_is_named_is_found_there_with_what_it_imports(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text(SOLVER, encoding="utf-8")
    (tmp_path / "agent.py").write_text(AGENT, encoding="utf-8")
    (tmp_path / "helper.py").write_text("", encoding="utf-8")
    for words in (
        ("count", "hard-2x2", "--solver", "solver:Mine"),
        ("count", "hard-2x2", "random-2x2", "-j", "2", "--solver", "solver:Mine"),
        ("match", "agent:Mine", "random", "--board", "hard-2x2", "--games", "2", "--nodes", "5"),
    ):
        done = subprocess.run(
            [BOMBE, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "forfeit" not in done.stderr
