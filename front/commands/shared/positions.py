"""Positions for commands that look at games: BOARD words, and plies of match logs as LOG#GAME."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bombe.agents.arena.log import read_logs
from bombe.agents.framework.console import START
from bombe.boards.errors import InputError, Place, UsageError
from bombe.boards.game import SUDOKU
from bombe.boards.record import SCHEMA
from bombe.boards.sudoku.formats import Entry
from bombe.commands.shared.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.record import GameRecord


def positions(inputs: Inputs, ply: int | None) -> Iterator[Entry]:
    """Read every position; of a game the one after `ply` moves, or all but the last."""
    games = [word for word in inputs.boards if is_game(word)]
    if ply is not None and len(games) < len(inputs.boards):
        raise UsageError("--ply is about the games of a match log: give LOG#GAME, such as log#1")
    for word in inputs.boards:
        if word in games:
            yield from _plies(word, ply)
        elif _is_log(word):
            raise UsageError(f"{word} is the log of a match: say which game, such as {word}#1")
        else:
            one = (word,)
            yield from Inputs(one, inputs.format_name, inputs.shape, inputs.symbols).entries()


def is_game(word: str) -> bool:
    """Tell whether a word names a game of a log."""
    path, sign, _ = word.rpartition("#")
    return bool(sign) and Path(path).is_file()


def _is_log(word: str) -> bool:
    """Tell whether a word names a log without saying which game of it."""
    try:
        with Path(word).open(encoding="utf-8", errors="replace") as lines:
            head = next((line for line in lines if line.strip()), "")[:200]
            return f'"schema": "{SCHEMA}"' in head or head.startswith(START)
    except OSError:  # no file: a bundled board, a one-line board, or an error of its own
        return False


def _plies(word: str, ply: int | None) -> Iterator[Entry]:
    record = find_game(word)
    if record.game is not SUDOKU:
        raise InputError(
            f"{word}: a game of {record.game.name}, and one of {SUDOKU.name} was wanted; "
            "give another game"
        )
    if ply is not None and ply > len(record.plies):
        raise UsageError(f"--ply {ply}: {word} has {len(record.plies)} moves; give at most that")
    for number, state in enumerate(record.states()):
        if number == ply or (ply is None and not state.is_over):
            yield Entry(state, Place(f"{word} after {number} moves"))


def find_game(word: str) -> GameRecord:
    """Read the log of LOG#GAME up to the game, given by its number from 1 or by its id."""
    path, _, wanted = word.rpartition("#")
    number = 0
    for number, record in enumerate(read_logs((path,)), 1):
        if wanted in (str(number), record.id):
            return record
    remedy = f"give a number from 1 to {number}, or an id" if number else "it holds none yet"
    raise UsageError(f"{path} has no game {wanted!r}: {remedy}")
