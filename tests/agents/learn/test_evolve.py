"""Evolution: the same from the same seed, however it is run, and its files."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from bombe.agents.learn import evolve as evolution
from bombe.agents.learn.designs import design_of
from bombe.agents.learn.features import FeatureSet
from bombe.agents.learn.network import load_network, read_network_fields
from bombe.agents.learn.records import Training, resume_training
from bombe.agents.learn.study import (
    DesignName,
    NeatStudy,
    chosen,
    summary,
    write_results,
)
from bombe.boards.errors import BombeError, InputError, SolverMissingError, UsageError
from bombe.commands.shared.exit_codes import Exit

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

GENERATIONS = 4
SQUARES = [f"square {cell}" for cell in range(4)]
SMALL = NeatStudy(
    design=DesignName.FEATURES,
    features=FeatureSet.PARITY,
    board="2x2",
    population=12,
    games=4,
    generations=GENERATIONS,
    level=80.0,
    until_level=False,
)


@pytest.fixture(autouse=True)
def light_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure in a few small games."""
    monkeypatch.setattr("bombe.agents.learn.designs._CHECKS", {"2x2": 8})
    monkeypatch.setattr("bombe.agents.learn.trial.GAMES", 1)


def trained(folder: Path, study: NeatStudy = SMALL, seed: int = 1, jobs: int = 1) -> Training:
    training = study.training(folder, seed)
    for _ in study.run(training, jobs, threading.Event()):
        pass
    return training


def figures(training: Training) -> list[object]:
    """Return all of a run but the seconds."""
    return [dataclasses.replace(one, seconds=0.0) for one in training.generations]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bombe.agents.learn.designs._CHECKS", {"2x2": 8})
        return figures(trained(tmp_path_factory.mktemp("whole")))


def test_a_run_depends_on_its_seed_alone(whole: list[object], tmp_path: Path) -> None:
    random.seed(99)
    before = random.getstate()
    assert figures(trained(tmp_path)) == whole
    assert random.getstate() == before
    assert figures(trained(tmp_path, seed=2)) != whole
    assert len(whole) == GENERATIONS


def test_processes_rate_as_one_does(tmp_path: Path) -> None:
    two = SMALL._replace(generations=1)
    known = trained(tmp_path / "one", two).generations[0].ratings
    assert trained(tmp_path / "two", two, jobs=2).generations[0].ratings == known


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_an_interrupted_run_continues_to_the_same_end(
    kept: int, whole: list[object], tmp_path: Path
) -> None:
    path = trained(tmp_path).path
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[: 1 + kept]) + lines[1 + kept][:40], encoding="utf-8")
    assert figures(trained(tmp_path)) == whole
    assert len(path.read_text("utf-8").splitlines()) == 1 + GENERATIONS


def test_a_stop_loses_the_generation_in_progress_and_no_more(
    whole: list[object], tmp_path: Path
) -> None:
    stop = threading.Event()
    training = SMALL.training(tmp_path, 1)
    for _ in SMALL.run(training, 1, stop):
        stop.set()
    assert figures(training) == whole[:1]
    assert figures(trained(tmp_path)) == whole


def test_a_run_continues_with_more_generations_and_ends_at_a_level(
    whole: list[object], tmp_path: Path
) -> None:
    trained(tmp_path, SMALL._replace(generations=2))
    assert figures(trained(tmp_path)) == whole
    at_once = SMALL._replace(until_level=True, level=0.0)
    assert len(trained(tmp_path / "level", at_once).generations) == 1


def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    trained(tmp_path, SMALL._replace(generations=1))
    with pytest.raises(UsageError, match="its population was 12 and is now 14"):
        trained(tmp_path, SMALL._replace(population=14))


