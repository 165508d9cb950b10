"""`bombe tempo` and `bombe endgame`: what they read, print and answer."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest
from games import random_game, sudoku

from bombe.analysis.endgame.margins import solve
from bombe.analysis.runs.formats import format_named
from bombe.boards import Move, Rules, SudokuState
from bombe.boards.sudoku.reading import read, write
from bombe.commands.shared.output import emitter

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

PROPER = "132442..31.22..1"
FULL = "1234341221434321"
SEVERAL = "12..34...143432."
GAME = random_game(SudokuState.start(read("hard-2x2").board), 3)


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "log.jsonl"
    path.write_text(f"{GAME.to_json()}\n{random_game(sudoku(GAME.start), 4).to_json()}\n")
    return str(path)


def test_tempo_says_who_wins_and_why_and_draws_it(bombe: Bombe) -> None:
    done = bombe("tempo", PROPER)
    assert done.code == 0
    assert done.out.startswith(
        "2x2 board, 11 givens; 5 empty cells, 2 bombs: the mover wins by the law (odd, even"
    )
    assert "3+" in done.out
    assert "rule W (the skip rule): fill; 4 of its 5 fills leave" in done.out


def test_tempo_writes_json(bombe: Bombe) -> None:
    record = json.loads(bombe("tempo", PROPER, "--json").out)
    assert (record["empties"], record["bombs"], record["verdict"]) == (5, 2, "won")
    assert record["keeps"] == [[3, 2, 3]]
    assert record["exact"] == {"low": 2, "high": 2}


def test_rows_of_all_play_modes_and_of_unknown_answers_have_the_same_columns(
    bombe: Bombe, tmp_path: Path
) -> None:
    for number, rules in enumerate(Rules):
        state = SudokuState.start(read(PROPER).board, rules, 1)
        (tmp_path / f"{number}.txt").write_text(write(state, "game"))
    modes = [str(tmp_path / f"{number}.txt") for number in range(len(Rules))]
    for first, *others in (modes, modes[::-1], [FULL, *modes], [*modes, FULL]):
        done = bombe("tempo", first, *others, "--exact", "0", "--csv")
        rows = list(csv.reader(io.StringIO(done.out)))
        assert {len(row) for row in rows} == {len(rows[0])}
        assert "left out" not in done.err
        records = list(csv.DictReader(io.StringIO(done.out)))
        assert len(records) == 1 + len(others)
        for record in records:
            is_known = record["rules"] != "classic"
            assert (record["reach_fills_left"] != "") == is_known
            assert (record["advice_P_kind"] != "") == (not is_known and record["empties"] != "0")


def test_rows_keep_to_the_header_and_what_it_lacks_is_reported_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with emitter("csv", None) as emit:
        for record in ({"a": 1, "b": "x,y"}, {"b": 2, "c": 3}, {"b": 4, "c": 5}, {"a": 6, "b": 7}):
            emit.records(format_named("csv").records([record]))
    out, err = capsys.readouterr()
    assert list(csv.reader(io.StringIO(out))) == [
        ["a", "b"],
        ["1", "x,y"],
        ["", "2"],
        ["", "4"],
        ["6", "7"],
    ]
    assert err.count("left out c: ") == 1


def test_headings_tell_givens_from_cells_that_players_filled(bombe: Bombe, log: str) -> None:
    for command in ("tempo", "endgame"):
        options = ("--nodes", "2000") if command == "endgame" else ("--exact", "0")
        first, later = (
            bombe(command, f"{log}#1", "--ply", ply, *options).out for ply in ("0", "6")
        )
        assert first.startswith("2x2 board, 4 givens; ")
        assert later.split("; ")[0].endswith(" filled cells")


def test_finished_games_are_over(bombe: Bombe) -> None:
    for rules in Rules:
        out = bombe("tempo", FULL, "--rules", str(rules)).out
        assert "the game is over" in out
        assert "shut out" not in out
    assert "; the game is over" in bombe("endgame", FULL).out


def test_an_ending_that_was_not_solved_is_not_final_and_has_bounds(bombe: Bombe) -> None:
    done = bombe("tempo", "empty-2x2", "--rules", "border", "--nodes", "3000")
    assert done.code == 4
    assert "not solved within the budget: the mover gets between -" in done.out
    record = json.loads(
        bombe("tempo", "empty-2x2", "--rules", "border", "--nodes", "3000", "--json").out
    )
    assert record["final"] is False
    assert record["verdict"] != "open"
    assert record["exact"]["low"] < record["exact"]["high"]


def test_endgame_writes_the_margin_and_every_move(bombe: Bombe) -> None:
    done = bombe("endgame", PROPER, "--json")
    record = json.loads(done.out)
    assert (done.code, record["schema"], record["margin"]) == (0, "bombe.endgame/1", 2)
    assert record["exact"] is True
    assert record["best"] == [[3, 2, 3]]
    fills = {tuple(m["move"]): m["value"] for m in record["moves"] if m["kind"] == "fill"}
    assert fills[3, 2, 3] == 2
    assert len(record["moves"]) == 7


def test_endgame_draws_every_value_and_the_line(bombe: Bombe) -> None:
    done = bombe("endgame", PROPER, "--line")
    assert done.code == 0
    assert "3 +2*" in done.out
    assert "x4 -7" in done.out
    assert "1. player 1  fill  (3,2) -> 3" in done.out
    first, second = done.out.split("to")[-2].split()[-1], done.out.split("to ")[-1].split()[0]
    assert int(first) - int(second) == 2


def test_several_solutions_and_forbidden_skips(bombe: Bombe) -> None:
    for extra in ((), ("--no-skips",)):
        record = json.loads(bombe("endgame", SEVERAL, "--json", *extra).out)
        expected = solve(read(SEVERAL), skips=not extra)
        assert record["margin"] == expected.margin
        assert not extra or all(m["kind"] == "fill" for m in record["moves"])


def test_positions_come_from_a_file_of_json_lines_one_answer_each(
    bombe: Bombe, tmp_path: Path
) -> None:
    path = tmp_path / "positions.jsonl"
    state = read(PROPER)
    states = [state, state.play(Move(3, 2, 3)), state.reject(Move(3, 2, 4))]
    path.write_text("".join(json.dumps(json.loads(write(s))) + "\n" for s in states))
    for command in ("tempo", "endgame"):
        records = [
            json.loads(line) for line in bombe(command, str(path), "--jsonl").out.split("\n")[:-1]
        ]
        assert [record["board"].count(".") for record in records] == [5, 4, 5]
        plain = bombe(command, str(path), "-j", "2")
        assert len(plain.out.splitlines()) == 3


def test_a_game_text_of_the_framework_is_read_with_its_taboo_moves(
    bombe: Bombe, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write(read(PROPER).reject(Move(3, 2, 4)), "game"))
    assert json.loads(bombe("tempo", str(path), "--json").out)["bombs"] == 1
    record = json.loads(bombe("endgame", str(path), "--json").out)
    assert [m["kind"] for m in record["moves"]].count("skip") == 1


def test_a_newer_play_mode_has_an_endgame_and_its_law(bombe: Bombe, tmp_path: Path) -> None:
    board = read(PROPER).board
    path = tmp_path / "rows.txt"
    allowed = frozenset(range(8)), frozenset(range(8, 16))
    nobody: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    state = SudokuState(board, Rules.RANDOM, allowed=allowed, occupied=nobody)
    path.write_text(write(state, "game"))
    tempo = bombe("tempo", str(path))
    assert "the mover loses by the law of reach" in tempo.out
    record = json.loads(bombe("endgame", str(path), "--json").out)
    assert (record["exact"], record["margin"]) == (True, -4)


def test_any_ply_of_a_match_log_can_be_asked_about(bombe: Bombe, log: str) -> None:
    plies = len(GAME.plies)
    done = bombe("tempo", f"{log}#1", "--ply", str(plies - 2), "--json", "--exact", "0")
    states = list(map(sudoku, GAME.states()))
    assert json.loads(done.out)["empties"] == len(states[plies - 2].board.empty_cells())
    every = bombe("tempo", f"{log}#{GAME.id}", "--exact", "0")
    assert len(every.out.splitlines()) == plies
    assert f"{log}#{GAME.id} after 0 moves: 2x2 board" in every.out
    late = str(plies - 3)
    record = json.loads(bombe("endgame", f"{log}#2", "--ply", late, "--json").out)
    assert record["exact"] is True


def test_wrong_games_and_plies_are_refused_with_a_remedy(bombe: Bombe, log: str) -> None:
    done = bombe("tempo", log)
    assert (done.code, f"name one of its games, such as {log}#1" in done.err) == (2, True)
    done = bombe("tempo", f"{log}#9")
    assert (done.code, "has no game '9'" in done.err) == (2, True)
    done = bombe("tempo", f"{log}#1", "--ply", "999")
    assert (done.code, "give at most that" in done.err) == (2, True)
    done = bombe("endgame", PROPER, "--ply", "3")
    assert (done.code, "LOG#GAME" in done.err) == (2, True)


def test_pictures_are_of_one_position(bombe: Bombe, tmp_path: Path) -> None:
    for command in ("tempo", "endgame"):
        path = tmp_path / f"{command}.svg"
        assert bombe(command, PROPER, "--svg", str(path)).code == 0
        assert path.read_text(encoding="utf-8").startswith("<svg")
        done = bombe(command, PROPER, PROPER, "--svg", str(path))
        assert (done.code, "several" in done.err) == (2, True)


def test_out_of_budget_is_exit_code_4(bombe: Bombe) -> None:
    assert bombe("tempo", "hard-3x3", "--nodes", "0").code == 4
