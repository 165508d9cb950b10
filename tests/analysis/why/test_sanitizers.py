"""The kernel's parts for explanations, compiled with sanitizers, pass their tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOURCES = HERE.parents[2] / "solvers" / "native" / "src"
PARTS = ("*.cpp", "general/*.cpp", "nine/*.cpp", "why/*.cpp", "cores/*.cpp")


@pytest.mark.long
def test_sanitizers_find_nothing(tmp_path: Path) -> None:
    library = tmp_path / "_kernel.so"
    build = [
        *("g++", "-std=c++17", "-O1", "-g", "-fno-exceptions", "-fno-rtti", "-march=x86-64-v2"),
        *("-I", str(SOURCES)),
        *("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-shared", "-fPIC"),
        *(str(path) for part in PARTS for path in sorted(SOURCES.glob(part))),
        *("-o", str(library)),
    ]
    subprocess.run(build, check=True, timeout=600)
    found = subprocess.run(
        ["g++", "-print-file-name=libasan.so"], check=True, capture_output=True, text=True
    )
    variables = {
        "BOMBE_KERNEL": str(library),
        "LD_PRELOAD": found.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself leaves some
    }
    files = [str(HERE / name) for name in ("test_cores.py", "test_kernel.py", "test_ratings.py")]
    # 36x36 takes minutes here, and the second algorithm is not ours.
    chosen = "not second_algorithm and not 6x6"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *files],
        env=os.environ | variables,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Sanitizer" not in done.stdout + done.stderr
