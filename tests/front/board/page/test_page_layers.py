"""Every layer of a Sudoku board by its key: what is drawn is what Python answers, and no more."""

from __future__ import annotations

import functools
import itertools
import random
from typing import TYPE_CHECKING

import pytest
from board_pages import Reader, board_page
from drawn_boards import DrawnBoard, DrawnCell, DrawnPencil
from endgame_positions import emptied
from page_positions import positions

import bombe
from bombe.analysis.audit import audit
from bombe.analysis.reach.report import reach
from bombe.analysis.verdicts.report import tempo
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.sudoku.reading import write
from bombe.solvers import get

if TYPE_CHECKING:
    from collections.abc import Iterable

    from browsing import Opener

USUAL = ("c", "b", "f")
"""The keys of the layers that are shown at first."""
SIGNS = "dspc"
"""The letters of the ratings."""
STATES = [*positions(19, 9), bombe.read("hard-3x3"), bombe.read("random-3x3")]
"""Positions of all kinds and modes: taboo moves, several solutions, none, full boards."""
OPEN = [state for state in STATES if not state.is_over]


@pytest.fixture(scope="module")
def kept(keep_open: Opener) -> Reader:
    """The one page of these tests."""
    return Reader.of(keep_open, board_page("hard-2x2"), height=1400)


def shown(reader: Reader, state: SudokuState, *keys: str) -> DrawnBoard:
    """Return the drawing of a position after keys, of which those of usual layers hide them."""
    reader.again(write(state, "json"))
    reader.press(*keys)
    return DrawnBoard.of(reader)


def plain(moves: Iterable[tuple[int, int, int]]) -> set[tuple[int, int, int]]:
    """Return moves as a set to compare."""
    return {(row, column, value) for row, column, value in moves}


def legend(reader: Reader) -> list[str]:
    """Return the words of the legend."""
    words: list[str] = reader.page.locator("#legend li").evaluate_all(
        "(all) => all.map((each) => each.lastChild.textContent)"
    )
    return words


def is_struck(pencil: DrawnPencil) -> bool:
    """Return whether one stroke goes through a digit, as through bombs."""
    return pencil.verdict == "bomb" and pencil.strokes == 1


def is_open(sign: str, cell: DrawnCell) -> bool:
    """Return whether a cell is drawn as open to the player of a sign."""
    return sign in cell.open


def signed(value: int) -> str:
    """Return a number as the page writes it."""
    return (
        str(value) if value <= 0 and not value else f"+{value}" if value > 0 else f"\u2212{-value}"
    )


@pytest.mark.parametrize("number", range(len(STATES)))
def test_bombs_safe_moves_and_forced_cells_are_drawn(kept: Reader, number: int) -> None:
    state = STATES[number]
    drawn = shown(kept, state)
    found = audit(state)
    assert drawn.moves(is_struck) == plain(found.bombs)
    assert drawn.moves(lambda pencil: pencil.verdict == "safe") == plain(found.safe)
    crossed = {move for move in state.taboo if not state.board[move.row, move.column]}
    assert drawn.moves(lambda pencil: pencil.strokes == 2) == plain(crossed)
    forced = {(move.row, move.column): move.value for move in found.forced}
    assert drawn.cells(lambda cell: "forced" in cell.frames) == set(forced)
    assert all(f"forced {value}" in drawn[place].label for place, value in forced.items())
    if not state.is_over and not state.board.clashes():
        words = f"{len(found.bombs)} bomb", f"{len(found.safe)} safe move"
        is_told = all(each in kept.says.replace(",", "") for each in words)
        assert is_told or "every move is a bomb" in kept.says
    hidden = shown(kept, state, "f", "b")
    assert not hidden.cells(lambda cell: "forced" in cell.frames)
    assert not hidden.moves(is_struck)


def test_candidates_are_all_that_the_rules_allow_and_say_nothing_of_bombs(kept: Reader) -> None:
    for state in OPEN:
        drawn = shown(kept, state, "b", "f")
        verdicts = {pencil.verdict for _, pencil in drawn.pencils()}
        assert verdicts <= {"open", "taboo"}
        assert drawn.moves(lambda pencil: pencil.verdict == "open") == plain(state.moves())
        kept.press("c")
        assert not DrawnBoard.of(kept).moves(lambda pencil: pencil.verdict == "open")


