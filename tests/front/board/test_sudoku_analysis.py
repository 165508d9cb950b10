"""How the page answers about a position over time, and about large boards.

What it answers about others is in the golden corpus.
"""

from __future__ import annotations

import itertools
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from asking_page import ask, ask_with_reports, run_module
from page_positions import LARGE, assert_same, positions

from bombe.analysis.audit import audit
from bombe.analysis.generate.kinds import generate
from bombe.analysis.reach.measured import measured_by_reach
from bombe.analysis.reach.report import reach
from bombe.analysis.tempo.law import measured
from bombe.analysis.verdicts.report import tempo
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.analysis.tempo.law import MeasuredOutcomes


def test_large_boards_are_judged_as_by_python() -> None:
    """The corpus has the smaller ones."""
    large = [state for state in positions(0, 91) if state.board.shape == LARGE]
    assert large
    for state in large:
        assert_same(ask("audit", position=state, limit=7), audit(state, limit=7))
        assert_same(ask("tempo", position=state), tempo(state, exact=0), "exact")
        assert_same(ask("reach", position=state), reach(state))


@pytest.mark.parametrize(("name", "nodes"), [("hard-3x3", 0), ("hard-3x3", 3), ("hard-4x4", 1000)])
def test_what_an_audit_did_not_get_to_is_undecided(name: str, nodes: int) -> None:
    state = read(name)
    # In Python the question itself is a node.
    wanted = audit(state, budget=Budget(nodes=nodes + 1))
    found = ask("audit", position=state, nodes=nodes)
    assert wanted.undecided
    assert not found["final"]
    for field in ("safe", "bombs", "undecided", "forced"):
        assert found[field] == [list(move) for move in getattr(wanted, field)]
    assert found["solutions"]["kind"] == "at_least"
    assert found["solutions"]["value"] <= 1


def test_tempo_of_many_solutions_grows() -> None:
    state = SudokuState(Board.empty("3x3"))
    answer, reports = ask_with_reports("tempo", position=state)
    assert answer["final"]
    assert [report["final"] for report in reports] == [False] * len(reports)
    counts = [len(report["fills"]) for report in reports]
    assert counts == sorted(counts)
    assert answer["bombs"] == 0
    assert all(fill["left"] == 0 and not fill["makes"] for fill in answer["fills"])
    assert len(answer["fills"]) == 729


def test_shares_grow_and_say_that_they_are_no_shares_yet() -> None:
    answer, reports = ask_with_reports("shares", position=Board.empty("3x3"), limit=100_000)
    assert answer["solutions"] == {"value": 100_000, "kind": "at_least"}
    assert reports
    for report in reports:
        assert report["solutions"]["kind"] == "at_least"
        assert not report["final"]
        assert sum(map(sum, report["counts"])) == 81 * report["solutions"]["value"]


def test_ratings_are_counted_and_put_into_words() -> None:
    state = SudokuState(generate(Shape.of("3x3"), "irreducible", 8))
    wanted = audit(state, rate=True).ratings
    assert wanted is not None
    found = ask("ratings", position=state, seconds=60)
    assert (found["counts"], found["summary"]) == (wanted.counts, wanted.words())
    assert {rating.level for rating in wanted.by_move.values()} == {0, 1, 2, 3}


def test_bombs_that_take_too_long_are_unrated() -> None:
    state = SudokuState(generate(Shape(4, 4), "irreducible", 0))
    found = ask("ratings", position=state, seconds=0)
    assert found["unrated"]
    assert not found["final"]
    rated = [move[:3] for move in found["ratings"]]
    bombs = [list(move) for move in audit(state).bombs]
    assert sorted(rated + found["unrated"]) == bombs


def test_the_measured_figures_are_those_of_python() -> None:
    modes, sizes = [str(rules) for rules in Rules if rules is not Rules.CLASSIC], (4, 6, 9, 16)
    asked = [*itertools.product(modes, sizes, (1, *range(15, 20), 25, 26, 35, 36, 45, 46, 99))]
    balances = range(-11, 13, 2)
    empties, bombs = range(24), range(4)
    found = run_module(f"""
        import {{ measuredByReach }} from "board/analysis/sudoku/reach/measured.js";
        import {{ measuredByTempo }} from "board/analysis/sudoku/tempo/law.js";
        const reach = {json.dumps(asked)}.map((each) =>
          {json.dumps([*balances])}.map((balance) => measuredByReach(...each, balance)));
        const law = {json.dumps([*empties])}.map((empties) =>
          {json.dumps([*bombs])}.map((bombs) =>
            [false, true].map((isProper) => measuredByTempo(empties, bombs, isProper))));
        show([reach, law]);
    """)
    by_reach = [[plain(measured_by_reach(*each, b)) for b in balances] for each in asked]
    by_tempo = [
        [[plain(measured(e, b, proper=proper)) for proper in (False, True)] for b in bombs]
        for e in empties
    ]
    assert found == [by_reach, by_tempo]


def plain(outcomes: MeasuredOutcomes | None) -> dict[str, Any] | None:
    return None if outcomes is None else outcomes._asdict()


def test_numbers_are_written_as_python_writes_them() -> None:
    rng = random.Random(7)
    numbers = [rng.randint(-4000, 4000) / rng.choice((1, 2, 4, 8, 10, 100)) for _ in range(2000)]
    found = run_module(f"""
        import {{ fixed, rounded, signed }} from "board/analysis/sudoku/words.js";
        show({json.dumps(numbers)}.map((each) =>
          [fixed(each, 0), fixed(each, 1), signed(each, 1), rounded(each)]));
    """)
    assert found == [[f"{n:.0f}", f"{n:.1f}", f"{n:+.1f}", round(n)] for n in numbers]
