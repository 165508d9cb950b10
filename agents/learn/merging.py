"""Folders of the shards of a study of networks, joined into the folder of the whole study.

    LabelFolders([...]).write("net")        bombe study perceptron: the positions, in their order
    RunFolders([...]).write("net")          bombe study neat: the runs, one file for each seed

Networks and pictures are not joined: the same command without --shard goes on with what is there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.agents.learn.perceptron.labelling import HELD_OUT, TRAINING
from bombe.analysis.merged_files import check_shards, make_folder, write_merged
from bombe.analysis.results import counted
from bombe.analysis.study_files import SHARD, shard_in
from bombe.boards.errors import FormatError, InputError, Place
from bombe.boards.shard import WHOLE
from bombe.boards.text.schema import decode_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from bombe.boards.shard import Shard
    from bombe.boards.text.schema import Datum

_REMEDY = "give the folders that `bombe study ... --shard i/n -o FOLDER` wrote"


class _Labels(NamedTuple):
    """The positions that a shard has solved of one part."""

    path: Path
    header: Mapping[str, Any]
    shard: Shard
    solved: int


class LabelFolders:
    """The positions of a perceptron's study; raise InputError if they do not fit, or some lack."""

    def __init__(self, folders: Sequence[str | os.PathLike[str]]) -> None:
        self._parts: dict[str, list[_Labels]] = {}
        for part in (HELD_OUT, TRAINING):
            found = [_labels(Path(folder) / f"{part}.jsonl") for folder in folders]
            _require_same([(each.path, each.header) for each in found])
            _require_all(found)
            self._parts[part] = sorted(found, key=lambda each: each.shard)

    @property
    def words(self) -> str:
        """The number of positions in words."""
        counts = (each.solved for found in self._parts.values() for each in found)
        return counted(sum(counts), "position")

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the positions of the whole study; files of these names are replaced."""
        folder = make_folder(out)
        for part, found in self._parts.items():
            paths = [each.path for each in found]
            write_merged(folder / f"{part}.jsonl", paths, _in_turns(found))


def _in_turns(found: Sequence[_Labels]) -> Iterator[str]:
    """Yield the lines of all shards, as the positions are numbered."""
    yield json.dumps(found[0].header)
    readers = [decode_file(each.path, _REMEDY) for each in found]
    for reader in readers:
        next(reader)
    for number in range(sum(each.solved for each in found)):
        yield json.dumps(next(readers[number % len(readers)]).raw)


def _labels(path: Path) -> _Labels:
    lines = decode_file(path, _REMEDY)
    header = _first(path, lines)
    shard = shard_in(header)
    if shard == WHOLE:
        raise header.error("is of a whole study: there is nothing to join")
    return _Labels(path, header.without(SHARD).raw, shard, sum(1 for _ in lines))


def _require_all(found: Sequence[_Labels]) -> None:
    """Raise InputError if a shard is missing, or has fewer positions than the others."""
    check_shards([(each.path, each.shard) for each in found])
    last = [(each.solved - 1) * each.shard.of + each.shard.number for each in found if each.solved]
    total = max(last, default=0)
    for path, _, shard, solved in found:
        if lacking := len(range(shard.number - 1, total, shard.of)) - solved:
            raise InputError(
                f"{path} lacks {counted(lacking, 'position')} of shard {shard}: run its command "
                "again, which goes on"
            )


class RunFolders:
    """The runs of a study by evolution; raise InputError if they are not of one, once each."""

    def __init__(self, folders: Sequence[str | os.PathLike[str]]) -> None:
        paths = [path for folder in folders for path in sorted(Path(folder).glob("*.jsonl"))]
        plans = [(path, _first(path, decode_file(path, _REMEDY)).raw) for path in paths]
        _require_same([(path, {**plan, "seed": None}) for path, plan in plans])
        self._runs: dict[int, Path] = {}
        for path, plan in plans:
            if (before := self._runs.setdefault(plan.get("seed"), path)) is not path:
                raise InputError(f"{path}: its seed is that of {before}, too: give each run once")
        missing = {*range(min(self._runs), max(self._runs))} - self._runs.keys()
        if missing:
            seeds = ", ".join(map(str, sorted(missing)))
            raise InputError(f"no folder has the run of seed {seeds}: give that of its shard, too")

    @property
    def words(self) -> str:
        """The number of runs in words."""
        return counted(len(self._runs), "run")

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the runs; files of these names are replaced."""
        folder = make_folder(out)
        for path in self._runs.values():
            lines = (json.dumps(line.raw) for line in decode_file(path, _REMEDY))
            write_merged(folder / path.name, [path], lines)


def _first(path: Path, lines: Iterator[Datum]) -> Datum:
    first = next(lines, None)
    if first is None:
        raise FormatError(Place(str(path), 1), "the file holds no plan of a study", _REMEDY)
    return first


def _require_same(plans: Sequence[tuple[Path, Mapping[str, Any]]]) -> None:
    """Raise InputError if files are of different plans; say what differs."""
    one, mine = plans[0]
    for path, its in plans[1:]:
        for name in {**mine, **its}:
            if mine.get(name) != its.get(name):
                raise InputError(
                    f"{path}: its {name} is {its.get(name)}, and {mine.get(name)} in {one}; give "
                    "the shards of one study"
                )
