"""Everything that says it has a picture draws itself, for light and for dark pages."""

from __future__ import annotations

import importlib
import pkgutil
import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

import bombe
from bombe.analysis.bombs import explain_bombs
from bombe.analysis.drawing.html import html_table
from bombe.analysis.drawing.picture import DARK, picture
from bombe.analysis.hint import hint
from bombe.analysis.reach.report import reach
from bombe.analysis.results import Result
from bombe.boards.display import Drawable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENDGAME = "132442..31.22..1"
DOTS = "2x2: P1(h,0,0) P2(v,1,1) P1(h,1,0) P2(v,0,0) P1(v,0,1)"
NOT_OURS = re.compile(r"framework\.(v1|common)|open_spiel|exports|\.spiel$")
"""Modules that copy those of others, or need their packages."""


def played() -> bombe.SudokuState:
    """Return a position with owners, a taboo move and a last move."""
    state = bombe.SudokuState.start(bombe.Board.empty("2x3"), "rows")
    for _ in range(3):
        state = state.play(state.moves()[0])
    state = state.reject(state.moves()[-1])
    return state.play(state.moves()[0])


EXAMPLES: dict[str, Callable[[], Drawable]] = {
    "Audit": lambda: bombe.audit("hard-3x3"),
    "Bombs": lambda: explain_bombs("hard-2x2"),
    "Board": lambda: bombe.Board("11............2."),
    "Control": lambda: bombe.explain(bombe.dots.read(DOTS)),
    "Counted": lambda: bombe.count("hard-2x2"),
    "DotsEndgame": lambda: bombe.solve(bombe.dots.read(DOTS)),
    "DotsState": lambda: bombe.dots.read(DOTS),
    "Endgame": lambda: bombe.endgame(ENDGAME),
    "Explanation": lambda: bombe.why("hard-2x2", "r1c1=1"),
    "ReachReport": lambda: reach(played()),
    "Hint": lambda: hint("hard-2x2"),
    "Outcome": lambda: bombe.play("hard-2x2", "greedy", "random", budget=0.01),
    "Solutions": lambda: bombe.solve("hard-2x2"),
    "Strings": lambda: bombe.explain(bombe.dots.read(DOTS)).strings,
    "SudokuState": played,
    "Tempo": lambda: bombe.tempo(ENDGAME),
}


def drawable_classes() -> Iterator[type[Drawable]]:
    """Find every class of the project that can be drawn and made."""
    for room in ("boards", "analysis", "agents"):
        package = importlib.import_module(f"bombe.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"bombe.{room}."):
            if not re.search(r"framework\.(v1|common)|open_spiel|exports|\.spiel$", module.name):
                importlib.import_module(module.name)
    waiting: list[type[Drawable]] = [Drawable]
    while waiting:
        waiting += (found := waiting.pop().__subclasses__())
        yield from (one for one in found if not getattr(one, "__abstractmethods__", None))


def test_every_drawable_class_has_an_example() -> None:
    names = {one.__name__ for one in drawable_classes() if one.__module__.startswith("bombe.")}
    assert {name for name in names if not name.startswith("_")} - {"BoardResult"} == {*EXAMPLES}


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_draws_itself_light_and_dark_in_files_and_in_notebooks(name: str) -> None:
    thing = EXAMPLES[name]()
    assert type(thing).__name__ == name
    svg = thing.svg()
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    assert root.tag.endswith("svg")
    assert "@media (prefers-color-scheme:dark)" in svg
    assert svg.strip() in thing._repr_html_()
    assert thing.caption() in re.sub("&gt;", ">", thing._repr_html_())
    if isinstance(thing, Result):
        assert thing.summary() == thing.caption()


def test_every_colour_of_a_picture_has_a_dark_counterpart_in_that_picture_only() -> None:
    drawn = picture("two", 9, 9, ['<rect fill="#ffcdd2"/>', '<line stroke="#37474f"/>'])
    style = drawn.partition("<style>")[2].partition("</style>")[0]
    for kind, color in (("fill", "#ffcdd2"), ("stroke", "#37474f"), ("fill", "#ffffff")):
        assert f'.bombe [{kind}="{color}"]{{{kind}:{DARK[color]}}}' in style
    assert "#c62828" not in style
    with pytest.raises(KeyError):
        picture("none", 9, 9, ['<rect fill="#123456"/>'])


def brightness(color: str) -> float:
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_light_colours_become_dark_and_the_others_light() -> None:
    for light, dark in DARK.items():
        assert brightness(dark) < 0.45 if brightness(light) > 0.7 else brightness(dark) > 0.6


def test_a_match_is_a_table_for_light_and_dark_pages() -> None:
    table = bombe.match("greedy", "random", games=2, start="2x2", budget=0.01)._repr_html_()
    assert "<caption>2 games of Competitive Sudoku</caption>" in table
    assert table.count("<tr>") == 3
    assert "@media (prefers-color-scheme:dark)" in table


def test_what_a_table_holds_is_escaped() -> None:
    table = html_table("a & b", ["name"], [["<script>"], [None]])
    assert "<caption>a &amp; b</caption>" in table
    assert "<td>&lt;script&gt;</td>" in table
    assert "<td></td>" in table
