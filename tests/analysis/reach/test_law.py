"""The law of reach: what it counts, what it says of moves, and how often it is right."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from endgame_positions import endgames, minimax_of, position_of
from endgame_positions import played as played_on

from bombe.analysis.drawing.notes import Ground, notes_of_endgame, notes_of_reach, notes_of_tempo
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.endgame.margins import solve
from bombe.analysis.matches.outlooks import SURE, outlook
from bombe.analysis.reach.bounds import fill_bounds, legal_masks, most_skips
from bombe.analysis.reach.cells import Reach
from bombe.analysis.reach.law import balance_of, estimate_of, lead_of, tempo_of, verdict_of
from bombe.analysis.reach.measured import LEAST_FILLS, measured_by_reach
from bombe.analysis.reach.report import reach
from bombe.analysis.reach.view import LEAST
from bombe.analysis.studies.modes.study import NEWER
from bombe.analysis.tempo.effects import UsableBombs
from bombe.analysis.tempo.law import Outlook
from bombe.analysis.verdicts.report import tempo
from bombe.boards import Move, Rules, SudokuState
from bombe.boards.game import opponent
from bombe.boards.sudoku.reading import read, write
from bombe.commands import main
from bombe.solvers import Budget, Verdict, get

if TYPE_CHECKING:
    from pathlib import Path

MODES = pytest.mark.parametrize("rules", NEWER)
ORACLE = get("backtracking")
SMALL_GAME = SudokuState.start(read("1..4.41.4.2.2341").board, Rules.ROWS)


def balance(state: SudokuState) -> int:
    """Count the balance of a position from nothing but its board and its rules."""
    found = Reach.of_state(state)
    masks = UsableBombs(state.board, state.taboo, ORACLE.true_candidates(state.board).true).masks
    live = found.ever[0] | found.ever[1]
    bombs = sum(mask.bit_count() for cell, mask in enumerate(masks) if live >> cell & 1)
    return balance_of(found, state.to_move, bombs)


def test_the_tempo_is_worth_most_with_an_odd_number_of_fills() -> None:
    assert [tempo_of(5, 2), tempo_of(5, 3), tempo_of(4, 3), tempo_of(4, 2)] == [3, 3, 1, -1]
    assert [verdict_of(number) for number in (-3, -1, 1)] == [
        Outlook.LOST,
        Outlook.LOST,
        Outlook.WON,
    ]
    assert estimate_of(5) == -estimate_of(-5) > estimate_of(1) > 0


@MODES
def test_the_lead_is_the_difference_of_what_can_be_forced(rules: Rules) -> None:
    for state, _ in endgames(1, 80, 12, rules):
        found = Reach.of_state(state)
        for mover in (1, 2):
            bounds = fill_bounds(found, mover, most_skips(found, legal_masks(state)))
            forced = bounds.forced[mover - 1] - bounds.forced[2 - mover]
            # Both halves are rounded, and the opponent of the mover has one cell less.
            assert abs(2 * forced - lead_of(found, mover)) <= 2
            assert lead_of(found, mover) == -lead_of(found, opponent(mover))


@MODES
def test_moves_have_the_balance_of_the_positions_they_lead_to(rules: Rules) -> None:
    seen = Counter[str]()
    for state, minimax in itertools.chain(endgames(2, 40, 12, rules), endgames(7, 60, 3, rules)):
        view = tempo(state, exact=0).reach
        assert view is not None
        if state.is_over:
            assert (view.balance, view.moves, view.verdict) == (None, (), Outlook.OPEN)
            continue
        assert view.balance == balance(state)
        assert {each.move for each in view.moves} == set(state.moves())
        for each in view.moves:
            after = played_on(state, each.move, minimax)
            wanted = 0 if after.is_over else balance(after)
            assert each.balance == (wanted if after.to_move == state.to_move else -wanted)
            assert each.points == (0 if each.is_skip else state.points(each.move))
            seen["skip" if each.is_skip else "fill"] += 1
            seen["over"] += after.is_over
            seen["again"] += after.to_move == state.to_move
    assert min(seen["skip"], seen["over"], seen["again"]) > 2


@MODES
def test_the_reason_describes_the_position_by_which_the_verdict_goes(rules: Rules) -> None:
    seen = Counter[Outlook]()
    for state, minimax in endgames(4, 60, 12, rules):
        view = tempo(state, exact=0).reach
        if view is None or view.ahead is None or view.verdict is Outlook.OPEN:
            continue
        best = max(view.moves, key=lambda each: (each.worth, each.balance))
        after = played_on(state, best.move, minimax)
        is_same = after.to_move == state.to_move
        found, lead = Reach.of_state(after), lead_of(Reach.of_state(after), after.to_move)
        # The table of the module: the least lead with which the one to move wins.
        tempo_words = view.why.split(", ", 1)[1].rsplit(", ", 1)[0]
        least = {"fills odd": -1, "fills even, bombs odd": 0, "both even": 1}[tempo_words]
        assert (found.fills % 2 == 1) == (least == -1)
        assert ((lead >= least) == is_same) == (view.verdict is Outlook.WON)
        assert view.why.endswith("the mover again to move" if is_same else "the opponent to move")
        side = "leads by" if (lead > 0) == is_same else "is behind by"
        assert (f"the mover {side} " if lead else "nobody leads") in view.why
        seen[view.verdict] += 1
    assert min(seen[Outlook.WON], seen[Outlook.LOST]) > 5


@MODES
def test_who_is_shut_out_never_wins(rules: Rules) -> None:
    seen = 0
    for state, minimax in endgames(3, 250, 6, rules):
        if not state.is_over and not state.playable(opponent(state.to_move)):
            seen += 1
            assert minimax.margin(position_of(state)) >= 0
            found = tempo(state, exact=0)
            assert found.verdict in {Outlook.WON, Outlook.OPEN}
    assert seen > 5


@MODES
def test_the_law_names_the_winner_far_more_often_than_not(rules: Rules) -> None:
    right = total = 0
    for state, _ in endgames(4, 120, 9, rules):
        found = tempo(state)
        if found.verdict is not Outlook.OPEN and found.exact is not None and found.exact.low:
            total += 1
            right += (found.verdict is Outlook.WON) == (found.exact.low > 0)
            assert bool(found.keeps) == (found.verdict is Outlook.WON)
            assert {advice.rule for advice in found.advice} == {"R"}
    assert total > 50
    assert right > 0.8 * total


def test_the_law_is_silent_where_it_was_never_measured() -> None:
    state = SudokuState.start(read("empty-2x3").board, Rules.ROWS)
    found = tempo(state, exact=0)
    assert (found.verdict, found.keeps, found.advice) == (Outlook.OPEN, (), ())
    assert "never measured" in found.summary()
    assert found.reach is not None
    assert found.reach.balance is not None
    assert outlook(state) == "open"
    assert measured_by_reach("rows", 6, 36, 3) is None
    assert measured_by_reach("classic", 9, 3, 3) is None


def test_the_law_is_silent_where_it_is_hardly_ever_right() -> None:
    seen = Counter[Outlook]()
    for seed in range(40):
        state = SudokuState.start(read("random-3x3").board, Rules.RANDOM, seed)
        found = tempo(state, exact=0)
        assert found.measured is not None
        assert found.measured.games
        assert found.reach is not None
        assert found.reach.ahead is not None
        sure = found.measured.agreement(verdict_of(found.reach.ahead))
        assert (found.verdict is Outlook.OPEN) == (sure < LEAST)
        assert outlook(state) == (str(found.verdict) if sure >= SURE else "open")
        words = "was right in only" if sure < LEAST else "games by rule R"
        assert words in found.summary()
        seen[found.verdict] += 1
    assert len(seen) > 1


def test_a_board_without_a_solution_is_named() -> None:
    state = SudokuState.start(read("12..3...........").board.place(Move(1, 2, 4)), Rules.BORDER)
    assert ORACLE.solvable(state.board) is Verdict.NO
    assert "the board has no solution" in tempo(state, exact=0).summary()


def test_a_mover_without_a_cell_is_named() -> None:
    for state, _ in endgames(9, 100, 6, Rules.ROWS):
        other = opponent(state.to_move)
        if not state.is_over and not state.playable(other):
            found = tempo(replace(state, to_move=other), exact=0)
            assert f"player {other} has no cell to play on" in found.summary()
            return
    pytest.fail("nobody is shut out")


def test_outlooks_say_what_is_sure() -> None:
    said = Counter[str]()
    for state, _ in endgames(8, 60, 9, Rules.ROWS):
        if not state.is_over:
            found, verdict = tempo(state, exact=0), outlook(state)
            if verdict != "open":
                assert found.reach is not None
                assert found.reach.measured is not None
                assert found.reach.measured.agreement(found.verdict) >= SURE
                is_shown = found.reach.facts.reach.fills >= LEAST_FILLS
                assert (found.measured is not None) == is_shown
                assert ("such endgames with 6 to 16 fills left" in found.summary()) == is_shown
            said[verdict] += 1
    assert {"won", "open"} <= set(said)


@pytest.mark.parametrize("mode", ["rows", "border", "random"])
@pytest.mark.parametrize("size", [4, 9])
def test_the_farther_from_0_the_surer(mode: str, size: int) -> None:
    far, near, edge = (measured_by_reach(mode, size, 9, number) for number in (9, 1, 99))
    assert far is not None
    assert near is not None
    assert far == edge
    assert far.won > near.won > 50
    assert far.margin > near.margin > 0
    lost = measured_by_reach(mode, size, 9, -9)
    assert lost is not None
    assert lost.lost > 85
    assert lost.margin < 0


def test_endgames_of_large_boards_may_be_larger() -> None:
    for size, most in ((4, 16), (9, 18)):
        for mode in ("rows", "border", "random"):
            solved, played_out = (measured_by_reach(mode, size, most + more, 9) for more in (0, 1))
            assert solved is not None
            assert played_out is not None
            assert (solved.games, played_out.games) == (False, True)


def test_without_all_effects_there_is_no_verdict() -> None:
    state = SudokuState.start(read("empty-2x3").board, Rules.BORDER)
    found = tempo(state, Budget(nodes=100), exact=0)
    assert not found.final
    assert found.verdict is Outlook.OPEN
    assert found.reach is not None
    assert found.reach.ahead is None


def test_json_has_the_facts_and_the_balances() -> None:
    document: dict[str, Any] = json.loads(tempo(SMALL_GAME).to_json())["reach"]
    assert document["fills_left"] == 6
    assert document["mover"] == SMALL_GAME.to_move
    assert {"lead", "balance", "ahead", "estimate", "after", "players"} <= set(document)
    assert len(document["after"]) == len(SMALL_GAME.moves())
    assert "reach" not in json.loads(tempo("hard-2x2").to_json())


# ------------------------------------------------------------------ pictures


def test_pictures_say_who_can_reach_a_cell() -> None:
    rng, seen = random.Random(5), set[Ground]()
    for rules in NEWER:
        for state, _ in endgames(6, 30, 12, rules):
            found = Reach.of_state(state)
            for notes in (
                notes_of_tempo(tempo(state, exact=0)),
                notes_of_endgame(solve(state)),
                notes_of_reach(reach(state)),
            ):
                for cell, ground in enumerate(notes.grounds):
                    first, second = (ever >> cell & 1 for ever in found.ever)
                    assert (ground in (Ground.FIRST, Ground.SHARED)) == bool(first)
                    assert (ground in (Ground.SECOND, Ground.SHARED)) == bool(second)
                    texts = [note.text for note in notes.cells[cell]]
                    assert texts[:1] == ([ground.value] if found.empty >> cell & 1 else [])
                seen |= set(notes.grounds)
                if rng.random() < 0.1:
                    assert draw_svg(notes).startswith("<svg")
    assert seen == set(Ground)


def test_classic_pictures_have_no_marks() -> None:
    assert notes_of_tempo(tempo("hard-2x2")).grounds == ()


def test_a_fill_says_what_it_takes() -> None:
    board = read("1234341.2.4.432.").board
    texts = {note.text for cell in notes_of_reach(reach(_divided(board))).cells for note in cell}
    assert texts & {"1>1", "2>1", "1>2", "2>2"}


def _divided(board: Any) -> SudokuState:
    return SudokuState(
        board,
        Rules.ROWS,
        allowed=(frozenset({11}), frozenset({11})),
        occupied=(frozenset(), frozenset()),
    )


# ------------------------------------------------------------------ the command


def test_the_command_shows_the_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tempo", "1..4.41.4.2.2341", "--rules", "rows"]) == 0
    shown = capsys.readouterr().out
    assert "6 fills left" in shown
    assert "rule R (the law of reach)" in shown
    assert "[1] only player 1 can reach it" in shown


def test_the_command_reads_who_owns_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = SMALL_GAME
    minimax = minimax_of(state)
    for move in state.moves()[:1]:
        state = played_on(state, move, minimax)
    path = tmp_path / "game.json"
    path.write_text(write(state), encoding="utf-8")
    assert main(["tempo", str(path)]) == 0
    shown = capsys.readouterr().out
    assert f"{Reach.of_state(state).fills} fills left" in shown


def test_the_cells_of_random_rules_come_from_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for seed in ("1", "1", "2"):
        words = ["tempo", "hard-2x2", "--rules", "random", "--seed", seed, "--exact", "0"]
        assert main(words) == 0
        shown.append(capsys.readouterr().out.split("answered")[0])
    assert shown[0] == shown[1] != shown[2]
