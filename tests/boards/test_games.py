"""The contract of games: each game in the table is played, written, read back and refused alike."""

from __future__ import annotations

import json

import pytest
from any_game import GAME_NAMES, is_bomb, playout, position_of, start_of

from bombe.agents.games import GAMES as PLAYED
from bombe.agents.games import players_of
from bombe.analysis.games import GAMES as SHOWN
from bombe.boards.errors import FormatError, IllegalMoveError, UnknownNameError
from bombe.boards.game import GAMES, Termination, game_named, opponent

every_game = pytest.mark.parametrize("game", GAME_NAMES)
SEEDS = range(8)


@every_game
def test_a_game_has_a_line_in_every_room(game: str) -> None:
    assert game in PLAYED, f"{game} has no line in bombe.agents.games"
    assert game in SHOWN, f"{game} has no line in bombe.analysis.games"
    assert game_named(game).name == game
    assert game_named(game).title


def test_a_line_in_one_package_is_not_enough() -> None:
    assert set(GAMES) == set(PLAYED) == set(SHOWN)


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="unknown game 'chess': known are"):
        game_named("chess")


@every_game
def test_positions_come_back_from_their_texts(game: str) -> None:
    for seed in SEEDS:
        for state, _ in playout(game, seed):
            rules = state.game
            assert rules.read(rules.write(state)) == state
            assert rules.from_json(json.loads(json.dumps(rules.to_json(state)))) == state
            assert rules.one_line(state) == rules.one_line(state).strip() != ""
            assert str(state)


@every_game
def test_the_usual_size_begins_a_game(game: str) -> None:
    start = game_named(game).start(players_of(game).size)
    assert type(start) is game_named(game).state
    assert start.game.name == game
    assert (start.to_move, start.scores, start.is_over) == (1, (0, 0), False)


@every_game
def test_moves_come_back_from_their_parts(game: str) -> None:
    for seed in SEEDS:
        for state, move in playout(game, seed):
            if move is None:
                continue
            parts = json.loads(json.dumps(move))
            assert state.game.move(parts) == move
            assert type(state.game.move(tuple(parts))) is type(move)
            if not is_bomb(state, move):
                assert state.play(tuple(parts)) == state.play(move)


@every_game
@pytest.mark.parametrize("junk", [None, 3, "x", [], [1, 2, 3, 4], [None] * 3, {"a": 1}, [1.5] * 3])
def test_what_is_not_a_move_is_refused_as_one(game: str, junk: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        game_named(game).move(junk)


@every_game
def test_legal_moves_are_not_refused_and_others_are(game: str) -> None:
    for seed in SEEDS:
        state = position_of(game, seed)
        legal = list(state.moves())
        assert len(set(legal)) == len(legal) > 0
        assert not [move for move in legal if state.game.refusal(state, move)]
        far = state.game.move([part if isinstance(part, str) else 99 for part in legal[0]])
        refused = state.game.refusal(state, far)
        assert refused is not None
        assert refused.termination.is_forfeit
        assert refused.reason
        with pytest.raises(IllegalMoveError):
            state.play(far)


@every_game
def test_a_played_move_changes_nothing_but_what_it_returns(game: str) -> None:
    for seed in SEEDS:
        for state, move in playout(game, seed):
            before = (hash(state), state.game.write(state))
            if move is not None:
                state.game.after(state, move, is_bomb=is_bomb(state, move))
            assert before == (hash(state), state.game.write(state))


@every_game
def test_points_are_what_the_score_grows_by(game: str) -> None:
    for seed in SEEDS:
        for state, move in playout(game, seed):
            if move is None or is_bomb(state, move):
                continue
            after, mover = state.play(move), state.to_move - 1
            assert after.scores[mover] - state.scores[mover] == state.game.points(state, move)
            assert after.scores[1 - mover] == state.scores[1 - mover]
            assert after.to_move in (state.to_move, opponent(state.to_move))


@every_game
def test_only_games_with_an_oracle_have_bombs(game: str) -> None:
    rules, state = game_named(game), start_of(game, 1)
    move = state.moves()[0]
    assert (rules.question(state) is not None) == rules.has_bombs
    if not rules.has_bombs:
        with pytest.raises(ValueError, match=f"{game} has none"):
            rules.after(state, move, is_bomb=True)


@every_game
def test_the_end_of_a_game_is_one(game: str) -> None:
    for seed in SEEDS:
        *_, (end, _) = playout(game, seed)
        assert end.is_over
        last = start_of(game, seed).moves()[0]
        with pytest.raises(ValueError, match="refused"):
            end.play(last)


@every_game
def test_the_key_of_a_position_says_what_can_still_be_played(game: str) -> None:
    for seed in SEEDS:
        for state, _ in playout(game, seed):
            again = state.game.read(state.game.write(state))
            assert hash(state.game.key(state)) == hash(state.game.key(again))


@every_game
def test_texts_that_hold_no_position_are_refused_with_their_place(game: str) -> None:
    for text in ("", "[]", "{}", "what is this"):
        with pytest.raises(FormatError, match="my file"):
            game_named(game).read(text, "my file")


def test_every_way_to_end_a_game_has_its_words() -> None:
    assert all(termination.sentence for termination in Termination)
