"""Games of match logs, named as LOG#GAME or LOG:LINE, and their positions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, cast

from bombe.agents.arena.log import read_logs
from bombe.agents.framework.console import START
from bombe.boards.errors import InputError, Place, UsageError
from bombe.boards.game import Game, StateT
from bombe.boards.record import SCHEMA, GameRecord
from bombe.boards.sudoku.entries import Entry
from bombe.boards.sudoku.game import SUDOKU
from bombe.boards.text.lines import limited, open_lines
from bombe.boards.text.picks import Pick

_BEGINNINGS = (START, "Calculate a move for player")
"""How lines of console logs begin that stand in no board file."""
_HEAD = 1000
"""Lines of a file in which the first position of a console log begins."""


def find_game(word: str) -> GameRecord:
    """Read the log of LOG#GAME up to the game: its number from 1, or its id; or of LOG:LINE."""
    pick = Pick.of(word)
    if pick is None:
        raise UsageError(f"{word} names no game: give LOG#GAME, such as {word}#1")
    reading = _LogReader.of(pick)
    record = reading.find(pick)
    if record is not None:
        return record
    number = reading.number
    which = f"game on line {pick.key}" if pick.is_line else f"game {pick.key!r}"
    remedy = f"give a number from 1 to {number}, or an id" if number else "it holds none yet"
    raise UsageError(f"{pick.source} has no {which}: {remedy}")


class _LogReader:
    """A log as far as it was read: who asks for its games in their order reads it once."""

    _last: ClassVar[_LogReader | None] = None

    def __init__(self, source: str) -> None:
        self._source, self._stamp = source, _stamp(source)
        self._games = read_logs((source,), is_growing=False)
        self._passed: set[str] = set()
        self.number = 0

    @classmethod
    def of(cls, pick: Pick) -> _LogReader:
        """Return the last reading if the game is not behind it, or else a new one."""
        last, cls._last = cls._last, None
        if last is None or not last._is_before(pick):  # noqa: SLF001 - of this class
            last = cls(pick.source)
        return last

    def find(self, pick: Pick) -> GameRecord | None:
        """Read on to the game; None if the log ends before."""
        for record in self._games:
            self.number += 1
            self._passed.update((str(self.number), record.id))
            if pick.is_line:
                is_meant = record.place is not None and record.place.line == int(pick.key)
            else:
                is_meant = pick.key in (str(self.number), record.id)
            if is_meant:
                _LogReader._last = self
                return record
        return None

    def _is_before(self, pick: Pick) -> bool:
        """Return whether the game is not among those that were read, nor the log another one."""
        if pick.is_line or pick.key in self._passed:
            return False
        return (self._source, self._stamp) == (pick.source, _stamp(pick.source))


def _stamp(source: str) -> tuple[int, int] | None:
    """Return when a file was changed, and its size; None if it cannot be said."""
    try:
        found = Path(source).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def plies(word: str, ply: int | None) -> Iterator[Entry]:
    """Yield the positions of LOG#GAME: the one after `ply` moves, or all but the last."""
    for number, state in enumerate(states_of(word, SUDOKU, ply)):
        if ply is not None or not state.is_over:
            yield Entry(state, Place(f"{word} after {number if ply is None else ply} moves"))


def one_state(word: str, game: Game[StateT, Any], ply: int | None) -> StateT:
    """Return the position of LOG#GAME after `ply` moves; without, raise and say how many it has."""
    if ply is not None:
        return next(states_of(word, game, ply))
    last = len(find_game(word).plies)
    raise UsageError(f"{word} has {last} moves: name a position by --ply, from 0 to {last}")


def states_of(word: str, game: Game[StateT, Any], ply: int | None) -> Iterator[StateT]:
    """Yield all positions of LOG#GAME, or the one after `ply` moves; another game is an error."""
    record = find_game(word)
    if record.game is not game:
        raise InputError(
            f"{word}: a game of {record.game.name}, but {game.name} is needed; give another game"
        )
    if ply is not None and ply > len(record.plies):
        raise UsageError(f"--ply {ply}: {word} has {len(record.plies)} moves; give at most that")
    found = cast("Iterator[StateT]", record.states())
    return itertools.islice(found, ply, None if ply is None else ply + 1)


def refuse_log(word: str) -> None:
    """Raise if a word names a log, where one position is needed."""
    if is_log(word):
        raise UsageError(f"{word} is the log of a match: name one of its games, such as {word}#1")


def is_log(word: str) -> bool:
    """Return whether a word names a log, without a game of it."""
    try:
        with open_lines(word, "") as lines:
            return _begins_as_log(itertools.islice(limited(lines, word), _HEAD))
    except InputError:  # no file: a bundled board, a one-line board, or an error
        return False


def _begins_as_log(head: Iterator[str]) -> bool:
    """Return whether a text begins as a log does; nothing is read beyond what tells."""
    is_first = True
    for line in head:
        if is_first and f'"schema": "{SCHEMA}"' in line[:200]:
            return True
        if line.startswith(_BEGINNINGS):
            return True
        is_first = is_first and not line.strip()
    return False
