"""What the page makes of pasted texts and opened files; tests/corpus has the texts themselves."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from page_boards import page_boards
from random_boards import rng_of
from random_states import random_state

from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.sheet import sheet_of_position
from bombe.analysis.drawing.text import draw_text
from bombe.boards import Rules, Shape
from bombe.boards.sudoku.reading import read, write

SHAPES = (Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(3, 4), Shape(4, 4))
SUDOKU_FORMS = ("json", "game", "rows", "framework", "line", "sdk", "grid", "f-puzzles")
LEFT = ("opensudoku", "pencilmarks", "codecup")


def read_by_page(text: str, **options: Any) -> Any:
    (answer,) = page_boards([{"do": "read", "text": text, "options": options}])
    return answer


def kinds(texts: list[str]) -> list[Any]:
    return page_boards([{"do": "kind", "text": text} for text in texts])


def test_the_page_knows_of_which_game_a_text_is() -> None:
    rng = rng_of("kinds")
    states = [random_state(rng, shape, rules, 4) for shape, rules in product(SHAPES, Rules)]
    texts = [write(state, form) for state in states for form in SUDOKU_FORMS]
    assert set(kinds(texts)) == {"sudoku"}


ALIKE = (
    ("+---+---+\n|1 2|3 4|\n|3 4|1 2|\n+---+---+\n|2 1|4 3|\n|4 3|2 1|\n+---+---+\n", "sudoku"),
    ("player 2 to move\n+---+   +\n|       |\n+   +   +\n", "dots"),
    ("  +   +\n\n  +   +\n", "dots"),
    ("1x1: h 0 0", "dots"),
    ("4x4:", "dots"),
    ('[{"rows": 1, "columns": 1, "edges": []}]', "dots"),
    ("{'n': 2,\n 'm': 2}", "dots"),
    ("{\n 'n': 2, 'm': 2}", "dots"),
    ('{"m": 1, "n": 1, "cells": [[0]]}', "sudoku"),
    ("1x1:1", "sudoku"),
)


def test_texts_that_look_like_those_of_another_game_are_told_apart() -> None:
    assert kinds([text for text, _ in ALIKE]) == [kind for _, kind in ALIKE]


def test_a_list_without_its_grid_is_refused_as_one_of_dots() -> None:
    (answer,) = kinds(["h 0 0; v 0 0"])
    assert answer["refused"]["problem"] == "the list does not say its grid"


def test_lines_that_are_a_position_each_are_read_as_several() -> None:
    assert [each["rows"] for each in read_by_page("1x2: h 0 0\n# b\n2x2:\n")] == [1, 2]


def test_objects_that_follow_each_other_are_read_as_several() -> None:
    one = '{"m": 1,\n "n": 1,\n "cells": [[1]]}'
    for text in (f"{one}\n{one}\n", f"{one}\n\n  {one}", f"[{one}, {one}]"):
        assert len(read_by_page(text)) == 2


def test_a_paste_of_rows_is_one_board_and_a_collection_many() -> None:
    text = "1...\n..2.\n.2..\n...1\n"
    assert [each["m"] for each in read_by_page(text)] == [2]
    assert len(read_by_page(text, many=True)) == 4


def test_the_suffix_of_a_file_is_a_hint() -> None:
    text = ".........\n" * 2
    assert len(read_by_page(text, name="x.sdm", many=True)) == 2
    as_rows = read_by_page(text, name="x.sdk", many=True)
    assert as_rows["refused"]["problem"] == "the puzzle ends after 2 of 9 rows"


def test_the_line_of_a_mistake_in_json_is_named() -> None:
    refused = read_by_page('{"m": 1,\n "n": 1,\n "cells": [[1]]\n "rules": 1}')["refused"]
    assert (refused["problem"][:5], refused["line"]) == ("JSON:", 4)


@pytest.mark.parametrize("form", LEFT)
def test_what_nobody_pastes_is_left_to_the_command(form: str) -> None:
    refused = read_by_page(write(read("hard-3x3"), form))["refused"]
    assert "which the page does not read" in refused["problem"]
    assert refused["remedy"].startswith("run `bombe convert FILE --to line`")


def test_drawings_of_bombe_and_tables_of_quizzes_are_left_to_the_command() -> None:
    sheet = sheet_of_position(read("hard-3x3"))
    drawings = [draw_text(sheet, Look(80, is_ascii, is_ascii)) for is_ascii in (True, False)]
    quizzes = ["quizzes,solutions\n1...............,\n", f'"{"1..." * 4}";"{"1234" * 4}"\n']
    for text in (*drawings, *quizzes, f"{sheet.title}\n\n{drawings[0]}"):
        assert "bombe convert" in read_by_page(text)["refused"]["remedy"], text


def test_the_contents_of_a_text_are_a_position() -> None:
    texts = ("1...............", "1x2: h 0 0\n1x2:\n")
    sudoku, dots = page_boards([{"do": "contents", "text": text} for text in texts])
    assert sudoku == {"kind": "position", "game": "sudoku", "position": sudoku["position"]}
    assert dots["game"] == "dots"
    assert len(dots["positions"]) == 2


def test_the_console_of_the_framework_is_named_and_refused() -> None:
    text = "Initial state\n2 2\n   1   .   .   .\n\nCalculate a move for player 1\n"
    refused = read_by_page(text)["refused"]
    assert "console output" in refused["problem"]
    assert "bombe replay" in refused["remedy"]
