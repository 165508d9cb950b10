"""BombRatings of bombs: those of their refutations, in audits, their words, and in pictures."""

from __future__ import annotations

import dataclasses
import re

import pytest
from random_boards import random_board

import bombe
from bombe.analysis.audit import audit
from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.sheet import RATED, Mark, sheet_of_audit
from bombe.analysis.drawing.svg import draw_svg
from bombe.analysis.drawing.text import draw_text
from bombe.analysis.why import finders
from bombe.analysis.why.pure_python import PlainFinder
from bombe.analysis.why.question import why
from bombe.analysis.why.ratings import LEVELS, BombRatings
from bombe.analysis.why.refutation import Rating
from bombe.boards import Move
from bombe.solvers import Budget

HARD = bombe.read("hard-2x2")
MINIMAL = bombe.read("hard-3x3")
PER_LETTER = 6.5
"""A letter of a legend is at most so wide, on average."""


@pytest.mark.parametrize("seed", range(12))
def test_levels_are_those_of_the_explanations(seed: int) -> None:
    board = random_board(seed)
    found = audit(board, rate=True)
    assert found.ratings is not None
    assert list(found.ratings.by_move) == list(found.bombs)
    for move in found.bombs[:8]:
        rating = why(board, move, cores="none", stakes=False).rating
        assert rating is not None
        assert found.ratings.by_move[move][:2] == rating[:2]


def test_ratings_without_the_kernel_have_the_same_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    native = audit(HARD, rate=True).ratings
    monkeypatch.setattr(finders, "finder_for", PlainFinder)
    plain = audit(HARD, rate=True).ratings
    assert native is not None
    assert plain is not None
    assert native.counts == plain.counts


def test_an_audit_is_not_rated_unless_that_is_asked() -> None:
    found = audit(MINIMAL)
    assert found.ratings is None
    assert "ratings" not in found.to_dict()
    assert "direct" not in found.summary()
    assert not set(RATED) & set(sheet_of_audit(found).marks)


def test_a_rated_audit_counts_its_levels() -> None:
    found = audit(MINIMAL, rate=True)
    assert found.final
    assert found.summary().endswith("bombs: 25 direct, 84 by singles, 28 by pairs, 24 by cases")
    ratings = found.to_dict()["ratings"]
    assert [ratings[name] for name in LEVELS] == [25, 84, 28, 24]
    assert ratings["unrated"] == 0
    assert len(ratings["moves"]) == len(found.bombs)
    assert {len(row) for row in ratings["moves"]} == {6}


def test_what_is_not_rated_in_time_is_reported() -> None:
    ratings = BombRatings(
        {Move(0, 0, 1): Rating(0), Move(0, 1, 1): Rating(1, 0, 2)}, (Move(1, 1, 1),)
    )
    assert ratings.words() == "1 direct, 1 by singles, 1 not rated"
    found = audit(MINIMAL, rate=True, budget=Budget(nodes=400))
    assert found.ratings is not None
    if found.ratings.unrated:
        assert not found.final


def test_ratings_are_drawn_with_signs_and_in_the_legend() -> None:
    sheet = sheet_of_audit(audit(MINIMAL, rate=True))
    assert set(sheet.marks) >= set(RATED)
    assert Mark.BOMB not in sheet.marks
    drawn = draw_text(sheet, Look(200, unicode=False))
    assert "x5 direct bomb   s5 by singles   p5 by pairs   c5 by cases" in drawn
    picture = draw_svg(sheet)
    for mark in RATED:
        assert f">{mark.value}</text>" in picture
    assert picture.count(">c</text>") == 24 + 1, "the bombs by cases and the legend"


def test_bombs_that_are_not_rated_have_a_sign_of_their_own() -> None:
    found = audit(MINIMAL, rate=True)
    assert found.ratings is not None
    unrated = BombRatings({found.bombs[0]: Rating(0)}, found.bombs[1:])
    sheet = sheet_of_audit(dataclasses.replace(found, ratings=unrated))
    assert Mark.BOMB not in sheet.marks
    drawn = draw_text(sheet, Look(200, unicode=False))
    assert "x5 direct bomb   u5 bomb, not rated" in drawn
    picture = draw_svg(sheet)
    assert ">bomb, not rated</text>" in picture
    assert picture.count(">u</text>") == len(found.bombs) - 1 + 1, "the bombs and the legend"


def test_a_rated_legend_is_inside_the_frame_of_a_small_board() -> None:
    found = audit(HARD, rate=True)
    levels = {move: Rating(level) for level, move in enumerate(found.bombs[:4])}
    every = dataclasses.replace(found, ratings=BombRatings(levels, found.bombs[4:]))
    picture = draw_svg(sheet_of_audit(every))
    width = int(picture.partition('width="')[2].partition('"')[0])
    words = re.findall(r'<text x="([0-9.]+)"[^>]*text-anchor="start">([^<]+)<', picture)
    assert {"by cases", "bomb, not rated", "forced cell"} <= {said for _, said in words}
    assert all(float(x) + PER_LETTER * len(said) < width for x, said in words)
