"""Which exit code an error ends a command with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bombe.boards.errors import (
    BoardError,
    ExplanationError,
    OutOfBudgetError,
    SolverMissingError,
    UsageError,
)
from bombe.commands.shared.exit_codes import Exit, exit_code_of

if TYPE_CHECKING:
    from running import Bombe


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), Exit.USAGE),
        (BoardError("x"), Exit.BAD_INPUT),
        (FileNotFoundError("x"), Exit.BAD_INPUT),
        (OutOfBudgetError("x"), Exit.OUT_OF_BUDGET),
        (SolverMissingError("x"), Exit.SOLVER_MISSING),
        (ExplanationError("x"), Exit.MISTAKE),
    ],
)
def test_every_error_has_its_code(error: Exception, code: Exit) -> None:
    assert exit_code_of(error) is code


@pytest.mark.parametrize("shape", ["9", "9x9", "40", "0x3", "6x7", "99x99", "nine", ""])
def test_what_is_no_shape_is_wrong_usage(bombe: Bombe, shape: str) -> None:
    for words in (("generate", shape), ("count", "1...", "--shape", shape)):
        done = bombe(*words)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), words


@pytest.mark.parametrize("command", ["match", "tournament"])
@pytest.mark.parametrize(
    "agents", [("nobody", "greedy"), ("nobody", "noone"), ("greedy:x=1", "no")]
)
def test_one_or_two_unknown_agents_are_wrong_usage(
    bombe: Bombe, command: str, agents: tuple[str, str]
) -> None:
    done = bombe(command, *agents, "-o", "/nowhere/log.jsonl")
    assert (done.code, done.out) == (2, "")
    assert "unknown agent 'no" in done.err


def test_a_log_that_was_cut_ends_in_exit_code_3_after_its_games(
    bombe: Bombe, tmp_path: Path
) -> None:
    log, cut = str(tmp_path / "log.jsonl"), str(tmp_path / "cut.jsonl")
    playing = ("match", "random", "random", "--games", "2", "--board", "random-2x2")
    assert bombe(*playing, "-o", log).code == 0
    whole = Path(log).read_bytes()
    first = whole.index(b"\n") + 1
    listed = bombe("replay", log).out.splitlines()
    for size in (first + 1, (first + len(whole)) // 2, len(whole) - 1):
        Path(cut).write_bytes(whole[:size])
        done = bombe("replay", cut)
        assert (done.code, done.out.splitlines()) == (3, listed[:1])
        assert f"{cut}:2: the last line is not complete" in done.err
        assert bombe("replay", f"{cut}#1").code == 0
        for words in (("replay", f"{cut}#2"), ("rate", cut), ("convert", "--to", "log", cut)):
            assert bombe(*words).code == 3, words
        page = tmp_path / "page.html"
        assert bombe("board", cut, "-o", str(page)).code == 3
        assert not page.exists()
    Path(cut).write_bytes(whole[:first])
    assert bombe("replay", cut).code == 0
