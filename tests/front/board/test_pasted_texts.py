"""Texts that people paste are read, refused and written by the page as by Python."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from page_boards import page_boards
from paths import DATA
from random_states import SHAPES, random_state

from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.sheet import sheet_of_position
from bombe.analysis.drawing.text import draw_text
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.errors import BombeError, FormatError
from bombe.boards.sudoku.reading import ReadOptions, read_text, write

TEXTS = json.loads((DATA / "pasted_texts.json").read_text("utf-8"))
FORMATS = ("f-puzzles", "sudokupad", "opensudoku", "pencilmarks", "quizzes", "codecup", "grid")
SPICE = (
    *(
        "|",
        " | ",
        "-",
        "---",
        "+",
        "_",
        "*",
        "x",
        "0",
        ".",
        "1",
        "9",
        "A",
        "\n",
        " ",
        ",",
        "=",
        "%2B",
    ),
    *("<", ">", '"', "&", "!", "Aa1 ", "N4Ig", "[", "]", "'", "5+", "│", "\x1b[1m", "é", "#"),
)


def question(text: str, **options: Any) -> dict[str, Any]:
    shape = options.pop("shape", None)
    sides = [int(side) for side in shape.split("x")] if shape else None
    others = {**options, "shape": sides, "kind": "sudoku", "many": True}
    return {"do": "read", "text": text, "options": others}


def of_python(text: str, **options: Any) -> Any:
    """Return what Python reads, or the problem and the remedy with their place."""
    try:
        entries = list(read_text(text, "x", ReadOptions.of(**options)))
    except FormatError as error:
        return [error.problem, error.remedy, error.place.line, error.place.column]
    except BombeError as error:
        return str(error)
    return [{"position": json.loads(write(e.state)), "line": e.place.line} for e in entries]


def of_page(answer: Any) -> Any:
    if "refused" not in answer:
        return answer
    refused = answer["refused"]
    if refused["kind"] != "TextError":
        assert refused["kind"] == "UsageError", refused["stack"]
        return refused["message"]
    return [refused[key] for key in ("problem", "remedy", "line", "column")]


def compare(cases: list[tuple[str, dict[str, Any]]]) -> None:
    answers = page_boards([question(text, **options) for text, options in cases])
    for (text, options), answer in zip(cases, answers, strict=True):
        assert of_page(answer) == of_python(text, **options), (text, options)


def test_every_pasted_text_is_read_or_refused_alike() -> None:
    cases = [*TEXTS["read"], *TEXTS["refused"]]
    compare([(case["text"], case.get("options", {})) for case in cases])


def test_damaged_texts_are_read_or_refused_alike() -> None:
    rng = random.Random(3)
    cases = [case for group in TEXTS.values() for case in group if len(case["text"]) < 4000]
    damaged = []
    for _ in range(1500):
        case = rng.choice(cases)
        text = case["text"]
        for _ in range(rng.choice((1, 1, 2))):
            start = rng.randint(0, len(text))
            end = min(len(text), start + rng.choice((0, 0, 1, 1, 2, 9)))
            text = text[:start] + rng.choice(SPICE) * rng.choice((0, 1, 1)) + text[end:]
        damaged.append((text, case.get("options", {})))
    compare(damaged)


def drawings(rng: random.Random) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for _ in range(150):
        shape = rng.choice(SHAPES[:-2])
        state = random_state(rng, shape, rng.choice([*Rules]), rng.randrange(6))
        sheet = sheet_of_position(state, pencils=rng.random() < 0.7)
        look = Look(rng.choice((60, 300)), rng.random() < 0.3, rng.random() < 0.5)
        found.append((f"{sheet.title}\n\n{draw_text(sheet, look)}\n", {}))
    return found


def test_drawings_are_read_alike() -> None:
    compare(drawings(random.Random(4)))


def written(state: SudokuState, name: str) -> str:
    """Return the text of a position, or why the format cannot hold it."""
    try:
        return write(state, name)
    except BombeError as error:
        return str(error)


@pytest.mark.parametrize("name", FORMATS)
def test_formats_are_written_alike(name: str) -> None:
    rng = random.Random(name)
    small = [shape for shape in SHAPES if shape.size <= 20]
    states = [random_state(rng, shape, Rules.CLASSIC, 0) for shape in small]
    states.append(SudokuState(Board.empty(Shape(3, 3))))
    asked = [
        {"do": "write", "game": "sudoku", "position": json.loads(write(state)), "format": name}
        for state in states
    ]
    for state, answer in zip(states, page_boards(asked), strict=True):
        assert of_page(answer) == written(state, name)
