"""The file of a log: locked, mended at its end, on the disk line by line, and watched.

Whatever happens to the file while a match runs, the games that are known are not lost: a file that
is deleted, emptied, replaced or written to by others is an error, and what was in it is written
beside it, into LOG.rescued. For that the lines are kept in memory, compressed.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import tempfile
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING

from bombe.analysis.runs.disk import lock
from bombe.boards.errors import InputError, UsageError
from bombe.boards.record import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = f'{{"schema": "{SCHEMA}"'.encode()
_BLOCK = 1 << 16
_LONGEST_LINE = 1 << 25
"""Where no line ends within so many bytes, there is no log."""


class LogFile:
    """A file of lines that is open for reading and appending; `mended` is what was done to its end.

    `last_line` is the last line when it was opened, without its end.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _open(path)
        self._known, self._hash = _KeptLines(), hashlib.sha256()
        self._has_read = self._has_written = False
        self.last_line = self.mended = ""
        try:
            self._is_regular = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
            lock(self._file.fileno(), path, "give another log")
            if self._is_regular:
                self._mend()
            self._size = self._file.seek(0, os.SEEK_END) if self._is_regular else 0
            self._has_read = not self._size
        except BaseException:
            self._file.close()
            raise

    def lines(self) -> Iterator[bytes]:
        """Yield the lines, from the first one on."""
        # Not by opening the file again: closing that would release the lock.
        if not self._is_regular:  # a device holds no games, and /dev/full has no end
            return
        self._file.seek(0)
        self._known, self._hash, self._has_read = _KeptLines(), hashlib.sha256(), False
        while line := self._file.readline(_LONGEST_LINE):
            if len(line) == _LONGEST_LINE:
                raise InputError(f"{self._path} is not a log of games: give another file")
            self._keep(line)
            yield line
        self._has_read = True

    def append(self, line: bytes, what: str) -> None:
        """Append a line, and wait until it is on the disk; `what` is what messages call it."""
        if problem := self._touched():
            self._keep(line)
            raise self._lost(problem)
        try:
            # Unbuffered, because a buffer would split long lines: what is written survives a kill.
            rest = line
            while rest:
                rest = rest[os.write(self._file.fileno(), rest) :]
            self._sync()
        except OSError as error:
            raise self._full(error, line, what) from None
        self._size += len(line)
        self._has_written = True
        self._keep(line)

    def move(self, new: Path) -> None:
        """Rename the file, and close it; nobody else is writing it."""
        try:
            self._path.rename(new)
        finally:
            self._file.close()

    def close(self, *, check: bool) -> None:
        """Close the file; with `check`, raise if it is not as it was written."""
        try:
            if check and self._has_written and (problem := self._touched(whole=True)):
                raise self._lost(problem)
        finally:
            self._file.close()

    def _keep(self, line: bytes) -> None:
        self._known.add(line)
        self._hash.update(line)

    def _sync(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.EROFS, errno.ENOTSUP):  # a device, a pipe
                raise

    def _touched(self, *, whole: bool = False) -> str:
        """Return what others did to the file; empty for nothing. `whole`: look at every byte."""
        if not self._is_regular:
            return ""
        mine = os.fstat(self._file.fileno())
        try:
            named = self._path.stat()
        except OSError:
            return "was deleted"
        if (named.st_dev, named.st_ino) != (mine.st_dev, mine.st_ino):
            return "was replaced by another file"
        if mine.st_size != self._size:
            return "was emptied" if not mine.st_size else "was written to by another program"
        if whole and self._has_read and not self._is_as_written():
            return "was written to by another program"
        return ""

    def _is_as_written(self) -> bool:
        found = hashlib.sha256()
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            found.update(block)
        return found.digest() == self._hash.digest()

    def _lost(self, problem: str) -> InputError:
        """Write the known games beside the file; return the error that says where they are."""
        where = _rescue(self._path, self._known.lines()) if self._known.count else None
        known = f"its {self._known.count} games" if self._known.count > 1 else "its game"
        kept = f"{known} are in {where}" if where else f"{known} could not be saved"
        return InputError(
            f"{self._path} {problem} while its match was running; {kept}: find out what did that, "
            f"move the file to {self._path} and run the same command again"
        )

    def _full(self, error: OSError, line: bytes, what: str) -> InputError:
        """Remove what was written of a line; return the error that says what to do."""
        with contextlib.suppress(OSError):
            self._file.truncate(self._size)
        where = _rescue(Path(tempfile.gettempdir(), self._path.name), iter([line]))
        last = f"it is in {where}, to be added with `cat`" if where else "it will be played again"
        return InputError(
            f"cannot write {self._path}: {error.strerror}; make room and run the same command "
            f"again: the games in the log are complete, but for game {what}: {last}"
        )

    def _mend(self) -> None:
        """Remove what follows the last newline if it is the beginning of a game, or NUL bytes."""
        size = self._file.seek(0, os.SEEK_END)
        tail = _tail(self._file, size)
        torn, nuls = tail.rstrip(b"\0"), len(tail) - len(tail.rstrip(b"\0"))
        if tail:
            self._file.seek(0)
            head = self._file.read(len(_HEAD)).rstrip(b"\0")
            is_log = _HEAD.startswith(head) and (torn.startswith(_HEAD) or _HEAD.startswith(torn))
            if not is_log:
                raise InputError(f"{self._path} is not a log of games: give another file")
            size -= len(tail)
            self._file.truncate(size)
            what = f"{nuls} NUL bytes" if not torn else f"an incomplete game ({len(tail)} bytes)"
            self.mended = f"{self._path}: removed {what} from its end, as left by a crash"
        line = _tail(self._file, max(0, size - 1))
        self.last_line = line.decode("utf-8", errors="surrogateescape")


