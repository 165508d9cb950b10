"""Whether a game holds: the quick replay against the rules, verdicts, and how games end."""

from __future__ import annotations

import dataclasses
import random
from typing import TYPE_CHECKING, Any

import pytest
from games import random_game
from hypothesis import given, settings
from hypothesis import strategies as st
from played_logs import random_games, tampered

from bombe.analysis.matches.verification import verdicts
from bombe.analysis.matches.verification.games import check_game_record
from bombe.analysis.matches.verification.replays import by_rules, replay_moves
from bombe.analysis.matches.verification.sudoku import quick_replay
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.record import GameRecord, Termination, read_record
from bombe.solvers import Verdict, get, native

if TYPE_CHECKING:
    from bombe.boards.record import Ply

EMPTY = SudokuState.start(Board.empty(Shape(2, 2)))
GAME = random_game(EMPTY, 3)
SEEDS = st.integers(0, 10**6)


@given(SEEDS)
@settings(max_examples=25)
def test_random_games_hold_and_the_quick_replay_finds_the_same_as_the_rules(seed: int) -> None:
    for record in random_games(seed):
        assert check_game_record(record) == check_game_record(read_record(record.to_json()))
        assert check_game_record(record).problems == ()
        assert replay_moves(record) == by_rules(record)


@given(SEEDS)
@settings(max_examples=35)
def test_a_replay_is_quick_exactly_where_the_rules_find_nothing_wrong(seed: int) -> None:
    rng = random.Random(seed)
    for record in random_games(seed):
        changed = tampered(record, rng)
        slow = by_rules(changed)
        if isinstance(changed.start, SudokuState):
            quick = quick_replay(changed.start, changed.plies)
            assert (quick is None) == bool(slow.problem)
            assert quick in (None, slow)


@given(SEEDS)
@settings(max_examples=35)
def test_a_game_holds_exactly_if_an_independent_replay_says_so(seed: int) -> None:
    rng = random.Random(seed)
    for record in random_games(seed):
        changed = tampered(record, rng)
        assert bool(check_game_record(changed).problems) is not holds(changed)


def holds(record: GameRecord) -> bool:
    """Replay a finished game move by move, asking another solver about each."""
    state, game, oracle = record.start, record.game, get("backtracking")
    for ply in record.plies:
        if game.refusal(state, ply.move) or ply.player != state.to_move:
            return False
        board = game.question(state, ply.move)
        is_bomb = board is not None and oracle.solvable(board) is Verdict.NO
        points = 0 if is_bomb else game.points(state, ply.move)
        if (is_bomb, points) != (ply.is_bomb, ply.points):
            return False
        state = game.after(state, ply.move, is_bomb=is_bomb)
    one, two = state.scores
    is_right = record.scores == state.scores and record.winner == (one > two) + 2 * (two > one)
    return state.is_over and is_right


def first(plies: tuple[Ply, ...], *, is_bomb: bool) -> int:
    return next(number for number, ply in enumerate(plies) if ply.is_bomb is is_bomb)


def changed(number: int, **fields: Any) -> GameRecord:
    plies = list(GAME.plies)
    plies[number] = plies[number]._replace(**fields)
    return dataclasses.replace(GAME, plies=tuple(plies))


BOMB = first(GAME.plies, is_bomb=True)
LAST = len(GAME.plies)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (changed(0, player=2), "move 1: player 2 moves, but it is player 1's turn"),
        (changed(0, points=1), f"move 1: {GAME.plies[0].move} scores 0, not 1"),
        (changed(1, move=GAME.plies[0].move), f"move 2: {GAME.plies[0].move} is refused: "),
        (
            changed(0, proposals=((Move(0, 0, 1), 1.0), (Move(3, 3, 4), 2.0))),
            "is not what was proposed last, (3,3) -> 4",
        ),
        (
            dataclasses.replace(GAME, plies=GAME.plies[:-1]),
            "played to its end, but the moves end before it",
        ),
        (dataclasses.replace(GAME, scores=(99, 0)), "the scores are 99 to 0, but the moves score"),
        (dataclasses.replace(GAME, winner=3 - GAME.winner), "has won by"),
        (
            dataclasses.replace(GAME, termination=Termination.CRASH, winner=1),
            "termination crash, but the game was played to its end",
        ),
    ],
)
def test_what_is_wrong_with_a_game_is_reported(record: GameRecord, words: str) -> None:
    assert any(words in problem for problem in check_game_record(record).problems)


