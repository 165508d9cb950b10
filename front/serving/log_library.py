"""The logs that may be browsed: those that were named when the server started, and its own.

A log that is still being written is read again when it has grown.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bombe.agents.arena.log import read_logs
from bombe.boards.errors import BombeError, UsageError
from bombe.boards.record import GameRecord
from bombe.boards.visible import visible_in

PAGE = 100
"""The most games that one answer lists."""


class _ReadLog(NamedTuple):
    """A log as it was when it was last read."""

    stamp: tuple[int, int]
    games: tuple[GameRecord, ...]
    problem: str


class LogLibrary:
    """The logs that the page may browse, by number."""

    def __init__(self, paths: Sequence[str], more: Callable[[], Iterable[Path]]) -> None:
        self._paths, self._more = [Path(path) for path in paths], more
        self._known: dict[Path, _ReadLog] = {}
        self._lock = threading.Lock()

    def listed(self) -> list[dict[str, Any]]:
        """Return the logs, each with its number of games and what is wrong with it."""
        found = ((number, path, self._read(path)) for number, path in enumerate(self._all()))
        return [
            {"log": number, "name": path.name, "games": len(read.games), "problem": read.problem}
            for number, path, read in found
        ]

    def games(self, log: int, wanted: Mapping[str, str], first: int = 0) -> dict[str, Any]:
        """Return a page of the games that fit what is wanted, and how many do."""
        rows = [
            _row(number, record)
            for number, record in enumerate(self._read(self._path(log)).games, 1)
        ]
        fitting = [row for row in rows if _fits(row, wanted)]
        return {"games": fitting[first : first + PAGE], "total": len(fitting), "of": len(rows)}

    def game(self, log: int, number: int) -> dict[str, Any]:
        """Return the record of a game, by its number from 1."""
        path = self._path(log)
        games = self._read(path).games
        if not 1 <= number <= len(games):
            raise UsageError(f"{path.name} has no game {number}: reload the list")
        document: dict[str, Any] = json.loads(visible_in(games[number - 1]).to_json())
        return document

    def _all(self) -> list[Path]:
        return [*self._paths, *self._more()]

    def _path(self, log: int) -> Path:
        paths = self._all()
        if not 0 <= log < len(paths):
            raise UsageError(f"there is no log {log}: reload the list")
        return paths[log]

    def _read(self, path: Path) -> _ReadLog:
        try:
            found = path.stat()
        except OSError as error:
            return _ReadLog((0, 0), (), f"{path}: {error.strerror}")
        stamp = found.st_mtime_ns, found.st_size
        with self._lock:
            known = self._known.get(path)
            if known is None or known.stamp != stamp:
                known = self._known[path] = _read_anew(path, stamp)
        return known


def _read_anew(path: Path, stamp: tuple[int, int]) -> _ReadLog:
    games: list[GameRecord] = []
    try:
        games.extend(read_logs((str(path),)))
    except BombeError as error:
        return _ReadLog(stamp, tuple(games), str(error))
    return _ReadLog(stamp, tuple(games), "")


def _row(number: int, record: GameRecord) -> dict[str, Any]:
    game = record.game
    row = {
        "number": number,
        "id": record.id,
        "game": game.name,
        "first": record.first,
        "second": record.second,
        "result": record.result,
        "scores": record.scores,
        "plies": len(record.plies),
        "termination": str(record.termination),
        "board": game.label(record.start),
        "size": game.size(record.start),
        "rules": game.variant(record.start),
        "incidents": len(record.incidents),
    }
    shown: dict[str, Any] = visible_in(row)
    return shown


def _fits(row: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    """Return whether a game has what is asked for: the result, and parts of player and board."""
    player, board, result = (wanted.get(name, "") for name in ("player", "board", "result"))
    return (
        any(_holds(row[side], player) for side in ("first", "second"))
        and _holds(row["board"], board)
        and result in ("", row["result"])
    )


def _holds(name: str, part: str) -> bool:
    return part.casefold() in name.casefold()
