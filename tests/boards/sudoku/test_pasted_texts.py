"""Texts that people paste: each holds the boards that it was written for, or is refused in words.

The texts stand in tests/data/pasted_texts.json; the page reads them, too.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from paths import DATA
from random_states import SHAPES, random_state

import bombe
from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.sheet import sheet_of_position
from bombe.analysis.drawing.text import draw_text
from bombe.boards import Board, Rules, SudokuState
from bombe.boards.errors import FormatError, UnsupportedError, UsageError
from bombe.boards.sudoku.reading import ReadOptions, read_text, write
from bombe.boards.text.lz_string import compress

TEXTS = json.loads((DATA / "pasted_texts.json").read_text("utf-8"))
named = pytest.mark.parametrize


def read(case: dict[str, Any]) -> list[Board]:
    options = ReadOptions.of(**case.get("options", {}))
    return [entry.state.board for entry in read_text(case["text"], "pasted", options)]


@named("case", TEXTS["read"], ids=lambda case: case["name"])
def test_a_pasted_text_holds_its_boards(case: dict[str, Any]) -> None:
    assert read(case) == [Board(text) for text in case["boards"]]


@named("case", TEXTS["refused"], ids=lambda case: case["name"])
def test_a_text_that_cannot_be_read_says_why_where_and_what_to_do(case: dict[str, Any]) -> None:
    with pytest.raises(FormatError) as caught:
        read(case)
    assert str(caught.value) == f"pasted:{case['refused']}"


@named("seed", range(8))
def test_a_drawing_gives_back_its_board(seed: int) -> None:
    rng = random.Random(seed)
    refused = []
    for _ in range(25):
        shape, rules = rng.choice(SHAPES[:-2]), rng.choice(list(Rules))
        state = random_state(rng, shape, rules, rng.randrange(8))
        pencils = rng.random() < 0.6
        sheet = sheet_of_position(state, pencils=pencils)
        look = Look(rng.choice((60, 80, 400)), rng.random() < 0.5, rng.random() < 0.5)
        text = f"{sheet.title}\n\n{draw_text(sheet, look)}\n"
        try:
            (entry,) = read_text(text)
        except FormatError as error:
            refused.append(error.problem)
        else:
            assert entry.state.board == state.board, text
    assert len(refused) < 5, refused
    assert all("a value or a single candidate" in problem for problem in refused)


# Words that are texts


@named(
    "word",
    [
        next(case["text"] for case in TEXTS["read"] if case["name"] == "a SudokuPad link"),
        "Aa1 Bc3",
        "<opensudoku><game data='" + "0" * 81 + "'/></opensudoku>",
        ("1........" + "123456789" * 80),
    ],
)
def test_a_word_that_holds_a_board_is_no_path(word: str) -> None:
    assert bombe.read(word).board.shape.size == 9


# Hex digits


def test_hex_digits_give_the_count_of_the_board_that_they_name() -> None:
    state = bombe.read("hard-4x4")
    text = write(state, "line", symbols="hex")
    assert "0" in text
    assert "G" not in text
    (entry,) = read_text(text)
    assert entry.state.board == state.board
    assert str(bombe.count(entry.state, limit=5).count) == "1"


@named("name", ["line", "sdk", "grid"])
@named("symbols", ["hex", "letters"])
def test_boards_are_written_and_read_in_an_alphabet(name: str, symbols: str) -> None:
    state = bombe.read("hard-4x4")
    text = write(state, name, symbols=symbols)
    (entry,) = read_text(text, "x", ReadOptions(name, symbols=symbols))
    assert entry.state.board == state.board


def test_an_alphabet_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(UsageError, match="the alphabet 'hex' is not for boards of 9 values"):
        write(bombe.read("hard-3x3"), "line", symbols="hex")
    with pytest.raises(UsageError, match="format json has no alphabet"):
        write(bombe.read("hard-4x4"), "json", symbols="hex")
    with pytest.raises(UnsupportedError, match="cannot say that the boxes are 2x8"):
        write(SudokuState(Board.empty("2x8")), "line", symbols="hex")


@named("cages", [5, True, {"a": 1}, "words", [5]])
def test_cages_of_any_kind_are_refused(cages: object) -> None:
    cells: list[list[object]] = [[{}] * 9] * 9
    link = f"https://sudokupad.app/scl{compress(json.dumps({'cells': cells, 'cages': cages}))}"
    with pytest.raises(FormatError, match="'cages'"):
        read({"text": link})


def test_a_drawing_with_a_number_of_5000_digits_is_refused() -> None:
    line = "─" * 5000
    drawn = f"a\n  ┌{line}┐\n0 │{'1' * 5000}│\n  └{line}┘\n"
    with pytest.raises(FormatError, match="not whole"):
        read({"text": drawn})


@named("begin", ["quizzes", '"puzzle"', "1" * 16])
def test_many_tabs_between_columns_take_no_time(begin: str) -> None:
    # Tried in every way, they would take hours.
    with pytest.raises(FormatError):
        read({"text": begin + "\t" * 500_000 + "!"})
