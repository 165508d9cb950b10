"""The referee: rules and oracle applied to proposals, and each way of losing by its reason."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import mock_agents
import pytest

from bombe.agents import get
from bombe.agents.arena.playing import play
from bombe.agents.arena.referee import Outcome
from bombe.agents.processes.process import Settings, Worker
from bombe.agents.seats import InProcess, Proposal, TurnResult
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.record import GameRecord, Incident, Termination, read_record
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents import Clock
    from bombe.boards.game import AnyState

START = SudokuState.start(Board.empty(Shape(2, 2)))
NEARLY_FULL = Board([[1, 3, 2, 4], [4, 2, 0, 0], [3, 1, 0, 2], [2, 0, 0, 1]])
BOMB = Move(1, 2, 3)
SAFE = Move(1, 2, 1)


class Scripted:
    """Proposes a fixed list of moves in each turn, regardless of the position."""

    def __init__(self, *turns: list[Any]) -> None:
        self.turns = list(turns)

    def choose(self, state: SudokuState, clock: Clock) -> Iterator[Any]:
        del state, clock
        yield from self.turns.pop(0)


class ScriptedSeat:
    """A seat that returns the turn results it was made with."""

    name = "scripted"

    def __init__(self, *turns: TurnResult) -> None:
        self.turns = list(turns)

    def open_game(self, seed: int, folder: Path | None = None) -> None:
        """Do nothing."""

    def trial(self) -> None:
        """Succeed."""

    def turn(self, state: AnyState, budget: Budget) -> TurnResult:
        del state, budget
        return self.turns.pop(0)

    def close(self) -> None:
        """Do nothing."""


def play_against_random(
    *turns: list[Any], state: SudokuState = START, **how: Any
) -> Outcome[SudokuState]:
    return play(state, Scripted(*turns), get("random"), **how)


def test_the_same_seeds_play_the_same_game() -> None:
    one, two = (play(START, get("greedy", 5), get("random", 6)) for _ in "ab")
    assert one.state == two.state
    assert one.termination is Termination.SCORE
    assert one.state.scores != (0, 0)


def test_a_bomb_passes_the_turn_and_is_not_placed() -> None:
    outcome = play(SudokuState.start(NEARLY_FULL), Scripted([BOMB], [BOMB]), Scripted([SAFE]))
    bomb, safe = outcome.plies
    assert (bomb.player, bomb.move, bomb.is_bomb, bomb.points) == (1, BOMB, True, 0)
    assert (safe.player, safe.move, safe.is_bomb) == (2, SAFE, False)
    assert outcome.state.taboo == {BOMB}
    assert (outcome.termination, outcome.winner) == (Termination.FILLED, 2)


@pytest.mark.parametrize(
    ("move", "termination", "words"),
    [
        (Move(0, 0, 9), Termination.OUT_OF_RANGE, "there is no value 9: values go from 1 to 4"),
        (Move(4, 0, 1), Termination.OUT_OF_RANGE, "there is no cell (4,0)"),
        (Move(0, 0, 2), Termination.FILLED, "cell (0,0) holds 1 already"),
        (Move(1, 2, 4), Termination.BREAKS_C0, "4 stands in its row already, at (1,0)"),
        (BOMB, Termination.TABOO, "(1,2) -> 3 is taboo"),
        ("abc", Termination.NO_MOVE, "proposed 'abc', which is not a move"),
        (None, Termination.NO_MOVE, "proposed None, which is not a move"),
    ],
)
def test_a_move_that_the_rules_refuse_loses_with_all_reasons(
    move: Any, termination: Termination, words: str
) -> None:
    state = SudokuState(NEARLY_FULL, taboo=frozenset({BOMB}))
    outcome = play_against_random([SAFE, move], state=state)
    assert (outcome.termination, outcome.winner) == (termination, 2)
    assert words in outcome.reason
    assert outcome.refused is not None
    assert len(outcome.refused.proposals) == 2
    assert outcome.plies == ()


def test_a_cell_on_which_the_player_may_not_play_loses() -> None:
    state = SudokuState.start(Board.empty(Shape(2, 2)), Rules.ROWS)
    outcome = play_against_random([Move(2, 0, 1)], state=state)
    assert (outcome.termination, outcome.winner) == (Termination.NOT_PLAYABLE, 2)


def test_an_outcome_is_one_sentence() -> None:
    assert str(play_against_random([Move(0, 0, 9)])) == (
        "player 2 wins, 0 : 0; player 1 proposed (0,0) -> 9: "
        "there is no value 9: values go from 1 to 4"
    )


def test_no_proposal_loses() -> None:
    outcome = play_against_random([])
    assert (outcome.termination, outcome.winner) == (Termination.NO_PROPOSAL, 2)
    assert outcome.extra()["refused"]["move"] is None


def test_a_proposal_after_the_deadline_does_not_count() -> None:
    outcome = play_against_random([Move(0, 0, 1)], budget=Budget(seconds=0.0))
    assert outcome.termination is Termination.NO_PROPOSAL


def test_with_its_nodes_used_up_an_agent_may_propose_once_more() -> None:
    class Spender:
        def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
            clock.spend()
            yield state.moves()[0]
            yield Move(9, 9, 9)

    outcome = play(START, Spender(), get("random"), budget=Budget(nodes=1))
    assert outcome.termination is Termination.SCORE


def test_running_out_of_nodes_is_not_a_crash_but_an_error_of_the_agent_is() -> None:
    class Spender:
        def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
            yield state.moves()[0]
            while True:
                clock.spend()

    class Broken:
        def choose(self, state: SudokuState, clock: Clock) -> Iterator[Move]:
            del state, clock
            raise ZeroDivisionError

    outcome = play(START, Spender(), get("random"), budget=Budget(nodes=5))
    assert (outcome.termination, outcome.incidents) == (Termination.SCORE, ())
    outcome = play(START, get("random"), Broken())
    assert (outcome.termination, outcome.winner) == (Termination.CRASH, 1)
    assert "player 2 raised ZeroDivisionError" in outcome.reason


def test_an_oracle_that_cannot_decide_voids_the_game() -> None:
    outcome = play_against_random([Move(0, 0, 1)], oracle_budget=Budget(nodes=0))
    assert (outcome.termination, outcome.winner) == (Termination.VOID, 0)
    assert outcome.state == START


def test_a_game_that_is_over_is_scored_at_once() -> None:
    full = SudokuState.start(Board([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]))
    assert play(full, Scripted(), Scripted()) == Outcome(
        full, Termination.SCORE, 0, "played to the end"
    )


def test_an_ending_after_a_proposal_is_an_incident_and_without_one_the_reason() -> None:
    first = ScriptedSeat(
        TurnResult((Proposal(Move(0, 0, 1), 1.0),), 5.0, Termination.HANG, "went on", "words"),
        TurnResult((), 5.0, Termination.MEMORY, "exceeded its", "more words", (("depth", 2),)),
    )
    second = ScriptedSeat(TurnResult((Proposal("junk", 1.0), Proposal(Move(0, 1, 2), 2.0)), 3.0))
    outcome = play(START, first, second)
    assert outcome.incidents == (Incident(0, 1, Termination.HANG, "went on"),)
    assert (outcome.termination, outcome.winner) == (Termination.MEMORY, 2)
    assert outcome.reason == "player 1 exceeded its"
    assert outcome.extra()["refused"]["notes"] == {"depth": 2}
    assert outcome.plies[0].output == "words"
    assert outcome.plies[1].proposals == ((Move(0, 1, 2), 2.0),)
    assert outcome.extra()["refused"]["output"] == "more words"


def test_what_the_turn_that_lost_took_too_much_of_is_noted() -> None:
    left = "left a thread running, which was stopped"
    first = ScriptedSeat(TurnResult((Proposal("junk", 1.0),), 3.0, late_ms=300.0, left=left))
    outcome = play(START, first, get("random"), budget=Budget(0.5))
    assert outcome.termination is Termination.NO_MOVE
    assert [each.words for each in outcome.incidents] == [
        "overrun: returned 300 ms after its limit of 0.5 s",
        left,
    ]
    assert {(each.ply, each.player) for each in outcome.incidents} == {(0, 1)}


def test_an_outcome_is_the_same_after_writing_and_reading_its_record() -> None:
    first = ScriptedSeat(
        TurnResult(
            (Proposal(Move(0, 0, 1), 1.0),), 5.0, Termination.HANG, "went on", notes=(("depth", 4),)
        )
    )
    outcome = play(START, first, Scripted(["junk"]))
    record = GameRecord(
        id="1a",
        start=START,
        first="a",
        second="b",
        plies=outcome.plies,
        scores=outcome.state.scores,
        winner=outcome.winner,
        termination=outcome.termination,
        reason=outcome.reason,
        extra=outcome.extra(),
    )
    back = read_record(record.to_json())
    assert (back.plies, back.termination) == (record.plies, Termination.NO_MOVE)
    assert back.plies[0].notes == (("depth", 4),)
    assert '"notes": {"depth": 4}' in record.to_json()
    assert back.extra["incidents"] == [
        {"ply": 0, "player": 1, "ending": "hang", "detail": "went on"}
    ]
    assert back.extra["refused"]["move"] == "'junk'"
    assert len(back.extra["overhead_ms"]) == 2


def test_a_worker_may_play_against_an_agent_in_this_process() -> None:
    mocks = Path(mock_agents.__file__)
    with Worker(f"{mocks}:Changes:at=0", Settings(memory=None)) as worker:
        worker.open_game(1)
        seat = InProcess(lambda seed: get("greedy", seed))
        seat.open_game(1)
        outcome = play(START, worker, seat, budget=Budget(seconds=10.0))
    assert outcome.termination is Termination.SCORE
    assert sum(outcome.state.scores) < 99
