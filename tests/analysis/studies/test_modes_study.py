"""The study of the newer play modes: its endgames, its file, its figures."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bombe.analysis.endgame.margins import solve
from bombe.analysis.reach.cells import Reach
from bombe.analysis.shares import Share
from bombe.analysis.studies.files import Results
from bombe.analysis.studies.modes import study as modes_study
from bombe.analysis.studies.modes.play import PlayStyle, SeededGame, play_by_r
from bombe.analysis.studies.modes.results import MODES, last_share, smallest_failures
from bombe.analysis.studies.modes.study import (
    NEWER,
    ModesEnding,
    ModesGame,
    ModesPlan,
    is_right,
    position_of_task,
)
from bombe.analysis.verdicts.report import tempo
from bombe.boards import SudokuState
from bombe.boards.sudoku.reading import read, write
from bombe.commands import main

if TYPE_CHECKING:
    from pathlib import Path

BOARDS = ["study", "modes", "hard-2x2", "random-2x3", "--fills", "4", "8"]
WORDS = [*BOARDS, "--positions", "3", "--games", "2"]


def run(path: Path, *more: str) -> list[str]:
    assert main([*WORDS, "-o", str(path), *more]) == 0
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("modes") / "modes.jsonl"
    run(path)
    return path


@pytest.mark.parametrize("style", list(PlayStyle))
def test_games_go_down_to_the_fills_that_are_asked_for(style: PlayStyle) -> None:
    skips = 0
    for seed in range(12):
        rng = random.Random(seed)
        game = SeededGame(read("random-2x3").board, NEWER[seed % 3], style, rng)
        state = game.play_down(9)
        assert Reach.of_state(state).fills <= 9
        assert (state.to_move, state.board) == (game.state.to_move, game.state.board)
        skips += len(state.taboo)
        assert solve(state).exact
        for bomb in game.bombs():
            assert bomb not in state.taboo
    assert skips


def test_a_player_that_claims_is_not_a_random_one() -> None:
    ends = set()
    for style in PlayStyle:
        game = SeededGame(read("hard-3x3").board, NEWER[0], style, random.Random(1))
        ends.add(game.play_down(30).board)
    assert len(ends) == 2


def test_a_record_says_what_is_true_of_its_endgame(whole: Path) -> None:
    study = MODES.read(whole)
    assert len(study.of(ModesEnding)) > 20
    for each in study.of(ModesEnding)[::4]:
        state = position_of_task(each.task, study.plan)
        exact, found = solve(state), Reach.of_state(state)
        assert (each.margin, each.fills) == (exact.margin, found.fills)
        assert each.mode == state.rules
        me, other = state.to_move - 1, 2 - state.to_move
        assert each.private == (found.private[me].bit_count(), found.private[other].bit_count())
        kinds = {value.kind for value in exact.moves if value.move in exact.best}
        assert (each.fill, each.skip) == ("fill" in kinds, "skip" in kinds)
        assert min(each.lost, each.greedy_lost) >= 0
        if each.shut_out:
            assert each.margin >= 0


def test_games_begin_on_larger_positions_and_depend_on_nothing_else(whole: Path) -> None:
    study = MODES.read(whole)
    assert len(study.of(ModesGame)) > 10
    for each in study.of(ModesGame)[::3]:
        state = position_of_task(each.task, study.plan)
        view = tempo(state, exact=0).reach
        assert view is not None
        assert (each.fills, each.balance, each.ahead) == (
            view.facts.reach.fills,
            view.balance,
            view.ahead,
        )
        assert each.fills > study.plan.fills[1]
        assert MODES.perform(each.task, bool, study.plan) == each


def test_rule_r_plays_what_is_worth_most() -> None:
    start = SudokuState.start(read("random-2x3").board, "border")
    first = {
        play_by_r(start, Reach.of_state(start).fills - 1, random.Random(seed)).history[0]
        for seed in range(8)
    }
    view = tempo(start, exact=0).reach
    assert view is not None
    most = max(each.worth for each in view.moves)
    assert first <= {each.move for each in view.moves if each.worth == most}
    end = play_by_r(start, 0, random.Random(1))
    assert end.is_over
    assert play_by_r(start, 0, random.Random(1), lambda: True) == start


def test_a_game_is_worth_its_points_and_those_of_best_play_from_its_end(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[SudokuState] = []

    def recorded(*words: Any) -> SudokuState:
        ends.append(play_by_r(*words))
        return ends[-1]

    monkeypatch.setattr(modes_study, "play_by_r", recorded)
    study = MODES.read(whole)
    for each in study.of(ModesGame)[::4]:
        start = position_of_task(each.task, study.plan)
        assert MODES.perform(each.task, bool, study.plan) == each
        mover, end = start.to_move - 1, ends.pop()
        won = [after - before for after, before in zip(end.scores, start.scores, strict=True)]
        margin = 0 if end.is_over else solve(end).low
        margin = margin if end.to_move == start.to_move else -margin
        assert each.margin == won[mover] - won[1 - mover] + margin


def test_tables_and_pictures_are_made_of_a_study(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "modes", "--read", str(whole), "--pictures", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    for words in (
        "endgames solved",
        "the law is right",
        "Nobody leads",
        "Simpler rules",
        "larger positions",
        "Rule R",
        "last fill",
    ):
        assert words in shown
    study = MODES.read(whole)
    assert MODES.draw is not None
    assert MODES.text(study) == shown.rstrip("\n")
    names = {path.name for path in tmp_path.iterdir()}
    assert "lead-small.svg" in names
    assert {path.name for path in MODES.draw(study, tmp_path)} == names
    nothing, hint = MODES.text(replace(study, records=[])).split("\n\n")
    assert nothing == "0 endgames solved, 0 games played by rule R"
    assert hint.startswith("No endgame with 4 to 8 fills was solved in 5 s: give --fills with")


def test_positions_in_a_newer_mode_are_solved_as_they_are(tmp_path: Path) -> None:
    state = SudokuState.start(read("132442..31.22..1").board, "rows")
    given = tmp_path / "game.json"
    given.write_text(write(state), encoding="utf-8")
    path = tmp_path / "given.jsonl"
    words = ["study", "modes", str(given), "--fills", "1", "9", "--positions", "0", "--games", "0"]
    assert main([*words, "-o", str(path)]) == 0
    study = MODES.read(path)
    (task,) = MODES.tasks(study.plan)
    (ending,) = study.of(ModesEnding)
    assert (task.play, ending.play) == ("given", "given")
    assert position_of_task(task, study.plan) == state
    assert ending.margin == solve(state).margin


def test_wrong_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "modes", "hard-2x2", "--fills", "9", "4"]) == 2
    assert "give the smaller number first" in capsys.readouterr().err
    assert main(["study", "modes", "hard-2x2", "--read", "x"]) == 2


# ------------------------------------------------------------------ figures


ENDING = ModesEnding(
    board="b",
    size=9,
    mode="rows",
    play="random",
    seed=0,
    fills=8,
    bombs=1,
    dead=0,
    shared=4,
    private=(2, 1),
    open=(3, 2),
    skips=(1, 0),
    private_skips=(0, 0),
    shared_skips=1,
    takes=(0, 0),
    shut_out=False,
    balance=7,
    best=5,
    lost=0,
    greedy_lost=3,
    fill=True,
    skip=False,
    margin=5,
    last=True,
)


GAME = ModesGame("b", 9, "rows", "random", 0, fills=30, balance=3, ahead=5, margin=4)


def ending(**changed: Any) -> ModesEnding:
    return replace(ENDING, **changed)


PLAN = ModesPlan({}, (), (4, 8), 1, 1, 5.0, 0, "0")


def rows_of(heading: str, *records: ModesEnding | ModesGame) -> list[list[str]]:
    """Return the cells of the table below a heading, without its head."""
    parts = MODES.text(Results(PLAN, list(records))).split("\n\n")
    (at,) = (number for number, part in enumerate(parts) if part.startswith(heading))
    table = parts[at + 1].splitlines()[2:]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]


def test_figures_are_counted_from_the_records() -> None:
    found = [ENDING, ending(seed=1, margin=-2), ending(seed=2, margin=0, best=-5, lost=2)]
    assert (ENDING.lead, ENDING.tempo) == (3, "fills even, bombs odd")
    assert is_right(ENDING)
    (steps,) = rows_of("How often the law is right", *found)
    assert steps[:4] == ["rows", "3x3 and more", "3", "33.3"]
    assert steps[5:] == ["-", "-", "33 of 3", "-", "-"]
    leads = {row[0]: row[1:] for row in rows_of("Won by the mover", *found)}
    assert leads["fills even, bombs odd"] == [*["-"] * 7, "33 of 3", "-"]
    (fitted,) = rows_of("The least winning lead", *found)
    assert (fitted[2:4], fitted[5:7]) == (["+0", "0.0"], ["+0", "0.0"])
    rivals = {row[0]: row[1:3] for row in rows_of("Simpler rules", *found)}
    assert "somebody is shut out" not in rivals
    assert rivals["more private cells"] == ["100.0", "33.3"]
    assert rivals["the law of reach"][0] == "100.0"
    (play,) = rows_of("Rule R, and a fill", *found)
    assert (play[1], play[5]) == ("66.7", "3.00")
    assert last_share(found) == Share(1, 2)


def test_skips_are_counted_where_nobody_leads() -> None:
    even = {"private": (1, 1), "open": (2, 2)}
    found = [ENDING, ending(**even), ending(**even, skips=(0, 2), margin=-4)]
    rows = rows_of("Nobody leads", *found)
    assert [row[1:4] for row in rows] == [
        ["the mover", "1", "100.0"],
        ["the opponent", "1", "0.0"],
    ]


def test_games_are_counted_by_band_and_balance() -> None:
    found = [GAME, replace(GAME, seed=1, margin=0), replace(GAME, seed=2, fills=46, ahead=-11)]
    rows = rows_of("The same in larger positions", ENDING, *found)
    assert rows == [
        ["rows", "3x3 and more", "26 to 35", "-", "50 of 2", "-"],
        ["rows", "3x3 and more", "over 45", "-", "-", "0 of 1"],
    ]


def test_the_threshold_that_fits_is_found() -> None:
    found = [
        ending(seed=seed, private=(0, 0), open=(lead + 4, 4), margin=1 if lead >= -2 else -1)
        for seed, lead in enumerate(range(-4, 5))
        for _ in range(2)
    ]
    both = [*found, *(replace(each, seed=each.seed + 1) for each in found)]
    (row,) = rows_of("The least winning lead", *both)
    assert row[2:4] == ["-2", "100.0"]
    assert float(row[6]) < 100


def test_the_smallest_failure_of_each_mode_is_drawn() -> None:
    wrong = ending(margin=-3)
    found = [ENDING, wrong, replace(wrong, fills=7), ending(mode="border", margin=-1, fills=9)]
    assert [each.fills for each in smallest_failures(found)] == [9, 7]
