"""The machine and the versions of a run: processor, cores, kernel, commit."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
from pathlib import Path

from bombe.solvers import native
from bombe.solvers.native.cpu import instructions


def facts() -> dict[str, str | int | None]:
    """Return the facts that a reader needs to interpret the figures."""
    return {
        "bombe": importlib.metadata.version("bombe"),
        "commit": _commit(),
        "kernel": native.problem() or instructions(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or "unknown"


def _commit() -> str | None:
    """Return the commit if Bombe runs from a checkout, with a `+` for changes since."""
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return None
    commit = _git(root, "rev-parse", "--short=12", "HEAD")
    return commit and commit + ("+" if _git(root, "status", "--porcelain", "-uno") else "")


def _git(root: Path, *words: str) -> str | None:
    try:
        command = ["git", "-C", str(root), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)  # noqa: S603 - git, and our own words
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
