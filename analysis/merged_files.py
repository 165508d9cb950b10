"""What is joined from the files of several shards: checked, and written beside its file."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.analysis.outputs.failures import AGAIN, failed, unwritable
from bombe.boards.errors import InputError, UsageError
from bombe.boards.shard import Shard

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def check_shards(found: Sequence[tuple[Path, Shard]]) -> None:
    """Raise InputError if a shard is there twice, not at all, or one of another number of them."""
    held: dict[Shard, Path] = {}
    first, one = found[0]
    for path, shard in found:
        if shard.of != one.of:
            raise InputError(
                f"{path}: it is shard {shard}, and {first} is shard {one}: give those of one run"
            )
        if shard in held:
            raise InputError(
                f"{path}: it is shard {shard}, and so is {held[shard]}: give each once"
            )
        held[shard] = path
    every = (Shard(number, one.of) for number in range(1, one.of + 1))
    if missing := [str(shard) for shard in every if shard not in held]:
        raise InputError(f"missing: shard {', '.join(missing)}: give what it wrote, too")


def write_merged(
    out: str | os.PathLike[str], sources: Sequence[Path], lines: Iterable[str]
) -> None:
    """Write lines into a file; one of that name is replaced once all are on the disk.

    A special file, such as a pipe, is written as it is. Raise UsageError if the file is one of the
    sources.
    """
    target = Path(out)
    if any(target.resolve() == source.resolve() for source in sources):
        raise UsageError(f"-o {target}: it is one of the files to be joined; give another one")
    is_special = target.exists() and not target.is_file()
    partial = target if is_special else target.with_name(f"{target.name}.partial")
    try:
        file = partial.open("wb", buffering=0)
    except OSError as error:
        raise unwritable(target, error) from None
    try:
        _write(file, lines)
        if not is_special:
            partial.replace(target)
    except OSError as error:
        if not is_special:
            partial.unlink(missing_ok=True)
        raise failed(target, error, AGAIN) from None


def make_folder(out: str | os.PathLike[str]) -> Path:
    """Return the folder of what is joined, which is made if it does not exist."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"-o {folder}: {error.strerror}; give another folder") from None
    return folder


def _write(file: io.FileIO, lines: Iterable[str]) -> None:
    """Write lines until they are on the disk, and close the file."""
    with file, io.BufferedWriter(file) as buffered:
        for line in lines:
            buffered.write(line.encode("utf-8", "surrogateescape") + b"\n")
        buffered.flush()
        with contextlib.suppress(OSError):  # a pipe has no such call
            os.fsync(file.fileno())
