"""`bombe dots solve` and `bombe dots table`: what they read, print and answer."""

from __future__ import annotations

import json
import signal
import sys
import threading
import types
from typing import TYPE_CHECKING

import pytest

from bombe.analysis.dots import kernel as native
from bombe.analysis.dots import open_spiel
from bombe.analysis.dots.exact import solve
from bombe.analysis.dots.open_spiel import OpenSpielAnswer, ask_open_spiel
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import SolverMissingError, UnsupportedError
from bombe.solvers import Budget

if TYPE_CHECKING:
    from running import Bombe

needs_native = pytest.mark.skipif(not native.is_available(), reason="no native kernel")


def test_solve_says_who_wins_and_what_every_line_is_worth(bombe: Bombe) -> None:
    done = bombe("dots", "solve", "--boxes", "1x2")
    assert done.code == 0
    assert done.out.startswith(
        "1x2 boxes, 7 lines left; both players get equally many boxes from here on"
    )
    assert "\n   +0: v 0 1\n" in done.out
    assert "\n   -2: h 0 0, h 0 1, h 1 0, h 1 1, v 0 0, v 0 2\n" in done.out


def test_solve_writes_the_documented_json(bombe: Bombe) -> None:
    edges = "h 0 0; h 1 0; v 0 0"
    done = bombe("dots", "solve", "--boxes", "1x2", "--edges", edges, "--json")
    record = json.loads(done.out)
    assert done.code == 0
    assert {key: record[key] for key in ("schema", "rows", "columns", "extra_turn")} == {
        "schema": "bombe.dots/1",
        "rows": 1,
        "columns": 2,
        "extra_turn": True,
    }
    assert (record["margin"], record["exact"], record["best"]) == (2, True, ["v 0 1"])
    assert {"move": "v 0 1", "value": 2} in record["moves"]
    assert len(record["moves"]) == 4
    assert record["nodes"] >= 1
    assert record["seconds"] > 0


def test_solve_knows_the_variant_without_the_extra_turn(bombe: Bombe) -> None:
    for words, margin in (((), 0), (("--no-extra-turn",), 2)):
        record = json.loads(bombe("dots", "solve", "--boxes", "1x2", "--json", *words).out)
        assert (record["margin"], record["extra_turn"]) == (margin, not words)


def test_where_the_budget_ends_there_are_bounds(bombe: Bombe) -> None:
    done = bombe("dots", "solve", "--boxes", "3x3", "--nodes", "5", "--json")
    record = json.loads(done.out)
    assert done.code == 4
    assert "raise --seconds or --nodes" in done.err
    assert (record["margin"], record["exact"]) == (None, False)
    assert (record["low"], record["high"]) == (-9, 9)
    assert record["moves"][0] == {"move": "h 0 0", "value": None, "low": -9, "high": 9}
    assert record["best"] == []


@needs_native
def test_ctrl_c_prints_what_is_known(bombe: Bombe) -> None:
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    done = bombe("dots", "solve", "--boxes", "4x5", "--json", "--memory", "16")
    timer.join()
    assert done.code == 130
    assert json.loads(done.out)["exact"] is False
    assert "interrupted" in done.err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--boxes", "100x100"), 3, "give 1 to 36 of each"),
        (("--boxes", "3by3"), 2, "such as 3x4"),
        (("--boxes", "2x2", "--edges", "h 0 0, v 0 0"), 3, "with ; between them"),
        (("--boxes", "8x8"), 2, "64 dots"),
        (("--boxes", "6x6"), 2, "draw some first"),
        (("--boxes", "2x2", "--edges", "h 9 9"), 3, "there is no line h 9 9"),
        ((), 2, "no position: give POSITION"),
        (("3x3",), 3, '3x3 is a size: give --boxes 3x3, or the position "3x3:"'),
    ],
)
@needs_native
def test_what_cannot_be_solved_is_reported_in_a_line(
    words: tuple[str, ...], code: int, message: str, bombe: Bombe
) -> None:
    done = bombe("dots", "solve", *words)
    assert (done.code, done.out) == (code, "")
    assert message in done.err


def test_table_lists_small_grids_under_both_rules(bombe: Bombe) -> None:
    done = bombe("dots", "table", "--lines", "12")
    rows = [line.split() for line in done.out.splitlines()]
    assert done.code == 0
    assert [row[0] for row in rows[1::2]] == ["1x1", "1x2", "1x3", "2x2"]
    assert [row[3] for row in rows[1:]] == ["-1", "-1", "0", "2", "-1", "-1", "2", "-2"]
    assert "2x2       12  extra        2  h 0 0" in done.out


def test_table_takes_grids_and_one_rule_and_writes_json(bombe: Bombe) -> None:
    found = json.loads(bombe("dots", "table", "1x1", "1x3", "--extra-turn", "--json").out)
    assert [(row["columns"], row["extra_turn"], row["margin"]) for row in found] == [
        (1, True, -1),
        (3, True, -1),
    ]
    done = bombe("dots", "table", "2x2", "--nodes", "3")
    assert (done.code, "-4 to 4" in done.out) == (4, True)


def test_table_compares_with_open_spiel(bombe: Bombe, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {Grid(1, 1): OpenSpielAnswer(-1, 5.0), Grid(1, 2): OpenSpielAnswer(None, 60.0)}
    monkeypatch.setattr(
        open_spiel,
        "ask_open_spiel",
        lambda state, _seconds: answers.get(state.grid, OpenSpielAnswer(7, 1.0)),
    )
    done = bombe("dots", "table", "1x1", "1x2", "1x3", "--against", "open-spiel")
    first, passes, second, _, wrong, _ = done.out.splitlines()[1:]
    assert first.split()[-2] == "5.000"
    assert len(passes.split()) == len(first.split()) - 2
    assert second.split()[-2] == ">60.000"
    assert wrong.endswith("different margin: 7")


def test_open_spiel_is_asked_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    state = DotsState.start(Grid(1, 2))
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(SolverMissingError, match="spiel"):
        ask_open_spiel(state, 1)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: sys)
    with pytest.raises(UnsupportedError, match="empty grids"):
        ask_open_spiel(state.play(state.moves()[0]), 1)

    def run(command: list[str], **_words: object) -> types.SimpleNamespace:
        assert command[-2:] == ["1", "2"]
        return types.SimpleNamespace(stdout="0 0.25\n")

    monkeypatch.setattr("subprocess.run", run)
    assert ask_open_spiel(state, 1) == OpenSpielAnswer(0, 0.25)


def test_summaries_say_all_that_is_known() -> None:
    state = DotsState.start(Grid(2, 2))
    assert solve(state).summary() == (
        "2x2 boxes, 12 lines left; player 1 gets 2 boxes more from here on: h 0 0, or 7 other lines"
    )
    assert solve(state, Budget(nodes=0)).summary() == (
        "2x2 boxes, 12 lines left; player 1 gets between -4 and 4 boxes more from here on"
    )
    assert solve(DotsState.start(Grid(1, 1), extra_turn=False)).summary() == (
        "1x1 boxes, no extra turn, 4 lines left; player 1 gets 1 box fewer from here on: "
        "any line does it"
    )
