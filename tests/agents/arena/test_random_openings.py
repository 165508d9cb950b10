"""Games that begin after random moves, and games that repeat earlier ones move by move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from plain_games import logged_games

from bombe.agents.arena.log import read_logs
from bombe.agents.arena.schedule import fixtures, pairings
from bombe.agents.openings import Openings
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.boards import Rules, Shape, SudokuState
from bombe.boards.dots.state import DotsState
from bombe.boards.sudoku.reading import read
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from running import Bombe

    from bombe.boards.game import AnyState

COUNT = 4
OPENINGS = {
    "a board": Openings((read("random-3x3"),), random_moves=COUNT),
    "rows": SudokuOpenings((read("random-3x3"),), rules=Rules.ROWS, random_moves=COUNT),
    "generated": SudokuOpenings(shape=Shape(2, 3), random_moves=COUNT),
    "dots": Openings((DotsState.start("2x2"),), random_moves=COUNT),
    "dots without the extra turn": Openings(
        (DotsState.start("3x3", extra_turn=False),), random_moves=COUNT
    ),
}


def filled(state: AnyState) -> int:
    if isinstance(state, SudokuState):
        return sum(value > 0 for value in state.board.values)
    return -len(state.moves())


@pytest.mark.parametrize("openings", OPENINGS.values(), ids=OPENINGS)
def test_random_moves_score_nothing_are_no_bombs_and_follow_from_the_seed(
    openings: Openings,
) -> None:
    starts = [openings.start(number, seed=7) for number in range(6)]
    assert starts == [openings.start(number, seed=7) for number in range(6)]
    assert starts != [openings.start(number, seed=8) for number in range(6)]
    assert len(set(starts)) > 3
    for number, start in enumerate(starts):
        assert start.scores == (0, 0)
        assert not start.is_over
        board = start.game.question(start)
        assert board is None or as_solver("auto").solvable(board) is Verdict.YES
        assert filled(start) - filled(openings.position(number, seed=7)) == COUNT


def test_both_games_of_a_pair_begin_after_the_same_moves() -> None:
    openings = OPENINGS["dots"]
    games = list(fixtures(pairings("AB"), openings, games=8, seed=1))
    assert all(one.start == other.start for one, other in zip(games[::2], games[1::2], strict=True))


def test_where_no_quiet_move_is_left_games_begin_after_fewer() -> None:
    state = DotsState.start("1x1")
    (start, *_) = [Openings((state,), random_moves=9).start(0, seed) for seed in range(3)]
    assert (start.scores, start.is_over, len(start.moves())) == ((0, 0), False, 1)


FIRST = """\
class First:
    def __init__(self, seed): pass
    def choose(self, state, clock): yield state.moves()[0]

class Last:
    def __init__(self, seed): pass
    def choose(self, state, clock): yield state.moves()[-1]
"""
DOTS = ("--game", "dots", "--boxes", "2x2")
SUDOKU = ("--board", "random-2x3")
PLAY = ("match", "mine.py:First", "mine.py:Last", "--nodes", "1", "--no-progress", "--salt", "x")


@pytest.fixture
def own_agents(tmp_path: Path, in_own_folder: None, in_process: None) -> None:  # noqa: ARG001
    """Let agents of a file play."""
    (tmp_path / "mine.py").write_text(FIRST, encoding="utf-8")


@pytest.mark.usefixtures("own_agents")
@pytest.mark.parametrize("where", [DOTS, SUDOKU])
def test_games_that_repeat_earlier_ones_are_said_to_do_so(
    bombe: Bombe, where: tuple[str, ...]
) -> None:
    done = bombe(*PLAY, *where, "--games", "8", "-o", "log.jsonl")
    remark = "6 of 8 games repeat an earlier one move by move, but count as independent"
    assert done.code == 0
    assert remark in done.out
    assert remark in bombe("rate", "log.jsonl").out
    assert json.loads(bombe("rate", "log.jsonl", "--json").out)["copies"] == 6


@pytest.mark.usefixtures("own_agents")
@pytest.mark.parametrize("where", [DOTS, SUDOKU])
def test_a_match_after_random_moves_is_resumed_shared_verified_and_replayed(
    bombe: Bombe, where: tuple[str, ...]
) -> None:
    words = (*PLAY, *where, "--openings", "random:3", "--games", "8")
    assert bombe(*words, "-o", "whole.jsonl").code == 0
    whole = list(read_logs(("whole.jsonl",)))
    assert {record.extra["openings"] for record in whole} == {"random:3"}
    assert len({record.start for record in whole}) == 4
    text = Path("whole.jsonl").read_text("utf-8")
    Path("part.jsonl").write_text("".join(text.splitlines(keepends=True)[:3]), "utf-8")
    assert "repeat an earlier one" not in bombe(*words, "-o", "part.jsonl").out
    for number in "12":
        shard = ("--shard", f"{number}/2", "-o", f"shard-{number}.jsonl")
        assert bombe(*words, *shard).code == 0
    assert bombe("merge", "-o", "merged.jsonl", "shard-1.jsonl", "shard-2.jsonl").code == 0
    for log in ("part.jsonl", "merged.jsonl"):
        assert logged_games(Path(log)) == logged_games(Path("whole.jsonl"))
        assert bombe("verify", log).code == 0
        assert bombe("replay", f"{log}#3").code == 0
    other = bombe(*PLAY, *where, "--openings", "random:2", "--games", "8", "-o", "whole.jsonl")
    assert other.code == 2
    assert "openings random:3 then, random:2 now" in other.err


@pytest.mark.parametrize("word", ["4", "random", "random:", "random:0", "random:x", "book:4"])
@pytest.mark.usefixtures("own_agents")
def test_openings_that_are_none_are_refused(bombe: Bombe, word: str) -> None:
    done = bombe(*PLAY, *DOTS, "--openings", word)
    assert (done.code, "give random:K" in done.err) == (2, True)
