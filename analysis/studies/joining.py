"""Files of the shards of a study, joined into the file that the whole study would have.

    merge = StudyMerge(["why-1-of-2.jsonl", "why-2-of-2.jsonl"])      # reads and checks them
    merge.write("why.jsonl")

Lines are joined by the index of their task, whatever they measure. Where no line says its index,
and the file no end, each line is the next task of its shard. What does not belong together, or is
not complete, is an error that names the file and the remedy.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.results import with_noun
from bombe.analysis.runs.joining import check_shards, write_joined
from bombe.analysis.studies.files import END, MADE, RECORDS, SHARD, TASK, TASKS, shard_in
from bombe.boards.errors import FormatError, InputError, Place
from bombe.boards.shard import WHOLE
from bombe.boards.text.schema import decode_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from bombe.boards.shard import Shard
    from bombe.boards.text.schema import Datum

REMEDY = "give what `bombe study ... --shard i/n -o` wrote"
_LONGEST = 40
"""Of a setting, a message shows no more."""


class ShardFile(NamedTuple):
    """The file of a shard: its plan, how it was made, and the tasks of its records."""

    path: Path
    plan: Mapping[str, Any]
    made: object
    shard: Shard
    done: tuple[int, ...]
    is_ended: bool


class StudyMerge:
    """The records of a study's shards; raise InputError if they are not those of one, once each."""

    def __init__(self, paths: Sequence[str | os.PathLike[str]]) -> None:
        self._files = [_read(Path(path)) for path in paths]
        require_same([(file.path, file.plan) for file in self._files])
        check_shards([(file.path, file.shard) for file in self._files])
        self._require_all()

    @property
    def records(self) -> int:
        """The number of records."""
        return sum(len(file.done) for file in self._files)

    @property
    def words(self) -> str:
        """The number of records in words."""
        return with_noun(self.records, "record")

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the file of the whole study; one of that name is replaced once it is complete."""
        write_joined(out, [file.path for file in self._files], self._lines())

    def _lines(self) -> Iterator[str]:
        made = [file.made for file in self._files]
        yield json.dumps({**self._files[0].plan, **({MADE: {"merged": made}} if any(made) else {})})
        readers = {file.path: _records(file.path) for file in self._files}
        in_order = sorted((task, file.path) for file in self._files for task in file.done)
        for _, path in in_order:
            yield json.dumps(next(readers[path]).without(TASK).raw)

    def _require_all(self) -> None:
        """Raise InputError if the file of a shard is not complete."""
        last = max((file.done[-1] for file in self._files if file.done), default=-1)
        for file in self._files:
            expected = len(range(file.shard.number - 1, last + 1, file.shard.of))
            if not file.is_ended and ("kind" in file.plan or len(file.done) < expected):
                raise InputError(
                    f"{file.path}: shard {file.shard} is not complete: run its command again "
                    "to resume it"
                )


def _read(path: Path) -> ShardFile:
    """Return what the file of a shard holds; raise InputError if it is none."""
    lines = decode_file(path, REMEDY)
    plan = first_line(path, lines)
    shard = shard_in(plan)
    if shard == WHOLE:
        raise plan.error("is the plan of a whole study: there is nothing to join")
    done, expected, is_ended = list[int](), shard.number - 1, False
    for line in lines:
        if line.mapping().get("kind") == END:
            _require_count(line, len(done))
            is_ended = True
            continue
        task = line.at(TASK).whole(0) if "kind" in line else expected
        if is_ended or task < expected or not shard.has(task):
            raise line.at(TASK).error(f"is no next task of shard {shard}")
        done.append(task)
        expected = task + shard.of
    own, made = plan.without(SHARD).without(MADE).raw, plan.mapping().get(MADE)
    return ShardFile(path, own, made, shard, tuple(done), is_ended)


def _require_count(end: Datum, found: int) -> None:
    end.at(TASKS).whole(0)
    said = end.at(RECORDS).whole(0)
    if said != found:
        raise end.at(RECORDS).error(f"is {said}, but there are {with_noun(found, 'record')} before")


def _records(path: Path) -> Iterator[Datum]:
    """Yield the records of a file."""
    lines = decode_file(path, REMEDY)
    next(lines)
    return (line for line in lines if line.mapping().get("kind") != END)


def first_line(path: Path, lines: Iterator[Datum]) -> Datum:
    """Return the plan of a study; raise FormatError if a file has none."""
    first = next(lines, None)
    if first is None:
        raise FormatError(Place(str(path), 1), "the file holds no plan of a study", REMEDY)
    return first


def require_same(plans: Sequence[tuple[Path, Mapping[str, Any]]]) -> None:
    """Raise InputError if files have different plans; say what differs."""
    one, mine = plans[0]
    for path, its in plans[1:]:
        for name in {**mine, **its}:
            if mine.get(name) != its.get(name):
                then, now = _short(mine.get(name)), _short(its.get(name))
                raise InputError(
                    f"{path}: its {name} is {now}, and {then} in {one}; give the shards of one "
                    "study"
                )


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
