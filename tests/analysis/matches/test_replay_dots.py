"""Replays of Dots and Boxes: captions, drawings for terminals, pictures and pages."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from dots_brute import DotsBrute

from bombe.analysis.drawing.look import Look
from bombe.analysis.matches.lost_points import losses, lost_points
from bombe.analysis.matches.replay import frames
from bombe.boards.dots.state import DotsState, Grid, Line
from bombe.boards.record import GameRecord, Ply, Termination
from bombe.commands import main

if TYPE_CHECKING:
    from pathlib import Path


def random_game(start: DotsState, seed: int) -> GameRecord:
    """Return a game of random lines."""
    rng, state, plies = random.Random(seed), start, []
    while not state.is_over:
        line = rng.choice(state.moves())
        plies.append(Ply(state.to_move, line, False, state.completes(line), ms=1.5))  # noqa: FBT003 - no bomb
        state = state.play(line)
    one, two = state.scores
    winner = (one > two) + 2 * (two > one)
    return GameRecord(
        f"{seed}a",
        start,
        "one",
        "two",
        tuple(plies),
        state.scores,
        winner,
        Termination.SCORE,
        "played to the end",
    )


GAME = random_game(DotsState.start(Grid(2, 3)), 4)


def test_captions_name_the_player_the_line_and_the_score() -> None:
    shown = list(frames(GAME))
    assert len(shown) == 18
    assert shown[0].caption == "start: 17 lines to draw, one (player 1) begins"
    assert shown[1].caption == f"1. one (player 1) plays {GAME.plies[0].move}; 0 to 0"
    scoring = next(frame for frame in shown if frame.ply and frame.ply.points)
    assert " for 1 point; " in scoring.caption or " for 2 points; " in scoring.caption
    assert shown[-1].caption.endswith("{} to {}".format(*GAME.scores))
    assert not any(frame.note for frame in shown)


def test_terminal_and_picture_show_owners_and_the_last_line() -> None:
    start, *_, last = frames(GAME)
    assert "═" in last.text(Look()) or "║" in last.text(Look())
    assert "player 1's box" in last.text(Look())
    assert "═" not in start.text(Look())
    assert last.svg().startswith("<svg")
    assert last.svg() != list(frames(GAME))[-2].svg()


@pytest.mark.parametrize("ply", ["0", "5"])
def test_the_command_draws_games_and_positions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ply: str
) -> None:
    log, svg, html = tmp_path / "log", tmp_path / "a.svg", tmp_path / "a.html"
    log.write_text(GAME.to_json() + "\n", encoding="utf-8")
    assert main(["replay", f"{log}#1"]) == 0
    assert "17. " in capsys.readouterr().out
    words = ["--ply", ply, "--svg", str(svg), "--html", str(html)]
    assert main(["replay", f"{log}#1", *words]) == 0
    assert list(frames(GAME))[int(ply)].caption in capsys.readouterr().out
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert "one against two" in html.read_text(encoding="utf-8")


def test_commands_about_sudoku_refuse_a_game_of_dots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    log.write_text(GAME.to_json() + "\n", encoding="utf-8")
    assert main(["tempo", f"{log}#1"]) == 3
    assert "a game of dots, but sudoku is needed" in capsys.readouterr().err


@pytest.mark.parametrize("extra_turn", [True, False])
def test_lost_boxes_are_those_of_plain_minimax(*, extra_turn: bool) -> None:
    record = random_game(DotsState.start(Grid(2, 2), extra_turn=extra_turn), 5)
    brute = DotsBrute(2, 2, extra_turn=extra_turn)
    expected = {}
    for number, (state, ply) in enumerate(zip(record.states(), record.plies, strict=False), 1):
        assert isinstance(state, DotsState)
        values = brute.values(state.edges)
        expected[number] = max(values.values()) - values[Line.of(ply.move)]
    assert lost_points(record) == expected
    assert any(expected.values()), "pick a seed with an error"
    found = losses(record)
    shown = [frame.caption for frame in frames(record, found)]
    for number, state in enumerate(list(record.states())[:-1], 1):
        better = found[number].better
        assert (better is None) == (not expected[number])
        if better is not None:  # it gives nothing away
            assert isinstance(state, DotsState)
            values = brute.values(state.edges)
            assert values[Line.of(better)] == max(values.values())
            end = f"; {expected[number]} lost against best play: {better} was better"
            assert end in shown[number]
            one, two = state.scores
            ahead = one - two if state.to_move == 1 else two - one
            assert ("but loses, too" in shown[number]) == (ahead + max(values.values()) < 0)
        else:
            assert "was better" not in shown[number]
