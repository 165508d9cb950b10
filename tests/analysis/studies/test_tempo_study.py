"""The tempo study: its games follow the rules, and it can be interrupted anywhere."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bombe.analysis.studies.files import Results
from bombe.analysis.studies.tempo.exceptions import smallest
from bombe.analysis.studies.tempo.results import TEMPO, exceptions
from bombe.analysis.studies.tempo.rules import (
    Counts,
    Play,
    PlayRule,
    begin,
    bombs_of,
    choose,
    play_out,
)
from bombe.analysis.studies.tempo.study import (
    TempoGame,
    TempoPlan,
    TempoPosition,
    random_endgame,
)
from bombe.analysis.tempo.effects import UsableBombs
from bombe.analysis.tempo.law import Outlook
from bombe.analysis.verdicts.report import tempo
from bombe.boards import Move, SudokuState
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.reading import read
from bombe.boards.sudoku.state import POINTS
from bombe.commands import main
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from pathlib import Path


P, W, N = PlayRule("P"), PlayRule("W"), PlayRule("N")
SMALL = ["study", "tempo", "132442..31.22..1", "random-2x2", "--empties", "3", "5"]
WORDS = [*SMALL, "--positions", "4", "--games", "2", "--horizon", "3", "--exact", "4"]


def started(name: str) -> Play:
    solver = as_solver("auto")
    return begin(bombs_of(read(name).board, solver), solver)


@pytest.mark.parametrize("name", ["hard-2x2", "hard-2x3", "empty-2x2", "random-2x3"])
@pytest.mark.parametrize("rules", [(P, P), (P, W), (N, PlayRule("P", 6))])
def test_a_game_is_played_by_the_rules_to_its_end(
    name: str, rules: tuple[PlayRule, PlayRule]
) -> None:
    rng, oracle = random.Random(name), as_solver("backtracking")
    play, state, mover, plies = started(name), read(name), 0, 0
    while play.empties:
        before = play.state()
        assert before.board == state.board
        fill = choose(rules[mover], play, rng)
        if fill is None:
            play.skip(rng)
            (bomb,) = play.state().taboo - before.taboo
            assert oracle.solvable(state.question(bomb)) is Verdict.NO
            state = state.reject(bomb)
        else:
            play = play.fill(fill.what)
            after = play.state().board
            (move,) = (m for m in state.board.candidates() if state.board.place(m) == after)
            assert fill.points == state.points(move)
            state = state.play(move)
        assert play.bombs == tempo(state, exact=0).bombs
        mover, plies = 1 - mover, plies + 1
    ending = play_out(started(name), rules, random.Random(name))
    assert ending.plies == plies
    assert ending.margin == state.scores[0] - state.scores[1]


def test_a_fill_is_worth_its_points_less_the_best_reply() -> None:
    rng = random.Random(5)
    full = read("easy-2x3").board
    board = full.clear(rng.sample(range(36), 20))
    counts = Counts(board)
    for fill in counts.fills():
        after = Counts(board)
        after.fill(fill.what)
        best = max(each.points for each in after.fills())
        assert fill.worth == fill.points - best
        assert fill.points in POINTS


@pytest.mark.parametrize("text", ["P", "W", "N", "P<=20"])
def test_rules_are_written_as_they_are_read(text: str) -> None:
    assert str(PlayRule.parse(text)) == text


@pytest.mark.parametrize("text", ["Q", "P<=", "P<20", "P<=x"])
def test_unknown_rules_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a rule"):
        PlayRule.parse(text)


def test_rules_skip_where_they_say() -> None:
    assert [P.wants_skip(8, b) for b in (0, 1, 2, 3)] == [False, True, False, True]
    assert [W.wants_skip(8, b) for b in (0, 1, 2, 3)] == [False, True, True, True]
    assert not any(rule.wants_skip(7, 3) for rule in (P, W, N))
    late = PlayRule.parse("P<=8")
    assert (late.wants_skip(10, 1), late.wants_skip(8, 1)) == (False, True)
    assert (late.looks_ahead(9), late.looks_ahead(7), W.looks_ahead(7)) == (False, True, False)


def test_the_law_beats_a_player_who_never_skips() -> None:
    wins = 0
    for seed in range(10):
        rng = random.Random(seed)
        wins += play_out(started("hard-3x3"), (P, N), rng).margin > 0
        wins += play_out(started("hard-3x3"), (N, P), rng).margin < 0
    assert wins == 20


def test_random_endgames_have_the_wanted_empties_and_bombs_of_all_parities() -> None:
    board = read("random-2x3").board
    states = [random_endgame(board, 9, random.Random(seed)) for seed in range(40)]
    assert {len(state.board.empty_cells()) for state in states} == {9}
    bombs = {tempo(state, exact=0).bombs for state in states}
    assert len(bombs) > 3
    solver = as_solver("auto")
    for state in states[:5]:
        found = UsableBombs(state.board, (), solver.true_candidates(state.board).true)
        assert len(state.taboo) <= found.count


# ------------------------------------------------------------------ records


def run(path: Path, *more: str) -> list[str]:
    assert main([*WORDS, "-o", str(path), *more]) == 0
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("study") / "study.jsonl"
    run(path)
    return path


@pytest.mark.parametrize(
    ("board", "code", "said"),
    [
        ("1234341221434321", 3, "<board>:1: the board is full; give one with empty cells"),
        ("1234341221434322", 3, "<board>:1: the board has no solution; give a solvable one"),
        ("123434122143432.", 0, ""),
    ],
)
def test_boards_without_a_game_are_refused_and_one_move_is_a_game(
    capsys: pytest.CaptureFixture[str], board: str, code: int, said: str
) -> None:
    assert main(["study", "tempo", board, "--positions", "1", "--games", "3"]) == code
    assert said in capsys.readouterr().err


def test_wrong_numbers_of_empties_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "tempo", "hard-2x2", "--empties", "9", "4"]) == 2
    assert "give the smaller number first" in capsys.readouterr().err


# ------------------------------------------------------------------ figures, tables, pictures


POSITION = TempoPosition(
    board="b",
    seed=0,
    empties=8,
    bombs=1,
    proper=True,
    margin=5,
    fill=True,
    skip=False,
    ours=True,
    winners=True,
    condition=True,
)


def position(empties: int, bombs: int, margin: int, **fields: object) -> TempoPosition:
    changed: dict[str, Any] = {"empties": empties, "bombs": bombs, "margin": margin, **fields}
    return replace(POSITION, seed=empties, **changed)


PLAN = TempoPlan({}, (1, 2), 0, 0, (), 0, 0, "0")


def rows_of(records: list[Any], heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without its head."""
    parts = TEMPO.text(Results(PLAN, records)).split("\n\n")
    table = parts[parts.index(f"{heading}:") + 1].splitlines()[2:]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]


