"""The log of a match: one game per line, appended as soon as it has been played.

A log stays usable if its writer is killed at any moment. Each line is written by one system call;
an incomplete last line is removed when the log is opened again, and the games in the log are not
played again. Only one process at a time writes a log, and all its games belong to one match.
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
    """The log of one match, open for appending; `games` reads those that it holds."""

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
        """Yield the games in the log; a game of another match is an error."""
        # Not by opening the file again: closing that would release the lock.
        self._file.seek(0)
        for number, line in enumerate(self._file, 1):
            place = Place(str(self.path), number)
            record = read_record(line.decode("utf-8", errors="replace"), place)
            if record.match != self._match:
                raise InputError(
                    f"{place}: a game of another match ({record.match or 'none'}, not "
                    f"{self._match}); give another log, or the settings of its first games"
                )
            yield record

    def append(self, record: GameRecord) -> None:
        """Append a game."""
        # Unbuffered, because a buffer would split long lines: what is written survives a kill.
        line = record.to_json().encode("utf-8") + b"\n"
        while line:
            line = line[os.write(self._file.fileno(), line) :]


def read_logs(paths: tuple[str, ...]) -> Iterator[GameRecord]:
    """Yield the games of several logs, which may include one that is being written.

    The console output of the course framework is read as a log, too.
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
    """Open a log as text: UTF-8, or UTF-16 with a byte order mark, as PowerShell writes it."""
    with Path(path).open("rb") as file:
        is_wide = file.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        encoding = "utf-16" if is_wide else "utf-8-sig"
        with io.TextIOWrapper(file, encoding, errors="replace") as text:
            yield text


def _sniff(lines: Iterable[str]) -> tuple[bool, Iterator[str]]:
    """Return whether a log is one of ours, which may be empty, and all its lines."""
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
            f"cannot write {path}: {error.strerror}; give a file in a writable folder"
        ) from None


def _lock(file: IO[bytes], path: Path) -> None:
    """Raise if another process writes the log; without file locks (Windows), do nothing."""
    with contextlib.suppress(ModuleNotFoundError):
        # lockf, not flock: forked workers do not inherit its lock, so it ends with the writer.
        fcntl = importlib.import_module("fcntl")
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(
                f"{path} is being written by another process: wait for it, or give another log"
            ) from None


def _cut_torn_line(file: IO[bytes], path: Path) -> None:
    """Remove what follows the last newline if it is the beginning of a game."""
    file.seek(0)
    size, tail = 0, b""
    for tail in file:
        size += len(tail)
    if not tail or tail.endswith(b"\n"):
        return
    if not (tail.startswith(_HEAD) or _HEAD.startswith(tail)):
        raise InputError(f"{path} is not a log of games: give another file")
    file.truncate(size - len(tail))