def test_shares_are_those_of_all_solutions(kept: Reader) -> None:
    several = [state for state in OPEN if 1 < get("auto").count(state.board, 5000).value < 5000]
    assert several
    for state in several[:3]:
        drawn = shown(kept, state, *USUAL, "s")
        solutions = [solution.values for solution in get("auto").first_solutions(state.board, 5000)]
        for move in state.moves():
            cell = state.board.shape.cell(move.row, move.column)
            part = sum(values[cell] == move.value for values in solutions) / len(solutions)
            pencil = drawn[move.row, move.column].pencils.get(move.value)
            assert (pencil is not None) == (part > 0)
            if pencil:
                assert abs(float((pencil.part("number") or "").strip("<>")) - 100 * part) <= 0.5
                assert (pencil.part("number") == "100") == (part == 1)
        assert f"Shares are of the {len(solutions):,} solutions." in kept.says
        assert f"of the {len(solutions):,} solutions: exact" in kept.text("#panel-position")


def test_shares_of_the_first_solutions_are_never_called_exact(kept: Reader) -> None:
    shown(kept, SudokuState(Board.empty("2x3")), *USUAL, "s")
    page = kept.page.inner_text("body")
    assert "the first 10,000 solutions found" in page
    assert "not exact" in kept.text("#panel-position")
    assert ": exact" not in page
    assert "the 10,000 solutions" not in page
    assert legend(kept) == ["percent of the first 10,000 solutions found"]


def test_tempo_is_that_of_the_law(kept: Reader) -> None:
    verdicts, keeping = set(), 0
    for state in (*OPEN[:8], bombe.read("hard-2x3")):
        drawn = shown(kept, state, *USUAL, "t")
        found = tempo(state, exact=0)
        rings = drawn.moves(lambda pencil: pencil.part("ring") is not None)
        assert rings == plain(found.keeps)
        keeping += 0 < len(rings) < len(audit(state).safe)
        told = kept.text("#panel-position")
        assert f"E = {found.empties} " in told
        assert f"B = {found.bombs} " in told
        law = {"won": "The mover wins", "lost": "The mover loses", "drawn": "Drawn"}
        words = law.get(str(found.verdict), "The law has no verdict")
        assert words in told
        assert words in kept.says or state.board.clashes()
        verdicts.add(found.verdict)
    assert len(verdicts) > 1
    assert keeping


def test_values_of_moves_are_exact(kept: Reader) -> None:
    rng = random.Random(3)
    ended = [SudokuState(emptied(rng, Shape(2, 3), empties)) for empties in (6, 9, 11)]
    for state in (*ended, bombe.read("easy-2x2")):
        drawn = shown(kept, state, *USUAL, "v")
        found = bombe.endgame(state)
        for value in found.moves:
            pencil = drawn[value.move.row, value.move.column].pencils[value.move.value]
            assert pencil.part("number") == signed(value.low)
            assert (pencil.part("plate") is not None) == (value.move in found.best)
        assert f"orth exactly {signed(found.low)}" in kept.says


def test_a_value_grows_from_unknown_over_bounds_to_exact(kept: Reader) -> None:
    state = SudokuState(emptied(random.Random(1), Shape(3, 3), 18))
    kept.again(write(state, "json"))
    kept.run(
        """() => {
            const numbers = () => [...document.querySelectorAll("#grid .number")];
            window.drawn = [];
            bombe.drawers.add(() => drawn.push([
                document.getElementById("says").textContent,
                ...numbers().map((each) => each.textContent),
            ]));
        }"""
    )
    kept.press(*USUAL, "v")
    steps = [step for step in kept.run("window.drawn") if "orth" in step[0]]
    said = [words.split("orth ")[1] for words, *_ in steps]
    exact = bombe.endgame(state)
    growing = list(itertools.takewhile(lambda words: words.startswith("unknown, between"), said))
    assert set(said[len(growing) :]) == {f"exactly {signed(exact.low)} for the mover."}
    bounds = list(dict.fromkeys(tuple(words.split()[2:5:2]) for words in growing))
    assert len(bounds) > 1
    for low, high in bounds:
        assert number(low) <= exact.low <= number(high)
    for _, *texts in steps:
        ends = [text.split("\u2026") for text in texts]
        assert all(number(low) <= number(high) for low, high in filter(lambda e: len(e) > 1, ends))


def number(text: str) -> int:
    """Return the number that the page wrote."""
    return int(text.replace("\u2212", "-"))


