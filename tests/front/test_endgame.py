"""`bombe endgame`: bounds instead of refusals, its options, its progress and Ctrl-C."""

from __future__ import annotations

import csv
import io
import json
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from bombe.analysis.endgame import kernel as native
from bombe.analysis.endgame import margins
from bombe.analysis.endgame.progress import SearchProgress
from bombe.analysis.studies.endings.positions import draw_ending
from bombe.boards import Shape
from bombe.boards.sudoku.symbols import board_line
from bombe.commands.boards.watching import progress_line

if TYPE_CHECKING:
    from running import Bombe

PROPER = "132442..31.22..1"
LARGE = "34.8.617979531.86..18.9745.9.41753..52364879.187..26458.........36.21.8.2.9483516"
needs_native = pytest.mark.skipif(not native.is_available(), reason="no kernel")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return the options of every question from now on."""
    real, seen = margins.solve, []

    def solve(state: Any, budget: Any, **options: Any) -> margins.Endgame:
        seen.append(options)
        return real(state, budget, **{**options, "memory": 2**24})

    monkeypatch.setattr(margins, "solve", solve)
    return seen


@pytest.mark.parametrize("board", ["empty-3x3", "hard-3x3", "empty-5x5"])
def test_no_board_is_refused(bombe: Bombe, board: str) -> None:
    done = bombe("endgame", board, "--nodes", "20000", "--json")
    record = json.loads(done.out)
    assert done.code == 4
    assert (record["margin"], record["exact"]) == (None, False)
    assert record["low"] == -record["high"] < 0
    assert record["problem"] or record["moves"] or not native.is_available()


def test_the_text_has_bounds_and_an_estimate(bombe: Bombe) -> None:
    done = bombe("endgame", LARGE, "--nodes", "20", "--memory", "16")
    assert done.code == 4
    assert "player 1 gets between -" in done.out
    assert "estimate: " in done.out
    assert "not proven)" in done.out


@needs_native
def test_what_to_do_about_bounds_is_time_or_memory(bombe: Bombe) -> None:
    late = bombe("endgame", LARGE, "--nodes", "20", "--memory", "1000")
    tight = bombe("endgame", LARGE, "--seconds", "60", "--memory", "16")
    assert "not complete: raise --seconds or --nodes" in late.err
    assert "not complete: with 16 MiB for tables" in tight.err
    assert (late.code, tight.code) == (4, 4)


def test_rows_of_a_table_have_the_same_columns(bombe: Bombe) -> None:
    done = bombe("endgame", PROPER, LARGE, PROPER, "--nodes", "40", "--memory", "16", "--csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["exact"] for row in rows] == ["True", "False", "True"]
    assert [row["margin"] == "" for row in rows] == [False, True, False]
    assert [row["estimate"] == "" for row in rows] == [True, False, True]


def test_memory_and_threads_reach_the_tables(bombe: Bombe, asked: list[dict[str, Any]]) -> None:
    for words in ((), ("--memory", "77", "--threads", "2")):
        assert bombe("endgame", PROPER, *words).code == 0
    free, given = asked
    assert (given["memory"], given["threads"]) == (77 * 2**20, 2)
    assert free["threads"] is None
    assert free["memory"] >= 2**26


@needs_native
def test_threads_change_no_value(bombe: Bombe) -> None:
    board = board_line(draw_ending(Shape(3, 3), 18, "threads"))
    alone, both = (json.loads(bombe("endgame", board, "-t", t, "--json").out) for t in "12")
    assert alone["moves"] == both["moves"]


def test_the_memory_help_says_what_the_default_is(bombe: Bombe) -> None:
    assert "default: a quarter of the free memory" in " ".join(
        bombe("endgame", "--help").out.split()
    )


def be_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let standard error be a terminal; a fixture would see another one than the test."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


@needs_native
def test_a_terminal_shows_the_share_of_the_states(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_a_terminal(monkeypatch)
    done = bombe("endgame", LARGE, "--seconds", "0.5")
    assert "% of " in done.err
    assert " states, margin -" in done.err
    assert "\r" not in done.out


def test_the_progress_can_be_left_out_and_is_not_for_many(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_a_terminal(monkeypatch)
    assert "\r" in bombe("endgame", PROPER).err
    assert "\r" not in bombe("endgame", PROPER, "--no-progress").err
    assert "states" not in bombe("endgame", PROPER, PROPER, "--jsonl").err


def test_without_a_terminal_there_is_no_progress(bombe: Bombe) -> None:
    assert bombe("endgame", PROPER).err == ""


@pytest.mark.parametrize(
    ("known", "line"),
    [
        (SearchProgress(0, 0, 0, -63, 63, 0.4, None), "counting states, margin -63 to 63, 0 s"),
        (
            SearchProgress(0.345, 1_234_567_890, 1, -20, 63, 12.3, 23.4),
            "34% of 1.23 G states, margin -20 to 63, 12 s, about 23 s left",
        ),
        (
            SearchProgress(0.5, 4_000_000, 2, -20, 30, 100, 0.2),
            "table 2: 50% of 4 M states, margin -20 to 30, 100 s, about 0 s left",
        ),
    ],
)
def test_the_line_says_what_is_done_and_what_is_left(known: SearchProgress, line: str) -> None:
    assert progress_line(known) == line


@needs_native
def test_ctrl_c_prints_the_bounds_so_far(bombe: Bombe) -> None:
    board = board_line(draw_ending(Shape(3, 3), 28, "ctrl-c"))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    done = bombe("endgame", board, "--json", "--seconds", "60", "--memory", "1000")
    timer.join()
    record = json.loads(done.out)
    assert (done.code, record["exact"], record["problem"]) == (130, False, None)
    assert record["low"] < record["high"]
    assert record["estimate"] is not None
    assert "interrupted" in done.err


def test_ctrl_c_reaches_the_search_without_the_kernel(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    done = bombe("endgame", "hard-3x3", "--json", "--seconds", "60")
    timer.join()
    assert (done.code, json.loads(done.out)["exact"]) == (130, False)
