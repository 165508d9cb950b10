"""The fields of answers are declared once: the reference and the page say what the code says."""

from __future__ import annotations

import os

import pytest
from paths import ROOT
from schema_texts import tables, types

from bombe.analysis.runs.answers import ANSWERS, types_of

PAGE = ROOT / "docs" / "reference" / "batches.md"
TYPES = ROOT / "front" / "board" / "analysis" / "sudoku" / "answers.js"
BEGIN, END = "<!-- fields -->\n\n", "\n\n<!-- end of fields -->"
IS_REWRITTEN = os.environ.get("BOMBE_REWRITE_DOCS") == "1"


def test_the_reference_has_a_line_for_every_field() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    said, _, after = rest.partition(END)
    if IS_REWRITTEN:
        PAGE.write_text(f"{before}{BEGIN}{tables()}{END}{after}", encoding="utf-8")
    assert said == tables(), "run this with BOMBE_REWRITE_DOCS=1, and read what it wrote"


def test_the_page_has_the_types_of_its_answers() -> None:
    said = TYPES.read_text(encoding="utf-8") if TYPES.exists() else ""
    if IS_REWRITTEN:
        TYPES.write_text(types(), encoding="utf-8")
    assert said == types(), "run this with BOMBE_REWRITE_DOCS=1, and read what it wrote"


@pytest.mark.parametrize("task", ANSWERS)
def test_every_column_has_a_type(task: str) -> None:
    assert {*types_of(task).values()} <= {"TEXT", "INTEGER", "REAL"}
    assert "source" in types_of(task)