def test_ratings_of_bombs_are_those_of_the_audit(kept: Reader) -> None:
    letters = set()
    for state in OPEN[-5:]:
        drawn = shown(kept, state, *USUAL, "r")
        found = audit(state, rate=True).ratings
        assert found is not None
        expected = {tuple(move): SIGNS[rating.level] for move, rating in found.by_move.items()}
        rated = {move: pencil.part("letter") for move, pencil in drawn.pencils()}
        assert {move: letter for move, letter in rated.items() if letter} == expected
        letters |= set(expected.values())
    assert len(letters) > 2


def test_reach_is_drawn_in_the_newer_modes_alone(kept: Reader) -> None:
    hatches = {"dead": "url(#hatch-dead)", 0: "url(#hatch-one)", 1: "url(#hatch-two)"}
    newer = [state for state in positions(4, 24) if state.rules is not Rules.CLASSIC]
    kinds = set()
    for state in [state for state in newer if not state.is_over][:6]:
        drawn = shown(kept, state, *USUAL, "a")
        found = reach(state).to_dict()
        expected = {tuple(place): hatches["dead"] for place in found["dead"]}
        for player, facts in enumerate(found["players"]):
            expected |= {tuple(place): hatches[player] for place in facts["private"]}
        assert {place: drawn[place].hatch for place in drawn.cells(lambda c: c.hatch)} == expected
        signs = {"+": 0, "\u2212": 1}
        for sign, player in signs.items():
            cells = {tuple(place) for place in found["players"][player]["open"]}
            assert drawn.cells(functools.partial(is_open, sign)) == cells
        kinds |= set(expected.values())
    assert kinds
    shown(kept, bombe.read("hard-3x3"))
    assert not kept.page.is_visible("#chip-reach")
    before = kept.page.inner_html("#grid")
    kept.press("a")
    assert kept.page.inner_html("#grid") == before


def test_layers_of_numbers_take_turns_and_buttons_tell(kept: Reader) -> None:
    shown(kept, bombe.read("easy-2x2"), "s")
    pressed = "[data-layer][aria-pressed=true]"
    chips = kept.page.locator(pressed)
    ids = "(all) => all.map((each) => each.dataset.layer)"
    assert chips.evaluate_all(ids) == ["candidates", "bombs", "forced", "shares"]
    kept.press("v")
    assert chips.evaluate_all(ids) == ["candidates", "bombs", "forced", "values"]
    kept.click("#chip-values")
    assert chips.evaluate_all(ids) == ["candidates", "bombs", "forced"]
    for chip in kept.page.locator("[data-layer]:visible").all():
        key = chip.get_attribute("aria-keyshortcuts") or ""
        before = chip.get_attribute("aria-pressed")
        kept.press(key)
        assert chip.get_attribute("aria-pressed") != before


def test_the_legend_has_what_is_drawn_and_nothing_else(kept: Reader) -> None:
    state = bombe.read("hard-2x3")
    shown(kept, state, *USUAL)
    assert legend(kept) == []
    kept.press("b", "f", "t")
    assert legend(kept) == ["safe", "bomb", "keeps the tempo", "forced cell"]
    kept.press("t", "c", "r")
    words = {"d": "direct bomb", "s": "bomb by singles", "p": "bomb by pairs", "c": "bomb by cases"}
    ratings = audit(state, rate=True).ratings
    assert ratings is not None
    levels = sorted({rating.level for rating in ratings.by_move.values()})
    assert legend(kept) == ["safe", *(words[SIGNS[level]] for level in levels), "forced cell"]
    kept.press("r", "f", "b")
    move = audit(state).safe[0]
    kept.run(f"bombe.play({list(move)})")
    kept.settle()
    assert legend(kept) == ["filled by player 1", "last move"]
    kept.run(f"bombe.play({list(audit(state.play(move)).bombs[0])})")
    kept.settle()
    assert legend(kept) == ["taboo", "filled by player 1", "last move"]


def test_layers_follow_the_moves(kept: Reader) -> None:
    state = bombe.read("hard-2x3")
    kept.again(write(state, "json"))
    for move in itertools.islice(audit(state).safe, 0, 6, 2):
        kept.run(f"bombe.play({list(move)})")
        kept.settle()
        state = state.play(move)
        assert DrawnBoard.of(kept).moves(is_struck) == plain(audit(state).bombs)
    kept.press(",", ",", ",")
    assert DrawnBoard.of(kept).moves(is_struck) == plain(audit("hard-2x3").bombs)
