"""The page reads and writes Dots and Boxes as Python does, and knows of which game a text is."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any

from mutated_texts import mutated
from page_boards import found_by_page, is_text, page_boards, refusal
from paths import ROOT
from random_boards import rng_of
from random_states import random_state

from bombe.boards import Rules, Shape
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.dots.text import FORMS, read_dots, write_dots
from bombe.boards.errors import FormatError
from bombe.boards.sudoku.reading import write

if TYPE_CHECKING:
    import random

CORPUS = sorted((ROOT / "tests" / "data" / "corpora" / "texts").glob("dots*"))
GRIDS = [Grid.parse(size) for size in ("1x1", "1x2", "2x2", "3x2", "2x4", "4x4")]


def random_dots(rng: random.Random, grid: Grid) -> DotsState:
    state = DotsState.start(grid, extra_turn=rng.random() < 0.5)
    for line in rng.sample(grid.lines, rng.randint(0, grid.edges)):
        state = state.play(line)
    return state


def dots_texts(rng: random.Random) -> list[tuple[str, str]]:
    return [
        (form, write_dots(random_dots(rng, grid), form))
        for grid in GRIDS
        for _ in range(4)
        for form in FORMS
    ]


PIECES = (
    *("+---+", "|", "  ", "P1(h,0,0)", "; h 0 0", "3x3:", "player 2 to move", "no extra turn", "·"),
    *("•", "─", "│", "1", "2", "('h', 1, 1): True", "None", "'score1': 2", "-1", "}", "h", "\n"),
)


def damaged_dots(rng: random.Random, text: str, other: str) -> str:
    if rng.random() < 0.5:
        return mutated(rng, text, other).replace("🂡", "x")
    start = rng.randint(0, len(text))
    end = min(len(text), start + rng.choice((0, 1, 1, 3)))
    return text[:start] + rng.choice(PIECES) + text[end:]


def dots_by_python(text: str, grid: Grid | None, *, extra_turn: bool | None) -> Any:
    try:
        state = read_dots(text, grid=grid, extra_turn=extra_turn)
    except FormatError as error:
        return refusal(error)
    return [json.loads(write_dots(state))]


def test_the_page_reads_dots_and_boxes_as_python_does() -> None:
    rng = rng_of("dots")
    valid = dots_texts(rng)
    corpus = [("", path.read_text("utf-8")) for path in CORPUS]
    cases: list[tuple[str, Grid | None, bool | None]]
    cases = [(text, None, None) for _, text in [*corpus, *valid]]
    for _ in range(700):
        form, text = rng.choice(valid)
        text = damaged_dots(rng, text, rng.choice(valid)[1])
        # A dictionary of another grid is a mistake in the call, to Python.
        grid = rng.choice(GRIDS) if form != "notebook" and rng.random() < 0.2 else None
        rule = rng.choice((None, None, None, True, False))
        # What is wrong with the syntax of a dictionary, Python's own parser says in its own words.
        if is_text(text) and not text.lstrip().startswith(("{'", "{(")):
            cases.append((text, grid, rule))
    asked = []
    for text, grid, rule in cases:
        options = {"kind": "dots", "many": False}
        options |= {} if grid is None else {"grid": [grid.rows, grid.columns]}
        options |= {} if rule is None else {"extraTurn": rule}
        asked.append({"do": "read", "text": text, "options": options})
    outcomes = {True: 0, False: 0}
    for (text, grid, rule), answer in zip(cases, page_boards(asked), strict=True):
        found = found_by_page(answer)
        if isinstance(found, list):
            found = [entry["position"] for entry in found]
        assert found == dots_by_python(text, grid, extra_turn=rule), (text, grid, rule)
        outcomes[isinstance(found, list)] += 1
    assert min(outcomes.values()) > 100, outcomes


NOTEBOOKS = (
    "{'n': 2, 'm': 3, 'score1': 1, 'score-1': 0, # a comment\n ('h', 1, 1): True,}",
    "{'n': 2, 'm': 2, ('h', 1, 1): 1, ('h', 2, 1): 1, ('v', 1, 1): 1, ('v', 1, 2): 1}",
    "{'n': 2, 'm': 3, ('h', 9, 1): True}",
    "{'n': 2, 'm': 3, ('h', 1, 1): 7}",
    "{'n': 2, 'm': 3, (1, 1): 1}",
    "{'n': 2, 'm': 3, (9, 1): 1}",
    "{'n': 2, 'm': 3, 'score1': 4}",
    "{'n': 1, 'm': 3}",
    "{'m': 3}",
    "{'n': 2, 'm': 3, 'x': 3}",
)


def test_the_page_reads_the_dictionary_of_a_notebook() -> None:
    asked = [{"do": "read", "text": text, "options": {}} for text in NOTEBOOKS]
    for text, answer in zip(NOTEBOOKS, page_boards(asked), strict=True):
        found = found_by_page(answer)
        if isinstance(found, list):
            found = [entry["position"] for entry in found]
        assert found == dots_by_python(text, None, extra_turn=None)


def test_lines_that_are_a_position_each_are_read_as_several() -> None:
    (answer,) = page_boards([{"do": "read", "text": "1x2: h 0 0\n# b\n2x2:\n", "options": {}}])
    assert [(each["line"], each["position"]["rows"]) for each in answer] == [(1, 1), (3, 2)]


def test_the_page_writes_the_forms_of_dots_and_boxes() -> None:
    rng = rng_of("dots writing")
    cases = [
        (random_dots(rng, grid), form)
        for grid in GRIDS
        for form in ("drawing", "edges", "moves", "json")
    ]
    asked = [
        {"do": "write", "game": "dots", "position": json.loads(write_dots(state)), "format": form}
        for state, form in cases
    ]
    for (state, form), answer in zip(cases, page_boards(asked), strict=True):
        if form == "json":
            assert json.loads(answer) == json.loads(write_dots(state))
        else:
            assert answer == write_dots(state, form)


SHAPES = (Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(3, 4), Shape(4, 4))
SUDOKU_FORMS = ("json", "game", "rows", "framework", "line", "sdk", "grid")


def test_the_page_knows_of_which_game_a_text_is() -> None:
    rng = rng_of("kinds")
    states = [random_state(rng, shape, rules, 4) for shape, rules in product(SHAPES, Rules)]
    cases = [("sudoku", write(state, form)) for state in states for form in SUDOKU_FORMS]
    cases += [("dots", text) for _, text in dots_texts(rng)]
    answers = page_boards([{"do": "kind", "text": text} for _, text in cases])
    for (kind, text), answer in zip(cases, answers, strict=True):
        assert answer == kind, text


ALIKE = (
    ("+---+---+\n|1 2|3 4|\n|3 4|1 2|\n+---+---+\n|2 1|4 3|\n|4 3|2 1|\n+---+---+\n", "sudoku"),
    ("player 2 to move\n+---+   +\n    |    \n+   +   +\n", "dots"),
    ("  +   +\n\n  +   +\n", "dots"),
    ("1x1: h 0 0", "dots"),
    ("4x4:", "dots"),
    ('[{"rows": 1, "columns": 1, "edges": []}]', "dots"),
    ('{"m": 1, "n": 1, "cells": [[0]]}', "sudoku"),
    ("1x1:1", "sudoku"),
)


def test_texts_that_look_like_those_of_another_game_are_told_apart() -> None:
    kinds = page_boards([{"do": "kind", "text": text} for text, _ in ALIKE])
    assert kinds == [kind for _, kind in ALIKE]


def test_a_list_without_its_grid_is_refused_as_one_of_dots() -> None:
    (answer,) = page_boards([{"do": "kind", "text": "h 0 0; v 0 0"}])
    assert found_by_page(answer)["problem"] == "the list does not say its grid"


def test_the_contents_of_a_text_are_a_position() -> None:
    asked = [
        {"do": "contents", "text": text} for text in ("1...............", "1x2: h 0 0\n1x2:\n")
    ]
    sudoku, dots = page_boards(asked)
    assert sudoku == {"kind": "position", "game": "sudoku", "position": sudoku["position"]}
    assert dots["game"] == "dots"
    assert len(dots["positions"]) == 2


def test_the_console_of_the_framework_is_named_and_refused() -> None:
    text = "Initial state\n2 2\n   1   .   .   .\n\nCalculate a move for player 1\n"
    (answer,) = page_boards([{"do": "read", "text": text, "options": {}}])
    assert "console output" in answer["refused"]["problem"]
    assert "bombe replay" in answer["refused"]["remedy"]
