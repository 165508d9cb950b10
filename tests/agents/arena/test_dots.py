"""Dots and Boxes in the arena: referee, records, interrupted matches, and the commands."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mock_agents
import pytest
from games import random_game
from plain_games import logged_games, plain_games

from bombe import agents
from bombe.agents.arena.contest import Contest
from bombe.agents.arena.log import Log
from bombe.agents.arena.match import Match
from bombe.agents.arena.playing import play
from bombe.agents.arena.schedule import pairings
from bombe.agents.loading import spec_of
from bombe.agents.openings import Openings
from bombe.agents.processes.process import Settings, Worker
from bombe.agents.seats import InProcess, Seat
from bombe.agents.turn import plain_proposal
from bombe.analysis.drawing.look import Look
from bombe.analysis.matches.tables import match_text
from bombe.analysis.matches.tally import Tally
from bombe.boards import Board, Move, Shape, SudokuState
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.dots.text import read_dots
from bombe.boards.errors import FormatError, InputError, UnknownNameError
from bombe.boards.game import GAMES, game_named
from bombe.boards.record import Termination, read_record, read_records
from bombe.boards.sudoku.game import SUDOKU
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from running import Bombe

    from bombe.agents.arena.referee import Outcome
    from bombe.agents.contract import Clock
    from bombe.boards.record import GameRecord

START = DotsState.start(Grid(2, 2))
MOCKS = mock_agents.__file__
TINY = ("--game", "dots", "--boxes", "2x2", "--nodes", "20", "--no-progress")


class Scripted:
    """Proposes a fixed list of moves in each turn, regardless of the position."""

    def __init__(self, *turns: list[Any]) -> None:
        self.turns = list(turns)

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Any]:
        del state, clock
        yield from self.turns.pop(0)


class InHouse(Match):
    """A match whose agents play in this process, which is faster than starting others."""

    def seat(self, name: str) -> Seat:
        return InProcess(lambda seed: agents.get(spec_of(name, self.game.name), seed), name)


def match_of(*names: str, start: DotsState = START, **options: Any) -> InHouse:
    pairs = tuple(pairings(names or ("first-moves", "mcts")))
    return InHouse(pairs, Openings((start,)), budget=Budget(nodes=10), **options)


def run(
    match: Match, path: Path, *, games: int = 8, jobs: int = 1, most: int = 99
) -> list[GameRecord]:
    with Log(path, match.fingerprint) as log:
        contest = Contest(match, log, games=games)
        for number, _ in enumerate(contest.run(jobs, threading.Event()), 1):
            if number == most:
                break
    with path.open(encoding="utf-8") as lines:
        return list(read_records(lines))


def against_random(*turns: list[Any], state: DotsState = START) -> Outcome[DotsState]:
    return play(state, Scripted(*turns), agents.get("dots/random"))


def test_a_player_who_completes_a_box_moves_again() -> None:
    state = read_dots("1x2: h 0 0; h 1 0; v 0 0; h 0 1; h 1 1")
    outcome = play(state, Scripted([Line("v", 0, 1)], [Line("v", 0, 2)]), Scripted())
    assert [(ply.player, ply.points) for ply in outcome.plies] == [(1, 1), (1, 1)]
    assert (outcome.termination, outcome.winner) == (Termination.SCORE, 1)
    assert str(outcome) == "player 1 wins, 2 : 0; played to the end"


def test_without_the_extra_turn_the_opponent_moves_after_every_line() -> None:
    state = read_dots("1x2: h 0 0; h 1 0; v 0 0; h 0 1; h 1 1", extra_turn=False)
    outcome = play(state, Scripted([Line("v", 0, 1)]), Scripted([Line("v", 0, 2)]))
    assert [(ply.player, ply.points) for ply in outcome.plies] == [(1, 1), (2, 1)]
    assert outcome.winner == 0


@pytest.mark.parametrize(
    ("move", "termination", "words"),
    [
        (Line("h", 0, 0), Termination.DRAWN_ALREADY, "h 0 0 is drawn already"),
        (Line("h", 3, 0), Termination.OUT_OF_RANGE, "there is no line h 3 0"),
        (Line("v", 0, -1), Termination.OUT_OF_RANGE, "there is no line v 0 -1"),
        (("h", 10**30, 0), Termination.OUT_OF_RANGE, "there is no line h 1000000000000000000 0"),
        (
            Move(0, 0, 1),
            Termination.NO_MOVE,
            "proposed Move(row=0, column=0, value=1), which is not a move",
        ),
        ("h 0 1", Termination.NO_MOVE, "proposed 'h 0 1', which is not a move"),
        (("x", 0, 1), Termination.NO_MOVE, "proposed ('x', 0, 1), which is not a move"),
        (None, Termination.NO_MOVE, "proposed None, which is not a move"),
    ],
)
def test_a_move_that_the_rules_refuse_loses_with_its_reason(
    move: Any, termination: Termination, words: str
) -> None:
    outcome = against_random([Line("h", 0, 1), move], state=read_dots("2x2: h 0 0"))
    assert (outcome.termination, outcome.winner) == (termination, 2)
    assert words in outcome.reason
    assert outcome.plies == ()


def test_a_line_is_not_a_move_of_sudoku() -> None:
    dots, sudoku = game_named("dots"), game_named("sudoku")
    assert plain_proposal(dots, ["h", 0, 1]) == Line("h", 0, 1)
    assert plain_proposal(sudoku, [0, 1, 2]) == Move(0, 1, 2)
    assert plain_proposal(dots, [["h"], 1, 2]) == "[['h'], 1, 2]"
    assert plain_proposal(sudoku, ("v", 0, 1)) == "('v', 0, 1)"
    assert plain_proposal(dots, (0, 1, 2)) == "(0, 1, 2)"


@pytest.mark.parametrize(
    ("mock", "ending"),
    [
        ("Crash", Termination.CRASH),
        ("Good:at=99", Termination.SCORE),
        ("Crash:proposes=yes", Termination.SCORE),
    ],
)
def test_agents_that_misbehave_in_their_processes_lose_here_too(
    mock: str, ending: Termination
) -> None:
    with Worker(f"{MOCKS}:{mock}", Settings(memory=None)) as worker:
        worker.open_game(1)
        outcome = play(START, worker, agents.get("dots/random", 1), budget=Budget(seconds=10.0))
    assert outcome.termination is ending
    assert [incident.ending for incident in outcome.incidents] == (
        [Termination.CRASH] if "proposes" in mock else []
    )


def test_a_worker_finds_the_agents_of_dots_by_their_specs() -> None:
    with Worker("dots/alphabeta:depth=2", Settings(memory=None)) as worker:
        worker.open_game(1)
        outcome = play(START, worker, agents.get("dots/random", 1), budget=Budget(seconds=10.0))
    assert outcome.termination is Termination.SCORE
    assert sum(outcome.state.scores) == 4


def test_names_are_those_of_the_game() -> None:
    assert spec_of("random", "dots") == "dots/random"
    assert spec_of("mcts:c=1", "dots") == "dots/mcts:c=1"
    assert spec_of("dots/mcts:c=1", "dots") == "dots/mcts:c=1"
    assert spec_of("mcts:c=1", "sudoku") == "mcts:c=1"
    assert spec_of("mine.py:Mine", "dots") == "mine.py:Mine"
    for name, game in (("greedy", "dots"), ("dots/pmcs", "sudoku")):
        with pytest.raises(UnknownNameError, match=f"unknown agent of {game}"):
            spec_of(name, game)


def test_every_position_has_its_game() -> None:
    assert START.game is DOTS
    assert SudokuState.start(Board.empty("2x2")).game is SUDOKU
    assert [game_named(name).name for name in GAMES] == list(GAMES)
    with pytest.raises(UnknownNameError, match="unknown game 'chess'"):
        game_named("chess")


def test_records_are_the_same_after_reading_them_back(tmp_path: Path) -> None:
    starts = (
        START,
        read_dots("2x3: P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1) P1(v,1,1)", extra_turn=False),
    )
    for number, start in enumerate(starts):
        for record in run(match_of(start=start), tmp_path / str(number), games=4):
            line = record.to_json()
            document = json.loads(line)
            assert document["game"] == "dots"
            assert Grid(document["rows"], document["columns"]) == start.grid
            assert document["extra_turn"] is start.extra_turn
            assert "oracle" not in document
            again = read_record(line)
            assert again == record
            assert again.to_json() == line
            *_, last = again.states()
            assert last.is_over
            assert last.scores == again.scores


def test_records_that_do_not_fit_their_game_are_refused(tmp_path: Path) -> None:
    document = json.loads(run(match_of(), tmp_path / "log", games=2)[0].to_json())
    for wrong in (
        {"game": "chess"},
        {"game": "sudoku"},
        {"start": {"rows": 2}},
        {"moves": [{"player": 1, "move": ["h", "x", 1], "verdict": "placed", "points": 0}]},
    ):
        with pytest.raises(FormatError, match="<game>: "):
            read_record(json.dumps(document | wrong))


def test_a_match_that_is_interrupted_repeatedly_has_the_same_games(tmp_path: Path) -> None:
    whole = run(match_of(), tmp_path / "whole")
    path = tmp_path / "pieces"
    for jobs in (1, 2, 1):
        run(match_of(), path, jobs=jobs, most=1)
        with path.open("ab") as torn:
            torn.write(whole[-1].to_json().encode()[: 40 * jobs])
    assert plain_games(run(match_of(), path)) == plain_games(whole)


def test_grid_and_variant_are_in_the_fingerprint_of_a_match() -> None:
    starts = (
        START,
        DotsState.start(Grid(2, 3)),
        DotsState.start(Grid(2, 2), extra_turn=False),
        START.play(Line("h", 0, 0)),
    )
    assert len({match_of(start=start).fingerprint for start in starts}) == len(starts)


def test_a_game_that_is_over_is_refused_as_a_start() -> None:
    with pytest.raises(InputError, match=r"position 1, 1x1: h 0 0.*: the game is over"):
        match_of(start=DotsState(Grid(1, 1), 15)).check()


def test_games_are_counted_and_rated_like_any_others(tmp_path: Path) -> None:
    records = run(match_of("first-moves", "random"), tmp_path / "log")
    tally = Tally(records)
    assert tally.games == 8
    assert tally.players["first-moves"].wins > tally.players["random"].wins
    assert tally.pairing("first-moves", "random").pairs.total == 4
    assert "skips" not in match_text(tally, Look())
    with pytest.raises(InputError, match="a game of sudoku, the games before it are of dots"):
        tally.add(random_game(SudokuState.start(Board.empty(Shape(2, 2))), 1))


@pytest.mark.usefixtures("in_own_folder")
def test_match_tournament_and_rate_play_dots(bombe: Bombe, tmp_path: Path) -> None:
    done = bombe("match", "first-moves", "random", *TINY, "--games", "4", "-o", "log")
    assert (done.code, "first-moves against random" in done.out) == (0, True)
    assert {game["rows"] for game in logged_games(tmp_path / "log")} == {2}
    again = bombe("match", "first-moves", "random", *TINY, "--games", "4", "-o", "log")
    assert "4 games in it" in again.err
    three = ("random", "heuristic", "alphabeta")
    assert bombe("tournament", *three, *TINY, "--games", "2", "-o", "three").code == 0
    rated = bombe("rate", "three", "log", "--anchor", "random")
    assert all(name in rated.out for name in (*three, "first-moves", "0 (anchor)"))


@pytest.mark.usefixtures("in_own_folder")
@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("greedy", "random", *TINY), "unknown agent of dots 'greedy'"),
        (("pmcs", "greedy", "--nodes", "1"), "pmcs plays dots, greedy plays sudoku"),
        (("greedy", "random", "--boxes", "2x2"), "add --game dots"),
        (("mcts", "random", *TINY, "--generate", "2x2"), "add --game sudoku"),
        (("mcts", "random", *TINY, "--rules", "rows"), "add --game sudoku"),
        (("mcts", "random", "--game", "dots", "--boxes", "2"), "not a grid"),
        (("mcts", "random", "--game", "dots", "--board", "nowhere"), "nowhere"),
    ],
)
def test_options_of_another_game_are_refused(
    bombe: Bombe, words: tuple[str, ...], error: str
) -> None:
    done = bombe("match", *words)
    assert done.code in (2, 3)
    assert error in done.err


@pytest.mark.usefixtures("in_own_folder")
def test_games_begin_on_the_positions_that_are_given(bombe: Bombe, tmp_path: Path) -> None:
    Path("open.txt").write_text("3x3: h 0 0; v 0 0", encoding="utf-8")
    boards = ("--board", "open.txt", "--board", "2x2: h 0 0")
    words = ("--game", "dots", "--nodes", "5", *boards, "--no-extra-turn", "--games", "4")
    done = bombe("match", "mcts", "random", *words, "-o", "log", "--no-progress")
    assert done.code == 0, done.err
    starts = [game["start"]["edges"] for game in logged_games(tmp_path / "log")]
    assert starts == [["h 0 0", "v 0 0"]] * 2 + [["h 0 0"]] * 2
    assert not any(game["extra_turn"] for game in logged_games(tmp_path / "log"))


def test_a_line_is_never_a_bomb(tmp_path: Path) -> None:
    record = run(match_of(), tmp_path / "log", games=2)[0]
    with pytest.raises(ValueError, match="cannot be a bomb"):
        record.game.after(START, Line("h", 0, 0), is_bomb=True)
