"""Drawings: the same sheet as text, wide or narrow, coloured or plain, and as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from random_states import SHAPES

from bombe.analysis.audit import audit
from bombe.analysis.drawing.look import Look
from bombe.analysis.drawing.sheet import Mark, sheet_of_audit, sheet_of_board
from bombe.analysis.drawing.svg import draw_svg
from bombe.analysis.drawing.text import draw_text
from bombe.boards import Board, Move, Shape, SudokuState
from bombe.solvers import Budget

BOARD = Board(Shape(2, 2), bytes([1, 3, 2, 4, 4, 2, 0, 0, 3, 1, 0, 2, 2, 0, 0, 1]))
PLAIN = Look(unicode=False)


def test_an_audit_is_readable_without_colour_or_unicode() -> None:
    assert draw_text(sheet_of_audit(audit(BOARD)), PLAIN) == AUDIT


def test_a_narrow_terminal_gets_a_list() -> None:
    assert draw_text(sheet_of_audit(audit(BOARD)), PLAIN._replace(width=20)) == NARROW


def test_bombs_are_red_and_struck_through_where_there_is_colour() -> None:
    drawn = draw_text(sheet_of_audit(audit(BOARD)), Look(color=True))
    assert "x\x1b[9;31m3\x1b[0m" in drawn
    assert re.sub("\x1b\\[[0-9;]*m", "", drawn) == draw_text(sheet_of_audit(audit(BOARD)), Look())


def test_undecided_and_taboo_moves_have_signs_of_their_own() -> None:
    undecided = audit(BOARD, budget=Budget(nodes=0))
    assert "?1" in draw_text(sheet_of_audit(undecided), PLAIN)
    state = SudokuState.start(BOARD).reject(Move(1, 2, 3))
    drawn = draw_text(sheet_of_audit(audit(state)), PLAIN)
    assert "!3" in drawn
    assert "x5 bomb   !5 taboo   [ ] forced cell" in drawn


def test_clashing_givens_are_marked() -> None:
    board = Board(Shape(1, 2), bytes([1, 1, 0, 0]))
    assert "| 1! 1!|" in draw_text(sheet_of_board(board), PLAIN)
    assert draw_svg(sheet_of_board(board)).count(' fill="#ffcdd2"') == 2


def test_a_solution_tells_its_givens_from_the_rest() -> None:
    solution = Board(Shape(1, 2), bytes([1, 2, 2, 1]))
    givens = Board(Shape(1, 2), bytes([1, 0, 0, 0]))
    drawn = draw_text(sheet_of_board(solution, givens), Look(color=True))
    assert "\x1b[1m 1 \x1b[0m" in drawn
    assert "\x1b[36m 2 \x1b[0m" in drawn


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_shape_is_drawn_square(shape: Shape) -> None:
    board = Board.empty(shape)
    for sheet in (sheet_of_board(board), sheet_of_board(board, pencils=True)):
        lines = draw_text(sheet, Look(width=10_000)).splitlines()
        grid = [line for line in lines if line.endswith(("│", "┐", "┤", "┘"))]
        assert len({len(line) for line in grid}) == 1
        assert len(grid) in (shape.size + shape.n + 1, shape.size * shape.m + shape.n + 1)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_picture_is_well_formed_and_holds_every_candidate(shape: Shape) -> None:
    sheet = sheet_of_board(Board.empty(shape), pencils=True)
    root = ET.fromstring(draw_svg(sheet))  # noqa: S314 - our own picture
    texts = root.findall("{http://www.w3.org/2000/svg}text")
    assert len(texts) == shape.size**3 + 2 * shape.size + 2


def test_a_picture_strikes_bombs_through_and_frames_forced_cells() -> None:
    picture = draw_svg(sheet_of_audit(audit(BOARD)))
    assert picture.count('stroke-width="1.2"') == 2 + 1, "two bombs and the legend"
    assert picture.count(' stroke="#ef6c00"') == 5 + 1, "five forced cells and the legend"
    assert sheet_of_audit(audit(BOARD)).marks == [Mark.SAFE, Mark.BOMB]


AUDIT = """\
      0     1      2     3
   +------------+------------+
   |            |            |
 0 |  1     3   |  2     4   |
   |            |[ 1  ][    ]|
 1 |  4     2   |[x3  ][ 3  ]|
   +------------+------------+
   |            |[    ]      |
 2 |  3     1   |[   4]  2   |
   |      [    ]|[    ]      |
 3 |  2   [   4]|[ 3x4]  1   |
   +------------+------------+
   5 safe   x5 bomb   [ ] forced cell"""
NARROW = """\
     0  1   2  3
   +------+------+
 0 | 1  3 | 2  4 |
 1 | 4  2 | .  . |
   +------+------+
 2 | 3  1 | .  2 |
 3 | 2  . | .  1 |
   +------+------+
( 1, 2) [ 1x3 ]
( 1, 3) [ 3 ]
( 2, 2) [ 4 ]
( 3, 1) [ 4 ]
( 3, 2) [ 3x4 ]
   5 safe   x5 bomb   [ ] forced cell"""
