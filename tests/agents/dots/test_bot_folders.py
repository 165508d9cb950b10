"""Folders with a bot of OpenSpiel, as KU Leuven's tournaments take them: found, refused, played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bot_folders import AGENT, CHOICES, MAIN, bot_folder, package_folder, written
from dots_positions import random_dots

from bombe.agents.arena.referee import referee
from bombe.agents.bot_folders import parse
from bombe.agents.loading import load, refuse, resolve
from bombe.agents.processes.process import Settings, Worker
from bombe.agents.seats import InProcess
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import SolverMissingError, UnsupportedError, UsageError
from bombe.boards.record import Termination
from bombe.solvers import Budget

if TYPE_CHECKING:
    from running import Bombe

    from bombe.agents.arena.referee import Outcome

START = DotsState.start("2x3")


class TestWithoutThePackage:
    """How folders are found and refused; pyspiel is hidden, if it is there."""

    @pytest.fixture(autouse=True)
    def _hidden(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pyspiel", None)

    def test_the_file_is_found_in_the_folder_or_below(self, tmp_path: Path) -> None:
        first, second = bot_folder(tmp_path, "first"), package_folder(tmp_path)
        assert parse(first) == (Path(first), Path(first))
        assert parse(second) == (Path(second), Path(second) / "dotsandboxes_agent")
        assert resolve(first) == first
        assert parse(str(tmp_path / "absent")) is None
        assert parse("exact") is None

    def test_a_folder_for_the_framework_of_sudoku_is_none(self, tmp_path: Path) -> None:
        both = written(tmp_path / "both", {MAIN: "", "sudokuai.py": ""})
        assert resolve(f"{both}@v13") == f"{both}@v13"

    def test_several_files_are_refused(self, tmp_path: Path) -> None:
        bot_folder(tmp_path, "first", "one")
        bot_folder(tmp_path, "first", "two")
        with pytest.raises(UsageError, match="2 folders below it have a dotsandboxes_agent"):
            resolve(str(tmp_path))

    def test_a_folder_without_an_agent_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"no sudokuai\.py and no dotsandboxes_agent\.py"):
            resolve(str(tmp_path))

    def test_options_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="has no options: remove 'depth=3'"):
            resolve(f"{bot_folder(tmp_path, 'first')}:depth=3")

    def test_other_games_and_the_missing_package_are_refused(self, tmp_path: Path) -> None:
        folder = bot_folder(tmp_path, "first")
        with pytest.raises(UsageError, match="plays dots only, not sudoku: choose the game dots"):
            refuse(folder, "sudoku", [], 1.0)
        with pytest.raises(SolverMissingError, match=r"pip install 'bombe\[spiel\]'"):
            refuse(folder, "dots", [], 1.0)

    def test_the_command_ends_with_the_usual_exit_code(self, bombe: Bombe, tmp_path: Path) -> None:
        done = bombe("match", "--game", "dots", bot_folder(tmp_path, "first"), "exact")
        assert done.code == 5
        assert "pip install 'bombe[spiel]'" in done.err


class TestWithOpenSpiel:
    """Games of the bots; these tests need the package."""

    @pytest.fixture(autouse=True)
    def _needs_open_spiel(self) -> None:
        pytest.importorskip("pyspiel", reason="open-spiel is missing: the extra `spiel`")

    @pytest.mark.parametrize("choice", ["first", "random", "keeps_count", "spoils", "reads_size"])
    def test_bots_play_whole_games(self, choice: str, tmp_path: Path) -> None:
        folder = bot_folder(tmp_path, choice)
        for seat in (1, 2):
            outcome = played(folder, seat)
            assert outcome.termination is Termination.SCORE, outcome.reason
            assert not outcome.incidents

    def test_a_bot_of_both_editions_meets_another(self, tmp_path: Path) -> None:
        one, two = bot_folder(tmp_path, "keeps_count"), package_folder(tmp_path)
        with Worker(one) as first, Worker(two) as second:
            for seed in (1, 2):
                first.open_game(seed)
                second.open_game(seed)
                outcome = referee(START, first, second, budget=Budget(10.0))
                assert outcome.termination is Termination.SCORE, outcome.reason

    @pytest.mark.parametrize("lines", [1, 5, 8])
    def test_games_that_begin_in_the_middle_are_followed(self, lines: int, tmp_path: Path) -> None:
        folder = bot_folder(tmp_path, "keeps_count")
        for seed in range(3):
            start = random_dots(Grid(2, 3), seed, left=17 - lines)
            outcome = played(folder, 1 + seed % 2, start)
            assert outcome.termination is Termination.SCORE, outcome.reason

    def test_a_bot_is_seeded(self, tmp_path: Path) -> None:
        folder = bot_folder(tmp_path, "random")
        games = [played(folder, 1, seed=seed).state.history for seed in (1, 1, 2)]
        assert games[0] == games[1] != games[2]

    @pytest.mark.parametrize(
        ("choice", "ending", "words"),
        [
            ("drawn", Termination.DRAWN_ALREADY, "is drawn already"),
            ("invalid", Termination.NO_MOVE, "proposed the action -1, which is not a move"),
            ("nothing", Termination.NO_MOVE, "proposed the action None, which is not a move"),
            ("crash", Termination.CRASH, "KeyError: 0, in line"),
            ("exits", Termination.CRASH, "called sys.exit(4), in line"),
            ("hang", Termination.HANG, "ran past its deadline"),
        ],
    )
    def test_a_bot_that_misbehaves_loses_with_a_clear_reason(
        self, choice: str, ending: Termination, words: str, tmp_path: Path
    ) -> None:
        outcome = played(bot_folder(tmp_path, choice), 1, seconds=0.3)
        assert (outcome.termination, outcome.winner) == (ending, 2), outcome.reason
        assert words in outcome.reason
        if " in line" in words:
            assert outcome.reason.endswith(MAIN)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("raise ValueError('no weights')", "ValueError: no weights, in line 1 of"),
            ("import pyspiel\n", "has no function get_agent_for_tournament: add it"),
            (AGENT.partition("def restart")[0].replace("[], []", "1 / 0"), "ZeroDivisionError"),
            ("from nowhere import weights", "No module named 'nowhere'"),
        ],
    )
    def test_a_file_that_makes_no_bot_is_reported(
        self, text: str, words: str, tmp_path: Path
    ) -> None:
        with Worker(written(tmp_path / "group_1", {MAIN: text})) as worker:
            trouble = worker.trial()
        assert trouble is not None
        assert words in trouble.detail

    def test_a_match_from_the_command(
        self, bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        package_folder(tmp_path)
        words = ("--game", "dots", "--boxes", "2x2", "--games", "2", "--no-progress")
        done = bombe("match", "./group_24", "exact", *words, "--time", "0.2")
        assert done.code == 0, done.err
        assert "1 pair, worth" in done.out
        assert "forfeit" not in done.err

    def test_what_bots_cannot_play_is_refused_before_the_match(
        self, bombe: Bombe, tmp_path: Path
    ) -> None:
        folder = bot_folder(tmp_path, "first")
        with pytest.raises(UsageError, match="cannot count nodes: give its turns a time"):
            refuse(folder, "dots", [], None)
        with pytest.raises(UnsupportedError, match="no game without the extra turn"):
            refuse(folder, "dots", [], 1.0, [DotsState.start("1x1", extra_turn=False)])
        done = bombe("match", "--game", "dots", folder, "exact", "--no-extra-turn")
        assert (done.code, "no game without the extra turn" in done.err) == (2, True)


def played(
    folder: str, seat: int, start: DotsState = START, *, seconds: float = 10.0, seed: int = 1
) -> Outcome[DotsState]:
    """Return the game of a folder's bot in that seat against random lines."""
    other = InProcess(load("dots/random"))
    other.open_game(5)
    with Worker(folder, Settings(grace=0.2)) as worker:
        worker.open_game(seed)
        first, second = (worker, other) if seat == 1 else (other, worker)
        return referee(start, first, second, budget=Budget(seconds))


def test_every_sample_is_used() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{choice}"' in text for choice in CHOICES)
