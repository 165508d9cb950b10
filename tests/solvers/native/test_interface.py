"""What the kernel says of its interface, and what Python makes of it."""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING

import pytest
from paths import NATIVE_SOURCES

from bombe.boards.errors import SolverMissingError, UnsupportedError
from bombe.boards.sudoku.shape import MAX_SIZE
from bombe.solvers import codes, native
from bombe.solvers.native import slices, toolchain

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

from bombe.analysis.dots.kernel import MOST_DOTS, MOST_FREE
from bombe.analysis.territory.kernel import MAX_SIZE as MOST_ROWS
from bombe.analysis.why.kernel import ABSURDITIES, RULES
from bombe.analysis.why.refutation import Absurdity, Rule
from bombe.solvers.native.interface import interface
from bombe.solvers.native.records import TEXT_BYTES

if TYPE_CHECKING:
    from pathlib import Path

NUMBERS = {
    "kDone": slices.DONE,
    "kLimit": slices.FULL,
    "kOutOfBudget": slices.INTERRUPTED,
    "kTooLarge": slices.KernelRefusal.TOO_LARGE,
    "kTooManyMoves": slices.KernelRefusal.TOO_MANY_MOVES,
    "kTooLittleMemory": slices.KernelRefusal.TOO_LITTLE_MEMORY,
    "kNotFromHere": slices.KernelRefusal.NOT_FROM_HERE,
    "kNotCandidate": codes.NOT_CANDIDATE,
    "kNo": codes.NO,
    "kYes": codes.YES,
    "kUnknown": codes.UNKNOWN,
    "kAlignment": native.ALIGNMENT,
    "kMaxSize": MAX_SIZE,
    "kMostDots": MOST_DOTS,
    "kMostFree": MOST_FREE,
    "kTextBytes": TEXT_BYTES,
    "kNaked": RULES.index(Rule.NAKED_SINGLE),
    "kHidden": RULES.index(Rule.HIDDEN_SINGLE),
    "kLocked": RULES.index(Rule.LOCKED),
    "kNakedPair": RULES.index(Rule.NAKED_PAIR),
    "kHiddenPair": RULES.index(Rule.HIDDEN_PAIR),
    "kCase": RULES.index(Rule.CASE),
    "kNoCandidate": ABSURDITIES.index(Absurdity.NO_CANDIDATE),
    "kNoPlace": ABSURDITIES.index(Absurdity.NO_PLACE),
    "kClash": ABSURDITIES.index(Absurdity.CLASH),
}
"""What Python must know without a kernel, too."""


def test_what_python_knows_without_a_kernel_agrees_with_it() -> None:
    assert {name: getattr(interface(), name) for name in NUMBERS} == NUMBERS
    assert interface().bombe_territory_least_bytes(1, MOST_ROWS) > 0
    assert interface().bombe_territory_least_bytes(1, MOST_ROWS + 1) == 0


def test_every_structure_and_function_of_the_headers_can_be_used() -> None:
    code = "".join(path.read_text("utf-8") for path in NATIVE_SOURCES.rglob("*.h"))
    structures = re.findall(r"^struct (Bombe\w+) ", code, re.MULTILINE)
    functions = re.findall(r"^BOMBE_API .*?\b(bombe_\w+)\(", code, re.MULTILINE)
    assert len(structures) > 20
    assert len(functions) > 45
    for name in structures:
        assert ctypes.sizeof(getattr(interface(), name)) > 0
    for name in functions:
        assert getattr(interface(), name).argtypes is not None


def test_a_structure_has_the_fields_of_the_header_in_their_order() -> None:
    kernel = interface()
    assert issubclass(kernel.BombeCount, kernel.BombeCall)
    assert [name for name, _ in kernel.BombeCount._fields_] == ["limit", "counts", "solutions"]
    assert kernel.BombeCount.limit.offset == ctypes.sizeof(kernel.BombeCall) == 72


def test_what_the_kernel_does_not_have_is_refused() -> None:
    with pytest.raises(SolverMissingError, match=r"other sources: it has no kMaybe: install"):
        _ = interface().kMaybe
    with pytest.raises(AttributeError, match="no attribute 'hope'"):
        interface().BombeCount(hope=1)


def test_the_headers_are_read_as_the_compiler_reads_them(tmp_path: Path) -> None:
    (tmp_path / "part.h").write_text(
        "#pragma once\n"
        "namespace bombe::part {\n"
        "constexpr int kMost = 3, kLeast = -1;  // kNot = 7;\n"
        "enum Bit : int32_t { kFirst = 1 << 4, kSecond };\n"
        "}\n"
        "struct BombePart {\n"
        "  BombeSlice slice;  // what it may use\n"
        "  const uint8_t *board, *taboo;\n"
        "  const volatile int32_t *stop;\n"
        "  int64_t nodes, of;\n"
        "};\n"
        "BOMBE_API int64_t bombe_part(void *memory,\n"
        "                             const BombePart *part, int32_t bits);\n"
    )
    described = toolchain.interface_source(tmp_path).splitlines()
    assert 'static_assert(kLeast == -1, "");' in described
    assert described[-7:-1] == [
        "struct BombePart BombeSlice board:bytes taboo:bytes stop:* nodes:int64_t of:int64_t",
        "function bombe_part int64_t * * int32_t",
        "number kMost 3",
        "number kLeast -1",
        "number kFirst 16",
        "number kSecond 17",
    ]
    for wrong in ("BOMBE_API float bombe_odd();\n", "BOMBE_API int32_t odd();\n"):
        (tmp_path / "wrong.h").write_text(wrong)
        with pytest.raises(toolchain.BuildError, match=r"no type that|cannot be read"):
            toolchain.interface_source(tmp_path)


def test_an_answer_that_is_a_refusal_raises_its_message() -> None:
    messages = dict.fromkeys(slices.KernelRefusal, "over {kernel.kMostEmpty} cells")
    for refusal in slices.KernelRefusal:
        with pytest.raises(UnsupportedError, match=r"^over 64 cells$"):
            slices.raise_refusal(refusal, messages)
    slices.raise_refusal(0, messages)
    slices.raise_refusal(2**20, messages)
