"""The table of backends: what they need, and what is accepted as a solver."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path
from typing import Any

import pytest

import bombe
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.solvers import BACKENDS, Backend, as_solver, get
from bombe.solvers.backends.algorithm_x import AlgorithmX


def test_the_table_is_a_public_constant() -> None:
    assert bombe.solvers.BACKENDS is BACKENDS
    assert {"auto", "native", "backtracking"} <= {backend.name for backend in BACKENDS}


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)
def test_a_backend_on_a_package_knows_its_version(backend: Backend) -> None:
    is_ours = backend.needs is None or ":" in backend.needs
    assert (backend.distribution is None) == is_ours
    assert (backend.version is not None) == (backend.is_available and not is_ours)


def test_a_missing_package_has_no_version() -> None:
    missing = BACKENDS[0]._replace(needs="xcover")
    if missing.is_available:
        pytest.skip("xcover is installed")
    assert (missing.distribution, missing.version) == ("xcover", None)


@pytest.mark.parametrize("installed", ["python-constraint2", "python-constraint"])
def test_the_distribution_is_the_one_that_is_installed(
    installed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(distribution: str) -> str:
        if distribution != installed:
            raise importlib.metadata.PackageNotFoundError(distribution)
        return "1.2"

    monkeypatch.setattr(importlib.metadata, "version", version)
    backend = next(backend for backend in BACKENDS if backend.name == "constraint")
    assert (backend.distribution, backend.version) == (installed, "1.2")


def test_a_solver_is_a_name_a_place_or_an_object() -> None:
    solver = AlgorithmX()
    assert as_solver(solver) is solver
    assert as_solver("algorithm_x").name == "algorithm_x"
    assert isinstance(
        as_solver("bombe.solvers.backends.algorithm_x:AlgorithmX"),
        AlgorithmX,
    )


@pytest.mark.parametrize("wrong", [7, None, AlgorithmX])
def test_anything_else_is_refused(wrong: Any) -> None:
    with pytest.raises(UsageError, match="is not a solver: give a name"):
        as_solver(wrong)


def test_a_file_in_place_of_a_solver_suggests_how_to_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("talk").write_text("#!/bin/sh\n", "utf-8")
    Path("plain.py").write_text("class Plain:\n    pass\n\nclass Other:\n    pass\n", "utf-8")
    Path("broken.py").write_text("class", "utf-8")
    for name, remedy in (
        ("talk", "write program:./talk"),
        ("./talk", "write program:./talk"),
        ("plain.py", "name its class: plain.py:Plain or plain.py:Other"),
        ("broken.py", "name its class: broken.py:Class"),
        ("nowhere.py", "there is no such file: give FILE.py:Class"),
        ("./nowhere", "there is no such file: give program:FILE"),
    ):
        with pytest.raises(UsageError) as caught:
            get(name)
        assert str(caught.value).startswith(f"solver {name!r}: ")
        assert str(caught.value).endswith(remedy)


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'backtracking'"):
        get("backtraking")
