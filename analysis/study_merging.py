"""Files of the shards of a study, joined into the file that the whole study would have.

    merge = StudyMerge(["why-1-of-2.jsonl", "why-2-of-2.jsonl"])      # reads and checks them
    merge.write("why.jsonl")

Lines are joined by the index of their task, whatever they measure. What does not belong together,
or is not complete, is an error that names the file and the remedy.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.merged_files import check_shards, write_merged
from bombe.analysis.results import counted
from bombe.analysis.study_files import END, MADE, RECORDS, SHARD, TASK, TASKS, shard_in
from bombe.boards.errors import FormatError, InputError, Place
from bombe.boards.shard import WHOLE
from bombe.boards.text.schema import decode_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from bombe.boards.shard import Shard
    from bombe.boards.text.schema import Datum

_REMEDY = "give the files that `bombe study ... --shard i/n -o FILE` wrote"
_LONGEST = 40
"""Of a setting, a message shows no more."""


class ShardFile(NamedTuple):
    """The file of a shard: its plan, how it was made, and the tasks of its records.

    `tasks` is the number of all tasks; None if the file has no end yet.
    """

    path: Path
    plan: Mapping[str, Any]
    made: object
    shard: Shard
    done: tuple[int, ...]
    tasks: int | None


class StudyMerge:
    """The records of a study's shards; raise InputError if they are not those of one, once each."""

    def __init__(self, paths: Sequence[str | os.PathLike[str]]) -> None:
        self._files = [_read(Path(path)) for path in paths]
        first = self._files[0]
        for file in self._files:
            _require_same_plan(first, file)
        check_shards([(file.path, file.shard) for file in self._files])
        _require_ends(self._files)

    @property
    def words(self) -> str:
        """The number of records in words."""
        return counted(sum(len(file.done) for file in self._files), "record")

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the file of the whole study; one of that name is replaced once it is complete."""
        write_merged(out, [file.path for file in self._files], self._lines())

    def _lines(self) -> Iterator[str]:
        made = [file.made for file in self._files]
        yield json.dumps({**self._files[0].plan, MADE: {"merged": made}})
        readers = {file.path: _records(file.path) for file in self._files}
        in_order = sorted((task, file.path) for file in self._files for task in file.done)
        for _, path in in_order:
            yield json.dumps(next(readers[path]).without(TASK).raw)


def _read(path: Path) -> ShardFile:
    """Return what the file of a shard holds; raise InputError if it is none."""
    lines = decode_file(path, _REMEDY)
    plan = next(lines, None)
    if plan is None:
        raise FormatError(Place(str(path), 1), "the file holds no plan of a study", _REMEDY)
    shard = shard_in(plan)
    if shard == WHOLE:
        raise plan.error("is the plan of a whole study: there is nothing to join")
    done, last, tasks = set[int](), -1, None
    for line in lines:
        if line.at("kind").raw == END:
            tasks = line.at(TASKS).whole(0)
            _require_count(line, len(done))
            continue
        task = line.at(TASK).whole(0)
        if tasks is not None or task <= last or not shard.has(task):
            raise line.at(TASK).error(f"is no next task of shard {shard}")
        done.add(task)
        last = task
    own, made = plan.without(SHARD).without(MADE).raw, plan.mapping().get(MADE)
    return ShardFile(path, own, made, shard, tuple(sorted(done)), tasks)


def _require_count(end: Datum, found: int) -> None:
    said = end.at(RECORDS).whole(0)
    if said != found:
        raise end.at(RECORDS).error(f"is {said}, but there are {counted(found, 'record')} before")


def _records(path: Path) -> Iterator[Datum]:
    """Yield the records of a file."""
    return (line for line in decode_file(path, _REMEDY) if TASK in line)


def _require_same_plan(one: ShardFile, other: ShardFile) -> None:
    """Raise InputError if two shards have different plans; say what differs."""
    mine, its = one.plan, other.plan
    for name in {**mine, **its}:
        if mine.get(name) != its.get(name):
            then, now = _short(mine.get(name)), _short(its.get(name))
            raise InputError(
                f"{other.path}: its {name} is {now}, and {then} in {one.path}; give the shards of "
                "one study"
            )


def _require_ends(files: Sequence[ShardFile]) -> None:
    """Raise InputError if the file of a shard is not complete."""
    for file in files:
        if file.tasks is None:
            raise InputError(
                f"{file.path}: shard {file.shard} is not complete: run its command again, which "
                "goes on"
            )


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