def test_a_bomb_that_is_none_and_a_move_that_is_one_are_named() -> None:
    bomb = GAME.plies[BOMB]
    placed = changed(BOMB, is_bomb=False, points=0)
    problems = check_game_record(dataclasses.replace(placed, plies=placed.plies[: BOMB + 1]))
    assert f"move {BOMB + 1}: {bomb.move} was placed, but it is a bomb" in problems.problems
    safe = first(GAME.plies, is_bomb=False)
    (problem, *_) = check_game_record(changed(safe, is_bomb=True, points=0)).problems
    assert problem.startswith(f"move {safe + 1}: ")
    assert "is no bomb: the board has a solution with it" in problem


def forfeit(ending: Termination, move: object, **fields: Any) -> GameRecord:
    """Return a game that player 1 loses in its first turn."""
    values = {
        "plies": (),
        "scores": (0, 0),
        "winner": 2,
        "termination": ending,
        "reason": "player 1 did it",
        "extra": {"refused": {"move": move, "ms": 1.0, "proposals": [], "output": ""}},
        **fields,
    }
    return dataclasses.replace(GAME, **values)


@pytest.mark.parametrize(
    "record",
    [
        forfeit(Termination.CRASH, None),
        forfeit(Termination.NO_PROPOSAL, None),
        forfeit(Termination.NO_MOVE, "'hello'"),
        forfeit(Termination.OUT_OF_RANGE, [0, 0, 5]),
        forfeit(Termination.CRASH, None, winner=1, reason="player 2 cannot play: x", extra={}),
        forfeit(Termination.TABOO, None, extra={}),
        forfeit(Termination.VOID, [0, 0, 1], winner=0),
    ],
)
def test_forfeits_that_fit_their_termination_hold(record: GameRecord) -> None:
    assert check_game_record(record).problems == ()


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (forfeit(Termination.CRASH, [0, 0, 1]), "crash, but [0, 0, 1] was proposed"),
        (forfeit(Termination.NO_MOVE, [0, 0, 1]), "no-move, but [0, 0, 1] is a move"),
        (forfeit(Termination.TABOO, [0, 0, 1]), "taboo, but (0,0) -> 1 is legal"),
        (forfeit(Termination.TABOO, [0, 0, 5]), "taboo, but (0,0) -> 5 is refused as out-of-range"),
        (forfeit(Termination.TABOO, "x"), "taboo, but 'x' is no move"),
        (forfeit(Termination.CRASH, None, winner=0), "1/2, but a player lost by crash"),
        (forfeit(Termination.CRASH, None, winner=1, reason=""), "but it was the opponent's turn"),
        (forfeit(Termination.CRASH, None, reason="player 2 x"), "but the reason is of player 2"),
        (forfeit(Termination.VOID, None), "player 2 wins, but the game is void"),
    ],
)
def test_forfeits_that_do_not_are_named(record: GameRecord, words: str) -> None:
    assert any(words in problem for problem in check_game_record(record).problems)


def test_what_a_solver_cannot_decide_is_counted_and_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(verdicts, "NODES", 0)
    board = Board.empty(Shape(5, 5))
    record = dataclasses.replace(
        GAME, start=SudokuState.start(board), plies=(), scores=(0, 0), termination=Termination.VOID
    )
    found = check_game_record(dataclasses.replace(record, winner=0))
    assert (found.problems, found.undecided) == ((), 1)


@pytest.mark.parametrize("is_native", [True, False])
def test_the_kernel_and_a_solver_in_python_answer_the_same(
    monkeypatch: pytest.MonkeyPatch, *, is_native: bool
) -> None:
    monkeypatch.setattr(native, "is_available", lambda: is_native)
    for rules in Rules:
        record = random_game(SudokuState.start(Board.empty(Shape(2, 2)), rules, 1), 8)
        questions = replay_moves(record).questions
        expected = [Verdict.NO if each.is_bomb else Verdict.YES for each in questions]
        assert verdicts.answers(questions) == expected