def test_classes_are_counted_in_percent() -> None:
    found = [position(8, 1, 5), position(8, 1, 0), position(8, 3, 3), position(7, 0, 2)]
    rows = rows_of(found, "Random endgames on boards with one solution")
    assert [row[:6] for row in rows] == [
        ["even, odd", "3", "66.67", "33.33", "0.00", "+2.7"],
        ["odd, 0", "1", "100.00", "0.00", "0.00", "+2.0"],
    ]
    assert "several solutions" not in TEMPO.text(Results(PLAN, found))


def test_games_are_counted_for_the_law_and_for_p() -> None:
    def game(first: str, second: str, margin: int, bombs: int = 1) -> TempoGame:
        numbers = {"exact": 0, "empties": 8, "bombs": bombs, "margin": margin, "plies": 9}
        return TempoGame(board="b", seed=margin, first=first, second=second, proper=True, **numbers)

    games = [game("P", "W", 3), game("W", "P", 2), game("P", "P", 4), game("P", "P", 1, bombs=2)]
    (row,) = rows_of(games, "P against other rules, both colours, a draw half a win")
    assert (row[1:5], row[6]) == (["W", "-", "2", "50.0"], "+0.5")
    starts = rows_of(games, "P against itself: how often the side wins that the law names")
    assert [row[1:4] for row in starts] == [
        ["lost by the law", "1", "0.0"],
        ["won by the law", "1", "100.0"],
    ]


def test_the_smallest_exceptions_are_kept(whole: Path) -> None:
    found = TEMPO.read(whole).of(TempoPosition)
    assert all(each.agrees and each.condition for each in found if each.state is None)
    kept = [position(empties, 2, 4, state={"any": 1}) for empties in (10, 8, 12)]
    assert [each.empties for each in exceptions(kept)] == [8]


def test_tables_and_pictures_are_made_of_a_study(whole: Path, tmp_path: Path) -> None:
    study = TEMPO.read(whole)
    text = TEMPO.text(study)
    for words in ("Random endgames on boards with one solution", "Rules as filters", "P<=3"):
        assert words in text
    assert TEMPO.draw is not None
    files = TEMPO.draw(study, tmp_path)
    assert {path.name for path in files} >= {"classes.svg", "horizon.svg", "horizon-exact-4.png"}
    first = (tmp_path / "classes.svg").read_bytes()
    TEMPO.draw(study, tmp_path)
    assert (tmp_path / "classes.svg").read_bytes() == first


def test_a_task_depends_on_the_plan_and_its_number_alone() -> None:
    plan = TempoPlan({"b": "2x2:132442..31.22..1"}, (3, 5), 3, 1, (), 0, 7, "0")
    tasks = list(TEMPO.tasks(plan))
    found = [TEMPO.perform(task, lambda: False, plan) for task in tasks]
    again = [TEMPO.perform(task, lambda: False, plan) for task in reversed(tasks)]
    assert found == again[::-1]


# ------------------------------------------------------------------ exceptions


def test_the_smallest_exceptions_are_exceptions() -> None:
    found = list(smallest(read("1234341221434321").board, 6))
    assert [(str(one.kind), one.empties, one.margin) for one in found] == [
        ("even, 0: drawn", 2, 0),
        ("even, even: won", 6, 3),
        ("even, odd: drawn", 6, 0),
        ("even, even: drawn", 6, 0),
    ]
    for one in found:
        law = tempo(one.state)
        assert law.proper
        assert law.exact is not None
        assert law.exact.margin == one.margin
        assert law.verdict is one.kind.kind.outlook


def test_an_endgame_can_break_the_condition_of_the_law() -> None:
    board = read("...4.41..14.4321").board
    state = SudokuState(board, taboo=frozenset({Move(0, 0, 3), Move(1, 0, 2)}))
    found = tempo(state)
    assert (found.empties, found.verdict) == (7, Outlook.OPEN)
    assert "no fill leaves an even number of bombs" in found.summary()
    assert found.exact is not None
    assert found.exact.margin == -4


def test_only_full_grids_have_a_list_of_exceptions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "exceptions", "--most", "2"]) == 0
    assert "even, 0: drawn" in capsys.readouterr().out
    assert main(["study", "exceptions", "hard-2x2"]) == 2
    assert "is not a full grid" in capsys.readouterr().err