class _KeptLines:
    """Lines in memory, compressed."""

    def __init__(self) -> None:
        self.count = 0
        self._packer, self._packed = zlib.compressobj(1), bytearray()

    def add(self, line: bytes) -> None:
        """Keep another line."""
        self.count += 1
        self._packed += self._packer.compress(line)

    def lines(self) -> Iterator[bytes]:
        """Yield what is kept, in pieces."""
        unpacker = zlib.decompressobj()
        whole = bytes(self._packed) + self._packer.copy().flush()
        for start in range(0, len(whole), _BLOCK):
            yield unpacker.decompress(whole[start : start + _BLOCK])


def _rescue(path: Path, pieces: Iterator[bytes]) -> Path | None:
    """Write beside a path, or else into the temporary folder; return where, None if nowhere."""
    data = list(pieces)
    for folder in dict.fromkeys((path.parent, Path(tempfile.gettempdir()))):
        for number in range(1, 100):
            name = f"{path.name}.rescued{'' if number == 1 else f'-{number}'}"
            try:
                _write_new(folder / name, data)
            except FileExistsError:
                continue
            except OSError:  # a full disk takes no other name, either
                break
            return folder / name
    return None


def _write_new(path: Path, pieces: list[bytes]) -> None:
    """Write a new file, or none: raise FileExistsError if there is one of that name."""
    with path.open("xb") as file:
        try:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise


def _tail(file: IO[bytes], end: int) -> bytes:
    """Return the text between the last newline before `end` and `end`."""
    start, parts = end, list[bytes]()
    while start and end - start < _LONGEST_LINE:
        before = max(0, start - _BLOCK)
        file.seek(before)
        block = file.read(start - before)
        at = block.rfind(b"\n")
        parts.append(block[at + 1 :])
        start = before
        if at >= 0:
            break
    return b"".join(reversed(parts))


def _open(path: Path) -> IO[bytes]:
    try:
        return path.open("a+b")
    except OSError as error:
        raise UsageError(
            f"cannot write {path}: {error.strerror}; give a file in a writable folder"
        ) from None
