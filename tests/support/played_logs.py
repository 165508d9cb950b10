"""Logs of random games for tests, with hashes as a match writes them; and wrong records."""

from __future__ import annotations

import dataclasses
import random
from typing import TYPE_CHECKING

from games import random_game

from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.chain import link_of, linked
from bombe.boards.dots.state import DotsState
from bombe.boards.record import GameRecord, Ply, Termination

if TYPE_CHECKING:
    from collections.abc import Iterable


def random_dots_game(start: DotsState, seed: int) -> GameRecord:
    """Play random lines to the end."""
    rng, state, plies = random.Random(seed), start, list[Ply]()
    while not state.is_over:
        line = rng.choice(state.moves())
        plies.append(Ply(state.to_move, line, is_bomb=False, points=state.completes(line), ms=1.5))
        state = state.play(line)
    one, two = state.scores
    return GameRecord(
        id=f"{seed}a",
        start=start,
        first="one",
        second="two",
        plies=tuple(plies),
        scores=state.scores,
        winner=(one > two) + 2 * (two > one),
        termination=Termination.SCORE,
        reason="played to the end",
        seeds=(seed, seed + 1),
    )


def random_games(seed: int) -> list[GameRecord]:
    """Return a game of each kind: all play modes and several shapes, both variants of Dots."""
    shapes = [Shape(2, 2), Shape(2, 3), Shape(1, 4), Shape(3, 2)]
    games = [
        random_game(
            SudokuState.start(Board.empty(shapes[(seed + place) % 4]), rules, seed), seed + place
        )
        for place, rules in enumerate(Rules)
    ]
    return games + [
        random_dots_game(DotsState.start(size, extra_turn=extra), seed)
        for size, extra in (("2x2", True), ("1x3", False))
    ]


def log_of(records: Iterable[GameRecord]) -> str:
    """Return the text of a log with these games."""
    lines, last = [], ""
    for record in records:
        line = linked(record.to_json(), last)
        link = link_of(line)
        last = link.own if link else ""
        lines.append(f"{line}\n")
    return "".join(lines)


def tampered(record: GameRecord, rng: random.Random) -> GameRecord:
    """Return a record with one thing changed, which may by chance be none."""
    plies = list(record.plies)
    at = rng.randrange(len(plies))
    ply = plies[at]
    kind = rng.randrange(9)
    if kind == 0:
        plies[at] = ply._replace(is_bomb=not ply.is_bomb)
    elif kind == 1:
        plies[at] = ply._replace(points=ply.points + rng.choice((-1, 1, 2)))
    elif kind == 2:
        plies[at] = ply._replace(player=3 - ply.player)
    elif kind == 3:
        plies[at] = ply._replace(move=plies[rng.randrange(len(plies))].move)
    elif kind == 4:
        del plies[at]
    elif kind == 5 and isinstance(ply.move, Move):
        plies[at] = ply._replace(move=ply.move._replace(value=rng.randint(-1, 7)))
    elif kind == 6:
        return dataclasses.replace(record, winner=(record.winner + rng.randint(1, 2)) % 3)
    elif kind == 7:
        one, two = record.scores
        return dataclasses.replace(record, scores=(one + 1, two))
    else:
        plies[at:at] = [ply]
    return dataclasses.replace(record, plies=tuple(plies))
