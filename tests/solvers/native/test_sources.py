"""The kernel's sources: every header compiles alone, for every width of a vector."""

from __future__ import annotations

import platform
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from paths import NATIVE_SOURCES

if TYPE_CHECKING:
    from pathlib import Path

HEADERS = sorted(path.relative_to(NATIVE_SOURCES) for path in NATIVE_SOURCES.rglob("*.h"))
FOR_VECTORS = [
    path for path in HEADERS if '"target.h"' in (NATIVE_SOURCES / path).read_text("utf-8")
]
IS_X86 = platform.machine().lower() in ("x86_64", "amd64")
FLAGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror", *(["-march=x86-64-v2"] if IS_X86 else [])]


def compile_alone(headers: list[Path], folder: Path, *flags: str) -> str:
    """Compile a source for each header that includes nothing else; return the complaints."""
    sources = [folder / f"{'-'.join(header.parts)}.cpp" for header in headers]
    for header, source in zip(headers, sources, strict=True):
        source.write_text(f'#include "{header.as_posix()}"\n')
    command = ["c++", "-fsyntax-only", *FLAGS, *flags, "-I", str(NATIVE_SOURCES)]
    done = subprocess.run(
        [*command, *map(str, sources)], capture_output=True, text=True, check=False, timeout=300
    )
    return done.stderr or ("" if not done.returncode else "failed without a word")


needs_compiler = pytest.mark.skipif(shutil.which("c++") is None, reason="there is no compiler")


@needs_compiler
def test_every_header_compiles_alone(tmp_path: Path) -> None:
    assert len(HEADERS) > 30
    assert not compile_alone(HEADERS, tmp_path)


@pytest.mark.long
@needs_compiler
@pytest.mark.skipif(not IS_X86, reason="only x86-64 has vectors of more than 128 bits")
@pytest.mark.parametrize("bits", [256, 512])
def test_every_header_for_vectors_compiles_alone_for_wider_ones(bits: int, tmp_path: Path) -> None:
    assert len(FOR_VECTORS) > 15
    assert not compile_alone(FOR_VECTORS, tmp_path, f"-DBOMBE_BITS={bits}")


@needs_compiler
def test_a_header_that_misses_an_include_is_found(tmp_path: Path) -> None:
    (tmp_path / "lonely.h").write_text("inline uint64_t one() { return 1; }\n")
    assert "uint64_t" in compile_alone([tmp_path / "lonely.h"], tmp_path)


def test_every_header_is_guarded_and_no_part_is_included_in_the_midst_of_another() -> None:
    for header in HEADERS:
        lines = (NATIVE_SOURCES / header).read_text("utf-8").splitlines()
        code = [line for line in lines if line and not line.startswith("//")]
        assert code[0] == "#pragma once", header
        opened = next(
            (at for at, line in enumerate(code) if line.startswith("namespace")), len(code)
        )
        assert not any(line.startswith("#include") for line in code[opened:]), header
    kinds = {path.suffix for path in NATIVE_SOURCES.rglob("*") if path.is_file()}
    assert kinds <= {".cpp", ".h", ".md", ""}
