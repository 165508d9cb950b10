"""Drawings of refutations: every sign and its meaning, as text and as SVG, inside the frame."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from bombe.analysis.drawing import why_svg, why_text
from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.why import Removal, WhySheet, sheet_of_why
from bombe.analysis.why.refutation import (
    Absurdity,
    End,
    Fact,
    Question,
    Refutation,
    Rule,
    Step,
)
from bombe.boards import Board, Shape

PLAIN = Look(unicode=False)
BOARD = Board(Shape(2, 2), bytes([0, 0, 0, 4, 0, 3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]))
QUESTION = Question(Fact(0, 1))
NO_PLACE = Refutation(
    (
        Step(1, Rule.NAKED_SINGLE, (0, 3, 5), place=Fact(1, 2)),
        Step(2, Rule.CASE, (0, 5), removes=(Fact(4, 4),), case=Refutation(
            (Step(3, Rule.HIDDEN_SINGLE, (12,), place=Fact(15, 1), region=3),),
            End(Absurdity.NO_CANDIDATE, (15,), cell=14),
        )),
    ),
    End(Absurdity.NO_PLACE, (1, 5), (2,), region=0, value=3),
)  # fmt: skip
NO_CANDIDATE = Refutation((), End(Absurdity.NO_CANDIDATE, (0, 3, 5), cell=1), is_shortest=True)
LINES = ("1. r1c2 must be 2.", "2. r2c1 is not 4.", "Then row 1 has no place for 3.")


def sheet(refutation: Refutation | None = NO_PLACE, question: Question = QUESTION) -> WhySheet:
    """Return the sheet of the small example."""
    return sheet_of_why(BOARD, question, refutation, (3, 5), title="why", lines=LINES)


def test_a_drawing_is_readable_without_colour_or_unicode() -> None:
    assert why_text.draw_text(sheet(), PLAIN) == DRAWN


def test_numbers_of_steps_are_raised_where_there_is_unicode() -> None:
    drawn = why_text.draw_text(sheet(), Look())
    assert ">1<  2¹ │ !  [4]" in drawn
    assert "5¹ placed by step 1   x¹ step 1 removes candidates" in drawn


def test_colour_adds_nothing_but_colour() -> None:
    drawn = why_text.draw_text(sheet(), Look(color=True))
    assert drawn != why_text.draw_text(sheet(), Look())
    assert re.sub("\x1b\\[[0-9;]*m", "", drawn) == why_text.draw_text(sheet(), Look())


def test_the_absurd_cell_is_marked() -> None:
    found = sheet(NO_CANDIDATE)
    assert [cell for cell, view in enumerate(found.cells) if view.absurd] == [1]
    assert "! no value is left" in why_text.draw_text(found, PLAIN)
    assert "no value is left" in why_svg.draw_svg(found)
    assert "stroke-dasharray" not in why_svg.draw_svg(found)


def test_a_clash_is_reported_with_its_region() -> None:
    clash = Refutation((), End(Absurdity.CLASH, (3, 5), region=0, value=4))
    found = sheet(clash, Question())
    assert (found.region, found.missing, found.absurdity) == (0, 0, "4 stands twice")
    assert "stroke-dasharray" in why_svg.draw_svg(found)
    assert [cell for cell, view in enumerate(found.cells) if view.absurd] == [3, 5]
    drawn = why_text.draw_text(found, PLAIN)
    assert "5! 4 stands twice" in drawn
    assert drawn.count("!") == 2 + 1, "the two values and the legend, no empty cell"


def test_a_forced_cell_is_asked_by_what_it_is_not() -> None:
    found = sheet(NO_CANDIDATE, Question(Fact(0, 1), is_not=True))
    assert found.cells[0].removals == (Removal(1, 0),)
    assert "x5 asked: not 5" in why_text.draw_text(found, PLAIN)


def test_a_question_alone_is_drawn_without_an_absurdity() -> None:
    found = sheet(None)
    assert (found.region, found.absurdity) == (None, "")
    assert "!" not in why_text.draw_text(found, PLAIN).partition("\n\n")[0]


def test_cells_that_only_a_case_needs_are_needed() -> None:
    assert sheet().cells[12].needed
    assert not sheet(NO_CANDIDATE).cells[12].needed


def test_steps_of_a_case_are_not_drawn() -> None:
    assert sheet().cells[15].value == 0
    assert sheet().cells[4].removals == (Removal(4, 2),)


def test_a_board_that_is_too_wide_is_left_out() -> None:
    width = max(map(len, why_text.draw_text(sheet(), PLAIN).splitlines()[:8]))
    assert why_text.draw_text(sheet(), PLAIN._replace(width=width)).count("|") > 0
    narrow = why_text.draw_text(sheet(), PLAIN._replace(width=width - 1))
    assert "too wide" in narrow
    assert "|" not in narrow
    assert "1. r1c2" in narrow


def test_long_words_are_wrapped() -> None:
    long = sheet_of_why(BOARD, QUESTION, NO_PLACE, lines=("word " * 60,))
    assert max(map(len, why_text.draw_text(long, PLAIN._replace(width=60)).splitlines())) <= 60
    texts = [text for text in _texts(why_svg.draw_svg(long)) if text.startswith("word")]
    assert len(texts) > 4
    assert max(map(len, texts)) < 60


def test_a_picture_has_every_sign_and_its_words() -> None:
    picture = why_svg.draw_svg(sheet())
    texts = _texts(picture)
    assert {"asked", "core", "step", "removed by step", "no place for 3", *LINES} <= set(texts)
    assert picture.count("<circle") == 2, "a step and the legend"
    assert picture.count("stroke-dasharray") == 2, "the region and the legend"


@pytest.mark.parametrize("shape", ["1x2", "2x2", "2x3", "3x3", "4x4", "5x5"])
def test_everything_is_inside_the_frame(shape: str) -> None:
    board = Board.empty(shape)
    end = End(Absurdity.NO_PLACE, (), region=0, value=1)
    steps = (Step(1, Rule.NAKED_SINGLE, (), place=Fact(1, 2)),)
    picture = why_svg.draw_svg(
        sheet_of_why(
            board, Question(Fact(0, 1)), Refutation(steps, end), range(9 % board.shape.cells)
        )
    )
    root = ET.fromstring(picture)  # noqa: S314 - our own picture
    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    for element in root.iter():
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        assert 0 <= x <= x + float(element.get("width", 0)) <= width
        assert 0 <= y <= y + float(element.get("height", 0)) <= height


def _texts(picture: str) -> list[str]:
    root = ET.fromstring(picture)  # noqa: S314 - our own picture
    return [text.text or "" for text in root.findall("{http://www.w3.org/2000/svg}text")]


DRAWN = """\
     c1  c2   c3  c4
   +--------+--------+
r1 |>1< 2^1 | !  [4] |
r2 |x^2 [3] | .   .  |
   +--------+--------+
r3 | .   .  | .   .  |
r4 | 2   .  | .   .  |
   +--------+--------+
   >5< asked   [5] core   5^1 placed by step 1   x^1 step 1 removes candidates
   ! no place for 3

   1. r1c2 must be 2.
   2. r2c1 is not 4.
   Then row 1 has no place for 3."""
