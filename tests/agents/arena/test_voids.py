"""Games that something outside spoils are played again; turns that take too much are noted."""

from __future__ import annotations

import dataclasses
import threading
from typing import TYPE_CHECKING

import pytest
from plain_games import plain_games

from bombe import agents
from bombe.agents.arena.contest import Contest
from bombe.agents.arena.log import Log
from bombe.agents.arena.match import Match
from bombe.agents.arena.schedule import pairings
from bombe.agents.arena.turn_limits import LATE_MS, NODE_MS, START_MS, Limits
from bombe.agents.openings import Openings
from bombe.agents.seats import InProcess, TurnResult
from bombe.agents.turn import Trouble
from bombe.analysis.drawing.look import Look
from bombe.analysis.matches.tables import match_text
from bombe.analysis.matches.tally import Tally
from bombe.boards.errors import DisturbedError
from bombe.boards.game import Excess, Termination
from bombe.boards.record import GameRecord, read_record
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bombe.agents.seats import Seat
    from bombe.boards.game import AnyState

KILLED = TurnResult((), 5.0, Termination.VOID, "was killed from outside")


class Unlucky(InProcess):
    """Is killed from outside in its second turn, in the games of these numbers."""

    def __init__(self, name: str, games: Iterable[int]) -> None:
        super().__init__(lambda seed: agents.get(name, seed), name)
        self._games, self._game, self._turns = set(games), 0, 0

    def open_game(self, seed: int, folder: Path | None = None) -> None:
        super().open_game(seed, folder)
        self._game, self._turns = self._game + 1, 0

    def turn(self, state: AnyState, budget: Budget) -> TurnResult:
        self._turns += 1
        turn = super().turn(state, budget)
        return KILLED if self._turns == 2 and self._game in self._games else turn

    def trial(self) -> Trouble | None:
        self.open_game(0)
        return Trouble(Termination.VOID, KILLED.detail) if self._game in self._games else None


@dataclasses.dataclass(frozen=True)
class Disturbed(Match):
    """A match in which `greedy` is killed in some of the games that its seat plays."""

    kills: tuple[int, ...] = ()

    def seat(self, name: str) -> Seat:
        return Unlucky(name, self.kills if name == "greedy" else ())


def match_of(*kills: int) -> Disturbed:
    openings = Openings((read("random-2x2"),))
    return Disturbed(
        tuple(pairings(["greedy", "random"])), openings, budget=Budget(nodes=1), kills=kills
    )


def run(match: Match, path: Path) -> list[GameRecord]:
    with Log(path, match.fingerprint) as log:
        return list(Contest(match, log, games=4).run(1, threading.Event()))


def test_a_game_that_is_spoiled_from_outside_is_played_again_and_says_so(tmp_path: Path) -> None:
    quiet = run(match_of(), tmp_path / "quiet")
    first, *others = run(match_of(1, 2), tmp_path / "log")
    reason = "player 1 was killed from outside"
    assert first.extra["voided"] == [{"ply": 2, "reason": reason}] * 2
    assert not any("voided" in record.extra for record in others)
    extra = {key: value for key, value in first.extra.items() if key != "voided"}
    assert plain_games([dataclasses.replace(first, extra=extra), *others]) == plain_games(quiet)


def test_nothing_is_won_by_a_kill_even_if_a_move_was_proposed_before(tmp_path: Path) -> None:
    for record in run(match_of(2, 4), tmp_path / "log"):
        assert record.termination is Termination.SCORE


def test_a_match_in_which_players_are_killed_again_and_again_stops(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with pytest.raises(DisturbedError, match=r"game 1b, random against greedy, was void 3 times"):
        run(match_of(2, 3, 4), path)
    assert [read_record(line).id for line in path.read_text().splitlines()] == ["1a"]
    assert [record.id for record in run(match_of(), path)] == ["1b", "2a", "2b"]


def test_an_agent_that_is_killed_from_outside_in_its_trial_is_tried_again() -> None:
    match_of(1, 2).check()
    with pytest.raises(DisturbedError, match="agent 'greedy' was killed from outside, 3 times"):
        match_of(1, 2, 3).check()


@pytest.mark.parametrize(
    ("turn", "limits", "expected"),
    [
        (TurnResult((), 1.0, late_ms=LATE_MS), Limits(0.5, None), None),
        (TurnResult((), 1.0, late_ms=420.4), Limits(0.5, None), "420 ms after its limit of 0.5 s"),
        (TurnResult((), 1.0, cpu_ms=1e9), Limits(0.5, None), None),
        (TurnResult((), 1.0, cpu_ms=START_MS + 100 * NODE_MS), Limits(None, 100), None),
        (TurnResult((), 1.0, cpu_ms=2500.0), Limits(None, 100), "2.50 s of processor time for 100"),
        (TurnResult((), 1.0, cpu_ms=2500.0), Limits(None, 100, node_ms=20.0), None),
        (TurnResult((), 1.0, Termination.HANG, "hung", late_ms=500.0), Limits(0.5, None), "hung"),
        (TurnResult((), 1.0, made_ms=START_MS + 500.0), Limits(0.5, None), None),
        (
            TurnResult((), 1.0, made_ms=2000.0),
            Limits(0.5, None),
            "2.00 s of processor time when it",
        ),
        (TurnResult((), 1.0, withheld_ms=50.0, withheld=0.1), Limits(0.5, None), None),
        (TurnResult((), 1.0, withheld_ms=250.0, withheld=0.5), Limits(0.5, None), "lost 250 ms to"),
    ],
)
def test_what_a_turn_took_too_much_of(
    turn: TurnResult, limits: Limits, expected: str | None
) -> None:
    found = [words for _, words in limits.problems_of(turn)]
    assert len(found) == (expected is not None)
    assert expected is None or expected in found[0]


def test_excesses_are_counted_apart_from_turns_that_ended_badly(tmp_path: Path) -> None:
    first = run(match_of(), tmp_path / "log")[0]
    incidents = [
        {"ply": 0, "player": 1, "ending": Excess.OVERRUN, "detail": "returned 99 ms late"},
        {"ply": 2, "player": 1, "ending": Excess.CPU, "detail": "used 9 s"},
        {"ply": 4, "player": 1, "ending": Termination.HANG, "detail": "ran on"},
        {"ply": 6, "player": 1, "ending": Excess.STARVED, "detail": "lost 9 ms to other programs"},
    ]
    plies = tuple(ply._replace(cpu_ms=100.0 * ply.player) for ply in first.plies)
    extra = {**first.extra, "incidents": incidents}
    record = read_record(dataclasses.replace(first, extra=extra, plies=plies).to_json())
    player = Tally([record]).players[first.first]
    assert (player.excesses, player.excess) == (2, "overrun: returned 99 ms late")
    assert (player.incidents, player.incident) == (1, "hang: ran on")
    assert (player.starved, player.starving) == (1, "lost 9 ms to other programs")
    assert player.cpu_ms == pytest.approx(100.0)
    text = match_text(Tally([record]), Look(width=200))
    assert "greedy: 2 turns took too much or left something running; the first: " in text
    assert "; the first: overrun: returned 99 ms late" in text
    assert "greedy: 1 turn starved, since other programs kept the machine busy; the first" in text
    assert text.splitlines()[0].endswith("cpu")
