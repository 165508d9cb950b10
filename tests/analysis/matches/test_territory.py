"""Shut-outs and spoiled wins: what a record shows is what the rules say of its positions."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import TYPE_CHECKING

import pytest
from games import random_game
from random_boards import full_grid
from running import runner

from bombe.analysis.drawing.look import Look
from bombe.analysis.matches.breakdowns import break_down, breakdowns_text
from bombe.analysis.matches.categories import categories_named
from bombe.analysis.matches.tables import match_text
from bombe.analysis.matches.tally import Tally
from bombe.analysis.matches.territory import proved_wins, seen_from, shut_outs
from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.record import GameRecord, Termination

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

    from bombe.boards.game import Player

PLAYERS: tuple[tuple[Player, Player], ...] = ((1, 2), (2, 1))
MODES = [rules for rules in Rules if rules is not Rules.CLASSIC]


def start(seed: int, rules: Rules) -> SudokuState:
    """Return the start of a game on a board with a solution, of which half the cells are given."""
    rng = random.Random(seed)
    shape = rng.choice([Shape(2, 2), Shape(2, 3), Shape(3, 2)])
    values = full_grid(shape, rng)
    for cell in rng.sample(range(shape.cells), shape.cells // 2):
        values[cell] = 0
    return SudokuState.start(Board(shape, bytes(values)), rules, seed=seed)


def by_the_rules(record: GameRecord) -> dict[int, int]:
    """Return the shut-outs by asking each position of a game who may play."""
    found: dict[int, int] = {}
    states = [state for state in record.states() if isinstance(state, SudokuState)]
    left = [len(state.board.empty_cells()) for state in states]
    for number, state in enumerate(states):
        for player, other in PLAYERS:
            if not state.playable(player) and state.playable(other):
                found.setdefault(player, left[number] - left[-1])
    return found


def noting(record: GameRecord, ply: int, proven: float) -> GameRecord:
    """Return the game with a note on one of its plies."""
    plies = list(record.plies)
    plies[ply] = plies[ply]._replace(notes=(("proven", proven),))
    return dataclasses.replace(record, plies=tuple(plies))


@pytest.mark.parametrize("rules", MODES)
def test_shut_outs_are_those_that_the_rules_know(rules: Rules) -> None:
    shut, cells = 0, set[int]()
    for seed in range(60):
        record = random_game(start(seed, rules), seed)
        found = shut_outs(record)
        assert found == by_the_rules(record)
        shut += len(found)
        cells |= set(found.values())
    assert shut > 5
    assert len(cells) > 2


def test_who_has_no_cell_from_the_start_is_shut_out_of_the_whole_board() -> None:
    board = Board([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [0, 0, 0, 0]])
    record = random_game(SudokuState.start(board, Rules.ROWS), 1)
    assert shut_outs(record) == {1: 4}
    first, second = seen_from(record)
    assert (first.shut_out, first.shuts_out) == (4, False)
    assert (second.shut_out, second.shuts_out) == (None, True)


def test_nobody_is_shut_out_where_every_cell_is_open_to_both() -> None:
    record = random_game(start(1, Rules.CLASSIC), 1)
    for each in (record, dataclasses.replace(record, start=DotsState.start(Grid(1, 2)))):
        assert shut_outs(each) == {}
        assert not any(seen.is_restricted for seen in seen_from(each))


def test_a_proved_win_that_was_not_won_is_spoiled() -> None:
    record = dataclasses.replace(random_game(start(1, Rules.ROWS), 1), winner=2)
    first = next(number for number, ply in enumerate(record.plies) if ply.player == 1)
    assert proved_wins(noting(record, first, 3)) == {1}
    assert [seen.spoiled for seen in seen_from(noting(record, first, 3))] == [True, False]
    assert not proved_wins(noting(record, first, 0))
    void = dataclasses.replace(noting(record, first, 3), termination=Termination.VOID, winner=0)
    assert [seen.spoiled for seen in seen_from(void)] == [False, False]


def test_tables_show_shut_outs_only_of_games_that_can_have_them() -> None:
    for rules in (Rules.CLASSIC, Rules.ROWS):
        records = [random_game(start(seed, rules), seed) for seed in range(8)]
        tally = Tally(records)
        found = break_down(records, categories_named("total"))
        for text in (match_text(tally, Look()), breakdowns_text(found)):
            assert ("shut out" in text) == (rules is Rules.ROWS)
        for seat, each in enumerate(found, 1):
            (line,) = each.lines
            outs = [shut_outs(record) for record in records]
            assert line.score.shut_out == sum(seat in out for out in outs)
            assert line.score.shuts_out == sum(3 - seat in out for out in outs)
            assert line.score.shut_out_cells == sum(out.get(seat, 0) for out in outs)
            assert tally.players[each.player].shut_outs == line.score.shut_out


def test_rate_shows_the_shut_outs_of_a_log(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bombe: Bombe = runner(capsys)
    log = tmp_path / "games.jsonl"
    records = [random_game(start(seed, Rules.ROWS), seed) for seed in range(12)]
    log.write_text("".join(f"{record.to_json()}\n" for record in records))
    document = json.loads(bombe("rate", str(log), "--by", "rules", "--json").out)
    for seat, each in enumerate(document["breakdowns"], 1):
        (value,) = each["values"]
        assert value["restricted"] == 12
        assert value["shut_out"] == sum(seat in shut_outs(record) for record in records)
    players = json.loads(bombe("rate", str(log), "--json").out)["players"]
    assert [player["restricted"] for player in players] == [12, 12]
