"""Folders of the shards of a study of networks, joined into the folder of the whole study.

    LabelFolders([...]).write("net")        bombe study perceptron: the positions, in their order
    RunFolders([...]).write("net")          bombe study neat: the runs, one file for each seed

Networks and pictures are not joined: the same command without --shard goes on with what is there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from bombe.agents.learn.perceptron.labelling import HELD_OUT, TRAINING
from bombe.analysis.results import with_noun
from bombe.analysis.runs.joining import make_folder, write_joined
from bombe.analysis.studies.joining import REMEDY, StudyMerge, first_line, require_same
from bombe.boards.errors import InputError
from bombe.boards.text.schema import decode_file

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence


class LabelFolders:
    """The positions of a perceptron's study; raise InputError if they do not fit, or some lack."""

    def __init__(self, folders: Sequence[str | os.PathLike[str]]) -> None:
        self._parts = {
            part: StudyMerge([Path(folder) / f"{part}.jsonl" for folder in folders])
            for part in (HELD_OUT, TRAINING)
        }

    @property
    def words(self) -> str:
        """The number of positions in words."""
        return with_noun(sum(part.records for part in self._parts.values()), "position")

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the positions of the whole study; files of these names are replaced."""
        folder = make_folder(out)
        for name, part in self._parts.items():
            part.write(folder / f"{name}.jsonl")


class RunFolders:
    """The runs of a study by evolution; raise InputError if they are not of one, once each."""

    def __init__(self, folders: Sequence[str | os.PathLike[str]]) -> None:
        paths = [path for folder in folders for path in sorted(Path(folder).glob("*.jsonl"))]
        plans = [(path, first_line(path, decode_file(path, REMEDY)).raw) for path in paths]
        require_same([(path, {**plan, "seed": None}) for path, plan in plans])
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
        return with_noun(len(self._runs), "run")

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the runs; files of these names are replaced."""
        folder = make_folder(out)
        for path in self._runs.values():
            lines = (json.dumps(line.raw) for line in decode_file(path, REMEDY))
            write_joined(folder / path.name, [path], lines)
