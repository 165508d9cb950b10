"""The walk through a refutation: it tells what the words tell, and lights what they speak of."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

import bombe
from bombe.analysis.why.walk import walk

if TYPE_CHECKING:
    from bombe.analysis.why.explanation import Explanation


def explained() -> list[Explanation]:
    """Return explanations of bombs of all kinds, by singles to cases in cases."""
    found = [bombe.why("hard-3x3", move, cores="none") for move in ("r1c4=1", "r5c8=8", "r1c5=5")]
    return [*found, bombe.why("easy-3x3", "r1c1", cores="none")]


@pytest.mark.parametrize("found", explained(), ids=lambda found: str(found.move))
def test_the_lines_are_those_of_the_text(found: Explanation) -> None:
    assert found.refutation is not None
    lines = walk(found.board.shape, found.refuted, found.refutation)
    if len(found.text.splitlines()) > 1:
        assert [line["text"] for line in lines] == [
            line.strip() for line in found.text.splitlines()[1:]
        ]
    assert lines[-1]["end"]["cells"]
    assert {line["depth"] for line in lines} == set(range(found.refutation.rating.depth + 1))


@pytest.mark.parametrize("found", explained(), ids=lambda found: str(found.move))
def test_what_holds_grows_by_what_is_placed(found: Explanation) -> None:
    assert found.refutation is not None
    lines = walk(found.board.shape, found.refuted, found.refutation)
    for before, line in itertools.pairwise(lines):
        if line["place"] and line["depth"] == before["depth"] and not before["supposes"]:
            assert [*line["place"], line["number"]] in line["holds"]
            assert all(held in line["holds"] for held in before["holds"])
