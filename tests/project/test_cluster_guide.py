"""The examples of docs/guide/cluster.md, run as they are: make, SLURM, HTCondor, Dask by hand."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from killed_runs import await_that
from paths import DOCS

if TYPE_CHECKING:
    from running import Bombe

EXAMPLES = DOCS / "examples" / "cluster"
COLUMNS = ("--columns", "source,board,safe,bombs")
BOARDS = ("generate", "2x3", "--kind", "improper", "--count", "60", "--seed", "1")

in_folder_of_boards = pytest.mark.usefixtures("in_own_folder", "boards")


@pytest.fixture
def boards(in_own_folder: None, bombe: Bombe) -> None:
    """Write the boards of the examples, and what one machine says of them."""
    assert in_own_folder is None
    assert bombe(*BOARDS, "-o", "boards.txt").code == 0
    assert bombe("audit", "boards.txt", *COLUMNS, "-o", "alone.csv").code == 0


def run(*words: str, **environment: str) -> None:
    """Run a command as a user would."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(words, check=True, env={**os.environ, "PATH": path, **environment})


def is_as_alone(name: str = "audits.csv") -> bool:
    """Return whether a file is what one machine says of all boards."""
    return Path(name).read_bytes() == Path("alone.csv").read_bytes()


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir()))
def test_the_guide_shows_the_examples_as_they_are(name: str) -> None:
    page = (DOCS / "guide" / "cluster.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```\w*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert (EXAMPLES / name).read_text(encoding="utf-8") in shown


@in_folder_of_boards
def test_make_shares_a_run_among_processes() -> None:
    if not shutil.which("make"):
        pytest.skip("there is no make")
    run("make", "-s", "-j2", "-f", str(EXAMPLES / "Makefile"), "SHARDS=3")
    assert is_as_alone()


@in_folder_of_boards
def test_an_array_of_slurm_shares_a_run_among_jobs() -> None:
    script = EXAMPLES / "audits.slurm"
    for number in ("3", "1", "2"):
        run(
            "bash",
            str(script),
            SLURM_ARRAY_TASK_ID=number,
            SLURM_ARRAY_TASK_COUNT="3",
            SLURM_CPUS_PER_TASK="1",
        )
    run("bash", "-c", "bombe merge -o audits.csv audits-*.csv")
    assert is_as_alone()


@in_folder_of_boards
def test_htcondor_shares_a_run_among_machines() -> None:
    lines = (EXAMPLES / "audits.condor").read_text(encoding="utf-8").splitlines()
    said = dict(re.split(r"\s*=\s*", line, maxsplit=1) for line in lines if "=" in line)
    parts = re.findall(r"\d+", lines[-1])
    for part in parts:
        words = shlex.split(said["arguments"].strip('"').replace("$(part)", part))
        run(said["executable"], *words)
        names = said["transfer_output_files"].replace("$(part)", part).split(", ")
        assert all(Path(name).exists() for name in names)
    run("bombe", "merge", "-o", "audits.csv", *(f"audits-{part}.csv" for part in parts))
    assert is_as_alone()


@pytest.mark.long
@in_folder_of_boards
def test_machines_are_started_by_a_script_and_end_with_it() -> None:
    pytest.importorskip("distributed", reason="needs bombe[cluster]")
    ssh = Path("ssh")
    ssh.write_text('#!/bin/bash\nexport CPU_COUNT=1\nexec bash -c "${2/nworkers -1/nworkers 1}"\n')
    ssh.chmod(0o755)
    path = f"{Path.cwd()}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = [shutil.which("bash") or "bash", str(EXAMPLES / "machines.sh"), "node1", "node2"]
    with subprocess.Popen(
        script, env={**os.environ, "PATH": path}, stderr=subprocess.DEVNULL
    ) as cluster:
        try:
            await_that(Path("scheduler.json").exists)
            words = ("--cluster", "scheduler.json", "-o", "audits.csv")
            run("bombe", "audit", "boards.txt", *COLUMNS, *words)
        finally:
            cluster.terminate()
    assert is_as_alone()
