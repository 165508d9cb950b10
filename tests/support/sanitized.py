"""Builds the kernel, or a program around it, with sanitizers, and runs Python on such a kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from paths import NATIVE_SOURCES, TESTS

from bombe.solvers.native.toolchain import kernel_sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MEMORY = "address,undefined"
THREADS = "thread"
RUNTIMES = {MEMORY: "libasan.so", THREADS: "libtsan.so"}
"""What must be loaded before Python."""

OPTIONS = ["-std=c++17", "-O1", "-g", "-fno-exceptions", "-fno-rtti", "-march=x86-64-v2", "-fPIC"]


def compile_all(flags: str, sources: Sequence[Path], folder: Path) -> list[str]:
    """Compile sources with sanitizers, two at a time; return the object files."""
    checks = [f"-fsanitize={flags}", "-fno-sanitize-recover=all"]

    def compiled(source: Path) -> str:
        target = folder / f"{'-'.join(source.parts[-3:])}.o"
        command = ["g++", *OPTIONS, *checks, "-I", str(NATIVE_SOURCES), "-c", str(source)]
        subprocess.run([*command, "-o", str(target)], check=True, timeout=600)
        return str(target)

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(compiled, sources))


def kernel_objects(flags: str, folder: Path) -> list[str]:
    """Compile the kernel's sources; return the object files."""
    return compile_all(flags, kernel_sources(NATIVE_SOURCES, folder), folder)


def link(flags: str, objects: Sequence[str], target: Path, *more: str) -> Path:
    """Link object files, with `-shared` to a library."""
    command = ["g++", f"-fsanitize={flags}", *more, *objects, "-o", str(target)]
    subprocess.run(command, check=True, timeout=600)
    return target


def build_kernel(flags: str, folder: Path) -> Path:
    """Return the kernel with these sanitizers."""
    return link(flags, kernel_objects(flags, folder), folder / "_kernel.so", "-shared")


def run_on(library: Path, flags: str, *arguments: str, folder: Path) -> str:
    """Run Python on the kernel; return what it wrote, or fail if it or a sanitizer complains."""
    asked = ["g++", f"-print-file-name={RUNTIMES[flags]}"]
    runtime = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    variables = {
        "BOMBE_KERNEL": str(library),
        "LD_PRELOAD": runtime,
        "PYTHONPATH": str(TESTS / "support"),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself leaves some
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | variables,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    said = done.stdout + done.stderr
    assert not done.returncode, said
    assert "Sanitizer" not in said, said
    assert "runtime error" not in said, said
    return done.stdout
