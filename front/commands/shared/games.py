"""Games of match logs, named as LOG#GAME, and their positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.arena.log import read_logs
from bombe.agents.framework.console import START
from bombe.boards import SudokuState
from bombe.boards.errors import InputError, Place, UsageError
from bombe.boards.record import SCHEMA
from bombe.boards.sudoku.formats import Entry
from bombe.boards.sudoku.game import SUDOKU
from bombe.boards.text.lines import limited, open_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.boards.record import GameRecord


def find_game(word: str) -> GameRecord:
    """Read the log of LOG#GAME up to the game, given by its number from 1 or by its id."""
    path, _, wanted = word.rpartition("#")
    number = 0
    for number, record in enumerate(read_logs((path,)), 1):
        if wanted in (str(number), record.id):
            return record
    remedy = f"give a number from 1 to {number}, or an id" if number else "it holds none yet"
    raise UsageError(f"{path} has no game {wanted!r}: {remedy}")


def plies(word: str, ply: int | None) -> Iterator[Entry]:
    """Yield the positions of LOG#GAME: the one after `ply` moves, or all but the last."""
    record = find_game(word)
    if record.game is not SUDOKU:
        raise InputError(
            f"{word}: a game of {record.game.name}, but {SUDOKU.name} is needed; give another game"
        )
    if ply is not None and ply > len(record.plies):
        raise UsageError(f"--ply {ply}: {word} has {len(record.plies)} moves; give at most that")
    for number, state in enumerate(record.states()):
        if isinstance(state, SudokuState) and (
            number == ply or (ply is None and not state.is_over)
        ):
            yield Entry(state, Place(f"{word} after {number} moves"))


def is_log(word: str) -> bool:
    """Return whether a word names a log, without a game of it."""
    try:
        with open_lines(word, "") as lines:
            head = next((line for line in limited(lines, word) if line.strip()), "")[:200]
    except InputError:  # no file: a bundled board, a one-line board, or an error
        return False
    return f'"schema": "{SCHEMA}"' in head or head.startswith(START)
