"""The kernel without instructions of any processor: what the language says of vectors is enough.

Such a kernel runs where there is neither SSE nor NEON; here BOMBE_PLAIN switches them off.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from paths import NATIVE_SOURCES, TESTS

from bombe.solvers.native.toolchain import kernel_sources

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="there is no compiler")

FLAGS = ["-std=c++17", "-fno-exceptions", "-fno-rtti", "-DBOMBE_PLAIN", "-I", str(NATIVE_SOURCES)]
IS_X86 = platform.machine().lower() in ("x86_64", "amd64")
FAST = ["-O2", *(["-march=x86-64-v2"] if IS_X86 else [])]
BYTES = range(-128, 128)
LANES = 32
WRITES_TABLES = """
#include <cstdio>
#include "endgame/table/lanes.h"
using namespace bombe::endgame::bits128;
#if defined(BOMBE_SSE) || defined(BOMBE_NEON)
#error "not plain"
#endif

alignas(32) int8_t out[32];

void write(Lanes lanes) {
  store(out, lanes);
  fwrite(out, 1, sizeof out, stdout);
}

int main() {
  alignas(32) int8_t first[32], second[32];
  for (int a = -128; a < 128; a++)
    for (int b = -128; b < 128; b += 32) {
      for (int lane = 0; lane < 32; lane++) first[lane] = a, second[lane] = b + lane;
      const Lanes x = load(first), y = load(second);
      write(sum(x, y)), write(less(x, y)), write(larger(x, y)), write(smaller(x, y));
      write(minus(y));
    }
  for (int lane = 0; lane < 32; lane++) first[lane] = lane;
  const Lanes x = load(first);
  write(swap<0>(x)), write(swap<1>(x)), write(swap<2>(x)), write(swap<3>(x)), write(swap<4>(x));
}
"""


def clamped(value: int) -> int:
    return max(-128, min(127, value))


def signed(data: bytes) -> list[int]:
    return [byte - 256 if byte > 127 else byte for byte in data]


def test_sums_of_bytes_are_saturated_and_lanes_change_places(tmp_path: Path) -> None:
    source, program = tmp_path / "tables.cpp", tmp_path / "tables"
    source.write_text(WRITES_TABLES)
    subprocess.run(["c++", *FLAGS, "-O1", str(source), "-o", str(program)], check=True, timeout=60)
    said = subprocess.run([str(program)], check=True, capture_output=True, timeout=60).stdout
    blocks = [signed(said[at : at + LANES]) for at in range(0, len(said), LANES)]
    *pairs, by_1, by_2, by_4, by_8, by_16 = blocks
    rows = iter(pairs)
    for a in BYTES:
        for start in range(-128, 128, LANES):
            others = range(start, start + LANES)
            assert next(rows) == [clamped(a + b) for b in others]
            # No margin is -128, which has no opposite.
            differences = next(rows)
            for b, difference in zip(others, differences, strict=True):
                assert difference == clamped(a - b) or b == -128
            assert next(rows) == [max(a, b) for b in others]
            assert next(rows) == [min(a, b) for b in others]
            assert next(rows)[1:] == [-b for b in others][1:]
    for distance, lanes in zip((1, 2, 4, 8, 16), (by_1, by_2, by_4, by_8, by_16), strict=True):
        assert lanes == [lane ^ distance for lane in range(LANES)]


@pytest.mark.long
def test_a_kernel_without_instructions_of_a_processor_passes_the_tests(tmp_path: Path) -> None:
    def compiled(source: Path) -> str:
        target = tmp_path / f"{'-'.join(source.parts[-3:])}.o"
        command = ["c++", *FLAGS, *FAST, "-fPIC", "-c", str(source)]
        subprocess.run([*command, "-o", str(target)], check=True, timeout=600)
        return str(target)

    library = tmp_path / "_kernel.so"
    with ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compiled, kernel_sources(NATIVE_SOURCES, tmp_path)))
    subprocess.run(["c++", "-shared", *objects, "-o", str(library)], check=True, timeout=600)
    tested = ("solvers/native/test_kernel.py", "analysis/endgame/test_endgame.py", "analysis/dots")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *(str(TESTS / name) for name in tested)],
        env=os.environ | {"BOMBE_KERNEL": str(library)},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert not done.returncode, done.stdout
