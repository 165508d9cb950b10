"""A supervised child: lines go in and come out, its end is known, and nothing of it is left."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest
from watching import eventually, mentions

from bombe.solvers.sandbox import Sandbox, python_reads
from bombe.solvers.sandbox.channel import LONGEST
from bombe.solvers.sandbox.child import Child
from bombe.solvers.sandbox.direct import DirectChild
from bombe.solvers.sandbox.paths import environment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")
PROGRAM = "child_programs:echo"
Started = Child | DirectChild


@pytest.fixture(params=[Child, DirectChild])
def child(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Started]:
    around = environment(tmp_path)
    one: Started
    is_supervised = request.param is Child
    one = Child(PROGRAM, tmp_path, around) if is_supervised else DirectChild(PROGRAM, around)
    one.start(Sandbox(reads=python_reads(), writes=(tmp_path,)), "a", 1, seconds=60.0)
    yield one
    one.close()


def soon() -> float:
    return time.monotonic() + 60.0


def test_a_child_gets_its_arguments_and_answers_line_by_line(child: Started) -> None:
    assert next(child.lines(soon())) == b"('a', 1)"
    for word in (b"one", b"", b"two"):
        assert next(child.call(word + b"\n", soon())) == word


def test_a_line_without_an_end_comes_in_pieces(child: Started) -> None:
    assert next(child.lines(soon()))
    found = []
    for line in child.call(b"long\n", soon()):
        found.append(line)
        if line.endswith(b"long"):
            break
    assert len(found) > 1
    assert len(found[0]) == LONGEST + 1
    assert sum(map(len, found)) == 200_000 + len(b"long")


def test_no_line_comes_after_its_time_or_a_stop(child: Started) -> None:
    assert next(child.lines(soon()))
    assert list(child.lines(time.monotonic() + 0.1)) == []
    assert list(child.lines(soon(), lambda: True)) == []


def test_how_a_child_ended_is_known_with_what_it_printed(child: Started) -> None:
    assert list(child.call(b"exit\n", soon())) == [b"('a', 1)"]
    assert child.is_closed
    exited = child.poll(60.0)
    assert exited is not None
    assert exited.code == 3
    assert child.printed() == (b"on purpose\n", 0)


def test_another_process_may_follow_and_nothing_is_left(tmp_path: Path) -> None:
    child = Child(PROGRAM, tmp_path, environment(tmp_path))
    sandbox = Sandbox(reads=python_reads(), writes=(tmp_path,))
    for _ in range(2):
        child.start(sandbox, seconds=60.0)
        assert [*zip(child.call(b"daemon\n", soon()), range(2), strict=False)]
        child.kill()
        assert child.pid == 0
    child.close()
    assert eventually(lambda: not mentions(str(tmp_path)))
