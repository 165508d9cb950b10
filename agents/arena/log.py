"""The log of a match: a game on each line, appended as soon as it has been played.

A log survives its writer's death at any moment. A line goes out by a single write; what was torn
is cut off when the log is opened again, and the games that it holds are not played again. One
process writes a log at a time, and all its games belong to one match.
"""

from __future__ import annotations

import codecs
import contextlib
import importlib
import io
import itertools
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self, TextIO

from bombe.agents.framework.console import read_console
from bombe.boards.errors import InputError, Place, UsageError
from bombe.boards.record import SCHEMA, GameRecord, read_record, read_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

_HEAD = f'{{"schema": "{SCHEMA}"'.encode()


class Log:
    """The log of one match, open for more games; `games` are those that it held when opened."""

    def __init__(self, path: str | os.PathLike[str], match: str) -> None:
        self.path = Path(path)
        self._match = match
        self._file = _open(self.path)
        try:
            _lock(self._file, self.path)
            _cut_torn_line(self._file, self.path)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def games(self) -> Iterator[GameRecord]:
        """Yield the games that the log holds; another match's game is an error."""
        # Not by another open file: closing one gives the lock up.
        self._file.seek(0)
        for number, line in enumerate(self._file, 1):
            place = Place(str(self.path), number)
            record = read_record(line.decode("utf-8", errors="replace"), place)
            if record.match != self._match:
                raise InputError(
                    f"{place}: a game of another match ({record.match or 'none'}, not "
                    f"{self._match}); give another log, or the settings that it was begun with"
                )
            yield record

    def append(self, record: GameRecord) -> None:
        """Write a game at the end, for good."""
        # Past the buffer, which would cut long lines; a system call is safe from our own death.
        line = record.to_json().encode("utf-8") + b"\n"
        while line:
            line = line[os.write(self._file.fileno(), line) :]


def read_logs(paths: tuple[str, ...]) -> Iterator[GameRecord]:
    """Yield the games of many logs, one at a time; one that is being written may be among them.

    What the course framework printed is a log, too.
    """
    for path in paths:
        try:
            with _open_text(path) as file:
                is_ours, lines = _sniff(file)
                whole = (line for line in lines if line.endswith("\n") or not is_ours)
                yield from (read_records if is_ours else read_console)(whole, path)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}; give a log of `bombe match`") from None


@contextlib.contextmanager
def _open_text(path: str) -> Iterator[TextIO]:
    """Open a log; what PowerShell writes to a file is UTF-16, and says so."""
    with Path(path).open("rb") as file:
        is_wide = file.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        encoding = "utf-16" if is_wide else "utf-8-sig"
        with io.TextIOWrapper(file, encoding, errors="replace") as text:
            yield text


def _sniff(lines: Iterable[str]) -> tuple[bool, Iterator[str]]:
    """Return whether a log is one of ours, with no game or more; and its lines."""
    lines, pulled = iter(lines), []
    for line in lines:
        pulled.append(line)
        if line.strip():
            break
    first = "".join(pulled).strip()
    return first.startswith("{") or not first, itertools.chain(pulled, lines)


def _open(path: Path) -> IO[bytes]:
    try:
        return path.open("a+b")
    except OSError as error:
        raise UsageError(
            f"cannot write {path}: {error.strerror}; give a file in a folder you may write to"
        ) from None


def _lock(file: IO[bytes], path: Path) -> None:
    """Refuse a log that another process writes; where there are no such locks, hope."""
    with contextlib.suppress(ModuleNotFoundError):
        # lockf and not flock: a lock that forked workers do not inherit ends with the writer.
        fcntl = importlib.import_module("fcntl")
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(
                f"{path} is being written by another process: wait for it, or give another log"
            ) from None


def _cut_torn_line(file: IO[bytes], path: Path) -> None:
    """Drop what stands after the last newline, if it is the beginning of a game."""
    file.seek(0)
    size, tail = 0, b""
    for tail in file:
        size += len(tail)
    if not tail or tail.endswith(b"\n"):
        return
    if not (tail.startswith(_HEAD) or _HEAD.startswith(tail)):
        raise InputError(f"{path} is no log of games: give another file")
    file.truncate(size - len(tail))
