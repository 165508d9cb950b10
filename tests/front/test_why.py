"""`bombe why` and `bombe hint`: what they print, for people and programs, and how they end."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from games import random_game

from bombe.boards import Board, SudokuState

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

HARD = "hard-2x2"
BROKEN = "123....4........"
CLASHING = "11.............."


def test_a_bomb_is_explained_in_words_and_drawn(bombe: Bombe) -> None:
    done = bombe("why", HARD, "r1c1=1")
    assert done.code == 0
    assert done.out.startswith("1 at r1c1 is a bomb (rating 0: ")
    assert "If 1 stands at r1c1, row 1 has no place for 3." in done.out
    assert "! no place for 3" in done.out
    assert "   answered by " in done.out


@pytest.mark.parametrize("move", ["r1c1=1", "(0,0) -> 1", "0,0,1"])
def test_every_text_of_a_move_is_taken(bombe: Bombe, move: str) -> None:
    record = json.loads(bombe("why", HARD, move, "--json").out)
    assert (record["schema"], record["move"], record["is_bomb"]) == ("bombe.why/1", [0, 0, 1], True)
    assert record["source"] == "hard-2x2:1"


def test_a_table_names_the_move_and_has_one_row_of_columns(bombe: Bombe) -> None:
    done = bombe("why", "hard-2x3", "--bombs", "--csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert rows[0]["move"] == "0,0,4"
    assert rows[0]["core"].startswith("0,2 0,4")
    assert {row["end"] for row in rows} == {"no place", "no candidate"}
    assert done.err == ""


def test_what_is_not_known_of_the_bombs_is_reported(bombe: Bombe) -> None:
    done = bombe("why", "hard-2x3", "--bombs", "--seconds", "0")
    assert done.code == 4
    assert done.out.startswith("2x3 board, 11 givens; at least 0 bombs")
    done = bombe("why", BROKEN, "--bombs")
    assert "no solution, so that every move is a bomb; " in done.out


def test_two_moves_or_a_picture_of_many_bombs_are_refused(bombe: Bombe) -> None:
    done = bombe("why", HARD, "r1c1=1", "r1c2=1")
    assert (done.code, "r1c1=1 is a move: give one MOVE, after the BOARD" in done.err) == (2, True)
    done = bombe("why", HARD, "--bombs", "--svg", "x.svg")
    assert (done.code, "--svg draws one explanation" in done.err) == (2, True)


def test_a_safe_move_says_so(bombe: Bombe) -> None:
    done = bombe("why", HARD, "r1c1=3", "--exit-code")
    assert done.code == 1
    assert done.out.startswith("3 at r1c1 is safe: a solution has it there.")
    assert bombe("why", HARD, "r1c1=1", "--exit-code").code == 0


def test_a_cell_is_forced(bombe: Bombe) -> None:
    done = bombe("why", HARD, "r1c1")
    assert done.out.startswith("r1c1 must be 3 (rating 0: ")
    assert "x3" in done.out
    done = bombe("why", "empty-2x2", "r1c1", "--exit-code")
    assert done.code == 1
    assert done.out.startswith("r1c1 is not forced: it can be 1, 2, 3 or 4.")
    assert "? asked" in done.out
    assert "x5" not in done.out


def test_a_board_without_a_solution_is_explained(bombe: Bombe) -> None:
    done = bombe("why", BROKEN, "--exit-code")
    assert done.code == 0
    assert "Box 1 has no place for 4." in done.out
    clash = bombe("why", CLASHING)
    assert "1 stands twice in row 1" in clash.out
    solvable = bombe("why", HARD, "--exit-code")
    assert (solvable.code, solvable.out.splitlines()[0]) == (1, "The board has one solution.")


def test_the_rating_alone_is_a_line(bombe: Bombe) -> None:
    done = bombe("why", HARD, "r1c1=1", "--rating")
    assert done.out.startswith("rating 0: ")
    assert len(done.out.splitlines()) == 1
    assert bombe("why", HARD, "r1c1=3", "--rating").out.startswith("3 at r1c1 is safe")


def test_cores_on_request(bombe: Bombe) -> None:
    none, one, every = (
        json.loads(bombe("why", HARD, "r1c1=1", "--core", which, "--json").out)["cores"]
        for which in ("none", "one", "all")
    )
    assert none == []
    assert len(one) == 1
    assert one[0] in every


def test_a_picture_is_written(bombe: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "why.svg"
    assert bombe("why", HARD, "r1c1=1", "--svg", str(path)).code == 0
    picture = path.read_text(encoding="utf-8")
    assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314 - our own picture
    assert "If 1 stands at r1c1, row 1 has no place for 3." in picture


def test_all_bombs_of_a_board(bombe: Bombe) -> None:
    done = bombe("why", HARD, "--bombs")
    assert done.out.startswith("2x2 board, 4 givens; 14 bombs: 14 direct")
    assert done.out.count(" is a bomb (rating 0: ") == 14
    records = [
        json.loads(line)
        for line in bombe("why", HARD, "--bombs", "--jsonl").out.split("\n")
        if line
    ]
    assert len(records) == 14
    assert all(record["is_bomb"] for record in records)
    assert len(json.loads(bombe("why", HARD, "--bombs", "--json").out)) == 14


def test_many_boards_give_a_record_for_every_bomb_whatever_the_jobs(
    bombe: Bombe, tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(
        "\n".join(
            ["132442..31.22..1", "................", "12..............", "1..4........2..3"] * 12
        )
    )

    def records(jobs: str) -> list[dict[str, object]]:
        done = bombe("why", str(path), "--jsonl", "-j", jobs)
        assert done.code == 0
        assert done.err.startswith("bombe: 48 boards; ")
        assert " bombs: " in done.err
        found = [json.loads(line) for line in done.out.splitlines()]
        return [{k: v for k, v in each.items() if k != "seconds"} for each in found]

    one = records("1")
    assert one == records("2")
    assert len(one) > 48
    assert {record["schema"] for record in one} == {"bombe.why/1"}
    assert one[0]["source"] == f"{path}:1"


def test_many_boards_for_people_are_a_line_each(bombe: Bombe) -> None:
    done = bombe("why", HARD, BROKEN)
    lines = done.out.splitlines()
    assert lines[0] == "hard-2x2:1: the board has one solution"
    assert "the board has no solution (rating 0: " in lines[1]
    done = bombe("why", HARD, "hard-3x3", "--bombs")
    assert "14 bombs: 14 direct" in done.out
    assert done.out.splitlines()[-1].startswith("2 boards; 175 bombs: ")


def test_one_move_on_many_boards_is_a_line_each(bombe: Bombe) -> None:
    lines = bombe("why", HARD, "empty-2x2", "r1c1=1").out.splitlines()
    assert "1 at r1c1 is a bomb" in lines[0]
    assert "1 at r1c1 is safe" in lines[1]


def test_a_table_has_a_row_for_every_bomb(bombe: Bombe) -> None:
    rows = list(csv.DictReader(io.StringIO(bombe("why", HARD, "--bombs", "--csv").out)))
    assert len(rows) == 14
    assert rows[0]["rating"] == "0"


def test_a_position_of_a_game_is_explained(bombe: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(random_game(SudokuState.start(Board.empty("2x2")), 3).to_json() + "\n")
    done = bombe("why", f"{path}#1", "--ply", "0")
    assert done.out.startswith("The board has more than one solution.")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("hard-3x3", "r1c1=1"), 2, "cell r1c1 holds 4 already"),
        (("hard-3x3", "r1c3=4"), 2, "4 stands in its row already, at r1c1"),
        (("hard-3x3", "r1c3=10"), 2, "there is no value 10"),
        (("hard-3x3", "r12c1=3"), 2, "there is no cell r12c1: the board has 9 rows and columns"),
        (("hard-3x3", "r1c3=x"), 2, "'r1c3=x' is not a move"),
        (("hard-3x3", "r1c1"), 2, "holds 4"),
        (("hard-3x3", "r0c0"), 3, "there is no cell r0c0"),
        (("hard-3x3", "r10c1"), 3, "there is no cell r10c1"),
        (("r1c3=1",), 2, "r1c3=1 is a move: give the BOARD before it"),
        (("hard-3x3", "r1c3=1", "--bombs"), 2, "--bombs explains all bombs"),
        (("no-such-board", "r1c3=1"), 3, "no-such-board"),
        (("hard-3x3", "empty-3x3", "--svg", "x.svg"), 2, "--svg draws one position"),
        (("hard-3x3", "r1c3=1", "--solver", "nobody"), 2, "nobody"),
    ],
)
def test_bad_input_is_one_clear_line(
    bombe: Bombe, words: tuple[str, ...], code: int, says: str
) -> None:
    done = bombe("why", *words)
    assert done.code == code
    assert done.out == ""
    assert says in done.err
    assert len([line for line in done.err.splitlines() if "rror:" in line or "bombe:" in line]) == 1


def test_out_of_time_is_reported(bombe: Bombe) -> None:
    done = bombe("why", "hard-3x3", "r1c3=1", "--nodes", "0")
    assert done.code == 4
    assert "raise --seconds or --nodes" in done.err


def test_the_help_has_examples(bombe: Bombe) -> None:
    for command in ("why", "hint"):
        assert "Examples:" in bombe(command, "--help").out


# ------------------------------------------------------------------ hint


def test_a_hint_says_more_at_each_level(bombe: Bombe) -> None:
    first, second, third = (bombe("hint", HARD, "--level", str(n)).out for n in (1, 2, 3))
    assert first.startswith("Look at ")
    assert bombe("hint", HARD).out == first
    assert second.startswith(first.partition("  (")[0])
    assert "So r" not in second
    assert "So r" in third


def test_the_picture_of_a_hint_is_the_whole_hint(bombe: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "hint.svg"
    for level in ("1", "2"):
        done = bombe("hint", HARD, "--level", level, "--svg", str(path))
        assert (done.code, done.out, path.exists()) == (2, "", False)
        assert "give --level 3" in done.err
    for board in (HARD, "empty-2x2"):
        assert bombe("hint", board, "--level", "3", "--svg", str(path)).code == 0
        assert path.read_text().startswith("<svg")


def test_a_hint_for_programs(bombe: Bombe) -> None:
    record = json.loads(bombe("hint", HARD, "--json").out)
    assert record["schema"] == "bombe.hint/1"
    assert len(record["hints"]) == 3


def test_a_board_without_a_hint_says_why(bombe: Bombe) -> None:
    for board, says in (("empty-2x2", "No cell is forced"), (BROKEN, "The board has no solution")):
        done = bombe("hint", board, "--exit-code")
        assert (done.code, done.out[: len(says)]) == (1, says)


def test_hints_for_many_boards(bombe: Bombe) -> None:
    lines = bombe("hint", HARD, "empty-2x2").out.splitlines()
    assert lines[0].startswith("hard-2x2:1: Look at ")
    assert lines[1] == "empty-2x2:1: No cell is forced: every empty cell can hold several values."


# ------------------------------------------------------------------ audit --rate


def test_an_audit_with_ratings(bombe: Bombe) -> None:
    assert "bombs: 14 direct" in bombe("audit", HARD, "--rate").out
    record = json.loads(bombe("audit", HARD, "--rate", "--json").out)
    assert record["ratings"]["direct"] == 14
    many = bombe("audit", HARD, "hard-3x3", "--rate").out.splitlines()[-1]
    assert "175 bombs (39 direct, 84 by singles, 28 by pairs, 24 by cases)" in many
    rows = list(csv.DictReader(io.StringIO(bombe("audit", HARD, "--rate", "--csv").out)))
    assert rows[0]["ratings_direct"] == "14"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("r9c9=1",), "r9c9=1 is refused: there is no cell r9c9: the board has 4 rows and columns"),
        (("r9c9",), "there is no cell r9c9: the board has 4 rows and columns"),
        (
            ("(8,8) -> 1",),
            "(8,8) -> 1 is refused: there is no cell (8,8): the board has 4 rows and columns",
        ),
        (("(8,8) -> 1", "--notation", "r1c1"), "r9c9=1 is refused: there is no cell r9c9"),
        (("R2C1=1",), "r2c1=1 is refused: cell r2c1 holds 2 already"),
    ],
)
def test_a_refusal_counts_as_the_command_line_does(
    bombe: Bombe, words: tuple[str, ...], said: str
) -> None:
    done = bombe("why", HARD, *words)
    assert done.err.startswith(f"bombe: {said}")