def test_a_record_that_the_seed_does_not_lead_to_is_refused(tmp_path: Path) -> None:
    path = trained(tmp_path, SMALL._replace(generations=2)).path
    header, first, second = path.read_text("utf-8").splitlines()
    fields = json.loads(first)
    fields["network"]["nodes"][0]["bias"] += 1
    path.write_text("\n".join([header, json.dumps(fields), second, ""]), encoding="utf-8")
    with pytest.raises(InputError, match="generation 0 is not what this seed leads to"):
        trained(tmp_path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{}", "generation is missing"),
        ("[1]", "the line is an array, not an object"),
        ("no JSON", "not JSON: expecting value"),
        ('{"generation": 1}', "best is missing"),
    ],
)
def test_a_damaged_line_is_named(line: str, said: str, tmp_path: Path) -> None:
    path = trained(tmp_path, SMALL._replace(generations=1)).path
    path.write_text(path.read_text("utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(BombeError, match=rf"seed-1.jsonl:3(:1)?: {said}"):
        resume_training(path, SMALL.plan(1))


def test_without_neat_python_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "neat", None)
    with pytest.raises(SolverMissingError, match=r"pip install 'bombe\[learn\]'"):
        evolution.neat_version()


def test_the_command_ends_with_the_code_of_a_missing_package(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "neat", None)
    done = bombe("study", "neat", "-o", str(tmp_path))
    assert done.code == Exit.SOLVER_MISSING
    assert "pip install 'bombe[learn]'" in done.err


@pytest.mark.parametrize("features", ["counts", "no-bombs"])
def test_the_command_resumes_with_the_features_asked_for(
    features: str, bombe: Bombe, tmp_path: Path
) -> None:
    words = ["study", "neat", "-o", str(tmp_path), "--features", features, "--games=2"]
    words += ["--population=10", "--level=0", "--no-progress"]
    first = bombe(*words, "--generations=1")
    assert first.code == Exit.DONE
    assert f"features {features}; best: wins against the skip rule W" in first.out
    more = bombe(*words, "--generations=3", "--until-level")
    assert more.out == first.out, "the level was reached at once"
    again = bombe(*words, "--generations=2")
    assert "|    1 |           2 |" in again.out
    network = load_network(tmp_path / "seed-1.json", FeatureSet(features).inputs)
    assert network.inputs == FeatureSet(features).inputs


def test_the_command_works_on_the_design_of_the_report(bombe: Bombe, tmp_path: Path) -> None:
    words = ["study", "neat", "-o", str(tmp_path), "--design", "report", "--board", "1x2"]
    done = bombe(*words, "--generations=2", "--population=10", "--no-progress")
    assert done.code == Exit.DONE
    assert "the report's design on 1x2; best: squares right in phase one, percent" in done.out
    assert len(load_network(tmp_path / "seed-1.json", SQUARES).outputs) == 4


def test_the_results_are_networks_pictures_and_a_table(tmp_path: Path) -> None:
    trainings = [trained(tmp_path, seed=seed) for seed in (1, 2)]
    files = write_results(trainings, tmp_path)
    assert {path.suffix for path in files} == {".json", ".png", ".svg"}
    assert all(path.stat().st_size for path in files)
    best = chosen(trainings[0])
    network = load_network(tmp_path / "seed-1.json", FeatureSet.PARITY.inputs)
    design = design_of(trainings[0].plan)
    assert design.measure(network) == best.measured
    others = [read_network_fields(one.network) for one in trainings[0].generations]
    assert design.trial(network) == max(map(design.trial, others))
    text = summary(trainings, 0.0)
    assert "2 of 2 runs reached 0 %, half of them within 1 generation" in text
    assert text.count("\n|") == 4


def test_the_command_does_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    words = [
        "study",
        "neat",
        "--generations",
        "2",
        "--population",
        "10",
        "--games",
        "2",
        "--no-progress",
        "-o",
    ]
    found = []
    for hash_seed in ("1", "2"):
        folder = tmp_path / hash_seed
        code = (
            "import sys; from bombe.agents.learn import designs, trial;"
            "from bombe.commands import main;"
            "designs._CHECKS = dict.fromkeys(designs._CHECKS, 8); trial.GAMES = 1;"
            "sys.exit(main(sys.argv[1:]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, *words, str(folder)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "| seed | generations | until 80 % |" in done.stdout
        found.append((folder / "seed-1.json").read_text("utf-8"))
    assert found[0] == found[1]
