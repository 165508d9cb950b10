"""The log of a match: one game per line, appended as soon as it has been played.

A log stays usable if its writer is killed or the machine fails at any moment: each line is written
by one system call and is on the disk before the next game; an incomplete end is removed when the
log is opened again, and the games in the log are not played again. Only one process at a time
writes a log, and all its games belong to one match. Each line has the hash of the one before it
(see bombe.boards.chain), and what is read is checked (see bombe.analysis.matches.verification).
"""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from bombe.agents.arena.log_file import LogFile
from bombe.agents.framework.console import read_console
from bombe.analysis.matches.verification.findings import LogFault
from bombe.analysis.matches.verification.games import check_game_record
from bombe.analysis.matches.verification.logs import (
    REMEDY,
    LogCheck,
    remember,
    verified_games,
    whole_lines,
)
from bombe.analysis.matches.verification.shards import MatchShard, shard_of
from bombe.boards.chain import link_of, linked
from bombe.boards.errors import FormatError, InputError, Place, UsageError
from bombe.boards.record import GameRecord, read_records
from bombe.boards.text.lines import LONGEST_TEXT, open_lines

GIVE = "give a log of `bombe match`"
ANOTHER = "give another log"
"""What to do, in Python, where a log is of another match."""
AGAIN = "start again with --again, which keeps the old log, or give another one with -o"
"""The same on the command line."""
_ALL = MatchShard()


class Log:
    """The log of one match, open for appending; `games` reads those that it holds.

    `versions` are those of the match's players; `differences` says in which settings a record
    differs from the match. `mended` says what was wrong with the end of the
    file and has been removed, if anything.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        match: str,
        versions: Mapping[str, str] | None = None,
        differences: Callable[[GameRecord], list[str]] = lambda _: [],
        remedy: str = ANOTHER,
    ) -> None:
        self.path, self._remedy = Path(path), remedy
        self._match, self._versions, self._differences = match, versions or {}, differences
        self._file = LogFile(self.path)
        self.mended = self._file.mended
        link = link_of(self._file.last_line)
        self._previous = link.own if link else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close(check=error is None)

    def games(self, shard: MatchShard = _ALL) -> Iterator[GameRecord]:
        """Yield the games in the log.

        A game of another match or of another shard, or a wrong one, is an error.
        """
        check = LogCheck(str(self.path))
        for number, line in enumerate(self._file.lines(), 1):
            record = check.record(number, line.decode("utf-8", errors="surrogateescape"))
            if record is None:
                continue
            if record.match != self._match:
                raise self._strange(record, Place(str(self.path), number))
            self._require(shard, record)
            yield record

    def _require(self, shard: MatchShard, record: GameRecord) -> None:
        """Raise if a game of the match was played in another shard than this one."""
        then = shard_of(record)
        if then.part != shard.part:
            again = "without --shard" if then.is_whole else f"with --shard {then.part}"
            raise UsageError(
                f"{record.place}: a game of {then}, and this is {shard}: continue the log {again}, "
                "or give another one with -o"
            )
        if not then.is_whole and then.point != shard.point:
            raise UsageError(
                f"{record.place}: a game of {then} of an experiment with other values, or in "
                "another order: give those of its first games, or another folder with -o"
            )

    def append(self, record: GameRecord) -> None:
        """Append a game."""
        text = linked(record.to_json(), self._previous)
        self._file.append(text.encode("utf-8") + b"\n", record.id)
        link = link_of(text)
        self._previous = link.own if link else ""
        remember(text)

    def _strange(self, record: GameRecord, place: Place) -> InputError | UsageError:
        """Return the error for a game of another match: what has changed, if that is known."""
        said = record.extra.get("player_versions")
        then = dict(zip(record.players, said, strict=False)) if isinstance(said, list) else {}
        changes = [
            f"{name} has changed since its games in {self.path}: version {then[name]} then, "
            f"{now} now"
            for name, now in self._versions.items()
            if name in then and then[name] != now
        ]
        if differs := self._differences(record):
            changes.append(f"{place}: its games have other settings: {', '.join(differs)}")
        if changes:
            return UsageError(f"{'; '.join(changes)}: {self._remedy}")
        return InputError(
            f"{place}: a game of another match ({record.match or 'none'}, not {self._match}); "
            f"give the settings of its first games, or {self._remedy}"
        )


def read_logs(
    paths: tuple[str, ...], *, trust: bool = False, is_growing: bool = True
) -> Iterator[GameRecord]:
    """Yield the games of several logs, which may include one that is being written.

    The console output of the course framework is read as a log, too. With `trust` nothing is
    checked that is not needed to read a game. Of a log that is not growing the last line has to be
    complete: FormatError follows the last game if it is not.
    """
    for path in paths:
        with open_lines(path, GIVE, longest=LONGEST_TEXT, exact=True) as file:
            is_ours, lines = _sniff(file)
            whole = whole_lines(lines, path, is_growing=is_growing or trust)
            if is_ours:
                yield from (
                    read_records(_plain(whole), path) if trust else verified_games(whole, path)
                )
            else:
                yield from _console(lines, path, trust=trust)


def faults_of(path: str, check: LogCheck) -> Iterator[LogFault]:
    """Yield all that is wrong with a log; the check counts its games."""
    with open_lines(path, GIVE, longest=LONGEST_TEXT, exact=True) as file:
        is_ours, lines = _sniff(file)
        if is_ours:
            yield from check.faults(lines)
        else:
            yield from check.faults_in(_console(lines, path, trust=True))


def set_aside(path: str | os.PathLike[str]) -> Path | None:
    """Rename a log to the first free name of LOG.1, LOG.2, ...; return it, None without a log."""
    old = Path(path)
    if not old.exists():
        return None
    free = (old.with_name(f"{old.name}.{number}") for number in itertools.count(1))
    new = next(one for one in free if not one.exists())
    LogFile(old).move(new)
    return new


def _console(lines: Iterable[str], path: str, *, trust: bool) -> Iterator[GameRecord]:
    """Yield the games of a console log; as far as it says anything, that is checked."""
    plain = _plain(lines)
    texts = (line.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for line in plain)
    for record in read_console(texts, path):
        for problem in () if trust else check_game_record(record).problems:
            raise FormatError(Place(path), f"game {record.id}: {problem}", REMEDY)
        yield record


def _plain(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without a byte order mark, and with plain line ends."""
    for line in lines:
        yield from io.StringIO(line.removeprefix("\ufeff"), newline=None)


def _sniff(lines: Iterable[str]) -> tuple[bool, Iterator[str]]:
    """Return whether a log is one of ours, which may be empty, and all its lines."""
    lines, pulled = iter(lines), []
    for line in lines:
        pulled.append(line)
        if line.strip():
            break
    first = "".join(pulled).strip("\ufeff \t\r\n\0")
    return first.startswith("{") or not first, itertools.chain(pulled, lines)
