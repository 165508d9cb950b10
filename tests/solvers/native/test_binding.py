"""What Python and C++ must agree on: sizes of structures, numbers, the version."""

from __future__ import annotations

import ctypes
import re
from typing import ClassVar

import pytest
from paths import NATIVE_SOURCES

from bombe.boards.errors import SolverMissingError, UnsupportedError
from bombe.solvers import native
from bombe.solvers.native.binding import (
    REFUSALS,
    Binding,
    BombeSlice,
    KernelRefusal,
    raise_refusal,
)

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

from bombe.analysis.dots.kernel import DOTS
from bombe.analysis.endgame.kernel import ENDGAMES
from bombe.analysis.tempo.kernel import TEMPO
from bombe.analysis.territory.kernel import TERRITORY
from bombe.analysis.why.core_kernel import CORES
from bombe.analysis.why.kernel import WHY
from bombe.solvers.native.batch import SOLVING
from bombe.solvers.native.calls import BOARDS
from bombe.solvers.native.records import RECORDS

BINDINGS = (BOARDS, SOLVING, RECORDS, ENDGAMES, TEMPO, TERRITORY, WHY, CORES, DOTS)


class BombeCall(ctypes.Structure):
    """A structure that is shorter than the kernel's of that name."""

    _fields_: ClassVar = [("boards", ctypes.c_char_p)]


def test_the_kernel_has_all_that_the_bindings_state() -> None:
    for binding in BINDINGS:
        assert binding.library() is native.library()


def test_every_fact_of_the_kernel_is_stated_by_a_binding() -> None:
    source = (NATIVE_SOURCES / "facts.cpp").read_text("utf-8")
    facts = re.findall(r"^    (?:SIZE_OF|NUMBER)\((.*)\),$", source, re.MULTILINE)
    assert set(facts) == {name for binding in BINDINGS for name in binding.stated}


def test_a_structure_of_another_size_is_refused() -> None:
    binding = Binding(structures=[BombeCall], numbers={})
    with pytest.raises(SolverMissingError, match=r"Python has BombeCall = 8, the kernel has 72"):
        binding.library()


@pytest.mark.parametrize(
    ("numbers", "message"),
    [({"kYes": 7}, "has kYes = 7, the kernel has 2"), ({"kMaybe": 1}, "the kernel does not know")],
)
def test_a_number_that_differs_is_refused(numbers: dict[str, int], message: str) -> None:
    with pytest.raises(SolverMissingError, match=message):
        Binding(structures=[BombeSlice], numbers=numbers).library()


def test_an_answer_that_is_a_refusal_raises_its_message() -> None:
    messages = dict.fromkeys(KernelRefusal, "too large: take less")
    for number in REFUSALS.values():
        with pytest.raises(UnsupportedError, match=r"^too large: take less$"):
            raise_refusal(number, messages)
    raise_refusal(0, messages)
    raise_refusal(2**20, messages)
