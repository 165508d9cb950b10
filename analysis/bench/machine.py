"""The machine and the versions of a run: processor, cores, kernel, commit."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path

from bombe.analysis.runs.provenance import commit, kernel, python


def facts() -> dict[str, str | int | None]:
    """Return the facts that a reader needs to interpret the figures."""
    return {
        "bombe": importlib.metadata.version("bombe"),
        "commit": commit(),
        "kernel": kernel(),
        "python": python(),
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
