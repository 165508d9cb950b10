"""What can be joined beside the outputs of boards: logs of games, studies, folders of experiments.

merge = merge_of(["match-1-of-2.jsonl", "match-2-of-2.jsonl"])      # None: it is none of these
merge.write("match.jsonl")
print(merge.words)                                                  # 40 games
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.arena.sharing.folders import FolderMerge
from bombe.agents.arena.sharing.merging import LogMerge
from bombe.agents.learn.merging import LabelFolders, RunFolders
from bombe.agents.learn.perceptron.labelling import SCHEMA as PERCEPTRON
from bombe.agents.learn.records import SCHEMA as NEAT
from bombe.analysis.studies.documents import SCHEMA as EXPERIMENT
from bombe.analysis.studies.documents import DocumentMerge
from bombe.analysis.studies.joining import StudyMerge
from bombe.boards.errors import InputError
from bombe.boards.record import SCHEMA

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from bombe.analysis.runs.joining import Join

_STUDIES = "bombe.study."
_HEAD = 1 << 25
"""No line of a log or a study is longer."""


def merge_of(paths: Sequence[str | os.PathLike[str]]) -> Join | None:
    """Return what joins these files or folders; None if they are of another kind.

    Raise InputError if they are of several kinds. A log of a shard without games is empty.
    """
    found = {path: kind for path in paths if (kind := _kind(path))}
    for path, kind in found.items():
        first = next(iter(found))
        if kind is not found[first]:
            names = found[first].name, kind.name
            raise InputError(f"{first} is {names[0]}, but {path} is {names[1]}: give those of one")
    if not found and all(Path(path).is_dir() for path in paths):
        return _EXPERIMENT.join(paths)
    return next((kind.join(paths) for kind in found.values()), None)


class _Kind(NamedTuple):
    """What joins files or folders, and what messages call one of them."""

    join: Callable[[Sequence[str | os.PathLike[str]]], Join]
    name: str


_EXPERIMENT = _Kind(FolderMerge, "the folder of an experiment")
_LOG = _Kind(LogMerge, "a log of games")
_STUDY = _Kind(StudyMerge, "the file of a study")
_DOCUMENT = _Kind(DocumentMerge, "the document of an experiment")
_FOLDERS = {
    SCHEMA: _EXPERIMENT,
    PERCEPTRON: _Kind(LabelFolders, "the folder of a study of perceptrons"),
    NEAT: _Kind(RunFolders, "the folder of a study by evolution"),
}


def _kind(path: str | os.PathLike[str]) -> _Kind | None:
    """Return what joins files or folders like this one; None for an empty or another one."""
    if Path(path).is_dir():
        schemas = filter(None, map(_schema, sorted(Path(path).glob("*.jsonl"))))
        return _FOLDERS.get(next(schemas, ""))
    schema = _schema(path)
    if schema in (SCHEMA, EXPERIMENT):
        return _LOG if schema == SCHEMA else _DOCUMENT
    return _STUDY if schema.startswith(_STUDIES) else None


def _schema(path: str | os.PathLike[str]) -> str:
    """Return the schema of the first line of a file; empty if it says none."""
    if not Path(path).is_file():
        return ""
    with Path(path).open("rb") as file:
        head = file.readline(_HEAD)
    try:
        document = json.loads(head)
    except ValueError:
        return ""
    return str(document.get("schema", "")) if isinstance(document, dict) else ""
