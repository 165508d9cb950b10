"""Games that are kept one at a time, each appended to a log."""

from __future__ import annotations

from pathlib import Path

from bombe.agents.arena.log import Log, read_logs
from bombe.agents.arena.log_file import LogFile
from bombe.boards.record import GameRecord


def check_log(path: str) -> None:
    """Raise if no game can be appended to a file, before one is played."""
    is_new = not Path(path).exists()
    LogFile(Path(path)).close(check=False)
    if is_new:
        Path(path).unlink()


def games_in(path: str) -> int:
    """Return the number of games in a log."""
    is_there = Path(path).exists()
    return sum(1 for _ in read_logs((path,), trust=True)) if is_there else 0


def append_game(path: str, record: GameRecord) -> None:
    """Append a game to a log, which may hold any others."""
    with Log(path, record.match) as log:
        log.append(record)
