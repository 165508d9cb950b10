"""Documents of the shards of an experiment that has no logs, joined into that of the whole one.

    merge = DocumentMerge(["games-1.json", "games-2.json"])     # --shard i/n --json > games-i.json
    merge.write("games.json")

A document of a shard says its plan, whether it is complete, and the index of each point's task:

    {"schema": "bombe.experiment/1", "name": "dots-games", "axis": "boxes", "shard": "1/2",
     "plan": {"boxes": ["2x2", "3x3"], ...}, "complete": true, "points": [{..., "task": 0}, ...]}
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.results import with_noun
from bombe.analysis.runs.joining import check_shards, write_joined
from bombe.analysis.studies.files import TASK, shard_in
from bombe.boards.errors import FormatError, InputError, Place
from bombe.boards.shard import WHOLE
from bombe.boards.text.schema import decode_file

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from bombe.boards.shard import Shard

SCHEMA = "bombe.experiment/1"
PLAN, COMPLETE, POINTS = "plan", "complete", "points"
_REMEDY = "give what experiments with --shard i/n --json printed; others are joined by their logs"


class _Document(NamedTuple):
    """The document of a shard: what all have in common, and its points by their task."""

    path: Path
    head: Mapping[str, Any]
    plan: Mapping[str, Any]
    shard: Shard
    points: tuple[tuple[int, Mapping[str, Any]], ...]


class DocumentMerge:
    """The points of an experiment's shards; raise InputError if they are not those of one."""

    def __init__(self, paths: Sequence[str | os.PathLike[str]]) -> None:
        self._documents = [_read(Path(path)) for path in paths]
        first = self._documents[0]
        for each in self._documents:
            if (each.head, each.plan) != (first.head, first.plan):
                raise InputError(f"{each.path}: its plan is not that of {first.path}: {_REMEDY}")
        check_shards([(each.path, each.shard) for each in self._documents])

    @property
    def words(self) -> str:
        """The number of points in words."""
        return with_noun(sum(len(each.points) for each in self._documents), "point")

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the document of the whole experiment; a file of that name is replaced."""
        points = [point for each in self._documents for point in each.points]
        in_order = [point for _, point in sorted(points, key=lambda point: point[0])]
        whole = {**self._documents[0].head, POINTS: in_order}
        write_joined(out, [each.path for each in self._documents], [json.dumps(whole)])


def _read(path: Path) -> _Document:
    document = next(decode_file(path, _REMEDY), None)
    if document is None:
        raise FormatError(Place(str(path), 1), "there is no document", _REMEDY)
    shard = shard_in(document)
    if shard == WHOLE or PLAN not in document:
        raise document.error("is no document of a shard without logs")
    if not document.at(COMPLETE).flag():
        raise InputError(f"{path}: shard {shard} is not complete: run its command again")
    points = []
    for point in document.at(POINTS).items():
        task = point.at(TASK).whole(0)
        if not shard.has(task):
            raise point.at(TASK).error(f"is none of shard {shard}")
        points.append((task, point.without(TASK).mapping()))
    head = {name: document.at(name).raw for name in ("schema", "name", "axis")}
    return _Document(path, head, document.at(PLAN).mapping(), shard, tuple(points))
