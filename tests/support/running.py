"""Runs the command inside the test's process, and keeps what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from bombe.commands import main

if TYPE_CHECKING:
    import pytest


class Done(NamedTuple):
    """The exit code of a command, and what it wrote."""

    code: int
    out: str
    err: str


Bombe = Callable[..., Done]


def runner(capsys: pytest.CaptureFixture[str], *first: str) -> Bombe:
    """Return a function that runs the command with these words and more."""

    def run(*words: str) -> Done:
        code = main((*first, *words))
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run
