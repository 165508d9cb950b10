"""A third game, tests/support/nim.py: everything it gets from its lines in the tables.

The contract suites run with it, too, and test its agents like all others.
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from pathlib import Path
from typing import TYPE_CHECKING

import nim
import pytest
from nim import NIM, NimState, Take
from paths import DOCS

import bombe as package
from bombe.agents import Clock, get, match, play
from bombe.agents.arena.log import read_logs
from bombe.analysis.any_game import MemoSolver
from bombe.analysis.drawing.look import Look
from bombe.analysis.matches.lost_points import losses
from bombe.analysis.matches.replay import frames
from bombe.boards.errors import OutOfBudgetError, UnknownNameError, UnsupportedError
from bombe.pages.contents import of_game
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from running import Bombe

START = NimState((3, 4, 5))
HEAPS = [(a, b, c) for a in range(4) for b in range(4) for c in range(4) if a + b + c]


@pytest.mark.parametrize("heaps", HEAPS)
def test_the_memoised_solver_agrees_with_theory(heaps: tuple[int, ...]) -> None:
    state, solver = NimState(heaps), MemoSolver()
    assert solver.margin(state) == (1 if reduce(xor, heaps) else -1)
    for move, value in solver.values(state).items():
        left = reduce(xor, state.play(move).heaps)
        assert value == (-1 if left else 1)


def test_the_memoised_solver_keeps_its_budget_and_refuses_bombs() -> None:
    with pytest.raises(OutOfBudgetError):
        MemoSolver(Meter(Budget(nodes=5))).values(START)
    with pytest.raises(UnsupportedError, match="only an oracle can judge"):
        MemoSolver().values(package.read("hard-2x2"))


@pytest.mark.parametrize(
    ("name", "heaps", "best"),
    [
        ("nim/alphabeta", (3, 4, 5), Take(0, 2)),
        ("nim/exact", (3, 4, 5), Take(0, 2)),
        ("nim/mcts", (1, 3), Take(1, 2)),
    ],
)
def test_searching_agents_find_the_one_winning_move(
    name: str, heaps: tuple[int, ...], best: Take
) -> None:
    *_, move = get(name, 1).choose(NimState(heaps), Clock(nodes=3000))
    assert move == best


def test_the_exact_agent_wins_every_won_position() -> None:
    for seed in range(6):
        outcome = play(START, "nim/exact", "nim/random", budget=Budget(nodes=4000), seed=seed)
        assert outcome.winner == 1
        assert outcome.state.scores == (1, 0)


def test_matches_logs_and_replays_need_nothing_more(bombe: Bombe, tmp_path: Path) -> None:
    log = str(tmp_path / "nim.jsonl")
    words = ("match", "--game", "nim", "exact", "random", "--nodes", "4000", "--no-progress")
    done = bombe(*words, "--games", "4", "-o", log)
    assert done.code == 0, done.err
    records = list(read_logs((log,)))
    assert [record.start for record in records] == [START] * 4
    assert "exact against random: " in done.out
    shown = bombe("replay", f"{log}#1", "--ply", "1")
    assert "exact (player 1) plays" in shown.out
    refused = bombe("replay", f"{log}#1", "--html", str(tmp_path / "game.html"))
    assert (refused.code, refused.out) == (2, "")
    assert "the board draws sudoku and dots only, not nim" in refused.err


def test_a_match_may_begin_on_a_given_position(bombe: Bombe, tmp_path: Path) -> None:
    start = NIM.write(NimState((2, 2)))
    words = ("match", "--game", "nim", "exact", "random", "--nodes", "500", "--no-progress")
    log = str(tmp_path / "log")
    assert bombe(*words, "--games", "2", "--board", start, "-o", log).code == 0
    assert {record.start for record in read_logs((log,))} == {NimState((2, 2))}
    done = bombe(*words, "--boxes", "3x3")
    assert (done.code, "--boxes is not for nim: leave it out, or add --game dots" in done.err) == (
        2,
        True,
    )


def test_frames_draw_and_judge_every_move(tmp_path: Path) -> None:
    found = match("nim/random", "nim/exact", games=2, start=START, log=tmp_path / "log")
    (record, _) = found.records
    lost = losses(record)
    assert list(lost) == list(range(1, len(record.plies) + 1))
    assert {loss.points for loss in lost.values()} <= {0, 2}
    for frame in frames(record, lost):
        assert frame.svg().startswith("<svg")
        assert frame.caption
        assert frame.text(Look()) == str(frame.state)
    with pytest.raises(UnsupportedError, match="the board draws sudoku and dots only, not nim"):
        of_game(record)


def test_a_notebook_shows_outcomes_and_matches_of_any_game() -> None:
    outcome = play(START, "nim/exact", "nim/random", budget=Budget(nodes=4000))
    shown = outcome._repr_html_()
    assert "NimState(heaps=(0, 0, 0)" in shown
    assert f"<figcaption>{outcome}</figcaption>" in shown
    assert "@media (prefers-color-scheme:dark)" in shown
    table = match("nim/random", "nim/exact", games=2, start=START)._repr_html_()
    assert "nim/exact" in table
    assert "2 games of " in table
    assert "prefers-color-scheme:dark" in table


def test_agents_that_a_game_does_not_have_are_unknown() -> None:
    with pytest.raises(UnknownNameError, match="unknown agent"):
        get("nim/greedy")
    with pytest.raises(UnknownNameError, match="unknown agent"):
        get("exact")


def test_the_page_about_adding_a_game_shows_this_game() -> None:
    code = Path(nim.__file__).read_text(encoding="utf-8").partition("class Take")[2]
    code = code.partition("NIM = Nim()")[0]
    assert code in (DOCS / "reference" / "add-a-game.md").read_text(encoding="utf-8")
