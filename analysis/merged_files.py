"""What is joined from the files of several shards: checked, and written beside its file."""

from __future__ import annotations

import itertools
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.analysis.outputs.files import OutputFiles
from bombe.analysis.outputs.forms import FORMS
from bombe.analysis.outputs.payload import Written
from bombe.analysis.outputs.places import SinkPlace
from bombe.analysis.outputs.rendering import text_payload
from bombe.boards.errors import InputError, UsageError
from bombe.boards.shard import Shard

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Sequence

_NAMED = 6
"""So many shards a message names at most."""


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
    if count := one.of - len(held):
        raise InputError(_missing(held, one.of, count))


def _missing(held: Iterable[Shard], of: int, count: int) -> str:
    """Return which shards are missing, and what to do."""
    every = (Shard(number, of) for number in range(1, of + 1))
    missing = [*itertools.islice((shard for shard in every if shard not in held), _NAMED)]
    names = ", ".join(map(str, missing)) + (f" and {count - _NAMED} more" * (count > _NAMED))
    said = f"shards {names} are" if count > 1 else f"shard {names} is"
    return f"{said} missing: run the same command with --shard {missing[0]}, or give its output"


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
    files = OutputFiles(str(target), FORMS["text"])
    files.begin()
    try:
        _write(SinkPlace(FORMS["text"], str(files.partial)), lines)
        files.publish(has_journal=False)
    except BaseException:
        files.remove()
        raise


def _write(place: SinkPlace, lines: Iterable[str]) -> None:
    """Write lines until they are on the disk."""
    written = Written()
    with closing(place.open()) as sink:
        for line in lines:
            written = sink.write(text_payload([line]), written)
        sink.finish(written)


def make_folder(out: str | os.PathLike[str]) -> Path:
    """Return the folder of what is joined, which is made if it does not exist."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"-o {folder}: {error.strerror}; give another folder") from None
    return folder
