"""Drivers that call every function of the C interface with whatever an input says.

A driver is a source in fuzz/, for a part of the kernel: it reads bytes as choices, keeps to what
the headers demand of a caller, and checks what must hold of the answers. `standalone.cpp` feeds it
the inputs in tests/data/corpora/kernel/, and ones that are drawn from a seed. With clang a driver
can be linked to libFuzzer instead: `-fsanitize=fuzzer,address,undefined`, the kernel's sources
beside. An input that ends a driver is left as crash.bin, and becomes a file of the corpus.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from paths import DATA, NATIVE_SOURCES, TESTS
from sanitized import MEMORY, compile_all, kernel_objects, link

from bombe.solvers.native.toolchain import board_sources

if TYPE_CHECKING:
    from pathlib import Path

FUZZ = TESTS / "solvers" / "native" / "fuzz"
CORPORA = DATA / "corpora" / "kernel"
PARTS = sorted(path.stem for path in FUZZ.glob("*.cpp") if path.stem != "standalone")
SECONDS = 15
"""Of CPU time, for each part."""

needs_gcc = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("g++") is None, reason="for Linux with g++"
)


def test_every_function_of_the_interface_has_a_driver() -> None:
    headers = "".join(path.read_text("utf-8") for path in NATIVE_SOURCES.rglob("*.h"))
    functions = set(re.findall(r"^BOMBE_API [\w ]+[ *](bombe_\w+)\(", headers, re.MULTILINE))
    assert len(functions) > 40
    drivers = "".join(path.read_text("utf-8") for path in FUZZ.iterdir())
    assert {name for name in functions if not re.search(rf"\b{name}\b", drivers)} == set()


def test_every_part_has_a_corpus() -> None:
    assert {path.name for path in CORPORA.iterdir()} == {*PARTS}
    assert all(len(list((CORPORA / part).iterdir())) > 3 for part in PARTS)


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What all drivers are linked with."""
    folder = tmp_path_factory.mktemp("kernel")
    main = compile_all(MEMORY, [FUZZ / "standalone.cpp"], folder)
    return [*main, *kernel_objects(MEMORY, folder)]


@pytest.mark.long
@needs_gcc
@pytest.mark.parametrize("part", PARTS)
def test_a_driver_finds_nothing(part: str, objects: list[str], tmp_path: Path) -> None:
    run_driver(part, objects, tmp_path, SECONDS)


@pytest.mark.long
@needs_gcc
def test_the_driver_of_boards_finds_nothing_in_short(tmp_path: Path) -> None:
    """Compile only what answers about boards: .ci/run has little time."""
    sources = [FUZZ / "standalone.cpp", *board_sources(NATIVE_SOURCES)]
    run_driver("boards", compile_all(MEMORY, sources, tmp_path), tmp_path, 4)


def run_driver(part: str, objects: list[str], tmp_path: Path, seconds: int) -> None:
    compiled = compile_all(MEMORY, [FUZZ / f"{part}.cpp"], tmp_path)
    driver = link(MEMORY, [*compiled, *objects], tmp_path / part, "-lpthread")
    done = subprocess.run(
        [str(driver), str(CORPORA / part), "1", str(seconds)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert not done.returncode, done.stderr
    assert re.fullmatch(r"\d+ kept inputs, \d{2,} others\n", done.stdout), done.stdout
