"""BOMBE_NOTATION: people see cells as they want in every command, programs as ever."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import pytest
from played_logs import log_of, random_games

from bombe.boards import Move
from bombe.boards.sudoku.notation import notation
from bombe.commands.shared.output import emitter, notify, say, say_within

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

pytestmark = pytest.mark.usefixtures("in_own_folder")
GAME = next(game for game in random_games(5) if game.game.name == "sudoku")
ZERO, ONE = re.compile(r"\(\d+,\d+\)"), re.compile(r"\br\d+c\d+")
ILLEGAL = """
class Illegal:
    def __init__(self, seed): pass
    def choose(self, state, clock): yield 0, 0, 99
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = next(number for number, ply in enumerate(GAME.plies) if not ply.is_bomb)
    twice = (*GAME.plies[: number + 1], *GAME.plies[number:])
    false = dataclasses.replace(GAME, plies=twice)
    (tmp_path / "false.jsonl").write_text(log_of([false]), encoding="utf-8")
    (tmp_path / "illegal.py").write_text(ILLEGAL, encoding="utf-8")
    monkeypatch.setenv("BOMBE_NOTATION", "r1c1")


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "false.jsonl"),
        ("rate", "false.jsonl"),
        ("replay", "false.jsonl#1"),
        ("match", "illegal.py:Illegal", "random", "--board", "easy-2x2", "--games", "2"),
        ("agent", "move", "greedy", "hard-2x2", "--nodes", "9"),
        ("audit", "1111............"),
    ],
)
def test_what_people_read_is_in_their_notation(bombe: Bombe, words: tuple[str, ...]) -> None:
    done = bombe(*words)
    said = done.out + done.err
    assert ONE.search(said), said
    assert not ZERO.search(said), said


def test_output_for_people_has_it_and_output_for_programs_has_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with notation("r1c1"), emitter(None, None) as emit:
        for door in (say, say_within, notify, emit.rendered):
            door(str(Move(0, 2, 5)))
        emit.data(str(Move(0, 2, 5)))
    captured = capsys.readouterr()
    assert captured.out.splitlines() == ["r1c3=5"] * 3 + ["(0,2) -> 5"]
    assert captured.err == "bombe: r1c3=5\n"


def test_the_option_goes_before_the_environment(bombe: Bombe) -> None:
    assert " at (2,0)" in bombe("check", "empty-2x2", "--notation", "framework").out


@pytest.mark.parametrize("words", [("doctor",), ("show", "hard-2x2")])
def test_an_unknown_notation_is_refused(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("BOMBE_NOTATION", "r0c0")
    done = bombe(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err == "bombe: BOMBE_NOTATION is 'r0c0': set it to framework or r1c1\n"
