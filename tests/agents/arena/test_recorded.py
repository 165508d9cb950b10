"""What a player may fill of a game's line in a log: a line is never too long to be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bombe.agents.arena.referee import referee
from bombe.agents.processes.reports import proposal
from bombe.agents.seats import Proposal, TurnResult
from bombe.boards.game import game_named
from bombe.boards.record import GameRecord, Termination, read_record
from bombe.boards.text.lines import LONGEST_LINE

if TYPE_CHECKING:
    from pathlib import Path

    from bombe.agents.turn import Trouble
    from bombe.boards.game import AnyMove, AnyState
    from bombe.solvers import Budget

START = game_named("dots").start("15x15")
ESCAPES = "\x1b" * 2000
NOTES = tuple((f"{'n' * 20}{number}", 1e14 + 0.123) for number in range(16))
WORDS = "raised ValueError: " + "é" * 900


class LoudSeat:
    """Plays the first move, and says as much as it can."""

    name = "loud"

    def __init__(self, loses_at: int = 1000) -> None:
        self.turns, self.loses_at = 0, loses_at

    def open_game(self, seed: int, folder: Path | None = None) -> None:
        """Do nothing."""

    def trial(self) -> Trouble | None:
        """Succeed."""

    def close(self) -> None:
        """Do nothing."""

    def turn(self, state: AnyState, budget: Budget) -> TurnResult:
        del budget
        self.turns += 1
        move: AnyMove = state.moves()[0]
        proposals = (Proposal(move, 123.456),) * (100 if self.turns < self.loses_at else 0)
        crash = Termination.CRASH
        return TurnResult(proposals, 99.9, crash, WORDS, f"{ESCAPES}{self.turns}", NOTES)


def recorded(first: LoudSeat, second: LoudSeat) -> GameRecord:
    outcome = referee(START, first, second)
    return GameRecord(
        *("1a", START, "one", "two", outcome.plies, outcome.state.scores, outcome.winner),
        *(outcome.termination, outcome.reason),
        extra=outcome.extra(),
    )


@pytest.mark.parametrize("loses_at", [1000, 200])
def test_a_line_is_short_enough_to_be_read_whatever_players_say(loses_at: int) -> None:
    record = recorded(LoudSeat(), LoudSeat(loses_at))
    line = record.to_json()
    assert len(line) < LONGEST_LINE
    read = read_record(line)
    assert [ply.move for ply in read.plies] == [ply.move for ply in record.plies]
    assert len(read.plies) == 480 if loses_at == 1000 else len(read.plies) < 480


@pytest.mark.parametrize("said", ["x" * 100_000, ["h", 10**4000, 0], [["x" * 100_000]]])
def test_a_proposal_that_is_no_move_is_short(said: object) -> None:
    assert len(str(proposal(START.game, said))) < 300


def test_what_is_left_out_is_marked_and_the_end_of_a_lost_game_is_kept() -> None:
    record = recorded(LoudSeat(), LoudSeat(200))
    outputs = [ply.output for ply in record.plies]
    assert outputs[0] == f"{ESCAPES}1"
    assert outputs[-1] == "[cut: this player has printed too much in this game]\n"
    assert {len(ply.proposals) for ply in record.plies} == {1, 100}
    assert json.loads(record.to_json())["refused"]["output"] == f"{ESCAPES}200"
